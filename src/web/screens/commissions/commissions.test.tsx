import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CommissionId, CommissionSpendingId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Commissions } from './commissions.tsx'

afterEach(cleanup)

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const press = async (name: string) => {
  await act(async () =>
    fireEvent.click(screen.queryByRole('button', { name }) ?? screen.getByLabelText(name)),
  )
}

const data: Reply<'GET /api/commissions'> = {
  code: 'ABCD1234',
  link: 'http://localhost:3000/get-started?sponsor=ABCD1234',
  rules: {
    customerBasisPoints: 500,
    crewBasisPoints: 200,
    months: 12,
    maturityDays: 7,
    withdrawalMinimumCents: cents(1_000),
  },
  pendingCents: cents(450),
  parkedCents: cents(0),
  availableCents: cents(2_000),
  earnedCents: cents(2_450),
  reversedCents: cents(0),
  spentCents: cents(0),
  withdrawnCents: cents(0),
  payoutAccount: { state: 'ready', bank: { name: 'Test Bank', last4: '6789' } },
  broughtCount: 1,
  brought: [{ firstName: 'Kim', type: 'Customer', since: '2026-03-01T00:00:00Z', earnedCents: cents(450) }],
  spendings: [
    {
      id: 's1' as CommissionSpendingId,
      kind: 'withdrawal',
      amountCents: cents(1_500),
      state: 'on_its_way',
      spentAt: '2026-03-20T12:00:00Z',
      arrivesAt: '2026-03-23T12:00:00Z',
      paidAt: null,
    },
  ],
  commissions: [
    {
      id: 'c1' as CommissionId,
      firstName: 'Kim',
      kind: 'customer',
      amountCents: cents(450),
      reversedCents: cents(100),
      usedCents: cents(0),
      state: 'available',
      reversedBy: ['chargeback'],
      earnedAt: '2026-03-09T12:00:00Z',
      availableAt: '2026-03-16T12:00:00Z',
    },
  ],
  nextCursor: null,
}
const shared = {
  'GET /api/invitation-code': { link: 'l', size: 29, path: 'M2 2h7v1h-7z' },
  'GET /api/commission-statement': {
    month: '2026-03',
    from: localDate('2026-03-01'),
    until: localDate('2026-03-31'),
    openingCents: cents(0),
    closingCents: cents(0),
    lines: [],
  },
}

test('a sponsor sees code and picture, who came, each state, what went back and why, and the rules', async () => {
  await renderScreen(<Commissions />, { replies: { ...shared, 'GET /api/commissions': data } })
  expect(screen.getByText('ABCD1234')).toBeTruthy()
  expect(await screen.findByRole('img', { name: 'QR code of your link' })).toBeTruthy()
  expect(screen.getByText('1 person')).toBeTruthy()
  expect(screen.getByText(/\$1 taken back: the customer’s bank took the payment back/)).toBeTruthy()
  expect(
    within(screen.getByRole('list', { name: 'What you did with it' })).getByText('On its way'),
  ).toBeTruthy()
  expect(screen.getByText(/You earn 5% of what a customer whom you brought pays/)).toBeTruthy()
  expect(screen.getByText(/You can withdraw from \$10 on/)).toBeTruthy()
})

test('what is available goes to the bank, and no amount that is none', async () => {
  const { calls } = await renderScreen(<Commissions />, {
    replies: {
      ...shared,
      'GET /api/commissions': data,
      'POST /api/withdraw-commission': { payoutId: null },
    },
  })
  await press('Send to my bank')
  expect(screen.getByText('Goes to Test Bank ending in 6789.')).toBeTruthy()
  type('Amount in dollars', '1e3')
  await press('Use it')
  expect((await screen.findAllByText('Enter an amount such as 12.50.')).length).toBeGreaterThan(0)
  type('Amount in dollars', '12.50')
  await press('Use it')
  expect(calls.find(({ key }) => key === 'POST /api/withdraw-commission')?.body).toEqual({
    amountCents: 1_250,
    how: 'alone',
  })
})

test('nobody came yet: the page says what one neighbour would bring', async () => {
  await renderScreen(<Commissions />, {
    replies: {
      ...shared,
      'GET /api/commissions': {
        ...data,
        availableCents: cents(0),
        broughtCount: 0,
        brought: [],
        spendings: [],
        commissions: [],
      },
    },
  })
  expect(screen.getByText(/brings you \$5 each month, for 12 months/)).toBeTruthy()
  expect(screen.queryByText('Use your commissions')).toBeNull()
})
