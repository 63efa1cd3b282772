import { expect, test } from 'vitest'
import { countUnits } from './unit-texts.ts'

test.each([
  [1, 'bin', 'bins', '1 bin', '1 bin'],
  [2, 'bote', 'botes', '2 botes', '2 botes'],
  [0, 'bote', 'botes', '0 botes', '0 botes'],
  [1_000_000, 'bote', 'botes', '1,000,000 botes', '1,000,000 de botes'],
  [5, '1,000 sq ft', '1,000 sq ft', '5 × 1,000 sq ft', '5 × 1,000 sq ft'],
])('%i of one %s and several %s', (count, one, other, english, spanish) => {
  expect([countUnits.en(count, { one, other }), countUnits.es(count, { one, other })]).toEqual([
    english,
    spanish,
  ])
})
