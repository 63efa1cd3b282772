import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type RefundId, toId, type UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { OperatorMoney } from '../money-desk/operator-money.tsx'
import { AddCard } from './add-card.tsx'
import { Billing } from './billing.tsx'
import { CrewPayments } from './crew-payments.tsx'
import { StripeConnect } from './stripe-connect.tsx'
import { UpdateBilling } from './update-billing.tsx'

afterEach(cleanup)

const cents = (amount: number) => amount as Cents
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** Clicks, and lets what the click began come to its end. */
const press = async (name: string | RegExp) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}
const typeCard = () => {
  type('Card number', '4242424242424242')
  type('Expires', '1230')
  type('Security code', '123')
}

const payment = {
  id: 'p1' as Reply<'GET /api/payments'>['payments'][number]['id'],
  periodStart: localDate('2026-03-02'),
  periodEnd: localDate('2026-03-08'),
  state: 'declined' as const,
  totalCents: cents(2_000),
  creditCents: cents(0),
  refundedCents: cents(0),
  visitCount: 1,
  createdAt: '2026-03-09T12:00:00Z',
  paidAt: null,
  nextAttemptAt: '2026-03-10T12:00:00Z',
  lastDecline: 'insufficient_funds',
}
const billing: Reply<'GET /api/billing'> = {
  dueCents: cents(2_000),
  duePayments: [payment],
  nextCharge: {
    chargesAt: '2026-03-16T12:00:00Z',
    visitCount: 2,
    subtotalCents: cents(4_000),
    couponCents: cents(500),
    taxCents: cents(0),
    totalCents: cents(3_500),
  },
  card: { kind: 'card', brand: 'visa', last4: '0341', expiresMonth: 12, expiresYear: 2030, isExpired: false },
  otherMethod: null,
  isServicePaused: true,
  creditCents: cents(0),
  creditChanges: [],
}
const paid = {
  state: 'paid' as const,
  paidCents: cents(2_000),
  dueCents: cents(0),
  declineCode: null,
  nextAction: null,
}

/** A house whose card form is ours. */
const embedded: Reply<'GET /api/config'> = {
  environment: 'development',
  isDemo: true,
  supportEmail: 'help@crew.test',
  pixelId: null,
  map: { styleUrl: null, tilesUrl: null, hasDrivenLines: false },
  paymentsProvider: 'embedded',
  cardScript: null,
}

test('a card is sent to the provider alone, and only its token to Crew', async () => {
  const { calls } = await renderScreen(<AddCard />, {
    path: '/add-card',
    pattern: '/add-card',
    replies: {
      'POST /api/get-payment-method': { hasCard: false, card: null, orderCard: null, dueCents: cents(0) },
      'GET /api/config': embedded,
      'POST /api/demo-bank/tokenise-card': { setupToken: 'seti_1234567890' },
      'POST /api/save-card': { card: billing.card!, charge: { ...paid, paidCents: cents(0) } },
    },
  })
  typeCard()
  await press('Save the card')
  expect(calls.find(({ key }) => key === 'POST /api/demo-bank/tokenise-card')?.body).toEqual({
    number: '4242 4242 4242 4242',
    expiresMonth: 12,
    expiresYear: 2030,
    cvc: '123',
  })
  const saved = calls.find(({ key }) => key === 'POST /api/save-card')
  expect(saved?.body).toEqual({ setupToken: 'seti_1234567890' })
  expect(JSON.stringify(calls.filter(({ key }) => !key.includes('demo-bank')))).not.toContain('4242 4242')
  expect(await screen.findByText('The card is saved.')).toBeTruthy()
})

