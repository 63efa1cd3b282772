import { expect, test } from 'vitest'
import { maskCardNumber, maskExpiry, readExpiry } from './card-number.ts'
import { readDollars } from './dollars.ts'

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242-4242-42421', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['42x', '42'],
])('a card number typed as %s reads %s', (typed, masked) => {
  expect(maskCardNumber(typed)).toBe(masked)
})

test.each([
  ['4', '04'],
  ['1', '1'],
  ['1230', '12/30'],
  ['12/30', '12/30'],
])('an expiry typed as %s reads %s', (typed, masked) => {
  expect(maskExpiry(typed)).toBe(masked)
})

test.each([
  ['12/30', { expiresMonth: 12, expiresYear: 2030 }],
  ['13/30', null],
  ['00/30', null],
  ['1/30', null],
  ['', null],
])('the expiry %s means %j', (masked, expected) => {
  expect(readExpiry(masked)).toEqual(expected)
})

test.each([
  ['12.50', 1_250],
  ['12.5', 1_250],
  ['$1,200', 120_000],
  ['7', 700],
  ['0.01', 1],
  ['0', null],
  ['-5', null],
  ['12.505', null],
  ['1e5', null],
  ['twelve', null],
  ['', null],
])('the amount %s is %j cents', (typed, cents) => {
  expect(readDollars(typed)).toBe(cents)
})
