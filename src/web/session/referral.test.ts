import { beforeEach, expect, test } from 'vitest'
import { clearCookie } from './cookies.ts'
import { COUPON_COOKIE, keepReferral, referralCodes, SPONSOR_COOKIE } from './referral.ts'

beforeEach(() => {
  clearCookie(COUPON_COOKIE)
  clearCookie(SPONSOR_COOKIE)
})

test('§5 coupon and sponsor: those of any address are kept', () => {
  keepReferral('?coupon=SPRING26&sponsor=rosa_v-1&other=x')
  expect(referralCodes()).toEqual({ coupon: 'SPRING26', sponsor: 'rosa_v-1' })
})

test('the first touch wins', () => {
  keepReferral('?coupon=FIRST')
  keepReferral('?coupon=SECOND')
  expect(referralCodes().coupon).toBe('FIRST')
})

test('§5 coupon and sponsor: a code that looks like a number stays text', () => {
  keepReferral('?coupon=0012')
  expect(referralCodes().coupon).toBe('0012')
})

test.each(['', 'a b', 'x'.repeat(33), 'a;Domain=evil', 'é', '<x>'])('%s is not a code', (code) => {
  keepReferral(`?coupon=${encodeURIComponent(code)}`)
  expect(referralCodes().coupon).toBeUndefined()
})
