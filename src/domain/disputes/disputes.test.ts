import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { HOUR_MS, instant, parseInstant } from '../time.ts'
import { automaticRefund, decideRefundOfVisit, disputableUntil, PROBLEMS, refuseDispute } from './disputes.ts'

/** The evening before the clocks go forward: 72 hours are 72 hours. */
const DONE = parseInstant('2026-03-07T22:00:00Z')
const refusalOf = (over: Partial<Parameters<typeof refuseDispute>[0]>, now: number) =>
  refuseDispute(
    { state: 'completed', completedAt: DONE, hasDispute: false, ...over },
    instant(now),
    DEFAULT_SETTINGS,
  )

describe('opening a dispute', () => {
  it.each([
    ['at once', {}, DONE, null],
    ['at 72 hours exactly', {}, DONE + 72 * HOUR_MS, null],
    ['a moment later', {}, DONE + 72 * HOUR_MS + 1, { refused: 'too_late' }],
    ['of a missed visit', { state: 'missed' as const }, DONE, { refused: 'visit_not_completed' }],
    ['a second time', { hasDispute: true }, DONE, { refused: 'already_disputed' }],
  ])('%s', (_name, over, now, expected) => {
    expect(refusalOf(over, now)).toEqual(expected)
  })

  it('is possible up to the moment that people are shown', () => {
    expect(refusalOf({}, disputableUntil(DONE, DEFAULT_SETTINGS))).toBeNull()
  })
})

describe('what settles by itself', () => {
  const settings = { disputeAutomaticLimitCents: cents(1_500), disputeAutomaticBudgetCents: cents(3_000) }
  const settle = (problem: (typeof PROBLEMS)[number], owed: number, settled = 0) =>
    automaticRefund({ problem, owedCents: cents(owed), settledThisMonthCents: cents(settled) }, settings)

  it.each([
    ['a small one', settle('not_done', 1_000), 1_000],
    ['one at the limit', settle('poorly_done', 1_500), 1_500],
    ['one above the limit', settle('not_done', 1_501), null],
    ['the last of the month', settle('not_done', 1_000, 2_000), 1_000],
    ['one beyond the budget', settle('not_done', 1_000, 2_001), null],
    ['damage', settle('damage', 1_000), null],
    ['something else', settle('other', 1_000), null],
    ['a visit that cost nothing', settle('not_done', 0), null],
  ])('%s', (_name, settled, expected) => {
    expect(settled).toBe(expected)
  })

  it('never exceeds the budget of a month, whatever is disputed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...PROBLEMS), fc.integer({ min: 0, max: 4_000 }))),
        (disputes) => {
          const total = disputes.reduce((sum, [problem, owed]) => sum + (settle(problem, owed, sum) ?? 0), 0)
          expect(total).toBeLessThanOrEqual(3_000)
        },
      ),
    )
  })
})

describe('a refund of a visit', () => {
  it.each([
    ['is the whole price', undefined, { amountCents: 2_000 }],
    ['is a part', 500, { amountCents: 500 }],
    ['is at least a cent', 0, { refused: 'amount_invalid' }],
    ['is whole cents', 1.5, { refused: 'amount_invalid' }],
    ['is never more than it cost', 2_001, { refused: 'refund_above_paid' }],
  ])('%s', (_name, wanted, expected) => {
    expect(decideRefundOfVisit(cents(2_000), wanted)).toEqual(expected)
  })
})
