import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Board } from './board.tsx'
import { People } from './people.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const quiet: Reply<'GET /api/operator-board'> = {
  today: '2026-03-02',
  visitsToday: {},
  visitsThisWeek: {},
  waiting: { unassigned: 0, unconfirmed: 0, late: 0, missed: 0, flagged: 0, declined: 0, failed_payouts: 0 },
  openDisputes: 0,
  waitingLateCompletions: 0,
  declinedPayments: 0,
  declinedCents: cents(0),
  delayedPayouts: 0,
  parkedTasks: 0,
}

function open(over: Partial<typeof quiet>) {
  return renderScreen(<Board />, {
    user: { type: 'Operator' },
    replies: {
      'GET /api/operator-board': { ...quiet, ...over },
      'GET /api/unassigned-visits': { visits: [], totalCount: 0 },
      'GET /api/services': [],
    },
  })
}

test('what needs the operator leads to its screen where it has one', async () => {
  await open({
    waiting: { ...quiet.waiting, unassigned: 4, late: 1, flagged: 100, failed_payouts: 5 },
    openDisputes: 2,
    waitingLateCompletions: 3,
    declinedPayments: 1,
    declinedCents: cents(1_250),
    delayedPayouts: 7,
    parkedTasks: 6,
  })
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['2problems that customers reported, to decide', '/operator/disputes'],
    ['3late reports of crews, to decide', '/operator/late-completions'],
    ['1visit late now: the time is over, the work not done', '/operator/queues/late'],
    ['4visits of the coming week without a crew', '/operator/queues/unassigned'],
    ['99+completions to review: done far from the place or without a location', '/operator/queues/flagged'],
    ['1declined payment of $12.50', '/operator/money?show=payments&state=declined'],
    [
      '7payouts wait because our balance at the payment provider is too low: fill it up',
      '/operator/money?show=payouts&state=sending',
    ],
    ['5failed payouts in the last four weeks', '/operator/queues/failed_payouts'],
    ['6background tasks that gave up', '/operator/system'],
  ])
})

test('a board on which nothing waits says so', async () => {
  await open({})
  expect(screen.getByText('Nothing needs you right now.')).toBeDefined()
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('people: a crew with the average of its ratings, how many, and how it keeps its word', async () => {
  const person = {
    id: 'crew-1' as UserId,
    type: 'Crew' as const,
    name: 'Marco Ruiz',
    email: 'marco@demo.test',
    phone: null,
    frozenUntil: null,
    frozenNotes: null,
    sponsorName: null,
    reliability: 0.97,
    rating: { stars: 4.25, count: 8 },
    photoUrl: null,
    createdAt: '2026-03-02T16:00:00.000Z',
  }
  await renderScreen(<People />, {
    user: { type: 'Operator' },
    replies: {
      'POST /api/find-people': {
        people: [
          person,
          { ...person, id: 'crew-2' as UserId, name: 'New Crew', rating: { stars: null, count: 0 } },
        ],
        nextCursor: null,
      },
    },
  })
  expect(screen.getByText('marco@demo.test · 4.3 of 5 from 8 ratings · 97% reliable')).toBeDefined()
  expect(screen.getByText('marco@demo.test · 97% reliable')).toBeDefined()
})
