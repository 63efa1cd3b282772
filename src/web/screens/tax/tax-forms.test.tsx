import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { TaxForms } from './tax-forms.tsx'

afterEach(cleanup)

const paid = {
  weekly: cents(150_000),
  on_demand: cents(20_000),
  tips: cents(5_000),
  commission: cents(0),
  partner: cents(0),
}
const sums = { paid, paidCents: cents(175_000), feeCents: cents(150), receivedCents: cents(174_850) }
const year: Reply<'GET /api/tax-year'> = {
  account: null,
  accounts: [],
  ...sums,
  year: 2026,
  years: [2026, 2025],
  zone: 'America/Denver',
  isOver: false,
  formType: 'nec',
  thresholdCents: cents(200_000),
  thresholdYear: 2026,
  thresholdCount: null,
  isByDefault: true,
  source: 'The configured limit of 2026.',
  transactionCount: 40,
  payoutCount: 2,
  months: [{ ...sums, month: '2026-03', payoutCount: 2 }],
  w9: 'missing',
  state: 'none',
  sentAt: null,
  consent: { version: 1, sentence: 'I agree.', isGiven: false, at: null },
}

test('a crew sees how far it is from a form, what is missing, and consents', async () => {
  const { calls } = await renderScreen(<TaxForms />, {
    path: '/open-tax-forms?year=2026',
    user: { type: 'Crew' },
    replies: { 'GET /api/tax-year': year, 'POST /api/set-tax-consent': { ok: true } },
  })
  expect(screen.getByText('You get a tax form once you reach $2,000. $250 to go.')).toBeTruthy()
  expect(screen.getByText(/The configured limit of 2026/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the payout account' }).getAttribute('href')).toBe(
    '/stripe-connect',
  )
  expect(screen.getByText(/March 2026/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Payouts of 2026 (CSV)' }).getAttribute('href')).toBe(
    '/api/tax-year-csv?year=2026',
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Agree to download' })))
  expect(calls).toContainEqual(
    expect.objectContaining({ key: 'POST /api/set-tax-consent', body: { isGiven: true, version: 1 } }),
  )
})

test('form 1099-K counts transactions, too', async () => {
  await renderScreen(<TaxForms />, {
    path: '/open-tax-forms',
    user: { type: 'Crew' },
    replies: {
      'GET /api/tax-year': {
        ...year,
        formType: 'k',
        thresholdCents: cents(2_000_000),
        thresholdCount: 200,
        w9: 'complete',
        consent: { ...year.consent, isGiven: true, at: '2026-02-03T18:00:00.000Z' },
      },
    },
  })
  expect(
    screen.getByText('You get a tax form above $20,000 and above 200 transactions, both in one year.'),
  ).toBeTruthy()
  expect(screen.getByText('40 / 200')).toBeTruthy()
  expect(screen.getByText('By download. You agreed on Feb 3, 2026.')).toBeTruthy()
})
