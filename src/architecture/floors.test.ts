/**
 * The floors of each layer (decision 19): a room knows only what stands before it in its layer's table, so a reader
 * begins at the ground and meets nothing that is explained further up.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')
const MOST_FILES = 25

type Floor = {
  readonly floor: string
  readonly rooms: readonly string[]
  /** Rooms that do not know each other, neither to the right nor to the left. */
  readonly areSeparate?: true
}

type Layer = {
  readonly layer: 'domain' | 'server' | 'web'
  readonly name: string
  /** What no floor is asked of: tests, and the suites that adapters share. */
  readonly tests: RegExp
  readonly roomOf: (path: string) => string
  /** What to do about an import that goes up. */
  readonly instead: string
  /** From the ground up. An import goes to a lower floor, or to the left on its own. */
  readonly floors: readonly Floor[]
}

const LAYERS: readonly Layer[] = [
  {
    layer: 'domain',
    name: 'the domain',
    tests: /\.test\.ts$/,
    roomOf: (path) => path.split('/')[0]!.replace(/\.ts$/, ''),
    instead: 'move what it needs down, or take it as an argument',
    floors: [
      {
        floor: 'ground: units and what every rule speaks in',
        rooms: [
          'keys',
          'language',
          'catalogue',
          'plural',
          'ids',
          'geo',
          'money',
          'time',
          'refusals',
          'lifecycle',
          'weekly-slot',
          'settings',
          'version',
          'images',
          'house-texts',
        ],
      },
      {
        floor: 'facts: people, places, prices, visits, and the solver that knows none of them',
        rooms: [
          'access',
          'staff',
          'sharing',
          'accounts',
          'messages',
          'markets',
          'stays',
          'imports',
          'hospitable',
          'complexes',
          'pricing',
          'routing',
          'checklists',
          'visits',
          'calendars',
        ],
      },
      {
        floor: 'money: what visits cost and bring',
        rooms: ['ledger', 'billing', 'commissions', 'payouts', 'partners', 'tax'],
      },
      {
        floor: 'doing: planning, giving, working and what comes after',
        rooms: [
          'schedule',
          'assignments',
          'offers',
          'ondemand',
          'today',
          'dispatch',
          'offline',
          'late-completions',
          'pickups',
          'turnovers',
          'portfolio',
          'disputes',
          'ratings',
          'notifications',
        ],
      },
      { floor: 'words: a sentence for every refusal', rooms: ['sentences'] },
    ],
  },
  {
    layer: 'server',
    name: 'the server',
    tests: /\.(test|testing)\.ts$|behaviour(-[a-z-]+)?\.ts$/,
    roomOf: folderOf,
    instead: 'move what it needs down, take it as an argument, or let it follow by follow-ups/',
    floors: [
      {
        floor: 'base: the database, the outside world, who asks, what is left to be done',
        rooms: [
          'hospitable-keys',
          'secret-files',
          'config',
          'seal',
          'error-code',
          'builds',
          'connections',
          'failover',
          'signals',
          'threads',
          'shared-views',
          'db',
          'postgres',
          'audit',
          'scope',
          'texts',
          'refused',
          'page-mark',
          'market-zone',
          'follow-up',
          'ports/clock',
          'ports/outbox',
          'ports/mail',
          'ports/sms',
          'ports/outgoing',
          'ports/feeds',
          'ports/push',
          'ports/photos',
          'ports/places',
          'ports/matrix',
          'ports/payments',
          'ports/stripe',
          'ports/hospitable',
          'ports/bank',
          'ports',
          'replica',
          'app',
          'tasks',
          'clock-watch',
          'http',
          'overload',
          'settings',
        ],
      },
      {
        floor: 'facts: people, places, prices, visits, and what people are notified of',
        rooms: [
          'house-texts',
          'markets',
          'referrals',
          'passwords',
          'coupons',
          'users',
          'codes',
          'passkeys',
          'pictures',
          'second-factor',
          'live',
          'push',
          'notices',
          'go',
          'ledger',
          'places',
          'prices',
          'crews',
          'ratings',
          'checklists',
          'visits',
          'photos',
          'messages',
          'stays',
          'feeds',
        ],
      },
      {
        floor: 'money: what visits cost and bring',
        rooms: [
          'commissions',
          'payout-accounts',
          'payouts',
          'cards',
          'provider-events',
          'invoices',
          'payments',
          'refunds',
          'corrections',
          'chargebacks',
          'billing',
          'papers',
          'receivables',
          'tax-forms',
          'sales-tax',
          'reconcile',
        ],
      },
      {
        floor: 'doing: planning, giving and doing work',
        rooms: [
          'jobs',
          'relocations',
          'work',
          'today',
          'lateness',
          'whereabouts',
          'assignments',
          'offers',
          'schedule',
          'holidays',
          'ondemand',
          'pickups',
          'turnovers',
          'bulk',
        ],
      },
      {
        floor: 'edge: what is made of all that',
        rooms: [
          'home',
          'portfolio',
          'calendars',
          'front-door',
          'imports',
          'hospitable',
          'partners',
          'client-errors',
          'system',
          'routes',
          'dispatch',
          'complexes',
          'night-reports',
          'violation-trends',
          'checkpoints',
          'sealed',
          'late-completions',
          'disputes',
          'chargeback-desk',
          'approvals',
          'coupon-desk',
          'price-desk',
          'search',
          'people-desk',
          'work-desk',
          'money-desk',
          'system-health',
          'queues',
          'operator',
          'retention',
          'staff',
          'audit-desk',
          'history',
          'numbers',
          'sharing',
          'digests',
          'going-live',
          'leaving',
          'merging',
          'own-data',
          'year-files',
          'acting',
        ],
      },
      {
        floor: 'top: what knows everybody',
        rooms: ['follow-ups', 'workers', 'endpoints', 'documents', 'serving', 'open', 'main'],
      },
    ],
  },
  {
    layer: 'web',
    name: 'the browser',
    tests: /\.(test|testing)\.tsx?$/,
    // Both languages are one room with the words' own mechanism, which names the words of each.
    roomOf: (path) => (path.startsWith('text/') ? 'text' : folderOf(path)),
    instead: 'what both need goes into a room below them',
    floors: [
      {
        floor: 'ground: words, and how the server is asked',
        rooms: [
          'text',
          'live-polls',
          'api-error',
          'reach',
          'first-answers',
          'api',
          'upload',
          'endpoint-pages',
        ],
      },
      {
        floor: 'design: what every screen is drawn with',
        rooms: ['ui/looks', 'ui', 'ui/forms', 'ui/lists', 'ui/maps', 'ui/dialogs'],
      },
      {
        floor: 'page: addresses, who is here, and what the browser announces',
        rooms: ['operator-urls', 'urls', 'screen', 'session', 'steps', 'browser', 'builds', 'errors'],
      },
      {
        floor: 'device: the native app, and what goes on without a connection',
        rooms: ['bridge', 'offline/kept', 'offline/queue', 'offline'],
      },
      {
        floor: 'things: what several areas show of a job, a place, a visit, money',
        rooms: [
          'imports',
          'jobs',
          'places',
          'payments',
          'money',
          'photos',
          'assignments',
          'visits',
          'checklists',
          'stops',
          'checkpoints',
          'violations',
          'feedback',
          'messages',
          'codes',
          'passkeys',
          'calendars',
          'month',
          'weekly',
          'desk',
          'services',
        ],
      },
      {
        floor: 'areas: screens by what somebody comes to do',
        areSeparate: true,
        rooms: [
          'screens/assignments',
          'screens/commissions',
          'screens/complexes',
          'screens/crew',
          'screens/customer',
          'screens/dev',
          'screens/diagnostics',
          'screens/dispatch',
          'screens/front-door',
          'screens/go',
          'screens/invoice-desk',
          'screens/money',
          'screens/money-desk',
          'screens/notices',
          'screens/offers',
          'screens/onboarding',
          'screens/ondemand',
          'screens/open-work',
          'screens/operator',
          'screens/partners',
          'screens/books',
          'screens/catalogue',
          'screens/places',
          'screens/schedule',
          'screens/session',
          'screens/tax',
          'screens/tax-desk',
          'screens/people',
          'screens/people-desk',
          'screens/work-desk',
          'screens/queues',
          'screens/search',
          'screens/markets',
          'screens/referral-desk',
          'screens/trust',
          'screens/staff',
          'screens/numbers',
        ],
      },
      {
        floor: 'top: which screen stands where, and the frame around it',
        rooms: ['pages', 'arrival', 'live', 'start', 'shell', 'app', 'drawn', 'prerender', 'main'],
      },
    ],
  },
]

