import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PayoutId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { CrewPayments } from './crew-payments.tsx'
import { Payment } from './payment.tsx'
import { StripeConnect } from './stripe-connect.tsx'

afterEach(cleanup)

type Rung = Reply<'GET /api/crew-payments'>['ladder'][number]

const rung: Rung = {
  id: 'e1',
  kind: 'visit',
  visitId: 'v1' as VisitId,
  date: localDate('2026-03-05'),
  serviceName: 'Bins out',
  placeName: 'Elm Street',
  fromName: null,
  amountCents: cents(1_400),
  step: 'earned',
  earnedAt: '2026-03-05T18:00:00Z',
  availableAt: '2026-03-08T18:00:00Z',
  sentAt: null,
  arrivesAt: null,
  inBankAt: null,
  problem: null,
}

test.each([
  [{ step: 'earned' }, /Held until Mar 8, 2026/, null],
  [{ step: 'available' }, /Goes out on Mar 11, 2026/, null],
  [{ step: 'available', problem: 'no_payout_account' }, /no account to send it to/, 'Connect an account'],
  [{ step: 'available', problem: 'account_blocked' }, /needs something from you/, 'See what’s needed'],
  [{ step: 'available', problem: 'account_frozen' }, /Your account is frozen/, null],
  [{ step: 'sending', problem: 'delayed' }, /This one is late on our side/, null],
  [{ step: 'in_transit', arrivesAt: '2026-03-13T18:00:00Z' }, /In your bank by Mar 13, 2026/, null],
  [{ step: 'returned', problem: 'bank_returned' }, /Your bank returned it/, 'Enter the account again'],
  [{ step: 'in_bank', inBankAt: '2026-03-12T18:00:00Z' }, /In your bank since Mar 12, 2026/, null],
] as const)('a crew sees of one visit %j', async (more, texts, button) => {
  await renderScreen(<CrewPayments />, {
    replies: { 'GET /api/crew-payments': earningsWith({ ...rung, ...more }) },
  })
  const list = within(screen.getByRole('list', { name: 'Visit by visit' }))
  expect(list.getByText('Bins out · Elm Street')).toBeTruthy()
  expect(list.getByText(texts)).toBeTruthy()
  const links = list.queryAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    button === null ? [] : [[button, '/stripe-connect']],
  )
})

test('ux 4: a tip says who gave it, and is no second visit', async () => {
  await renderScreen(<CrewPayments />, {
    replies: { 'GET /api/crew-payments': earningsWith({ ...rung, kind: 'tip', fromName: 'Anna' }) },
  })
  expect(screen.getByText('Tip from Anna · Elm Street')).toBeTruthy()
  cleanup()
  const lines = [
    { ...rung, amountCents: cents(1_400) },
    { ...rung, kind: 'tip', fromName: 'Anna', amountCents: cents(1_300) },
    { ...rung, kind: 'clawback', amountCents: cents(-200) },
  ] as const
  await renderScreen(<Payment />, {
    path: '/account/payments/p1',
    pattern: '/account/payments/:paymentID',
    replies: {
      'GET /api/payment': {
        ...payout,
        kind: 'statement',
        crewName: 'Maria',
        letterhead: {
          legalName: 'Crew Denver LLC',
          postalAddress: '1801 California St',
          taxNumber: '84-1',
          supportEmail: 'help@crew.test',
          supportPhone: '',
        },
        lines: [...lines],
        earnedCents: cents(2_500),
      },
    },
  })
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows.filter((row) => row?.includes('Elm Street'))).toEqual([
    expect.stringContaining('ServiceBins outPlaceElm StreetAmount$14'),
    expect.stringContaining('ServiceTip from AnnaPlaceElm StreetAmount$13'),
    expect.stringContaining('ServiceTaken back: Bins outPlaceElm StreetAmount-$2'),
  ])
})

const payout: Reply<'GET /api/crew-payments'>['payouts'][number] = {
  id: 'payout-1' as PayoutId,
  periodStart: localDate('2026-03-04'),
  periodEnd: localDate('2026-03-10'),
  payoutKind: 'weekly',
  state: 'paid',
  amountCents: cents(42_511),
  feeCents: cents(0),
  failure: null,
  createdAt: '2026-03-11T12:00:00Z',
  sentAt: null,
  arrivesAt: null,
  paidAt: '2026-03-12T12:00:00Z',
  isDelayed: false,
}

