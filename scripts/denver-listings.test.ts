import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { type Listing, withMadeUpTitles } from './denver-listings.ts'

const content = readFileSync(join(import.meta.dirname, '../data/denver/listings.csv'), 'utf8')
const names = parse<Listing>(content, { columns: true }).map(({ name }) => name)

test('the listings of the house have the titles that the script makes up, whatever titles it is given', () => {
  expect(withMadeUpTitles(content)).toBe(content)
})

test.each([
  ['quotes', /"/],
  ['a line break', /[^\r]\n/],
  ['a line break of Windows', /\r\n/],
  ['a long dash', /—/],
  ['an emoji of several parts', /👨‍👩‍👧/],
  ['letters from right to left', /\p{Script=Hebrew}|\p{Script=Arabic}/u],
  ['a space without width', /\u200B/],
  ['spaces at the end', / $/],
])('some title has %s, as hosts write', (_, pattern) => {
  expect(names.some((name) => pattern.test(name))).toBe(true)
})
