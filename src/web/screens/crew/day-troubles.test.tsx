import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { TimeOffId, UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { dayWith, stopWith } from '#web/stops/crew-screens.testing.ts'
import { queuedDay } from '#web/stops/queued-stop.ts'
import { dayInTime } from '#web/visits/today.testing.ts'
import { DayTroubles } from './day-troubles.tsx'

// The sheet comes apart; here it is there.
beforeAll(async () => {
  await import('./ill-sheet.tsx')
  await import('#web/stops/late-sheet.tsx')
  await import('#web/offline/show-day-said.ts')
  await import('#web/offline/start.ts')
  await import('#web/offline/queue/queue.ts')
}, 60_000)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const WAIT = { timeout: 15_000 }
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

const cost: Reply<'POST /api/preview-time-off'> = {
  visits: [
    {
      visitId: 'a' as VisitId,
      date: localDate('2026-03-02'),
      propertyName: 'Blue house',
      serviceKey: 'bins',
      payCents: cents(700),
      isLate: true,
      freeUntil: '2026-02-28T16:00:00.000Z',
      timeZone: 'America/Denver',
    },
  ],
  lostPayCents: cents(700),
  lateCount: 1,
  noticeHours: 48,
  reliability: 0.95,
  reliabilityAfter: 0.905,
  trip: null,
}

const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Two stops that are left: the first within its window for ten minutes more, the other for hours. */
const stops = [
  stopWith({ propertyName: 'Blue house', address: '1 Larimer St' }),
  stopWith({ propertyName: 'Red house', address: '2 Larimer St' }),
]
const leg = { driveSeconds: 0, serviceSeconds: 600, opensAt: hour(-1), isNotified: false }
const plan = {
  ...dayInTime,
  leavesAt: hour(-1),
  legs: stops.map(({ visitId }, index) => ({ ...leg, visitId, closesAt: hour(index === 0 ? 0.2 : 6) })),
}

function renderTroubles(replies: Replies = {}, shown = stops) {
  const day = queuedDay(dayWith(shown), [])
  return renderScreen(<DayTroubles today={localDate('2026-03-02')} stops={day.stops} />, {
    user: { type: 'Crew', id: crypto.randomUUID() as UserId, time_zone: 'America/Denver' },
    replies: {
      'POST /api/preview-time-off': cost,
      'GET /api/day': dayWith(shown),
      'GET /api/day-plan': plan,
      ...replies,
    },
  })
}

test('ux 21: ill is said on the day itself, with what it brings before it is sent, and an undo', async () => {
  const { calls, settle } = await renderTroubles({
    'POST /api/add-time-off': { timeOffId: 'off-1' as TimeOffId, releasedVisitCount: 1, lateCount: 1 },
    'POST /api/remove-time-off': { returnedVisitCount: 1 },
  })
  await press(/ill$/)
  await settle()
  const sheet = within(screen.getByRole('dialog'))
  expect(sheet.getByText('Your visit on Monday, March 2 goes to other crews: $7 less for you.')).toBeTruthy()
  expect(sheet.getByText('Your reliability goes from 95% to 91%.')).toBeTruthy()
  expect(sheet.getByText(/A customer is told if nobody takes the visit soon/)).toBeTruthy()
  expect(calls.some(({ key }) => key === 'POST /api/add-time-off')).toBe(false)
  await act(async () => fireEvent.click(sheet.getByLabelText('2 days')))
  await settle()
  await press('Give these visits to others')
  await settle()
  const sent = () => calls.find(({ key }) => key === 'POST /api/add-time-off')
  await vi.waitFor(() => expect(sent()).toBeTruthy(), WAIT)
  expect(sent()!.body).toEqual({
    from: '2026-03-02',
    to: '2026-03-03',
    note: 'Ill',
    isTripReleased: false,
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.waitFor(() => expect(screen.getByText(/^Get well soon/)).toBeTruthy(), WAIT)
  await press('Undo')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/remove-time-off')?.body).toEqual({ timeOffId: 'off-1' })
})

test('of a visit that the crew has set out for it asks, and nobody decides for it', async () => {
  const { calls, settle } = await renderTroubles({}, [
    stopWith({ propertyName: 'Blue house', state: 'en_route' }),
  ])
  await press(/ill$/)
  await settle()
  const sheet = within(screen.getByRole('dialog'))
  const send = () => sheet.getByRole<HTMLButtonElement>('button', { name: 'Give these visits to others' })
  expect(sheet.getByText('You’ve set out for Blue house. What about that visit?')).toBeTruthy()
  expect(send().disabled).toBe(true)
  await act(async () => fireEvent.click(sheet.getByLabelText('Give it to others too')))
  await settle()
  expect(send().disabled).toBe(false)
  expect(calls.findLast(({ key }) => key === 'POST /api/preview-time-off')?.body).toMatchObject({
    isTripReleased: true,
  })
})

test('late names who hears it before it goes out, and can be taken back', async () => {
  const { calls, settle } = await renderTroubles({
    'POST /api/report-late': { stops: [], notifiedCount: 1 },
    'POST /api/report-on-time': { stops: [], notifiedCount: 1 },
  })
  await press(/late$/)
  await settle()
  const sheet = within(screen.getByRole('dialog'))
  expect(sheet.getByText('This customer hears it:')).toBeTruthy()
  expect(sheet.getByText('1 Larimer St')).toBeTruthy()
  expect(sheet.queryByText('2 Larimer St')).toBeNull()
  expect(calls.some(({ key }) => key === 'POST /api/report-late')).toBe(false)
  await press('Send')
  await vi.waitFor(() => expect(screen.getByText('We told 1 customer.')).toBeTruthy(), WAIT)
  await press('Undo')
  await vi.waitFor(() => expect(screen.getByText('1 customer has the new time.')).toBeTruthy(), WAIT)
})

test('whoever has heard it is counted on the day, with the way back', async () => {
  const legs = plan.legs.map((each) => ({ ...each, isNotified: true }))
  const { calls } = await renderTroubles({
    'GET /api/day-plan': { ...plan, legs },
    'POST /api/report-on-time': { stops: [], notifiedCount: 2 },
  })
  expect(screen.getByText('2 customers know that you’re late')).toBeTruthy()
  await press('On time again')
  const said = () => calls.some(({ key }) => key === 'POST /api/report-on-time')
  await vi.waitFor(() => expect(said()).toBe(true), WAIT)
})

test('without a connection both are written down, and the sheets say when they go out', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { settle } = await renderTroubles({
    'POST /api/report-late': () => {
      throw refusal(503, { error: 'Away.', code: 'unavailable' })
    },
  })
  await press(/late$/)
  await settle()
  expect(screen.getByText('You’re offline. It goes out when you’re connected.')).toBeTruthy()
  expect(screen.getByText('This customer hears it:')).toBeTruthy()
  await press('Send')
  await vi.waitFor(
    () => expect(screen.getByText('Running 15 min late: goes out when you’re connected')).toBeTruthy(),
    WAIT,
  )
  await press(/ill$/)
  await settle()
  expect(screen.getByText('2 visits of today go to others:')).toBeTruthy()
})
