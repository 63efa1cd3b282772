import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type InvoiceId, type PaymentId, toId, type UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { InvoiceDesk } from './invoice-desk.tsx'
// Loaded before it is opened: no test waits for a chunk.
import './terms-dialog.tsx'

afterEach(cleanup)

const uuid = '00000000-0000-4000-8000-000000000001'
const invoiceId = toId<InvoiceId>(uuid)
const customerId = toId<UserId>(uuid)
const user = { type: 'Operator' } as const
const ages = { current: cents(0), to30: cents(50_000), to60: cents(0), to90: cents(0), over90: cents(0) }
const summary: Reply<'GET /api/market-invoices'>['invoices'][number] = {
  id: invoiceId,
  number: 'INV-2026-0007',
  state: 'overdue',
  customerId,
  customerName: 'Pat Lee',
  companyName: 'Harbor Homes',
  poNumber: 'PO-9',
  issuedOn: localDate('2026-01-01'),
  dueOn: localDate('2026-01-16'),
  daysOverdue: 12,
  totalCents: cents(50_000),
  paidCents: cents(0),
  creditedCents: cents(0),
  openCents: cents(50_000),
  processingCents: cents(0),
}
const invoice: Reply<'GET /api/invoice'> = {
  ...summary,
  paymentId: toId<PaymentId>(uuid),
  billingAddress: '',
  taxNumber: '',
  letterhead: {
    legalName: 'Crew Denver LLC',
    postalAddress: '1801 California St',
    taxNumber: '84-1',
    supportEmail: 'help@crew.test',
    supportPhone: '',
  },
  copiesTo: [],
  periodStart: localDate('2025-12-22'),
  periodEnd: localDate('2025-12-28'),
  lines: [
    {
      kind: 'visit',
      date: localDate('2025-12-23'),
      serviceName: 'Trash bins',
      placeName: '1 Harbor Way',
      poNumber: '',
      isCallOut: false,
      description: 'Trash bins',
      amountCents: cents(50_000),
    },
  ],
  subtotalCents: cents(50_000),
  exemptions: [{ number: '98-04417', issuedBy: 'CO' }],
  taxCents: cents(0),
  couponCents: cents(0),
  couponCodes: [],
  creditCents: cents(0),
  receipts: [],
  creditNotes: [],
  today: localDate('2026-01-28'),
  replacedBy: null,
  payPath: null,
}
const list = { invoices: [summary], nextCursor: null }

test('what is open stands by customer and age, and leads to the invoices of the customer', async () => {
  await renderScreen(<InvoiceDesk />, {
    path: '/operator/invoices',
    user,
    replies: {
      'GET /api/ageing': {
        today: localDate('2026-01-28'),
        customers: [
          {
            customerId,
            customerName: 'Pat Lee',
            companyName: 'Harbor Homes',
            invoiceCount: 1,
            oldestDueOn: localDate('2026-01-16'),
            ages,
            openCents: cents(50_000),
            creditLimitCents: cents(200_000),
          },
        ],
        ages,
        openCents: cents(50_000),
        moreCustomers: 0,
      },
    },
  })
  expect(screen.getAllByText('$500')).toHaveLength(4)
  const link = screen.getByRole('link', { name: 'Harbor Homes' }).getAttribute('href')
  expect(link).toBe(`/operator/invoices?show=all&state=open&customer=${customerId}`)
  expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toContain('ageing-csv')
})

test('nothing open says so', async () => {
  const none = { current: cents(0), to30: cents(0), to60: cents(0), to90: cents(0), over90: cents(0) }
  await renderScreen(<InvoiceDesk />, {
    path: '/operator/invoices',
    user,
    replies: {
      'GET /api/ageing': {
        today: localDate('2026-01-28'),
        customers: [],
        ages: none,
        openCents: cents(0),
        moreCustomers: 0,
      },
    },
  })
  expect(screen.getByText('Nothing is open')).toBeTruthy()
})

