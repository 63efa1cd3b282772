import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { toId, type PaymentId, type PayoutId, type UserId, type VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { refusal, type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { OperatorPayment } from './payment-page.tsx'
import { OperatorPayout } from './payout-page.tsx'

beforeAll(async () => {
  await import('#web/desk/refund-dialog.tsx')
  await import('#web/ui/dialogs/prompt-dialog.tsx')
})
afterEach(cleanup)

const paymentId = toId<PaymentId>('00000000-0000-4000-8000-000000000001')
const payoutId = toId<PayoutId>('00000000-0000-4000-8000-000000000002')
const person = { id: toId<UserId>('00000000-0000-4000-8000-000000000003'), name: 'Jane Cole', phone: null }
const visitId = toId<VisitId>('00000000-0000-4000-8000-000000000004')
const at = '2026-03-03T17:00:00.000Z'
const period = { periodStart: localDate('2026-02-23'), periodEnd: localDate('2026-03-01') }

const letterhead = {
  legalName: 'Crew Denver LLC',
  postalAddress: '1801 California St',
  taxNumber: '84-1',
  supportEmail: 'help@crew.test',
  supportPhone: '',
}

const receipt: Reply<'GET /api/payment'> = {
  ...period,
  kind: 'receipt',
  id: paymentId,
  customerName: 'Jane Cole',
  letterhead,
  billedTo: { companyName: '', billingAddress: '', taxNumber: '', poNumber: '' },
  state: 'paid',
  subtotalCents: cents(2_000),
  taxCents: cents(0),
  couponCents: cents(0),
  creditCents: cents(0),
  totalCents: cents(2_000),
  refundedCents: cents(500),
  netCents: cents(1_500),
  netTaxCents: cents(0),
  visitCount: 1,
  createdAt: at,
  paidAt: at,
  nextAttemptAt: null,
  lastDecline: null,
  card: { brand: 'visa', last4: '4242' },
  lines: [
    {
      kind: 'visit',
      visitId,
      date: localDate('2026-02-24'),
      serviceName: 'Bin cleaning',
      placeName: 'Maple House',
      description: '',
      isCallOut: false,
      amountCents: cents(2_000),
    },
  ],
  exemptions: [],
  couponCodes: [],
  refunds: [],
  ledger: {
    journals: [{ key: 'payment:1', kind: 'payment_succeeded', at, amountCents: cents(2_000) }],
    owedCents: cents(0),
  },
}

const desk: Reply<'GET /api/operator-payment'> = {
  id: paymentId,
  number: '0000-0000',
  paymentKind: 'weekly',
  timeZone: 'America/Denver',
  customer: person,
  providerId: 'pi_1',
  invoice: null,
  acts: ['refund', 'send_receipt'],
  attempts: [
    {
      number: 0,
      state: 'failed',
      isRetry: false,
      amountCents: cents(2_000),
      feeCents: null,
      declineCode: 'insufficient_funds',
      providerId: 'pi_0',
      at,
    },
  ],
  holds: [],
  refunds: [],
  chargebacks: [],
}

function renderPayment(path = '', replies: Replies = {}) {
  return renderScreen(<OperatorPayment />, {
    path: `/operator/payment/${paymentId}${path}`,
    pattern: '/operator/payment/:payment_id',
    user: { type: 'Operator' },
    replies: { 'GET /api/payment': receipt, 'GET /api/operator-payment': desk, ...replies },
  })
}

test('a payment leads to its customer and to each visit that it is for', async () => {
  await renderPayment()
  expect(screen.getByRole('heading', { level: 1, name: 'Payment of Jane Cole' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Jane Cole' }).getAttribute('href')).toBe(
    `/operator/person/${person.id}`,
  )
  expect(screen.getByRole('link', { name: /Bin cleaning/ }).getAttribute('href')).toBe(`/visit/${visitId}`)
  expect(screen.getByText('pi_1')).toBeTruthy()
})

test('says what the provider answered, and what the books have', async () => {
  await renderPayment('?show=provider')
  expect(screen.getByText('Charge declined')).toBeTruthy()
  expect(screen.getByText('pi_0')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Books' }))
  expect(await screen.findByText('Payment received')).toBeTruthy()
  expect(screen.getByText('payment:1')).toBeTruthy()
})

test('mails the receipt again, and refunds no more than is left', async () => {
  const { calls, settle } = await renderPayment('', { 'POST /api/send-receipt': { ok: true } })
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  await act(
    async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Mail the receipt again' })),
  )
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/send-receipt')?.body).toEqual({ paymentId })
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Refund' })))
  expect(within(await screen.findByRole('dialog')).getByText(/\$15/)).toBeTruthy()
})

const statement: Reply<'GET /api/payment'> = {
  ...period,
  kind: 'statement',
  id: payoutId,
  payoutKind: 'weekly',
  letterhead,
  state: 'failed',
  amountCents: cents(1_400),
  feeCents: cents(0),
  failure: 'account_closed',
  createdAt: at,
  sentAt: null,
  arrivesAt: null,
  paidAt: null,
  isDelayed: false,
  crewName: 'Maria Lopez',
  lines: [],
  earnedCents: cents(1_400),
}

const payout: Reply<'GET /api/operator-payout'> = {
  id: payoutId,
  number: '0000-0000',
  timeZone: 'America/Denver',
  payee: { ...person, name: 'Maria Lopez', type: 'Crew' },
  account: 'ready',
  providerAccountId: 'acct_1',
  providerId: null,
  failure: 'account_closed',
  canRetry: true,
  transfers: [
    {
      number: 1,
      state: 'reversed',
      amountCents: cents(1_400),
      reversedCents: cents(1_400),
      providerId: 'tr_1',
      paymentId,
    },
  ],
  journals: [],
}

test('a payout says why it failed, leads to the charge it comes out of, and is tried again after a question', async () => {
  const { calls, settle } = await renderScreen(<OperatorPayout />, {
    path: `/operator/payout/${payoutId}?show=provider`,
    pattern: '/operator/payout/:payout_id',
    user: { type: 'Operator' },
    replies: {
      'GET /api/payment': statement,
      'GET /api/operator-payout': payout,
      'POST /api/retry-payout': () => {
        throw refusal(409, { error: 'Nothing is available', code: 'nothing_available' })
      },
    },
  })
  expect(screen.getByText('The bank account is closed')).toBeTruthy()
  expect(screen.getByText('tr_1').closest('a')?.getAttribute('href')).toBe(`/operator/payment/${paymentId}`)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const question = within(await screen.findByRole('dialog'))
  await act(async () => void fireEvent.click(question.getByRole('button', { name: 'Try again' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/retry-payout')?.body).toEqual({ payoutId })
  expect(await screen.findByText('Nothing is available')).toBeTruthy()
})
