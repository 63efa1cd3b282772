/** Each line of what people who tried the product stumbled over is held by a test that names it: `ux 7: …`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** In the order of the lines, from 1 on. */
const LINES = [
  'a complex is booked for all of its apartments',
  'a crew’s day opens without a network',
  'giving back soon after taking costs nothing',
  'a tip is named as one',
  'a card is a step done once there is one',
  'an operator sees and reassigns a visit',
  'a receipt has plain words, a net and a short number',
  'an order’s visit says what the order says',
  'the shop has a window, terms, privacy and help',
  'steps of forms keep',
  'what was booked is said, and its week opens',
  'refusals where one pressed, counts that lead on',
  'maps with streets, clusters and a pin to drag',
  'a guest books with a phone code and a card',
  'loads and fees as people know them, before the price',
  'hundreds of weekly services searched and changed at once',
  'hosts’ files as they are',
  'why a route is recommended',
  'the focus goes with the step',
  'the language chosen before the sign-in stays',
  'ill on the day, an end of everything, deletion',
  'weeks and payouts agree in words, amounts alike',
] as const

/** A test’s own title, also of a table or of a group; several lines are parted by commas. */
const TITLE = /(?:\b(?:test|it|describe)|\))\(\s*['`]ux (\d+(?:, \d+)*): /g

test.each([
  [`test('ux 7: a receipt`, [7]],
  [`)(\n  'ux 16: found`, [16]],
  ['it(`ux 10, 19: a weekly`', [10, 19]],
  [`// test: see ux 7`, []],
  [`test.skip('ux 7: a receipt`, []],
])('%j names %j', (text, lines) => {
  expect(linesNamedIn(text)).toEqual(lines)
})

test('every line has a test, and no test names another', () => {
  const named = new Set(['src', 'e2e'].flatMap(titlesBelow).flatMap(linesNamedIn))
  const numbers = LINES.map((_, index) => index + 1)
  expect(numbers.filter((number) => !named.has(number))).toEqual([])
  expect([...named].filter((number) => !numbers.includes(number))).toEqual([])
})

function titlesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
    .filter((entry) => entry.name !== 'use-findings.test.ts')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

function linesNamedIn(text: string): number[] {
  return [...text.matchAll(TITLE)].flatMap(([, lines = '']) => lines.split(', ').map(Number))
}
