import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, ZERO_CENTS } from '../money.ts'
import { isRefusal } from '../refusals.ts'
import { settingsBook } from '../settings/book.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { DAY_MS, instant, parseInstant } from '../time.ts'
import { availableAt } from './earnings.ts'
import { decideInstantPayout } from './instant.ts'
import { canTryAgain } from './again.ts'
import { decidePayout, decideWithdrawal, nextPayoutRun } from './run.ts'

const DONE = parseInstant('2026-07-06T14:00:00Z')
const crew = { isFrozen: false, canBePaid: true, canBePaidInstantly: true }
const balance = (available: number, debt = 0) => ({
  availableCents: cents(available),
  debtCents: cents(debt),
})

describe('an earning', () => {
  it.each([
    ['three days after completion where nobody paid', null, DONE + 3 * DAY_MS],
    ['when the customer paid, if that is sooner', DONE + DAY_MS, DONE + DAY_MS],
    ['not later than after three days, however late the payment', DONE + 9 * DAY_MS, DONE + 3 * DAY_MS],
  ])('is available %s', (_name, paidAt, expected) => {
    const paymentSucceededAt = paidAt === null ? null : instant(paidAt)
    expect(availableAt({ completedAt: DONE, paymentSucceededAt }, DEFAULT_SETTINGS)).toBe(expected)
  })
})

describe('what an operator can have tried again', () => {
  it.each([
    ['weekly', 'failed', true],
    ['instant', 'failed', true],
    ['commission', 'failed', false],
    ['commission', 'sending', true],
    ['weekly', 'sending', true],
    ['weekly', 'paid', false],
    ['commission', 'paid', false],
  ])('a %s payout that is %s: %j', (kind, state, can) => {
    expect(canTryAgain({ kind, state })).toBe(can)
  })
})

describe('commissions by themselves', () => {
  it.each([
    [crew, { canBeSent: true }],
    [{ ...crew, canBePaid: false }, { refused: 'no_payout_account' }],
    [{ ...crew, isFrozen: true }, { refused: 'account_frozen' }],
  ])('of %j: %j', (who, decision) => {
    expect(decideWithdrawal(who)).toEqual(decision)
  })
})

describe('the weekly payout', () => {
  it.each([
    [balance(101), { amountCents: 101, debtPaidCents: 0 }],
    [balance(5_000, 1_400), { amountCents: 3_600, debtPaidCents: 1_400 }],
  ])('of %j sends %j', (sums, decision) => {
    expect(decidePayout(crew, sums, DEFAULT_SETTINGS)).toEqual(decision)
  })

  it.each([
    ['exactly one dollar waits', crew, balance(100), 'below_minimum'],
    ['nothing is nothing', crew, balance(0), 'nothing_available'],
    [
      'field 22: a debt above the earnings is carried forward',
      crew,
      balance(1_000, 1_400),
      'nothing_available',
    ],
    [
      'field 25: without an account the money waits',
      { ...crew, canBePaid: false },
      balance(5_000),
      'no_payout_account',
    ],
    ['field 44: a frozen crew is not paid', { ...crew, isFrozen: true }, balance(5_000), 'account_frozen'],
  ])('%s', (_name, who, sums, reason) => {
    expect(decidePayout(who, sums, DEFAULT_SETTINGS)).toEqual({ refused: reason })
  })

  it('runs on Wednesday at 06:00 local', () => {
    const settings = settingsBook([]).timeline(null)
    const next = (now: string) => nextPayoutRun(parseInstant(now), 'America/Denver', settings)
    expect(next('2026-07-08T11:59:59Z')).toEqual({
      date: '2026-07-08',
      at: parseInstant('2026-07-08T12:00:00Z'),
    })
    expect(next('2026-07-08T12:00:00Z').date).toBe('2026-07-15')
  })
})

describe('an instant payout', () => {
  it.each([
    [10_000, 'all' as const, { grossCents: 10_000, feeCents: 150, amountCents: 9_850 }],
    [10_000, 2_000, { grossCents: 2_000, feeCents: 50, amountCents: 1_950 }],
    [3_400, 'all' as const, { grossCents: 3_400, feeCents: 51, amountCents: 3_349 }],
    [3_300, 'all' as const, { grossCents: 3_300, feeCents: 50, amountCents: 3_250 }],
  ])('of %i cents, wanted %s', (available, wanted, decision) => {
    expect(decideInstantPayout(crew, balance(available), wanted, DEFAULT_SETTINGS)).toEqual(decision)
  })

  it.each([
    [10_001, 'nothing_available'],
    [0, 'amount_invalid'],
    [-5, 'amount_invalid'],
    [0.5, 'amount_invalid'],
    [100, 'below_minimum'],
  ])('of %d cents of 10,000 is refused', (wanted, reason) => {
    expect(decideInstantPayout(crew, balance(10_000), wanted, DEFAULT_SETTINGS)).toEqual({ refused: reason })
  })

  it('is refused where the fee would eat it, and to whom the weekly payout is', () => {
    const settings = { ...DEFAULT_SETTINGS, payoutMinimumCents: ZERO_CENTS }
    expect(decideInstantPayout(crew, balance(50), 'all', settings)).toEqual({ refused: 'fee_above_amount' })
    expect(decideInstantPayout({ ...crew, isFrozen: true }, balance(500), 'all', settings)).toEqual({
      refused: 'account_frozen',
    })
  })

  it('is refused where the bank takes no money at once, and the weekly payout is not', () => {
    const slow = { ...crew, canBePaidInstantly: false }
    const refusal = { refused: 'bank_not_instant' }
    expect(decideInstantPayout(slow, balance(500), 'all', DEFAULT_SETTINGS)).toEqual(refusal)
    expect(decidePayout(slow, balance(500), DEFAULT_SETTINGS)).toMatchObject({ amountCents: 500 })
  })

  it('never sends more than there is, and gross is always what arrives plus the fee', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), fc.nat(10_000_000), (available, debt, wanted) => {
        const decision = decideInstantPayout(crew, balance(available, debt), wanted, DEFAULT_SETTINGS)
        if (isRefusal(decision)) return
        expect(decision.grossCents).toBeLessThanOrEqual(available - debt)
        expect(decision.amountCents + decision.feeCents).toBe(decision.grossCents)
        expect(decision.amountCents).toBeGreaterThan(0)
      }),
    )
  })
})
