import { expect, test } from 'vitest'
import { brandName, isWork, RECEIPT_LINES } from './receipt.ts'

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
