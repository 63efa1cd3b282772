import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './command.js'
import { OTHER_ROOMS } from './other-rooms.ts'

const files = await Array.fromAsync(glob('src/{server,cli,testing}/**/*.ts', { cwd: root }))
const tests = files.filter((path) => path.endsWith('.test.ts'))
const isThere = (path: string) => OTHER_ROOMS.some((room) => path.startsWith(room))

test.each(OTHER_ROOMS)('%s has tests', (room) => {
  expect(tests.some((path) => path.startsWith(room))).toBe(true)
})

/** The server's own views, functions and statements; a lock by a number has been the same for twenty years. */
const OF_THE_SERVER =
  /\bpg_(?!advisory_xact_lock)[a-z_]+\b|\b(?:un)?listen "|\bcopy [a-z"(].*\b(?:from|to) std|\bcollate\b/

test('every room whose SQL asks something of the server itself is among them', async () => {
  const rooms = new Set<string>()
  for (const path of files.filter((each) => /queries\.ts$|^src\/server\/db\//.test(each)))
    if (OF_THE_SERVER.test(await readFile(join(root, path), 'utf8'))) rooms.add(`${dirname(path)}/`)
  expect(rooms.size).toBeGreaterThan(3)
  expect([...rooms].filter((room) => !isThere(room))).toEqual([])
})
