import { expect, test } from 'vitest'
import { brandName, isWork, paperNumber, RECEIPT_LINES } from './receipt.ts'

test.each([
  ['visa', 'Visa'],
  ['amex', 'American Express'],
  ['diners', 'Diners'],
])('the brand %s is called %s', (brand, name) => {
  expect(brandName(brand)).toBe(name)
})

test('what was done stands above the sums', () => {
  expect(RECEIPT_LINES.filter((kind) => isWork({ kind }))).toEqual(['visit', 'tip', 'fee'])
})

test('ux 7: the number of a paper is short enough to read out', () => {
  expect(paperNumber('0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c01')).toBe('0B0C-7C2E')
})
