import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RECEIPT_LINES } from '#domain/billing/receipt.ts'
import type { PaymentId, RefundId } from '#domain/ids.ts'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { JOURNAL_KINDS } from '#domain/ledger/journal-kinds.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { LanguageSwitch } from '#web/shell/language-switch.tsx'
import { refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Payment } from './payment.tsx'

afterEach(cleanup)

const receipt: Extract<Reply<'GET /api/payment'>, { kind: 'receipt' }> = {
  id: 'p1' as PaymentId,
  periodStart: localDate('2026-03-02'),
  periodEnd: localDate('2026-03-08'),
  totalCents: cents(2_000),
  refundedCents: cents(0),
  visitCount: 1,
  createdAt: '2026-03-09T12:00:00Z',
  nextAttemptAt: null,
  lastDecline: null,
  kind: 'receipt',
  state: 'paid',
  paidAt: '2026-03-09T12:00:00Z',
  customerName: 'Pat Miller',
  letterhead: {
    legalName: 'Crew Denver LLC',
    postalAddress: '1801 California St',
    taxNumber: '84-1',
    supportEmail: 'help@crew.test',
    supportPhone: '',
  },
  billedTo: { companyName: '', billingAddress: '', taxNumber: '', poNumber: '' },
  lines: [
    {
      kind: 'visit',
      visitId: 'v1' as never,
      date: localDate('2026-03-03'),
      serviceName: 'Bins to the kerb',
      placeName: 'Home',
      description: 'Bins – Home',
      isCallOut: false,
      amountCents: cents(2_000),
    },
  ],
  exemptions: [{ number: '98-04417', issuedBy: 'CO' }],
  subtotalCents: cents(2_000),
  taxCents: cents(0),
  couponCents: cents(0),
  couponCodes: ['SPRING26'],
  creditCents: cents(0),
  netCents: cents(2_000),
  netTaxCents: cents(0),
  refunds: [
    {
      id: 'r1' as RefundId,
      amountCents: cents(500),
      creditCents: cents(0),
      reason: 'A can left',
      state: 'succeeded',
      createdAt: '2026-03-10T12:00:00Z',
    },
  ],
  card: { brand: 'visa', last4: '4242' },
  ledger: {
    journals: [
      { key: 'k', kind: 'payment_succeeded', at: '2026-03-09T12:00:00Z', amountCents: cents(2_000) },
    ],
    owedCents: cents(0),
  },
}

test('ux 7: a receipt says what it came to after refunds, and has a number that can be read out', async () => {
  const refunded = { ...receipt, refundedCents: cents(500), netCents: cents(1_500) }
  await renderScreen(<Payment />, {
    path: '/account/payments/p1',
    pattern: '/account/payments/:paymentID',
    replies: { 'GET /api/payment': { ...refunded, id: '0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c01' as never } },
  })
  expect(screen.getByText('Net paid').parentElement?.textContent).toContain('$15')
  expect(screen.getByText('Number 0B0C-7C2E')).toBeTruthy()
})

test('a receipt has its visits, refunds and journals', async () => {
  await renderScreen(<Payment />, {
    path: '/account/payments/p1',
    pattern: '/account/payments/:paymentID',
    replies: { 'GET /api/payment': receipt },
  })
  for (const texts of ['Bins to the kerb', 'A can left', 'Payment received'])
    expect(screen.getAllByText(texts).length).toBeGreaterThan(0)
  expect(screen.getByText(/Visa ending in 4242/)).toBeTruthy()
  expect(screen.getByText('Exempt from sales tax, certificate 98-04417 (CO)')).toBeTruthy()
  const pdf = screen.getByRole('link', { name: 'Download PDF' })
  expect(pdf.getAttribute('href')).toBe('/api/receipt-pdf?id=p1')
})

test('what the server wrote follows the language, too, once somebody chooses another', async () => {
  let locale: Language = 'en'
  const [line] = receipt.lines
  const { settle } = await renderScreen(
    <>
      <LanguageSwitch />
      <Payment />
    </>,
    {
      path: '/account/payments/p1',
      pattern: '/account/payments/:paymentID',
      user: { type: 'Customer' },
      replies: {
        'GET /api/payment': () => ({
          ...receipt,
          lines: [{ ...line!, serviceName: { en: 'Haul-away', es: 'Retiro de objetos' }[locale] }],
        }),
        'POST /api/update-profile': ({ body }) => {
          locale = (body as { locale: typeof locale }).locale
          return { ok: true }
        },
      },
    },
  )
  expect(screen.getByText('Haul-away')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Español' })))
  await settle()
  expect(await screen.findByText('Retiro de objetos')).toBeTruthy()
})

test.each(LANGUAGES)('ux 7: a receipt in %s shows no raw kind, whatever is on it', async (language) => {
  const [line] = receipt.lines
  await renderScreen(<Payment />, {
    path: '/account/payments/p1',
    pattern: '/account/payments/:paymentID',
    language,
    replies: {
      'GET /api/payment': {
        ...receipt,
        taxCents: cents(160),
        refundedCents: cents(500),
        netTaxCents: cents(120),
        lines: RECEIPT_LINES.map((kind) => ({ ...line!, kind, visitId: null })),
        ledger: {
          ...receipt.ledger,
          journals: [...JOURNAL_KINDS, 'other' as const].map((kind) => ({
            key: kind,
            kind,
            at: '2026-03-09T12:00:00Z',
            amountCents: cents(100),
          })),
        },
      },
    },
  })
  const shown = document.body.textContent
  expect(shown).not.toMatch(/_|undefined/)
  expect(shown).toContain({ en: 'Of that, sales tax', es: 'De eso, impuesto sobre ventas' }[language])
})

test('an unknown receipt says so', async () => {
  await renderScreen(<Payment />, {
    path: '/account/payments/x',
    pattern: '/account/payments/:paymentID',
    replies: {
      'GET /api/payment': () => {
        throw refusal(404, { error: 'We couldn’t find that.', code: 'not_found' })
      },
    },
  })
  expect(screen.getByText('We can’t find this receipt')).toBeTruthy()
})
