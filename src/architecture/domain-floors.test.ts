/** The floors of the domain: a rule knows only rules that are written further up in this table. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const DOMAIN = join(import.meta.dirname, '..', 'domain')
const MOST_FILES = 25

/** From the ground up. An import goes to a lower floor, or to the left on its own; a file beside the rooms is a room. */
const FLOORS: readonly { readonly floor: string; readonly rooms: readonly string[] }[] = [
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
    ],
  },
  {
    floor: 'facts: people, places, prices, visits, and the solver that knows none of them',
    rooms: ['access', 'accounts', 'messages', 'imports', 'complexes', 'pricing', 'routing', 'visits'],
  },
  { floor: 'money: what visits cost and bring', rooms: ['ledger', 'billing', 'commissions', 'payouts'] },
  {
    floor: 'doing: planning, giving, working and what comes after',
    rooms: [
      'schedule',
      'assignments',
      'offers',
      'ondemand',
      'today',
      'offline',
      'late-completions',
      'disputes',
      'ratings',
      'notifications',
    ],
  },
  { floor: 'words: a sentence for every refusal', rooms: ['sentences'] },
]

const rooms = FLOORS.flatMap(({ floor, rooms }) => rooms.map((room) => ({ room, floor })))
const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
)
const rules = files.filter((path) => !path.endsWith('.test.ts'))

describe('floors of the domain', () => {
  test('every room stands on one floor', () => {
    const standing = [...new Set(rules.map(roomOf))].sort()
    expect(rooms.map(({ room }) => room).sort()).toEqual(standing)
  })

  test('an import goes down, or to the left on its own floor', () => {
    const wrong = rules.flatMap((path) =>
      importsOf(path)
        .filter((target) => heightOf(target) > heightOf(path))
        .map(
          (target) =>
            `${path} (${floorOf(path)}) imports ${target} (${floorOf(target)}): ` +
            'move what it needs down, or take it as an argument',
        ),
    )
    expect(wrong).toEqual([])
  })

  test(`a room has at most ${MOST_FILES} files`, () => {
    const counts = Map.groupBy(files, (path) => dirname(path))
    const full = [...counts].filter(([, inside]) => inside.length > MOST_FILES)
    expect(full.map(([room, inside]) => `${room} has ${inside.length} files`)).toEqual([])
  })
})

function roomOf(path: string): string {
  const [first] = path.split('/') as [string]
  return first.replace(/\.ts$/, '')
}

function heightOf(path: string): number {
  return rooms.findIndex(({ room }) => room === roomOf(path))
}

function floorOf(path: string): string | undefined {
  return rooms[heightOf(path)]?.floor.split(':')[0]
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(DOMAIN, path), 'utf8')
  return [...text.matchAll(/\bfrom\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)].map(([, from, later]) =>
    relative(DOMAIN, join(DOMAIN, dirname(path), from ?? later!)),
  )
}
