import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { DAY_MS, localDate, parseInstant } from '../time.ts'
import { cleanCode, latestTouch, sponsorCode } from './attribution.ts'
import { type CommissionedVisit, commissionAvailableAt, commissionCents } from './commission.ts'

const visit: CommissionedVisit = {
  broughtUser: 'customer',
  baseCents: cents(2_000),
  visitDate: localDate('2026-07-06'),
  firstPaidDate: localDate('2025-07-07'),
}

describe('a commission', () => {
  it.each<[string, Partial<CommissionedVisit>, number]>([
    ['5 % of what a customer pays', {}, 100],
    ['2 % of a crew’s pay', { broughtUser: 'crew' }, 40],
    ['half to even', { baseCents: cents(1_010) }, 50],
    ['from the very first visit', { firstPaidDate: null }, 100],
    ['on the last day of the twelve months', { firstPaidDate: localDate('2025-07-07') }, 100],
    ['no more a year later', { firstPaidDate: localDate('2025-07-06') }, 0],
    ['nothing of nothing', { baseCents: cents(0) }, 0],
  ])('is %s', (_name, change, expected) => {
    expect(commissionCents({ ...visit, ...change }, DEFAULT_SETTINGS)).toBe(expected)
  })

  it('ends on 28 February where it began on 29 February', () => {
    const leap = { ...visit, firstPaidDate: localDate('2028-02-29') }
    expect(commissionCents({ ...leap, visitDate: localDate('2029-02-27') }, DEFAULT_SETTINGS)).toBe(100)
    expect(commissionCents({ ...leap, visitDate: localDate('2029-02-28') }, DEFAULT_SETTINGS)).toBe(0)
  })

  it('is pending until the payment is seven days old', () => {
    const paidAt = parseInstant('2026-07-06T12:00:00Z')
    expect(commissionAvailableAt(paidAt, DEFAULT_SETTINGS)).toBe(paidAt + 7 * DAY_MS)
  })
})

describe('a code from a link', () => {
  it.each([
    [null, 'AB12CD34', 'AB12CD34'],
    ['FIRST', 'SECOND', 'SECOND'],
    ['FIRST', null, 'FIRST'],
    ['FIRST', 'not a code!', 'FIRST'],
    ['', 'SECOND', 'SECOND'],
    ['not a code!', 'SECOND', 'SECOND'],
    [null, 'a;Domain=evil', null],
    [null, 'x'.repeat(33), null],
    [null, 'x\r\nSet-Cookie: y', null],
  ])('field 28: with %j kept and %j offered is %j', (kept, offered, expected) => {
    expect(latestTouch(kept, offered)).toBe(expected)
  })

  it('names the sponsor by a sponsor’s code before a coupon’s', () => {
    expect(sponsorCode({ sponsorCode: 'S1', couponCode: 'C1' })).toBe('S1')
    expect(sponsorCode({ couponCode: 'C1' })).toBe('C1')
    expect(sponsorCode({})).toBeUndefined()
    expect(cleanCode('trailing\n')).toBeNull()
  })
})
