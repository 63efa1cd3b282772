import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { localDate, parseInstant } from '../time.ts'
import {
  isPeriodOver,
  lastPeriod,
  lastQuarter,
  mayBeFiled,
  parsePeriod,
  spanOfPeriod,
  taxDue,
  taxToPay,
} from './period.ts'

const DENVER = 'America/Denver'
const days = (from: string, to: string) => ({ from: localDate(from), to: localDate(to) })

describe('a period of sales tax', () => {
  it.each([
    ['2026', '2026-01-01', '2026-12-31'],
    ['2026-Q1', '2026-01-01', '2026-03-31'],
    ['2026-Q2', '2026-04-01', '2026-06-30'],
    ['2026-Q4', '2026-10-01', '2026-12-31'],
    ['2026-01', '2026-01-01', '2026-01-31'],
    ['2028-02', '2028-02-01', '2028-02-29'],
    ['2026-12', '2026-12-01', '2026-12-31'],
  ])('%s is from %s to %s', (name, from, to) => {
    expect(parsePeriod(name)).toEqual({ name, ...days(from, to) })
  })

  it.each(['2026-Q0', '2026-Q5', '2026-00', '2026-13', '26', '1999', '2026-Q1-01', '', '2026-1'])(
    '%j is none',
    (name) => {
      expect(parsePeriod(name)).toBeNull()
    },
  )

  it('begins and ends at midnight of the place, an hour shorter where the clocks go forward', () => {
    const { from, until } = spanOfPeriod({ name: '2026-03', ...days('2026-03-01', '2026-03-31') }, DENVER)
    expect(from).toBe(parseInstant('2026-03-01T07:00:00Z'))
    expect(until).toBe(parseInstant('2026-04-01T06:00:00Z'))
  })

  it('is over with its last day, at the place', () => {
    const march = { name: '2026-03', ...days('2026-03-01', '2026-03-31') }
    expect(isPeriodOver(march, parseInstant('2026-04-01T05:59:59Z'), DENVER)).toBe(false)
    expect(isPeriodOver(march, parseInstant('2026-04-01T06:00:00Z'), DENVER)).toBe(true)
  })
})

describe('the last period that is over', () => {
  it.each([
    ['2026-01-15T12:00:00Z', '2025-Q4'],
    ['2026-04-01T05:59:59Z', '2025-Q4'],
    ['2026-04-01T06:00:00Z', '2026-Q1'],
    ['2026-07-02T12:00:00Z', '2026-Q2'],
    ['2026-12-31T12:00:00Z', '2026-Q3'],
  ])('at %s is the quarter %s', (now, quarter) => {
    expect(lastQuarter(parseInstant(now), DENVER)).toBe(quarter)
    expect(lastPeriod(parseInstant(now), DENVER, null)).toBe(quarter)
  })

  it('is a month for who filed a month before, else a quarter', () => {
    const now = parseInstant('2026-01-15T12:00:00Z')
    expect(lastPeriod(now, DENVER, days('2025-11-01', '2025-11-30'))).toBe('2025-12')
    // A day longer than a month is none.
    expect(lastPeriod(now, DENVER, days('2025-11-01', '2025-12-01'))).toBe('2025-Q4')
    expect(lastPeriod(now, DENVER, days('2025-07-01', '2025-09-30'))).toBe('2025-Q4')
  })
})

describe('filing', () => {
  const [january, february] = [days('2026-01-01', '2026-01-31'), days('2026-02-01', '2026-02-28')]
  const quarter = days('2026-01-01', '2026-03-31')
  it.each([
    ['the first', january, [], true],
    ['the next', february, [january], true],
    ['the same once more', january, [january], false],
    ['one before', january, [february], false],
    ['a quarter after its months', quarter, [january, february], true],
    ['a quarter that begins with its month', quarter, [january], true],
    ['a quarter that ends with its month', quarter, [days('2026-03-01', '2026-03-31')], true],
    ['a month after its quarter', february, [quarter], false],
    ['one that overlaps', days('2026-01-15', '2026-02-14'), [january], false],
    [
      'one that overlaps another beside a good one',
      quarter,
      [january, days('2026-03-15', '2026-04-14')],
      false,
    ],
  ])('%s: %j after %j: %j', (_, period, filed, may) => {
    expect(mayBeFiled(period, filed)).toBe(may)
  })

  it('owes what was open and collected, less what was refunded and paid', () => {
    const sums = { openingCents: 100, collectedCents: 1_000, refundedCents: 30, paidWithinCents: 400 }
    expect(
      taxDue({
        openingCents: cents(sums.openingCents),
        collectedCents: cents(sums.collectedCents),
        refundedCents: cents(sums.refundedCents),
        paidWithinCents: cents(sums.paidWithinCents),
      }),
    ).toBe(670)
    expect([taxToPay(cents(670)), taxToPay(cents(0)), taxToPay(cents(-5))]).toEqual([670, 0, 0])
  })
})
