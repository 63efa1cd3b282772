import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Board } from './board.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const quiet: Reply<'GET /api/operator-board'> = {
  today: '2026-03-02',
  visitsToday: {},
  visitsThisWeek: {},
  waiting: {},
  markets: [{ id: 'denver', name: 'Denver', isCurrent: true, counts: {} }],
  declinedCents: cents(0),
  delayedPayouts: 0,
}

function open(over: Partial<typeof quiet>) {
  return renderScreen(<Board />, {
    user: { type: 'Operator' },
    replies: {
      'GET /api/operator-board': { ...quiet, ...over },
      'GET /api/unassigned-visits': { visits: [], totalCount: 0 },
      'GET /api/services': [],
      'POST /api/use-market': { ok: true },
    },
  })
}

test('ux 12: what needs the operator leads to its screen where it has one', async () => {
  await open({
    waiting: {
      unassigned: 4,
      late: 1,
      flagged: 100,
      failed_payouts: 5,
      disputes: 2,
      late_reports: 3,
      silent_feeds: 2,
      declined: 1,
      chargebacks: 1,
      differences: 8,
      referrals: 9,
      parked: 6,
    },
    declinedCents: cents(1_250),
    delayedPayouts: 7,
  })
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['1visit late now: the time is over, the work not done', '/operator/queues/late'],
    ['4visits of the coming week without a crew', '/operator/queues/unassigned'],
    ['99+completions to review: done far from the place or without a location', '/operator/queues/flagged'],
    ['2problems that customers reported, to decide', '/operator/queues/disputes'],
    ['3late reports of crews, to decide', '/operator/queues/late_reports'],
    ['2guest calendars that went silent', '/operator/queues/silent_feeds'],
    ['1declined payment of $12.50', '/operator/queues/declined'],
    ['5failed payouts in the last four weeks', '/operator/queues/failed_payouts'],
    ['1chargeback waits for evidence', '/operator/queues/chargebacks'],
    ['8differences in the books to explain', '/operator/queues/differences'],
    ['9referrals between accounts that share something', '/operator/queues/referrals'],
    ['6background tasks that gave up', '/operator/queues/parked'],
    [
      '7payouts wait because our balance at the payment provider is too low: fill it up',
      '/operator/money?show=payouts&state=sending',
    ],
  ])
})

test('an operator of two cities sees what waits in each, and goes to the other with one press', async () => {
  const { calls } = await open({
    markets: [
      { id: 'denver', name: 'Denver', isCurrent: true, counts: { late: 2, missed: 0 } },
      { id: 'phoenix', name: 'Phoenix', isCurrent: false, counts: { late: 1, missed: 120 } },
    ],
  })
  const table = within(screen.getByRole('table', { name: 'In every city' }))
  const rows = table.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(['QueueDenverPhoenix', 'Late nowDenver2Phoenix1', 'MissedDenver0Phoenix99+'])
  const here = table.getByRole('link', { name: '2: Late now, Denver' })
  expect(here.getAttribute('href')).toBe('/operator/queues/late')
  fireEvent.click(table.getByRole('button', { name: '99+: Missed, Phoenix' }))
  await waitFor(() =>
    expect(calls.find(({ key }) => key === 'POST /api/use-market')?.body).toEqual({ marketId: 'phoenix' }),
  )
})

test('a board on which nothing waits says so', async () => {
  await open({})
  expect(screen.getByText('Nothing needs you right now.')).toBeDefined()
  expect(screen.queryAllByRole('link')).toEqual([])
})
