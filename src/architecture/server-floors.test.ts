/** The floors of the server: a room knows only what stands before it in this table (decision 19). */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '..', 'server')
const MOST_FILES = 25

/** From the ground up. An import goes to a lower floor, or to the left on its own; a file beside the rooms is a room. */
const FLOORS: readonly { readonly floor: string; readonly rooms: readonly string[] }[] = [
  {
    floor: 'base: the database, the outside world, who asks, what is left to be done',
    rooms: [
      'config',
      'error-code',
      'signals',
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
      'ports/push',
      'ports/photos',
      'ports/places',
      'ports/matrix',
      'ports/payments',
      'ports',
      'app',
      'tasks',
      'clock-watch',
      'http',
      'settings',
    ],
  },
  {
    floor: 'facts: people, places, prices, visits, and what is told of them',
    rooms: [
      'users',
      'live',
      'push',
      'notices',
      'go',
      'pictures',
      'ledger',
      'places',
      'prices',
      'crews',
      'ratings',
      'visits',
      'photos',
      'messages',
    ],
  },
  { floor: 'money: what visits cost and bring', rooms: ['commissions', 'payouts', 'payments'] },
  {
    floor: 'doing: planning, giving and doing work',
    rooms: ['jobs', 'work', 'today', 'assignments', 'offers', 'schedule', 'ondemand'],
  },
  {
    floor: 'edge: what is made of all that',
    rooms: [
      'home',
      'imports',
      'client-errors',
      'system',
      'routes',
      'complexes',
      'late-completions',
      'disputes',
      'operator',
    ],
  },
  {
    floor: 'top: what knows everybody',
    rooms: ['follow-ups', 'workers', 'endpoints', 'serving', 'open', 'main'],
  },
]

const rooms = FLOORS.flatMap(({ floor, rooms }) => rooms.map((room) => ({ room, floor })))
const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
)
/** Behaviour suites are tests that every adapter shares. */
const production = files.filter((path) => !/\.(test|testing)\.ts$|behaviour\.ts$/.test(path))
const imports = new Map(production.map((path) => [path, importsOf(path)]))

describe('floors of the server', () => {
  test('every room stands on one floor', () => {
    const standing = [...new Set(production.map(roomOf))].sort()
    expect(rooms.map(({ room }) => room).sort()).toEqual(standing)
  })

  test('an import goes down, or to the left on its own floor', () => {
    const wrong = production.flatMap((path) =>
      imports
        .get(path)!
        .filter((target) => heightOf(target) > heightOf(path))
        .map((target) => complaintOf(path, target)),
    )
    expect(wrong).toEqual([])
  })

  test(`a room has at most ${MOST_FILES} files`, () => {
    const counts = Map.groupBy(files, (path) => dirname(path))
    const full = [...counts].filter(([, inside]) => inside.length > MOST_FILES)
    expect(full.map(([room, inside]) => `${room} has ${inside.length} files`)).toEqual([])
  })
})

function complaintOf(path: string, target: string): string {
  const back = wayBetween(roomOf(target), roomOf(path))
  const round = back === null ? '' : `; that goes round in a circle: ${back.join(', ')}`
  return (
    `${path} (${floorOf(path)}) imports ${target} (${floorOf(target)}): move what it needs down, ` +
    `take it as an argument, or let it follow by follow-ups/${round}`
  )
}

/** The shortest way over imports from one room to another, as `file imports file`; null where there is none. */
function wayBetween(from: string, to: string): string[] | null {
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

/** `ports/mail` is a room as `visits` is; a file beside the rooms is one by itself. */
function roomOf(path: string): string {
  const folder = dirname(path)
  return folder === '.' ? path.replace(/\.ts$/, '') : folder
}

function heightOf(path: string): number {
  return rooms.findIndex(({ room }) => room === roomOf(path))
}

function floorOf(path: string): string | undefined {
  return rooms[heightOf(path)]?.floor.split(':')[0]
}

/** Of the server alone: `architecture.test.ts` knows the layers. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(SERVER, path), 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^'\n]+)'/g)]
    .map(([, name]) => name!)
    .map((name) =>
      name.startsWith('#')
        ? name.replace(/^#server\//, '')
        : relative(SERVER, join(SERVER, dirname(path), name)),
    )
    .filter((name) => !/^[.#]/.test(name))
}
