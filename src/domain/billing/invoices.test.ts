import { describe, expect, it, test } from 'vitest'
import { cents } from '../money.ts'
import { addDays, localDate, parseInstant } from '../time.ts'
import { canAnswer, endOf } from './chargebacks.ts'
import { ageOf, invoiceStateOf, paperNumberOf, reminderDue } from './invoices.ts'
import { decidePart } from './pay-part.ts'
import { dueOn, howToBill, isNetDays, monthBefore } from './terms.ts'

const DUE = localDate('2026-04-08')

describe('where an invoice stands', () => {
  const sums = (paid: number, credited = 0) => ({
    totalCents: cents(1_000),
    paidCents: cents(paid),
    creditedCents: cents(credited),
  })
  it.each([
    ['open', sums(0), 0, false, 'open'],
    ['still in time on its due date', sums(0), 0, false, 'open'],
    ['partly paid', sums(400), -1, false, 'partly_paid'],
    ['credited in part, and paid by nobody', sums(0, 400), -1, false, 'open'],
    ['overdue the day after', sums(400), 1, false, 'overdue'],
    ['paid', sums(1_000), 90, false, 'paid'],
    ['paid with a credit note', sums(600, 400), 90, false, 'paid'],
    ['credited whole', sums(0, 1_000), 90, false, 'credited'],
    ['void', sums(0, 1_000), 90, true, 'void'],
  ])('%s', (_name, of, days, isVoid, state) => {
    expect(invoiceStateOf({ ...of, dueOn: DUE, isVoid }, addDays(DUE, days))).toBe(state)
  })

  it.each([
    [-40, 'current'],
    [0, 'current'],
    [1, 'to30'],
    [30, 'to30'],
    [31, 'to60'],
    [60, 'to60'],
    [61, 'to90'],
    [90, 'to90'],
    [91, 'over90'],
  ])('%i days over the due date it is %s', (days, age) => {
    expect(ageOf(DUE, addDays(DUE, days))).toBe(age)
  })
})

describe('terms', () => {
  const terms = { netDays: 30, creditLimitCents: cents(1_000) }
  const bill = (open: number, due: number, hasMethod = true) => ({
    openCents: cents(open),
    dueCents: cents(due),
    hasMethod,
  })
  it.each([
    ['without terms the card is charged', null, bill(0, 10), { how: 'charge' }],
    ['up to the limit it is an invoice', terms, bill(400, 600), { how: 'invoice', netDays: 30 }],
    ['beyond it the card is charged', terms, bill(401, 600), { how: 'charge' }],
    ['without a card it is due at once', terms, bill(401, 600, false), { how: 'invoice', netDays: 0 }],
  ])('%s', (_name, granted, of, how) => {
    expect(howToBill(granted, of)).toEqual(how)
  })

  it('count calendar days over the change of clocks, the end of a month and of a year', () => {
    expect(dueOn(localDate('2026-03-02'), 7)).toBe('2026-03-09')
    expect(dueOn(localDate('2026-10-30'), 15)).toBe('2026-11-14')
    expect(dueOn(localDate('2026-12-15'), 30)).toBe('2027-01-14')
    expect(dueOn(localDate('2028-02-15'), 15)).toBe('2028-03-01')
  })

  it('know the month before by the clock of the market', () => {
    // Still the last of March in Denver, the first of April in London.
    const night = parseInstant('2026-04-01T05:00:00Z')
    expect(monthBefore(night, 'America/Denver')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(monthBefore(night, 'Europe/London')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
    expect(monthBefore(parseInstant('2027-01-01T13:00:00Z'), 'America/Denver')).toEqual({
      from: '2026-12-01',
      to: '2026-12-31',
    })
  })
})

describe('reminders', () => {
  const settings = { invoiceReminderDaysBefore: 3, invoiceReminderDaysAfter: [1, 7, 14] }
  const day = (days: number, sentDays: number[] = [], issuedOn = addDays(DUE, -30)) =>
    reminderDue({ issuedOn, dueOn: DUE, sentDays }, addDays(DUE, days), settings)
  it.each([
    ['none long before', day(-4), null],
    ['one some days before', day(-3), -3],
    ['not twice', day(-2, [-3]), null],
    ['none for one that was issued yesterday', day(-3, [], addDays(DUE, -4)), null],
    ['one the day after', day(1, [-3]), 1],
    ['the last of those that were missed', day(20, [-3]), 14],
    ['none after the last', day(60, [14]), null],
  ])('%s', (_name, reminder, expected) => {
    expect(reminder).toBe(expected)
  })
})

test('a part leaves nothing that no card can be charged', () => {
  const open = { openCents: cents(1_000), processingCents: cents(200) }
  const part = (asked: number | 'all') => decidePart(asked, open, cents(50))
  expect(part('all')).toEqual({ amountCents: 800 })
  expect(part(750)).toEqual({ amountCents: 750 })
  for (const wrong of [0, 49, 751, 799, 801, 1.5, -1])
    expect(part(wrong)).toEqual({ refused: 'invoice_amount' })
  const none = decidePart('all', { ...open, processingCents: cents(1_000) }, cents(50))
  expect(none).toEqual({ refused: 'invoice_closed' })
})

test('papers of a market and year have their own numbers', () => {
  const paper = { marketId: 'denver', year: 2026, number: 12 }
  expect(paperNumberOf('invoice', paper)).toBe('DENVER-2026-00012')
  expect(paperNumberOf('credit_note', paper)).toBe('DENVER-2026-C00012')
})

test.each([
  [7, true],
  [15, true],
  [30, true],
  [0, false],
  [14, false],
  [60, false],
])('%i net days may be granted: %j', (days, may) => {
  expect(isNetDays(days)).toBe(may)
})

test.each([
  ['needs_evidence', 10, 9, true],
  ['needs_evidence', 10, 10, false],
  ['needs_evidence', null, 99, true],
  ['under_review', 10, 9, false],
  ['under_review', null, 9, false],
  ['won', null, 9, false],
  ['lost', 10, 9, false],
] as const)('a chargeback that is %s, due at %j, is answered at %i: %j', (state, evidenceDueAt, now, may) => {
  expect(canAnswer({ state, evidenceDueAt }, now)).toBe(may)
})

const LOST = { state: 'lost', hasEvidence: false, isAccepted: false, isReturn: false } as const
test.each([
  [{ ...LOST, state: 'won' as const, hasEvidence: true }, 'won'],
  [{ ...LOST, state: 'under_review' as const }, null],
  [{ ...LOST, state: 'needs_evidence' as const, isReturn: true }, null],
  [LOST, 'expired'],
  [{ ...LOST, hasEvidence: true }, 'lost'],
  [{ ...LOST, isAccepted: true, hasEvidence: true }, 'accepted'],
  [{ ...LOST, isReturn: true, isAccepted: true }, 'returned'],
])('of %j an operator reads %j', (chargeback, end) => {
  expect(endOf(chargeback)).toBe(end)
})
