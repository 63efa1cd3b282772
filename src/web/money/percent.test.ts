import { expect, test } from 'vitest'
import { readPercent } from './percent.ts'

test.each([
  ['2.9', 290],
  ['0.25', 25],
  ['0', 0],
  [' 4.81 % ', 481],
  ['30', 3_000],
  ['', null],
  ['-1', null],
  ['1e1', null],
  ['2,9', null],
  ['2.905', null],
  ['.5', null],
  ['1000', null],
  ['abc', null],
])('%s is read as %j', (typed, basisPoints) => {
  expect(readPercent(typed)).toBe(basisPoints)
})
