import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { PayInvoice } from './pay-invoice.tsx'

afterEach(cleanup)

const paid: Reply<'POST /api/get-invoice-by-link'> = {
  number: 'DENVER-2026-00012',
  companyName: 'Peak Properties LLC',
  letterhead: {
    legalName: 'Crew Denver LLC',
    postalAddress: '1801 California St',
    taxNumber: '84-1',
    supportEmail: 'help@crew.test',
    supportPhone: '',
  },
  billingAddress: '1 Main St',
  taxNumber: '',
  poNumber: '',
  state: 'paid',
  dueOn: localDate('2026-04-08'),
  daysOverdue: 0,
  totalCents: cents(4_000),
  paidCents: cents(3_500),
  creditedCents: cents(500),
  openCents: cents(0),
  processingCents: cents(0),
  leastCents: cents(50),
  receipts: [
    {
      receivedOn: localDate('2026-03-12'),
      way: 'card',
      reference: 'visa ····4242',
      amountCents: cents(3_500),
    },
  ],
  creditNotes: [{ number: 'DENVER-2026-C00003', issuedOn: localDate('2026-03-10'), amountCents: cents(500) }],
}

test('the link of a paid invoice says what was paid, when and by what, with the receipt', async () => {
  await renderScreen(<PayInvoice goId="ABCD2345" />, { replies: { 'POST /api/get-invoice-by-link': paid } })
  expect(screen.getByText('Nothing to pay here')).toBeTruthy()
  expect(screen.getByText('Invoice DENVER-2026-00012 for Peak Properties LLC is paid.')).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    expect.stringMatching(/^Card · visa ····4242.*Mar 12, 2026\$35$/),
    expect.stringMatching(/^Credit note DENVER-2026-C00003.*Mar 10, 2026\$5$/),
  ])
  expect(screen.getByRole('link', { name: 'Receipt (PDF)' }).getAttribute('href')).toBe(
    '/api/invoice-pdf-by-link?goId=ABCD2345',
  )
})

test('one that was only credited is not called paid', async () => {
  const credited = { ...paid, state: 'credited' as const, receipts: [], paidCents: cents(0) }
  await renderScreen(<PayInvoice goId="ABCD2345" />, {
    language: 'es',
    replies: { 'POST /api/get-invoice-by-link': credited },
  })
  expect(
    screen.getByText('La factura DENVER-2026-00012 de Peak Properties LLC se acreditó entera.'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Factura y notas de crédito (PDF)' })).toBeTruthy()
})
