/** docs/planted-bugs.md says what is planted, and each test that it names is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PLANTED_PAGE, plantedPage } from '../../bench/mutants/planted-page.ts'
import { PLANTED_BUGS } from '../../bench/mutants/planted/bugs.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const bugs = Object.values(PLANTED_BUGS).flat()

test('the page of planted bugs has each of them; `npm run bench -- planted write` writes it', () => {
  expect(readFileSync(join(ROOT, PLANTED_PAGE), 'utf8')).toBe(plantedPage())
})

test('each planted bug names a test that is there, and another bug than the others', () => {
  expect(bugs.flatMap(({ bug, test: named }) => missing(bug, named))).toEqual([])
  expect(new Set(bugs.map(({ bug }) => bug)).size).toBe(bugs.length)
})

test('a test that is not there is seen', () => {
  expect(missing('a bug', ['src/no.test.ts', 'x'])).toEqual(['a bug: there is no src/no.test.ts'])
  expect(missing('a bug', ['src/domain/money.test.ts', 'x'])).toEqual([
    'a bug: src/domain/money.test.ts has no test “x”',
  ])
})

function missing(bug: string, [file, title]: readonly [string, string]): string[] {
  const path = join(ROOT, file)
  if (!existsSync(path)) return [`${bug}: there is no ${file}`]
  const text = readFileSync(path, 'utf8')
  const quoted = ["'", '`'].some((mark) => text.includes(`${mark}${title}${mark}`))
  return quoted ? [] : [`${bug}: ${file} has no test “${title}”`]
}
