import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['a=1', 'a=1'],
  [' =1', ' =1'],
  ['a, b', '"a, b"'],
  ['the "door"', '"the ""door"""'],
  ['=a,"b"', `"'=a,""b"""`],
  ['', ''],
])('tests, threats I5: %j is written as %j', (cell, written) => {
  expect(csvRow([cell])).toBe(`${written}\r\n`)
})

test('a figure of ours stays a figure', () => {
  expect(csvRow([{ figure: '-12.50' }, '-12.50'])).toBe("-12.50,'-12.50\r\n")
})

test('whatever is written is read again as it was, but for the sign that keeps it from running', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }), (cells) => {
      const [read] = parse(csvRow(cells))
      expect(read).toEqual(cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)))
      for (const cell of read!) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
