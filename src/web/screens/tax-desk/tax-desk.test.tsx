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
  paidWithinCents: cents(0),
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

test('a quarter says what was filed and paid for its months', async () => {
  await renderScreen(<TaxDesk />, {
    path: '/operator/tax',
    user: { type: 'Operator' },
    replies: {
      'GET /api/sales-tax-report': { ...report, paidWithinCents: cents(300), dueCents: cents(615) },
    },
  })
  expect(screen.getByText('Filed within it').parentElement?.textContent).toContain('$3')
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

test('an operator reminds a crew whose W-9 is missing, and sees when it was', async () => {
  const crewId = toId<UserId>('00000000-0000-4000-8000-000000000002')
  const paid = {
    weekly: cents(250_000),
    on_demand: cents(0),
    tips: cents(0),
    commission: cents(0),
    partner: cents(0),
  }
  const form: Reply<'GET /api/tax-forms'>['forms'][number] = {
    crewId,
    crewName: 'Devon Brooks',
    mergedInto: null,
    paid,
    paidCents: cents(250_000),
    transactionCount: 80,
    feeCents: cents(0),
    w9: 'missing',
    hasConsent: true,
    remindedAt: '2026-11-03T18:00:00.000Z',
    state: 'in_preparation',
    sentAt: null,
    sentCents: null,
    isWrong: false,
  }
  const done = {
    ...form,
    crewId: toId<UserId>(crewId.replace(/2$/, '3')),
    crewName: 'Rosa',
    w9: 'complete' as const,
  }
  const { calls } = await renderScreen(<TaxDesk />, {
    path: '/operator/tax?show=forms',
    user: { type: 'Operator' },
    replies: {
      'GET /api/tax-forms': {
        year: 2026,
        years: [2026],
        isOver: false,
        formType: 'nec',
        thresholdCents: cents(200_000),
        thresholdYear: 2026,
        thresholdCount: null,
        isByDefault: true,
        forms: [form, done],
        nextCursor: null,
      },
      'POST /api/remind-tax-form': { ok: true },
    },
  })
  expect(screen.getByText('Reminded Nov 3, 2026')).toBeTruthy()
  // Whoever lacks nothing is not to be reminded.
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remind' })))
  expect(calls).toContainEqual(
    expect.objectContaining({ key: 'POST /api/remind-tax-form', body: { year: 2026, crewId } }),
  )
})
