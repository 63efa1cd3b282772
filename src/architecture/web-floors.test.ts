/** The floors of the browser: a screen stands on rooms that know no screen, and areas of screens do not know each other. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..', 'web')
const MOST_FILES = 25

type Floor = { readonly floor: string; readonly rooms: readonly string[]; readonly areSeparate?: boolean }

/** From the ground up. An import goes to a lower floor, or to the left on its own; a file beside the rooms is a room. */
const FLOORS: readonly Floor[] = [
  {
    floor: 'ground: words, and how the server is asked',
    rooms: ['text', 'live-polls', 'api-error', 'api', 'upload', 'endpoint-pages'],
  },
  {
    floor: 'design: what every screen is drawn with',
    rooms: ['ui', 'ui/forms', 'ui/lists', 'ui/maps', 'ui/dialogs'],
  },
  {
    floor: 'page: addresses, who is here, and what the browser tells',
    rooms: ['urls', 'screen', 'session', 'browser', 'builds', 'errors'],
  },
  {
    floor: 'device: the native app, and what goes on without a connection',
    rooms: ['bridge', 'offline/kept', 'offline/queue', 'offline'],
  },
  {
    floor: 'things: what several areas show of a job, a place, a visit, money',
    rooms: ['jobs', 'places', 'money', 'photos', 'assignments', 'visits', 'stops', 'feedback', 'messages'],
  },
  {
    floor: 'areas: screens by what somebody comes to do',
    areSeparate: true,
    rooms: [
      'screens/assignments',
      'screens/complexes',
      'screens/crew',
      'screens/customer',
      'screens/dev',
      'screens/diagnostics',
      'screens/go',
      'screens/money',
      'screens/notices',
      'screens/offers',
      'screens/onboarding',
      'screens/ondemand',
      'screens/open-work',
      'screens/operator',
      'screens/places',
      'screens/schedule',
      'screens/session',
    ],
  },
  {
    floor: 'top: which screen stands where, and the frame around it',
    rooms: ['pages', 'arrival', 'live', 'start', 'shell', 'app', 'main'],
  },
]

const rooms = FLOORS.flatMap(({ floor, rooms, areSeparate = false }) =>
  rooms.map((room) => ({ room, floor, areSeparate })),
)
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
const imports = new Map(
  files.filter((path) => !/\.(test|testing)\.tsx?$/.test(path)).map((path) => [path, importsOf(path)]),
)

describe('floors of the browser', () => {
  test('every room stands on one floor', () => {
    const standing = [...new Set([...imports.keys()].map(roomOf))].sort()
    expect(rooms.map(({ room }) => room).sort()).toEqual(standing)
  })

  test('an import goes down, or to the left on its own floor', () => {
    expect(wrongImports((from, to) => to.height > from.height)).toEqual([])
  })

  test('areas of screens do not import each other', () => {
    expect(wrongImports((from, to) => from.areSeparate && to.areSeparate)).toEqual([])
  })

  test(`a room has at most ${MOST_FILES} files`, () => {
    const counts = Map.groupBy(files, (path) => dirname(path))
    const full = [...counts].filter(([, inside]) => inside.length > MOST_FILES)
    expect(full.map(([room, inside]) => `${room} has ${inside.length} files`)).toEqual([])
  })
})

type Standing = { room: string; floor: string; areSeparate: boolean; height: number }

function wrongImports(isWrong: (from: Standing, to: Standing) => boolean): string[] {
  return [...imports].flatMap(([path, targets]) =>
    targets
      .filter((target) => roomOf(target) !== roomOf(path))
      .filter((target) => isWrong(standingOf(path), standingOf(target)))
      .map(
        (target) =>
          `${path} (${standingOf(path).floor}) imports ${target} (${standingOf(target).floor}): ` +
          `what both need goes into a room below them${wayRound(target, roomOf(path))}`,
      ),
  )
}

/** How one comes back from there to the room that imports it, where that is a circle. */
function wayRound(start: string, home: string): string {
  const trails = [[start]]
  const seen = new Set([start])
  for (const trail of trails)
    for (const next of imports.get(trail.at(-1)!) ?? []) {
      if (roomOf(next) === home) return `; round by ${[...trail, next].join(' → ')}`
      if (!seen.has(next)) trails.push([...trail, next])
      seen.add(next)
    }
  return ''
}

/** The folder; both languages are one room with the words' own mechanism, which names the words of each. */
function roomOf(path: string): string {
  if (path.startsWith('text/')) return 'text'
  return path.includes('/') ? dirname(path) : path.replace(/\.tsx?$/, '')
}

function standingOf(path: string): Standing {
  const height = rooms.findIndex(({ room }) => room === roomOf(path))
  if (height < 0) throw new Error(`${path} stands on no floor: give its room a place in the table`)
  return { ...rooms[height]!, height }
}

/** Type-only imports count: who needs another's types knows it. */
function importsOf(path: string): string[] {
  const code = readFileSync(join(WEB, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*'((?:\.|#web\/)[^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? relative(WEB, join(WEB, dirname(path), target)) : target.slice('#web/'.length),
  )
}