describe.each(LAYERS)('floors of $name', (layer) => {
  const files = readdirSync(join(SOURCE, layer.layer), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const imports = new Map(
    files.filter((path) => !layer.tests.test(path)).map((path) => [path, importsOf(layer, path)]),
  )

  test('every room stands on one floor', () => {
    const standing = [...new Set([...imports.keys()].map(layer.roomOf))].sort()
    expect(layer.floors.flatMap(({ rooms }) => rooms).sort()).toEqual(standing)
  })

  test('an import goes down, or to the left on its own floor', () => {
    expect(wrongImports(layer, imports, (from, to) => to.height > from.height)).toEqual([])
  })

  test('separate rooms do not import each other', () => {
    const areSeparate = (from: Place, to: Place) => from.room !== to.room && from.isSeparate && to.isSeparate
    expect(wrongImports(layer, imports, areSeparate)).toEqual([])
  })

  test(`a room has at most ${MOST_FILES} files`, () => {
    const counts = Map.groupBy(files, (path) => dirname(path))
    const full = [...counts].filter(([, inside]) => inside.length > MOST_FILES)
    expect(full.map(([room, inside]) => `${room} has ${inside.length} files`)).toEqual([])
  })
})

/** By file, the files of the same layer that it imports. */
type Imports = ReadonlyMap<string, readonly string[]>
type Place = { room: string; floor: string; height: number; isSeparate: boolean }

function wrongImports(
  layer: Layer,
  imports: Imports,
  isWrong: (from: Place, to: Place) => boolean,
): string[] {
  return [...imports].flatMap(([path, targets]) =>
    targets.flatMap((target) => {
      const [from, to] = [placeOf(layer, path), placeOf(layer, target)]
      if (!isWrong(from, to)) return []
      const back = wayBetween(layer, imports, to.room, from.room)
      const round = back === null ? '' : `; that goes round in a circle: ${back.join(', ')}`
      return `${path} (${from.floor}) imports ${target} (${to.floor}): ${layer.instead}${round}`
    }),
  )
}

/** The shortest way over imports from one room to another, as `file imports file`; null where there is none. */
function wayBetween({ roomOf }: Layer, imports: Imports, from: string, to: string): string[] | null {
  const ways: { room: string; way: string[] }[] = [{ room: from, way: [] }]
  const seen = new Set([from])
  for (const { room, way } of ways) {
    if (room === to) return way
    for (const [path, targets] of imports) {
      if (roomOf(path) !== room) continue
      for (const target of targets) {
        const next = roomOf(target)
        if (seen.has(next)) continue
        seen.add(next)
        ways.push({ room: next, way: [...way, `${path} imports ${target}`] })
      }
    }
  }
  return null
}

function placeOf({ floors, roomOf }: Layer, path: string): Place {
  const room = roomOf(path)
  const places = floors.flatMap(({ floor, rooms, areSeparate }) =>
    rooms.map((each) => ({ room: each, floor: floor.split(':')[0]!, isSeparate: areSeparate ?? false })),
  )
  const height = places.findIndex((place) => place.room === room)
  if (height < 0) throw new Error(`${path} stands on no floor: give its room a place in the table`)
  return { ...places[height]!, height }
}

/** `ports/mail` is a room as `visits` is; a file beside the rooms is one by itself. */
function folderOf(path: string): string {
  return path.includes('/') ? dirname(path) : path.replace(/\.tsx?$/, '')
}

/**
 * Of the layer alone: `architecture.test.ts` knows the layers. Type-only imports count: who needs another's types
 * knows it. An example in a comment is none.
 */
function importsOf({ layer }: Layer, path: string): string[] {
  const [root, own] = [join(SOURCE, layer), `#${layer}/`]
  const code = readFileSync(join(root, path), 'utf8').replaceAll(/^\s*\/\*\*[\s\S]*?\*\//gm, '')
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^'\n]+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('.')) return relative(root, join(root, dirname(path), target))
    return target.startsWith(own) ? target.slice(own.length) : []
  })
}