test('what is wrong with a card stands under its field', async () => {
  await renderScreen(<AddCard />, {
    replies: {
      'POST /api/get-payment-method': { hasCard: false, card: null, orderCard: null, dueCents: cents(0) },
      'GET /api/config': embedded,
      'POST /api/demo-bank/tokenise-card': () => {
        throw refusal(409, {
          error: 'This card has expired.',
          code: 'card_expired',
          fields: { expiresMonth: 'This card has expired.' },
        })
      },
    },
  })
  type('Card number', '4242424242424242')
  type('Expires', '1')
  type('Security code', '123')
  await press('Save the card')
  expect(screen.getByRole('alert').textContent).toBe('Give the month and year as MM/YY.')
  type('Expires', '1220')
  await press('Save the card')
  expect(screen.getByLabelText('Expires').getAttribute('aria-invalid')).toBe('true')
})

test('a picked test card fills the form', async () => {
  await renderScreen(<AddCard />, {
    replies: {
      'GET /api/config': embedded,
      'POST /api/get-payment-method': { hasCard: false, card: null, orderCard: null, dueCents: cents(0) },
    },
  })
  await press(/5555 5555 5555 4444/)
  expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('5555 5555 5555 4444')
  expect(screen.getByLabelText<HTMLInputElement>('Expires').value).toBe('12/30')
})

