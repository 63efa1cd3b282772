import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Billing } from './billing.tsx'
// Loaded before it is opened: no test waits for a chunk.
import './billing-details-dialog.tsx'

afterEach(cleanup)

const billing: Reply<'GET /api/billing'> = {
  dueCents: cents(0),
  duePayments: [],
  nextCharge: {
    chargesAt: '2026-03-16T12:00:00Z',
    visitCount: 2,
    subtotalCents: cents(4_000),
    couponCents: cents(0),
    taxCents: cents(0),
    totalCents: cents(4_000),
  },
  card: { kind: 'card', brand: 'visa', last4: '0341', expiresMonth: 12, expiresYear: 2030, isExpired: false },
  otherMethod: null,
  isServicePaused: false,
  creditCents: cents(0),
  creditChanges: [],
}
const terms = {
  netDays: 30,
  period: 'weekly',
  creditLimitCents: cents(500_000),
  companyName: 'Peak Properties LLC',
  billingAddress: '1 Main St',
  taxNumber: '',
  poNumber: '',
  copiesTo: ['ap@peak.test'],
} as const
const details = {
  companyName: 'Peak Properties LLC',
  billingAddress: '1 Main St',
  taxNumber: '',
  poNumber: '',
  copiesTo: ['ap@peak.test'],
}
const replies = {
  'GET /api/billing-details': details,
  'GET /api/billing': billing,
  'GET /api/payments': { payments: [], nextCursor: null },
  'GET /api/invoices': {
    terms: { ...terms, copiesTo: [...terms.copiesTo] },
    openCents: cents(0),
    invoices: [],
    nextCursor: null,
  },
}
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('who pays by invoice sees that Monday makes one, and changes what stands on it', async () => {
  const { calls, settle } = await renderScreen(<Billing />, {
    replies: { ...replies, 'POST /api/save-billing-details': { ok: true } },
  })
  expect(screen.getByText('It goes on Monday’s invoice.')).toBeTruthy()
  expect(screen.getByText('Peak Properties LLC')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Change these details' })))
  const dialog = await screen.findByRole('dialog', { name: 'Company on your papers' })
  type(/^Legal name/, 'Peak Two LLC')
  type(/^Tax ID/, '84-1')
  type(/^Purchase order/, 'PO-78')
  type(/^Also emailed to/, 'ap@peak.test, books@peak.test')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })))
  await settle()
  expect(calls).toContainEqual(
    expect.objectContaining({
      key: 'POST /api/save-billing-details',
      body: {
        companyName: 'Peak Two LLC',
        billingAddress: '1 Main St',
        taxNumber: '84-1',
        poNumber: 'PO-78',
        copiesTo: ['ap@peak.test', 'books@peak.test'],
      },
    }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an address that is none keeps the dialog of details open and says so, in Spanish too', async () => {
  await renderScreen(<Billing />, {
    language: 'es',
    replies: {
      ...replies,
      'POST /api/save-billing-details': () => {
        throw refusal(400, {
          error: 'Revisa estos datos.',
          code: 'bad_input',
          fields: { copiesTo: 'Indica un correo.' },
        })
      },
    },
  })
  expect(screen.getByText('Va en la factura del lunes.')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cambiar estos datos' })))
  const dialog = await screen.findByRole('dialog', { name: 'Empresa en tus documentos' })
  type(/^También por correo a/, 'ap@')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Guardar' })))
  expect(await within(dialog).findByText('Indica un correo.')).toBeTruthy()
})

test('who has no terms sees nothing of invoices', async () => {
  await renderScreen(<Billing />, {
    replies: { ...replies, 'GET /api/invoices': { ...replies['GET /api/invoices'], terms: null } },
  })
  expect(screen.queryByText('Invoices')).toBeNull()
  expect(screen.getByText(/as it stands now/)).toBeTruthy()
})

test('who pays by card puts a company on the receipts, and is asked for no mail addresses', async () => {
  const none = { companyName: '', billingAddress: '', taxNumber: '', poNumber: '', copiesTo: [] }
  const { calls, settle } = await renderScreen(<Billing />, {
    replies: {
      ...replies,
      'GET /api/billing-details': none,
      'GET /api/invoices': { ...replies['GET /api/invoices'], terms: null },
      'POST /api/save-billing-details': { ok: true },
    },
  })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add a company' })))
  const dialog = await screen.findByRole('dialog', { name: 'Company on your papers' })
  expect(within(dialog).queryByLabelText(/^Also emailed to/)).toBeNull()
  type(/^Legal name/, 'Peak LLC')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/save-billing-details')?.body).toEqual({
    ...none,
    companyName: 'Peak LLC',
  })
})

test('a debit that is on its way says so, and which card is for orders', async () => {
  const bank = { ...billing.card!, kind: 'bank_account' as const, brand: 'Test Bank', last4: '6789' }
  const onItsWay = {
    id: 'p1' as Reply<'GET /api/payments'>['payments'][number]['id'],
    periodStart: localDate('2026-03-02'),
    periodEnd: localDate('2026-03-08'),
    state: 'charging' as const,
    totalCents: cents(2_000),
    creditCents: cents(0),
    refundedCents: cents(0),
    visitCount: 1,
    createdAt: '2026-03-09T12:00:00Z',
    paidAt: null,
    nextAttemptAt: null,
    lastDecline: null,
  }
  const { calls } = await renderScreen(<Billing />, {
    replies: {
      'GET /api/billing': {
        ...billing,
        isServicePaused: false,
        dueCents: cents(2_000),
        duePayments: [onItsWay],
        card: { ...bank, expiresMonth: null, expiresYear: null },
        otherMethod: billing.card,
      },
      'GET /api/payments': { payments: [], nextCursor: null },
      'GET /api/invoices': { terms: null, openCents: cents(0), invoices: [], nextCursor: null },
      'POST /api/choose-payment-method': { ok: true },
    },
  })
  expect(screen.getByText('On its way from your bank')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull()
  expect(screen.getByText('For orders on demand, which are held on a card')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Pay Monday’s bill with it' })))
  expect(calls.find(({ key }) => key === 'POST /api/choose-payment-method')?.body).toEqual({ kind: 'card' })
})