const week = (weekStart: string, payouts: Week['payouts']): Week => ({
  weekStart: localDate(weekStart),
  visitCount: 5,
  earnedCents: cents(payouts.reduce((sum, { amountCents }) => sum + amountCents, 0)),
  pendingCents: cents(0),
  availableCents: cents(0),
  sentCents: cents(0),
  paidCents: cents(0),
  tipCents: cents(0),
  payouts,
})
type Week = Reply<'GET /api/crew-payments'>['weeks'][number]
const part = (amount: number, paysOn: string, more: Partial<Week['payouts'][number]> = {}) =>
  ({ payoutId: null, paysOn: localDate(paysOn), state: 'next', amountCents: cents(amount), ...more }) as const

test('ux 22: each week says with which payouts it goes out, and each payout of which weeks it is made', async () => {
  const isPaid = { payoutId: payout.id, state: 'paid' } as const
  await renderScreen(<CrewPayments />, {
    replies: {
      'GET /api/crew-payments': {
        ...earningsWith(rung),
        weeks: [
          week('2026-03-09', []),
          week('2026-03-02', [part(42_011, '2026-03-11', isPaid), part(396, '2026-03-18')]),
          week('2026-02-23', [part(500, '2026-03-11', isPaid)]),
        ],
        payouts: [payout],
      },
    },
  })
  const weeks = within(screen.getByRole('list', { name: 'Week by week' }))
  expect(
    weeks.getByText(
      'Of this week’s $424.07, $420.11 is in the payout of Wed, Mar 11; $3.96 comes with the payout of Wed, Mar 18.',
    ),
  ).toBeTruthy()
  expect(weeks.getByText('All of it is in the payout of Wed, Mar 11.')).toBeTruthy()
  expect(
    screen.getByText('Weekly payout · $420.11 from the week of Mon, Mar 2, $5 from the week of Mon, Feb 23'),
  ).toBeTruthy()
})

test('the chart of weeks is a row of buttons that say what they show; a week without pay stands in it, too', async () => {
  await renderScreen(<CrewPayments />, {
    replies: {
      'GET /api/crew-payments': {
        ...earningsWith(rung),
        weeks: [week('2026-03-09', []), week('2026-03-02', [part(42_407, '2026-03-18')])],
      },
    },
  })
  const chart = within(screen.getByRole('group', { name: 'Week by week' }))
  const [before, now] = chart.getAllByRole('button')
  expect(now!.getAttribute('aria-label')).toBe('Week of Mar 9, 2026: $0')
  expect(now!.getAttribute('aria-pressed')).toBe('true')
  await act(async () => fireEvent.click(before!))
  expect(before!.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('Week of Mar 2, 2026: $424.07')).toBeTruthy()
  // The same in words, of the weeks that had pay.
  expect(within(screen.getByRole('list', { name: 'Week by week' })).getAllByRole('listitem')).toHaveLength(1)
})

test('a crew reads in plain words what its account is asked, by when, and why payouts stopped', async () => {
  const account: Reply<'GET /api/payout-account'> = {
    state: 'ready',
    requirements: ['individual.verification.document', 'individual.ssn_last_4'],
    asks: ['tax_number', 'identity_document'],
    deadline: '2026-04-01T18:00:00Z',
    stoppedBecause: null,
    bank: { name: 'Test bank', last4: '6789', canBePaidInstantly: false },
  }
  await renderScreen(<StripeConnect />, { replies: { 'GET /api/payout-account': account } })
  expect(screen.getByText('Answer by Apr 1, 2026, or payouts stop.')).toBeTruthy()
  expect(screen.getByText('A photo of your ID')).toBeTruthy()
  expect(screen.getByText('Your Social Security or tax number')).toBeTruthy()
  expect(screen.getByText(/Test bank, account ending in 6789 · This bank takes weekly payouts/)).toBeTruthy()
  expect(screen.queryByText(/individual\./)).toBeNull()
  cleanup()
  const stopped = {
    ...account,
    state: 'restricted',
    deadline: null,
    stoppedBecause: 'questions_open',
  } as const
  await renderScreen(<StripeConnect />, { replies: { 'GET /api/payout-account': stopped } })
  expect(screen.getByText(/stopped payouts because questions were not answered/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
})

function earningsWith(only: Rung): Reply<'GET /api/crew-payments'> {
  return {
    pendingCents: cents(0),
    availableCents: cents(0),
    sendingCents: cents(0),
    account: null,
    accounts: [],
    debtCents: cents(0),
    paidCents: cents(0),
    nextPayout: { paysAt: '2026-03-11T12:00:00Z', amountCents: cents(0), waitsFor: null },
    instantPayout: null,
    ladder: [only],
    weeks: [],
    payouts: [],
    nextCursor: null,
  }
}