test('billing says what is due and why, what comes, and pays now', async () => {
  const { calls } = await renderScreen(<Billing />, {
    replies: {
      'GET /api/billing': billing,
      'GET /api/payments': { payments: [payment], nextCursor: null },
      'POST /api/pay-now': paid,
    },
  })
  expect(screen.getByText('Your weekly services are paused')).toBeTruthy()
  expect(screen.getByText(/There were not enough funds/)).toBeTruthy()
  expect(screen.getByText('$35')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download the payments as CSV 2026' })).toBeTruthy()
  await press('Pay now')
  expect(calls.filter(({ key }) => key === 'POST /api/pay-now')).toHaveLength(1)
  expect(await screen.findByText('$20 is paid. Thank you.')).toBeTruthy()
})

test('billing begins with adding a card, in Spanish too', async () => {
  await renderScreen(<Billing />, {
    language: 'es',
    replies: {
      'GET /api/billing': {
        ...billing,
        dueCents: cents(0),
        duePayments: [],
        card: null,
        isServicePaused: false,
      },
      'GET /api/payments': { payments: [], nextCursor: null },
    },
  })
  expect(screen.getAllByRole('link', { name: 'Agregar una tarjeta' })[0]?.getAttribute('href')).toBe(
    '/add-card',
  )
  expect(screen.getByText('Aún no hay pagos')).toBeTruthy()
})

test('a failed read of billing can be tried again', async () => {
  await renderScreen(<Billing />, {
    replies: {
      'GET /api/billing': () => {
        throw refusal(503, { error: 'We are not available right now.', code: 'unavailable' })
      },
      'GET /api/payments': { payments: [], nextCursor: null },
    },
  })
  expect(screen.getByText('We are not available right now.')).toBeTruthy()
})

const earnings: Reply<'GET /api/crew-payments'> = {
  pendingCents: cents(1_100),
  availableCents: cents(7_000),
  sendingCents: cents(0),
  account: null,
  accounts: [],
  debtCents: cents(0),
  paidCents: cents(90_000),
  nextPayout: { paysAt: '2026-03-11T12:00:00Z', amountCents: cents(7_000), waitsFor: 'no_payout_account' },
  instantPayout: { grossCents: cents(7_000), feeCents: cents(105), amountCents: cents(6_895) },
  ladder: [],
  weeks: [
    {
      weekStart: localDate('2026-03-02'),
      visitCount: 5,
      earnedCents: cents(8_100),
      pendingCents: cents(1_100),
      availableCents: cents(7_000),
      sentCents: cents(0),
      paidCents: cents(0),
      tipCents: cents(300),
      payouts: [
        { payoutId: null, paysOn: localDate('2026-03-11'), state: 'next', amountCents: cents(7_000) },
        { payoutId: null, paysOn: localDate('2026-03-18'), state: 'later', amountCents: cents(1_100) },
      ],
    },
  ],
  payouts: [],
  nextCursor: null,
}

test('a crew reads what an account was paid that was merged into its own, under that name', async () => {
  const earlier = {
    id: toId<UserId>('00000000-0000-4000-8000-000000000009'),
    name: 'Rosa V',
    at: '2026-02-03T17:00:00Z',
  }
  const { unmount } = await renderScreen(<CrewPayments />, {
    replies: { 'GET /api/crew-payments': { ...earnings, accounts: [earlier] } },
  })
  const link = screen.getByRole('link', { name: /^Rosa V, merged on/ }).getAttribute('href')
  expect(link).toBe(`/crew-payments?account=${earlier.id}`)
  unmount()
  const { calls } = await renderScreen(<CrewPayments />, {
    path: link!,
    replies: { 'GET /api/crew-payments': { ...earnings, account: earlier, accounts: [earlier] } },
  })
  expect(calls.find(({ key }) => key === 'GET /api/crew-payments')?.query).toMatchObject({
    account: earlier.id,
  })
  expect(screen.getByText(/^This is what Rosa V was paid, your account until/)).toBeTruthy()
  expect(screen.queryByText('Next payout')).toBeNull()
})

test('a crew sees where its money is, why it waits, and what a payout at once costs', async () => {
  const { calls } = await renderScreen(<CrewPayments />, {
    replies: {
      'GET /api/crew-payments': earnings,
      'POST /api/request-instant-payout': {
        payoutId: 'o1' as never,
        state: 'paid',
        amountCents: cents(6_895),
        feeCents: cents(105),
      },
    },
  })
  expect(screen.getByRole('link', { name: 'Connect an account' }).getAttribute('href')).toBe(
    '/stripe-connect',
  )
  expect(screen.getByRole('button', { name: 'Download the earnings as CSV 2026' })).toBeTruthy()
  expect(screen.getByText('5 visits · $3 in tips')).toBeTruthy()
  await press('Get it now')
  expect(screen.getByText('$68.95 arrives today. The fee is $1.05.')).toBeTruthy()
  expect(calls.some(({ key }) => key === 'POST /api/request-instant-payout')).toBe(false)
  await press('Send it now')
  expect(await screen.findByText('$68.95 is on its way.')).toBeTruthy()
})

test('a mailed link pays without signing in, and its token leaves the address', async () => {
  const token = 'T'.repeat(43)
  const { calls } = await renderScreen(<UpdateBilling />, {
    path: `/update-billing?token=${token}`,
    pattern: '/update-billing',
    replies: {
      'POST /api/get-update-billing': { firstName: 'Pat', dueCents: cents(2_000), cardLast4: '0341' },
      'GET /api/config': embedded,
      'POST /api/demo-bank/tokenise-card': { setupToken: 'seti_1234567890' },
      'POST /api/update-billing': { ...paid, card: { brand: 'visa', last4: '4242' }, nextToken: null },
    },
  })
  expect(screen.getByText('Hello Pat. $20 is due.')).toBeTruthy()
  typeCard()
  await press('Save the card and pay $20')
  expect(calls.find(({ key }) => key === 'POST /api/update-billing')?.body).toEqual({
    token,
    setupToken: 'seti_1234567890',
  })
  expect(await screen.findByText('Paid. Thank you!')).toBeTruthy()
})

test('a link that no longer works leads to signing in', async () => {
  await renderScreen(<UpdateBilling />, {
    path: `/update-billing?token=${'T'.repeat(43)}`,
    pattern: '/update-billing',
    replies: {
      'POST /api/get-update-billing': () => {
        throw refusal(404, { error: 'This link no longer works.', code: 'not_found' })
      },
    },
  })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('/login')
})

const readyAccount: Reply<'GET /api/payout-account'> = {
  state: 'ready',
  requirements: [],
  asks: [],
  deadline: null,
  stoppedBecause: null,
  bank: { name: 'Test bank', last4: '6789', canBePaidInstantly: true },
}

test('a payout account is connected through the provider’s page', async () => {
  const { calls } = await renderScreen(<StripeConnect />, {
    path: '/stripe-connect?link=L',
    pattern: '/stripe-connect',
    replies: {
      'POST /api/demo-bank/get-payout-link': { ok: true },
      'POST /api/demo-bank/answer-payout-questions': {
        returnUrl: 'http://localhost:3000/stripe-connect?returned=1',
      },
      'GET /api/payout-account': readyAccount,
    },
  })
  type('Legal name', 'A Crew')
  type(/Routing number/, '110000000')
  type(/Account number/, '000123456789')
  await press('Finish')
  expect(calls.find(({ key }) => key.includes('answer-payout'))?.body).toEqual({
    link: 'L',
    legalName: 'A Crew',
    routingNumber: '110000000',
    accountNumber: '000123456789',
  })
  expect(await screen.findByText('Ready')).toBeTruthy()
})

test('a wrong routing number stands under its field and the form stays', async () => {
  await renderScreen(<StripeConnect />, {
    path: '/stripe-connect?link=L',
    pattern: '/stripe-connect',
    replies: {
      'POST /api/demo-bank/get-payout-link': { ok: true },
      'POST /api/demo-bank/answer-payout-questions': () => {
        throw refusal(400, {
          error: 'Check what you entered.',
          code: 'bad_input',
          fields: { routingNumber: 'Check the routing number.' },
        })
      },
    },
  })
  type('Legal name', 'A Crew')
  type(/Routing number/, '110000001')
  type(/Account number/, '000123456789')
  await press('Finish')
  expect(await screen.findByText('Check the routing number.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Legal name').value).toBe('A Crew')
})

const ledger = {
  'GET /api/ledger-balances': {
    accounts: [
      { kind: 'crew_payable', side: 'credit' as const, balanceCents: cents(7_000), accountCount: 3 },
    ],
    sumCents: cents(0),
    journalCount: 1_234,
    lastJournalAt: null,
  },
}

test('the operator sees the balances, and goes on to where the books are compared', async () => {
  await renderScreen(<OperatorMoney />, { path: '/operator/money?show=ledger', replies: ledger })
  expect(screen.getByText('All 1,234 journals sum to zero.')).toBeTruthy()
  expect(screen.getAllByText('Owed to crews').length).toBeGreaterThan(0)
  const link = screen.getByRole('link', { name: 'Reconcile' })
  expect(link.getAttribute('href')).toBe('/operator/reconcile')
})

test('the operator’s money opens at what the board led to', async () => {
  const { calls } = await renderScreen(<OperatorMoney />, {
    path: '/operator/money?show=payments&state=declined',
    replies: { 'GET /api/market-payments': { payments: [], nextCursor: null } },
  })
  expect(screen.getByRole('tab', { name: 'Payments', selected: true })).toBeTruthy()
  expect(calls.find(({ key }) => key === 'GET /api/market-payments')?.query).toEqual({ state: 'declined' })
})

test('the operator refunds a part of what is on an invoice, with a reason', async () => {
  const { calls } = await renderScreen(<OperatorMoney />, {
    path: '/operator/money?show=ledger',
    replies: {
      ...ledger,
      'GET /api/market-payments': {
        payments: [{ ...payment, state: 'invoiced', customerName: 'Pat Miller' }],
        nextCursor: null,
      },
      'POST /api/refund-payment': {
        refundId: 'r1' as RefundId,
        state: 'succeeded',
        amountCents: cents(1_250),
        creditCents: cents(0),
        refundedCents: cents(1_250),
      },
    },
  })
  await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Payments' })))
  await screen.findByText('Pat Miller')
  await press('Refund')
  type(/Amount in dollars/, 'a lot')
  type('Reason', 'A can left')
  const submit = async () => {
    await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Refund' }).at(-1)!))
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  }
  await submit()
  expect(screen.getAllByText('Give an amount like 12.50.').length).toBeGreaterThan(0)
  type(/Amount in dollars/, '12.50')
  await submit()
  expect(calls.find(({ key }) => key === 'POST /api/refund-payment')?.body).toEqual({
    paymentId: 'p1',
    amountCents: 1_250,
    reason: 'A can left',
    clawsBackCrewPay: false,
  })
  expect(await screen.findByText('$12.50 refunded.')).toBeTruthy()
})
