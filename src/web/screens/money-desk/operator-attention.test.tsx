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
  waiting: { unassigned: 0, unconfirmed: 0, late: 0, missed: 0, flagged: 0, declined: 0, failed_payouts: 1 },
  openDisputes: 0,
  waitingLateCompletions: 0,
  declinedPayments: 2,
  declinedCents: cents(4_500),
  delayedPayouts: 0,
  parkedTasks: 0,
}
const replies = {
  'GET /api/operator-board': board,
  'GET /api/failed-refunds': { refunds: [], nextCursor: null },
  'POST /api/get-chargebacks': { chargebacks: [], nextCursor: null, openCount: 3 },
  'GET /api/reconcile-runs': { runs: [], openCount: 0, nextCursor: null },
}
const open = (changed: Partial<typeof board> = {}, openCount = 3) =>
  renderScreen(<OperatorMoney />, {
    path: '/operator/money',
    user: { type: 'Operator' },
    replies: {
      ...replies,
      'GET /api/operator-board': { ...board, ...changed },
      'POST /api/get-chargebacks': { chargebacks: [], nextCursor: null, openCount },
    },
  })

test('money opens on what needs a hand, each with the way to it', async () => {
  await open()
  expect(screen.getByRole('tab', { name: 'To do', selected: true })).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual(['Chargebacks to answer3', 'Payouts that failed1', 'Declined payments, $452'])
  expect(screen.getByRole('link', { name: /^Declined payments/ }).getAttribute('href')).toBe(
    '/operator/money?show=payments&state=declined',
  )
})

test('where nothing waits it says so', async () => {
  await open({ declinedPayments: 0, waiting: { ...board.waiting, failed_payouts: 0 } }, 0)
  expect(screen.getByText('No money waits for anybody.')).toBeTruthy()
})
