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

test('§5 coupon and sponsor: a later one takes the place of the one before, what is no code does not', () => {
  keepReferral('?coupon=FIRST&sponsor=rosa_1')
  keepReferral('?coupon=SECOND')
  expect(referralCodes()).toEqual({ coupon: 'SECOND', sponsor: 'rosa_1' })
  keepReferral('?coupon=no%20code&sponsor=')
  expect(referralCodes()).toEqual({ coupon: 'SECOND', sponsor: 'rosa_1' })
})

test('§5 coupon and sponsor: a code that looks like a number stays text', () => {
  keepReferral('?coupon=0012')
  expect(referralCodes().coupon).toBe('0012')
})

test.each(['', 'a b', 'x'.repeat(33), 'a;Domain=evil', 'é', '<x>'])('%s is not a code', (code) => {
  keepReferral(`?coupon=${encodeURIComponent(code)}`)
  expect(referralCodes().coupon).toBeUndefined()
})

test('a page that is drawn beforehand keeps nothing until somebody opens it', () => {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
  keepReferral('?sponsor=rosa_1')
  expect(referralCodes().sponsor).toBeUndefined()
  Object.defineProperty(document, 'prerendering', { value: false, configurable: true })
  document.dispatchEvent(new Event('prerenderingchange'))
  expect(referralCodes().sponsor).toBe('rosa_1')
})
