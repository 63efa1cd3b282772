/** docs/asvs.md has every requirement once, and what it says of each can be looked up. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = 'docs/asvs.md'
const page = readFileSync(join(ROOT, PAGE), 'utf8')
const { levels } = JSON.parse(readFileSync(join(ROOT, 'data/security/asvs-5.json'), 'utf8')) as {
  levels: Record<'1' | '2', string[]>
}
const numbers = [...levels[1], ...levels[2]]

type Row = {
  readonly number: string
  readonly matter: string
  readonly state: string
  readonly proof: string
}

test('every requirement of the levels 1 and 2 stands in the table once, and no other', () => {
  expect([levels[1].length, levels[2].length]).toEqual([70, 183])
  expect(numbersAmiss(rowsOf(page))).toEqual([])
})

test('what holds names tests that are there, what is written a page, all else its reason', () => {
  expect(rowsOf(page).flatMap(faultsOf)).toEqual([])
})

test('the sentence above the table counts it', () => {
  const states = rowsOf(page).map(({ state }) => state)
  const count = (state: string) => states.filter((each) => each === state).length
  expect(page).toContain(
    `Of ${numbers.length}: ${count('holds')} hold, ${count('written')} are written down, ${count('not here')} do not apply, ${count('open')} are open.`,
  )
})

const OWN = '[asvs.test.ts](../src/architecture/asvs.test.ts)'

test.each([
  ['| 1.1.1 | a | holds |  |', '1.1.1 holds without a test'],
  ['| 1.1.1 | a | holds | somebody said so |', '1.1.1 holds without a test'],
  ['| 1.1.1 | a | holds | [x.test.ts](../src/x.test.ts) is good |', '1.1.1: there is no src/x.test.ts'],
  ['| 1.1.1 | a | holds | [asvs.test.ts](../docs/asvs.md) a |', '1.1.1: docs/asvs.md is no file of tests'],
  [`| 1.1.1 | a | holds | ${OWN} is good |`, '1.1.1: src/architecture/asvs.test.ts has no test “is good”'],
  [
    `| 1.1.1 | a | holds | ${OWN} the sentence above |`,
    '1.1.1: src/architecture/asvs.test.ts has no test “the sentence above”',
  ],
  ['| 1.1.1 | a | written | in a book |', '1.1.1 is written nowhere'],
  ['| 1.1.1 | a | open |  |', '1.1.1 is open without a reason'],
  ['| 1.1.1 | a | fine | so it is |', '1.1.1 is “fine”, which is no state'],
  ['| 1.1.1 |  | open | not yet |', '1.1.1 does not say what it is about'],
  [`| 1.1.1 | a | holds | ${OWN} the sentence above the table counts it |`, undefined],
])('of %j it is said: %s', (row, fault) => {
  expect(rowsOf(row).flatMap(faultsOf)).toEqual(fault === undefined ? [] : [fault])
})

test('a number twice, missing or unknown is seen', () => {
  const rows = rowsOf(page)
  const [first] = rows
  expect(numbersAmiss(rows.slice(1))).toEqual([`${first!.number} is missing`])
  expect(numbersAmiss([...rows, first!])).toEqual([`${first!.number} stands 2 times`])
  expect(numbersAmiss([...rows, { ...first!, number: '9.9.9' }])).toEqual(['9.9.9 is no requirement'])
})

function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) ?\| (.*?) \| (.*?) ?\|$/gm)].map(
    ([, number, matter, state, proof]) => ({
      number: number!,
      matter: matter!,
      state: state!,
      proof: proof!,
    }),
  )
}

function numbersAmiss(rows: readonly Row[]): string[] {
  const found = rows.map(({ number }) => number)
  const times = (number: string) => found.filter((each) => each === number).length
  return [
    ...numbers.filter((number) => times(number) === 0).map((number) => `${number} is missing`),
    ...numbers
      .filter((number) => times(number) > 1)
      .map((number) => `${number} stands ${times(number)} times`),
    ...found.filter((number) => !numbers.includes(number)).map((number) => `${number} is no requirement`),
  ]
}

function faultsOf({ number, matter, state, proof }: Row): string[] {
  if (matter === '') return [`${number} does not say what it is about`]
  if (state === 'holds') return testsAmiss(number, proof)
  if (state === 'written')
    return /\]\([^)]+\.md(#[^)]*)?\)/.test(proof) ? [] : [`${number} is written nowhere`]
  if (state !== 'open' && state !== 'not here') return [`${number} is “${state}”, which is no state`]
  return proof === '' ? [`${number} is ${state} without a reason`] : []
}

/** `[users.test.ts](../src/server/users/users.test.ts) what its title says`, with `<br>` between two. */
function testsAmiss(number: string, proof: string): string[] {
  return proof.split('<br>').flatMap((named) => {
    const [, link, title] = /^\[[^\]]+\]\(([^)]+)\) (.+)$/.exec(named) ?? []
    if (link === undefined) return [`${number} holds without a test`]
    const file = normalize(join(dirname(PAGE), link))
    if (!existsSync(join(ROOT, file))) return [`${number}: there is no ${file}`]
    if (!/\.(test|spec)\.tsx?$/.test(file)) return [`${number}: ${file} is no file of tests`]
    return titlesIn(file).includes(title!) ? [] : [`${number}: ${file} has no test “${title}”`]
  })
}

/** Of tests and of tables of tests; one that is skipped does not fit. */
function titlesIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/(?:\b(?:test|it)|\))\(\s*(?:'((?:[^'\\\n]|\\.)+)'|`([^`]+)`)/g)].map(
    ([, quoted, templated]) => (quoted ?? templated)!,
  )
}
