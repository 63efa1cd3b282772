import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { maskPhone } from './phone.ts'

test.each([
  ['+1 303 555 1234', '(303) 555-1234'],
  ['13035551234', '(303) 555-1234'],
  ['303.555.1234', '(303) 555-1234'],
  ['(303) 555-1234 ext 9', '(303) 555-1234'],
  ['303', '(303'],
  ['30355', '(303) 55'],
  ['1', ''],
  ['11', ''],
  ['1 1 303 555 1234', '(303) 555-1234'],
  ['', ''],
  ['phone', ''],
])('%j becomes %j', (typed, masked) => {
  expect(maskPhone(typed)).toBe(masked)
})

test('masking what is masked changes nothing, and no digit is made up', () => {
  assert(
    property(string(), (typed) => {
      const masked = maskPhone(typed)
      expect(maskPhone(masked)).toBe(masked)
      expect(typed.replace(/\D/g, '')).toContain(masked.replace(/\D/g, ''))
      expect(masked.replace(/\D/g, '').length).toBeLessThanOrEqual(10)
    }),
  )
})
