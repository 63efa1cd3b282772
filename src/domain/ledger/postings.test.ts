import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, cents, ZERO_CENTS } from '../money.ts'
import type { LineItem } from '../pricing/lines.ts'
import { type Split, splitLines } from '../pricing/split.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { ACCOUNT_KINDS, ACCOUNTS, type AccountKind, naturalBalance } from './accounts.ts'
import * as commissions from './commissions.ts'
import * as invoices from './invoices.ts'
import { credit, debit, type Journal, journal } from './journal.ts'
import * as movements from './movements.ts'
import * as postings from './postings.ts'
import * as refunds from './refunds.ts'

const amount = fc.integer({ min: 0, max: 10_000_000 }).map(cents)
const id = fc.uuid()

const anySplit: fc.Arbitrary<Split> = fc
  .record({ service: amount, tip: amount, tax: amount, raise: amount, couponPart: fc.nat(100) })
  .map(({ service, tip, tax, raise, couponPart }) => {
    const lines: LineItem[] = [
      { kind: 'service', amountCents: service },
      { kind: 'coupon', amountCents: cents(-Math.floor((service * couponPart) / 100)) },
      { kind: 'tax', amountCents: tax },
      { kind: 'tip', amountCents: tip },
      { kind: 'offer_raise', amountCents: raise },
    ]
    return splitLines(lines, DEFAULT_SETTINGS)
  })

const commission = { commissionId: id, sponsorId: id, amountCents: amount }
const spending = { spendingId: id, sponsorId: id, amountCents: amount }

type Event =
  | keyof typeof invoices
  | keyof typeof postings
  | keyof typeof commissions
  | keyof typeof refunds
  | keyof typeof movements

const refund = {
  refundId: id,
  customerId: id,
  marketId: fc.constant('denver'),
  amountCents: amount,
  creditCents: amount,
  taxCents: amount,
  crewClawbacks: fc.array(fc.record({ crewId: id, amountCents: amount }), { maxLength: 4 }),
}

const received = fc
  .record({ receiptId: id, customerId: id, amountCents: amount, part: fc.nat(100) })
  .map(({ part, ...event }) => ({
    ...event,
    takenCents: cents(Math.floor((event.amountCents * part) / 100)),
  }))

const everyEvent: Record<Event, fc.Arbitrary<Journal>> = {
  visitCompleted: fc
    .record({
      visitId: id,
      marketId: fc.constant('denver'),
      customerId: id,
      crewId: id,
      split: anySplit,
    })
    .map(postings.visitCompleted),
  salesTaxPaid: fc
    .record({ filingId: id, marketId: fc.constant('denver'), amountCents: amount })
    .map(postings.salesTaxPaid),
  crewStoodBy: fc
    .record({ pushedDayId: id, visitId: id, crewId: id, amountCents: amount })
    .map(postings.crewStoodBy),
  tipGiven: fc.record({ tipId: id, customerId: id, crewId: id, amountCents: amount }).map(postings.tipGiven),
  feeOwed: fc
    .record({ orderId: id, customerId: id, crewId: fc.option(id), feeCents: amount, crewShareCents: amount })
    .map(postings.feeOwed),
  creditGiven: fc.record({ orderId: id, customerId: id, amountCents: amount }).map(postings.creditGiven),
  creditUsed: fc.record({ paymentId: id, customerId: id, amountCents: amount }).map(postings.creditUsed),
  paymentSucceeded: fc
    .record({ paymentId: id, customerId: id, amountCents: amount, feeCents: amount })
    .map(postings.paymentSucceeded),
  feeKnown: fc.record({ paymentId: id, feeCents: amount }).map(postings.feeKnown),
  refunded: fc.record(refund).map(refunds.refunded),
  refundFailed: fc.record(refund).map(refunds.refundFailed),
  chargebackTaken: fc.record({ chargebackId: id, amountCents: amount }).map(refunds.chargebackTaken),
  chargebackFee: fc.record({ chargebackId: id, feeCents: amount }).map(refunds.chargebackFee),
  chargebackWon: fc.record({ chargebackId: id, amountCents: amount }).map(refunds.chargebackWon),
  debitReturned: fc
    .record({ chargebackId: id, customerId: id, amountCents: amount })
    .map(refunds.debitReturned),
  invoiceIssued: fc
    .record({ invoiceId: id, customerId: id, amountCents: amount })
    .map(invoices.invoiceIssued),
  invoicePartPaid: received.map(invoices.invoicePartPaid),
  invoicePartReturned: received.map(invoices.invoicePartReturned),
  invoicePaidByHand: received.map(invoices.invoicePaidByHand),
  providerMoved: fc
    .record({
      movementId: id,
      kind: fc.constantFrom('charge', 'fee', 'platform_payout', 'adjustment', 'transfer'),
      amountCents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      feeCents: amount,
    })
    .map(movements.providerMoved),
  payoutSent: fc
    .record({ payoutId: id, crewId: id, number: fc.nat(9), amountCents: amount })
    .map(postings.payoutSent),
  payoutReversed: fc
    .record({ payoutId: id, crewId: id, number: fc.nat(9), amountCents: amount })
    .map(postings.payoutReversed),
  payoutFeeTaken: fc.record({ payoutId: id, crewId: id, feeCents: amount }).map(postings.payoutFeeTaken),
  payoutFeeRefunded: fc
    .record({ payoutId: id, crewId: id, feeCents: amount })
    .map(postings.payoutFeeRefunded),
  commissionEarned: fc.record(commission).map(commissions.commissionEarned),
  commissionReleased: fc.record(commission).map(commissions.commissionReleased),
  commissionReversed: fc
    .record({ ...commission, refundId: id, state: fc.constantFrom('pending' as const, 'available' as const) })
    .map(commissions.commissionReversed),
  commissionRestored: fc
    .record({ ...commission, refundId: id, state: fc.constantFrom('pending' as const, 'available' as const) })
    .map(commissions.commissionRestored),
  commissionSpent: fc
    .record({ ...spending, as: fc.constantFrom('credit' as const, 'money' as const) })
    .map(commissions.commissionSpent),
  spendingUndone: fc.record(spending).map(commissions.spendingUndone),
}

