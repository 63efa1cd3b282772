import { expect, test } from 'vitest'
import { withoutSecrets } from './hospitable-answer.ts'

test.each([
  ['?code=SECRET&state=S', '?answer=allowed'],
  ['?code=SECRET', '?answer=allowed'],
  ['?error=access_denied&error_description=No&state=S', '?answer=denied'],
  ['?error=access_denied&code=SECRET', '?answer=denied'],
  ['?state=S', ''],
  ['?code=', ''],
  ['?code=SECRET&coupon=SPRING26', '?coupon=SPRING26&answer=allowed'],
  ['?answer=allowed', null],
  ['', null],
])('field 31: of %j the address keeps %j', (search, kept) => {
  expect(withoutSecrets('/hospitable-redirect', search)).toBe(kept)
})

test('other pages keep what they are given', () => {
  expect(withoutSecrets('/go/1', '?code=SECRET')).toBeNull()
})
