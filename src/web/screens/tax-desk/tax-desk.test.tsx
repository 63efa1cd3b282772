import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type TaxExemptionId, toId, type UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { TaxDesk } from './tax-desk.tsx'

afterEach(cleanup)

const parts = { state: cents(290), county: cents(0), city: cents(515), district: cents(110) }
const sums = {
  taxableCents: cents(10_000),
  exemptCents: cents(4_000),
  untaxedCents: cents(0),
  collectedCents: cents(1_000),
  refundedCents: cents(85),
}
const report: Reply<'GET /api/sales-tax-report'> = {
  ...sums,
  period: '2026-Q1',
  from: localDate('2026-01-01'),
  to: localDate('2026-03-31'),
  zone: 'America/Denver',
  isOver: true,
  parts,
  undividedCents: cents(0),
  openingCents: cents(0),
  dueCents: cents(915),
  toPayCents: cents(915),
  lines: [
    {
      ...sums,
      serviceKey: 'bins',
      serviceName: 'Trash bins',
      rates: { state: 290, county: 0, city: 515, district: 110 },
      parts,
      undividedCents: cents(0),
    },
  ],
  filing: null,
  filings: [],
}

test('an operator sees what a period owes, by rate and authority, and can file it', async () => {
  await renderScreen(<TaxDesk />, {
    path: '/operator/tax',
    user: { type: 'Operator' },
    replies: { 'GET /api/sales-tax-report': report },
  })
  expect(screen.getByText('9.15%')).toBeTruthy()
  expect(screen.getAllByText('$9.15').length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Mark as filed' })).toBeTruthy()
})

test('an operator approves a certificate that waits', async () => {
  const exemptionId = toId<TaxExemptionId>('00000000-0000-4000-8000-000000000001')
  const { calls } = await renderScreen(<TaxDesk />, {
    path: '/operator/tax?show=certificates',
    user: { type: 'Operator' },
    replies: {
      'GET /api/customer-tax-exemptions': {
        askedCount: 1,
        nextCursor: null,
        exemptions: [
          {
            id: exemptionId,
            customerId: toId<UserId>(exemptionId),
            customerName: 'Housing Trust',
            number: 'CO-98-1',
            issuedBy: 'CO',
            startsOn: localDate('2026-01-01'),
            expiresOn: localDate('2026-12-31'),
            standing: 'asked',
            endedOn: null,
            note: '',
            askedAt: '2026-01-01T18:00:00.000Z',
            decidedAt: null,
            fileType: 'application/pdf',
          },
        ],
      },
      'POST /api/decide-tax-exemption': { ok: true },
    },
  })
  expect(screen.getByText('Housing Trust')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Approve' })))
  expect(calls).toContainEqual(
    expect.objectContaining({
      key: 'POST /api/decide-tax-exemption',
      body: { exemptionId, decision: 'approve' },
    }),
  )
})