test('the invoice that a notice names is open, and a check for it is written down', async () => {
  const { calls } = await renderScreen(<InvoiceDesk />, {
    path: `/operator/invoices?id=${invoiceId}`,
    user,
    replies: {
      'GET /api/market-invoices': list,
      'GET /api/invoice': invoice,
      'POST /api/record-invoice-payment': { openCents: cents(37_655), creditCents: cents(0) },
    },
  })
  expect(screen.getByText('Trash bins')).toBeTruthy()
  expect(screen.getByText('Exempt from sales tax, certificate 98-04417 (CO)')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Record a payment' })))
  const write = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  write(/^Amount/, '123.45')
  write(/^Check number/, '1042')
  write(/^Received on/, '2026-01-27')
  const submits = screen.getAllByRole('button', { name: 'Record a payment', hidden: true })
  await act(async () => fireEvent.click(submits.at(-1)!))
  expect(calls).toContainEqual(
    expect.objectContaining({
      key: 'POST /api/record-invoice-payment',
      body: {
        invoiceId,
        way: 'check',
        amountCents: 12_345,
        reference: '1042',
        receivedOn: '2026-01-27',
      },
    }),
  )
})

test('an invoice is mailed again, and void with a reason, for another in its place', async () => {
  const { calls } = await renderScreen(<InvoiceDesk />, {
    path: `/operator/invoices?id=${invoiceId}`,
    user,
    replies: {
      'GET /api/market-invoices': list,
      'GET /api/invoice': invoice,
      'POST /api/remind-of-invoice': { ok: true },
      'POST /api/void-invoice': { creditNoteNumber: 'DENVER-2026-C00001', replacedBy: null },
    },
  })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Email again' })))
  expect(await screen.findByText('We emailed the invoice again.')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Void' })))
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Wrong order number' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /Issue another/, hidden: true }))
  const submits = screen.getAllByRole('button', { name: 'Void', hidden: true })
  await act(async () => fireEvent.click(submits.at(-1)!))
  expect(await screen.findByText('Credit note DENVER-2026-C00001 is made.')).toBeTruthy()
  const said = calls.filter(({ key }) => key.startsWith('POST /api/')).map(({ key, body }) => ({ key, body }))
  expect(said).toEqual([
    { key: 'POST /api/remind-of-invoice', body: { invoiceId } },
    { key: 'POST /api/void-invoice', body: { invoiceId, reason: 'Wrong order number', isReplaced: true } },
  ])
})

test('a customer who is found is granted terms', async () => {
  const { calls, settle } = await renderScreen(<InvoiceDesk />, {
    path: '/operator/invoices?show=all',
    user,
    replies: {
      'GET /api/market-invoices': { invoices: [], nextCursor: null },
      'POST /api/find-people': {
        nextCursor: null,
        people: [
          {
            id: customerId,
            type: 'Customer',
            name: 'Pat Lee',
            email: 'pat@demo.test',
            phone: null,
            timeZone: 'America/Denver',
            frozenUntil: null,
            frozenNotes: null,
            sponsorName: null,
            reliability: null,
            rating: null,
            photoUrl: null,
            createdAt: '2026-01-01T18:00:00.000Z',
          },
        ],
      },
      'GET /api/terms': { customerName: 'Pat Lee', terms: null, openCents: cents(0) },
      'POST /api/set-terms': { ok: true },
    },
  })
  expect(screen.getByText('No invoices here.')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Terms' })))
  const found = await screen.findByText('Pat Lee')
  await act(async () => fireEvent.click(found))
  await settle()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save terms', hidden: true })))
  expect(calls).toContainEqual(
    expect.objectContaining({
      key: 'POST /api/set-terms',
      body: {
        customerId,
        netDays: 30,
        period: 'weekly',
        creditLimitCents: 100_000,
        companyName: 'Pat Lee',
        billingAddress: '',
        taxNumber: '',
        poNumber: '',
        copiesTo: [],
      },
    }),
  )
})
