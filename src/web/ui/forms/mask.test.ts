import { expect, test } from 'vitest'
import { maskOf } from './mask.ts'

test.each([
  ['##/##', '1230', '12/30'],
  ['##', 'a1b2c3', '12'],
  ['@@', '1a2B3', 'aB'],
  ['@@-##', 'CO80202', 'CO-80'],
  ['***', '-a1 B2', 'a1B'],
  ['@', 'é', ''],
  ['###-@*', '303x7', '303-x7'],
])('§9 masks: %s lets %j become %j', (pattern, typed, masked) => {
  expect(maskOf(pattern)(typed)).toBe(masked)
})
