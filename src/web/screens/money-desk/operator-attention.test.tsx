import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { OperatorMoney } from './operator-money.tsx'

afterEach(cleanup)

const board: Reply<'GET /api/operator-board'> = {
  today: '2026-03-02',
  visitsToday: {},
  visitsThisWeek: {},
  waiting: { declined: 2, failed_payouts: 1 },
  markets: [],
  declinedCents: cents(4_500),
  delayedPayouts: 0,
}
const replies = {
  'GET /api/operator-board': board,
  'GET /api/failed-refunds': { refunds: [], nextCursor: 'more', totalCount: 61 },
  'POST /api/get-chargebacks': { chargebacks: [], nextCursor: null, openCount: 3 },
  'GET /api/reconcile-runs': { runs: [], openCount: 0, nextCursor: null },
}
const open = (changed: Partial<typeof board> = {}, openCount = 3, totalCount = 61) =>
  renderScreen(<OperatorMoney />, {
    path: '/operator/money',
    user: { type: 'Operator' },
    replies: {
      ...replies,
      'GET /api/operator-board': { ...board, ...changed },
      'POST /api/get-chargebacks': { chargebacks: [], nextCursor: null, openCount },
      'GET /api/failed-refunds': { refunds: [], nextCursor: null, totalCount },
    },
  })

test('money opens on what needs a hand, each with the way to it', async () => {
  await open()
  expect(screen.getByRole('tab', { name: 'To do', selected: true })).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    'Chargebacks to answer3',
    'Refunds that failed61',
    'Payouts that failed1',
    'Declined payments, $452',
  ])
  expect(screen.getByRole('link', { name: /^Declined payments/ }).getAttribute('href')).toBe(
    '/operator/money?show=payments&state=declined',
  )
})

test('where nothing waits it says so', async () => {
  await open({ waiting: {} }, 0, 0)
  expect(screen.getByText('No money waits for anybody.')).toBeTruthy()
})