describe.each(Object.entries(everyEvent))('%s', (_name, event) => {
  it('sums to zero, posts no zeros and names an owner exactly where the account has one', () => {
    fc.assert(
      fc.property(event, ({ key, postings: rows }) => {
        expect(rows.reduce((sum, row) => sum + row.amountCents, 0)).toBe(0)
        expect(rows.filter((row) => row.amountCents === 0)).toEqual([])
        for (const row of rows) expect(row.ownerId === null).toBe(ACCOUNTS[row.accountKind].owner === null)
        expect(key).toMatch(/^[a-z-]+:[0-9a-f-]{36}/)
      }),
    )
  })
})

it('gives every event of one thing its own key', () => {
  const seen = new Set<string>()
  const same = '00000000-0000-4000-8000-000000000000'
  const base = { customerId: same, crewId: same, sponsorId: same, amountCents: cents(1), feeCents: cents(1) }
  const journals = [
    postings.feeOwed({ ...base, orderId: same, crewShareCents: cents(1) }),
    postings.creditGiven({ ...base, orderId: same }),
    postings.creditUsed({ ...base, paymentId: same }),
    postings.paymentSucceeded({ ...base, paymentId: same }),
    postings.payoutSent({ ...base, payoutId: same, number: 1 }),
    postings.payoutSent({ ...base, payoutId: same, number: 2 }),
    postings.payoutReversed({ ...base, payoutId: same, number: 1 }),
    postings.payoutFeeTaken({ ...base, payoutId: same }),
    postings.payoutFeeRefunded({ ...base, payoutId: same }),
    postings.feeKnown({ ...base, paymentId: same }),
    postings.salesTaxPaid({ ...base, filingId: same, marketId: 'denver' }),
    refunds.chargebackTaken({ ...base, chargebackId: same }),
    refunds.chargebackFee({ ...base, chargebackId: same }),
    refunds.chargebackWon({ ...base, chargebackId: same }),
    commissions.commissionRestored({ ...base, commissionId: same, refundId: same, state: 'pending' }),
    postings.tipGiven({ ...base, tipId: same }),
    commissions.commissionEarned({ ...base, commissionId: same }),
    commissions.commissionReleased({ ...base, commissionId: same }),
    commissions.commissionReversed({ ...base, commissionId: same, refundId: same, state: 'pending' }),
  ]
  for (const { key } of journals) seen.add(key)
  expect(seen.size).toBe(journals.length)
})

