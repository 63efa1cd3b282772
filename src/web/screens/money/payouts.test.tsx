import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { CrewPayments } from './crew-payments.tsx'
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