describe('the story of one visit', () => {
  const ids = {
    visitId: 'v',
    marketId: 'denver',
    customerId: 'customer',
    crewId: 'crew',
    paymentId: 'p',
    payoutId: 'o',
    refundId: 'r',
  }
  const split = splitLines(
    [
      { kind: 'service', amountCents: cents(2_000) },
      { kind: 'coupon', amountCents: cents(-500) },
      { kind: 'tax', amountCents: cents(120) },
    ],
    DEFAULT_SETTINGS,
  )
  const balances = (journals: readonly Journal[]) => {
    const sums = new Map<AccountKind, number>()
    for (const { accountKind, amountCents } of journals.flatMap((each) => each.postings))
      sums.set(accountKind, (sums.get(accountKind) ?? 0) + amountCents)
    const entries = ACCOUNT_KINDS.map(
      (kind) => [kind, naturalBalance(kind, cents(sums.get(kind) ?? 0))] as const,
    )
    return Object.fromEntries(entries.filter(([, sum]) => sum !== 0)) as Partial<Record<AccountKind, Cents>>
  }
  const done = postings.visitCompleted({ ...ids, split })
  const paid = postings.paymentSucceeded({ ...ids, amountCents: cents(1_620), feeCents: cents(77) })
  const paidOut = postings.payoutSent({ ...ids, number: 1, amountCents: cents(1_400) })

  it('owes when done, is settled when billed, and the crew has its money', () => {
    expect(balances([done])).toEqual({
      customer_receivable: 1_620,
      crew_payable: 1_400,
      tax_payable: 120,
      platform_revenue: 600,
      coupon_expense: 500,
    })
    expect(balances([done, paid, paidOut])).toEqual({
      provider_clearing: 143,
      provider_fees: 77,
      tax_payable: 120,
      platform_revenue: 600,
      coupon_expense: 500,
    })
  })

  it('field 22: a refund after the payout leaves the crew in debt, not the refund failed', () => {
    const refund = refunds.refunded({
      ...ids,
      amountCents: cents(1_620),
      creditCents: ZERO_CENTS,
      taxCents: cents(120),
      crewClawbacks: [{ crewId: 'crew', amountCents: cents(1_400) }],
    })
    expect(balances([done, paid, paidOut, refund])).toMatchObject({
      crew_payable: -1_400,
      refund_expense: 100,
    })
  })

  it('field 24: a payout that is taken back owes the crew everything again', () => {
    const sent = [800, 600].map((amount, index) =>
      postings.payoutSent({ ...ids, number: index + 1, amountCents: cents(amount) }),
    )
    const back = [800, 600].map((amount, index) =>
      postings.payoutReversed({ ...ids, number: index + 1, amountCents: cents(amount) }),
    )
    expect(balances([done, ...sent])).not.toHaveProperty('crew_payable')
    expect(balances([done, ...sent, ...back])).toEqual(balances([done]))
  })

  it('field 24: what was to be fast and came back owes the crew its fee, and not the payout', () => {
    const fee = postings.payoutFeeTaken({ ...ids, feeCents: cents(50) })
    const sent = postings.payoutSent({ ...ids, number: 1, amountCents: cents(1_350) })
    const feeBack = postings.payoutFeeRefunded({ ...ids, feeCents: cents(50) })
    expect(balances([done, sent, fee])).not.toHaveProperty('crew_payable')
    expect(balances([done, sent, fee, feeBack])).toMatchObject({ crew_payable: 50 })
  })
})

describe('where the money of an event goes', () => {
  const accounts = ({ postings: rows }: Journal) => rows.map((row) => [row.accountKind, row.amountCents])
  const refund = {
    refundId: 'r',
    marketId: 'denver',
    customerId: 'c',
    amountCents: cents(500),
    creditCents: ZERO_CENTS,
    taxCents: ZERO_CENTS,
    crewClawbacks: [],
  }
  const earned = { commissionId: 'k', sponsorId: 's', amountCents: cents(100) }

  it.each([
    ['a refund to the card', refunds.refunded(refund), ['refund_expense', 'provider_clearing']],
    [
      'a refund of what credit paid',
      refunds.refunded({ ...refund, creditCents: cents(500) }),
      ['refund_expense', 'customer_credit'],
    ],
    [
      'credit for work that nobody did',
      postings.creditGiven({ orderId: 'o', customerId: 'c', amountCents: cents(1) }),
      ['refund_expense', 'customer_credit'],
    ],
    [
      'credit on a bill',
      postings.creditUsed({ paymentId: 'p', customerId: 'c', amountCents: cents(1) }),
      ['customer_credit', 'customer_receivable'],
    ],
    ['a commission', commissions.commissionEarned(earned), ['commission_expense', 'commission_pending']],
    ['its release', commissions.commissionReleased(earned), ['commission_pending', 'commission_available']],
    [
      'its reversal in time',
      commissions.commissionReversed({ ...earned, refundId: 'r', state: 'pending' }),
      ['commission_pending', 'commission_expense'],
    ],
    [
      'its reversal later',
      commissions.commissionReversed({ ...earned, refundId: 'r', state: 'available' }),
      ['commission_available', 'commission_expense'],
    ],
  ])('%s', (_name, event, [debited, credited]) => {
    const amount = event.postings[0]!.amountCents
    expect(amount).toBeGreaterThan(0)
    expect(accounts(event)).toEqual([
      [debited, amount],
      [credited, -amount],
    ])
  })
})

describe('a journal', () => {
  it('is refused to the program that does not balance it or forgets an owner', () => {
    expect(() => journal('k', [debit('bad_debt', null, cents(1))])).toThrow('off by 1 cents')
    const ownerless = [debit('bad_debt', null, cents(1)), credit('crew_payable', null, cents(1))]
    expect(() => journal('k', ownerless)).toThrow('wrong owner')
  })

  it('keeps no posting of nothing', () => {
    expect(journal('k', [debit('bad_debt', null, ZERO_CENTS)]).postings).toEqual([])
  })
})
