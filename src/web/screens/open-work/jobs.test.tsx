import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AssignmentId, PropertyId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { CrewVisit } from '#web/screens/crew/visit.tsx'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { jobRoutesWith, services } from '#web/stops/crew-screens.testing.ts'
import { FindWork } from './jobs.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const pressFirst = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getAllByRole('button', { name })[0]!))
const openTab = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('tab', { name })))

const reliability: Reply<'POST /api/get-reliability'> = {
  share: null,
  kept: 0,
  lateReleases: 0,
  missed: 0,
  windowDays: 90,
  noticeHours: 48,
  graceMinutes: 120,
}

function renderJobs(more: Replies = {}) {
  const replies: Replies = {
    'GET /api/services': services,
    'POST /api/get-job-routes': jobRoutesWith(),
    'POST /api/get-reliability': reliability,
    ...more,
  }
  return renderScreen(<FindWork />, { user: { type: 'Crew' }, replies })
}

test('a route says what it pays, what it takes and what it keeps', async () => {
  await renderJobs()
  const card = screen.getByRole('region', { name: 'Tuesday' })
  expect(within(card).getByText('$7')).toBeTruthy()
  expect(within(card).getByText('$21 an hour')).toBeTruthy()
  expect(card.textContent).toContain('1 new stop · 1 you have')
  expect(card.textContent).toContain('20 min driving (4.0 mi)')
  await act(async () => fireEvent.click(within(card).getByRole('button', { name: 'Stops and times' })))
  expect(within(card).getByText('You have it')).toBeTruthy()
})

test('ux 18: each route says why it is recommended, and keeps that where one weekday is shown', async () => {
  const { recommendedRoutes } = jobRoutesWith()
  const [tuesday, saturday] = recommendedRoutes
  const routes = [
    { ...tuesday!, stops: tuesday!.stops.slice(0, 1), payPerHourCents: cents(3_000) },
    { ...saturday!, drivingMinutes: 30 },
    { ...saturday!, routeKey: 'other', drivingMinutes: 25, newPayCents: cents(900) },
  ]
  await renderJobs({ 'POST /api/get-job-routes': jobRoutesWith({ recommendedRoutes: routes }) })
  const labels = () => screen.getAllByRole('region').map((card) => card.querySelector('header')?.textContent)
  const all = labels()
  expect(all[0]).toContain('Best pay per hour')
  expect(all[1]).toContain('Fits your Saturday')
  expect(all[2]).toContain('Most pay')
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Saturday' })))
  expect(labels()).toEqual(all.slice(1))
})

test('taking a route asks first and sends the stops in their order', async () => {
  const { calls, settle } = await renderJobs({
    'POST /api/take-route': {
      assignmentIds: ['assignment-1' as AssignmentId],
      weekday: 2 as Reply<'POST /api/take-route'>['weekday'],
      firstDate: '2026-03-03' as LocalDate,
      visitCount: 4,
    },
  })
  await pressFirst('Take this route')
  expect(calls.some(({ key }) => key === 'POST /api/take-route')).toBe(false)
  await press('Yes, take it')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/take-route')?.body).toEqual({
    weekday: 2,
    stops: [{ weeklyJobId: 'job-1' }, { weeklyJobId: 'job-2' }],
  })
  expect(screen.getAllByText('1 stop is yours.').length).toBeGreaterThan(0)
  expect(calls.filter(({ key }) => key === 'POST /api/get-job-routes')).toHaveLength(2)
})

test('ux 3: before taking it is said until when giving back is free, and what counts after that', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-02T22:43:00Z'))
  const { settle } = await renderJobs()
  await pressFirst('Take this route')
  await settle()
  const rule = within(screen.getByRole('dialog')).getByText(/Changed your mind/)
  expect(rule.textContent).toMatch(
    /Until 5:43.PM you can give it back, and nothing is held against you\. After that, a visit given back less than 48 hours before it begins counts against your reliability\./,
  )
})

test('who was slower gets a kind answer and is shown what is open now', async () => {
  const { calls, settle } = await renderJobs({
    'POST /api/take-route': () => {
      throw refusal(409, { error: 'Another crew was faster: Bins, Highland.', code: 'offer_taken' })
    },
  })
  await pressFirst('Take this route')
  await press('Yes, take it')
  await settle()
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('Someone was faster')
  expect(alert.textContent).toContain('Another crew was faster: Bins, Highland.')
  expect(screen.queryByRole('button', { name: 'Yes, take it' })).toBeNull()
  expect(calls.filter(({ key }) => key === 'POST /api/get-job-routes')).toHaveLength(2)
  await press('See what is open')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a single job is taken on the weekdays chosen', async () => {
  const { calls, settle } = await renderJobs({ 'POST /api/take-weekly-job': { days: [] } })
  await openTab(/Single jobs/)
  await press(/Bins to the curb/)
  expect(screen.getByText(/for \$14.70 a week/)).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByLabelText('Saturday, $7.70')))
  await press('Yes, take it')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/take-weekly-job')?.body).toEqual({
    weeklyJobId: 'job-1',
    weekdays: [2],
  })
})

test('on a desk the chosen route stands beside its list', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await renderJobs()
  expect(screen.getAllByRole('button', { name: 'Take this route' })).toHaveLength(1)
  const list = screen.getByRole('list', { name: 'Routes' })
  const rows = within(list).getAllByRole('button')
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(['true', null])
  await act(async () => fireEvent.click(rows[1]!))
  expect(screen.getByRole('region', { name: 'Saturday' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Tuesday' })).toBeNull()
})

test('a weekday chosen shows its routes alone', async () => {
  await renderJobs()
  await openTab('By day')
  expect(screen.getByText('You do not work')).toBeTruthy()
  await press(/Saturday/)
  expect(screen.getAllByRole('button', { name: 'Take this route' })).toHaveLength(1)
  expect(screen.getByRole('region', { name: 'Saturday' })).toBeTruthy()
})

test('field §3, 7: what stops payouts, and when, is said before a route is taken', async () => {
  await renderJobs({
    'POST /api/get-job-routes': jobRoutesWith({
      payoutWarning: 'due',
      payoutDueAt: '2026-04-01T18:00:00.000Z',
    }),
  })
  expect(screen.getByText(/Answer by Apr 1, 2026, or payouts stop/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Payout account' }).getAttribute('href')).toBe('/stripe-connect')
  cleanup()
  await renderJobs({ 'POST /api/get-job-routes': jobRoutesWith({ payoutWarning: 'none' }) })
  expect(screen.getByText(/You have no payout account yet/)).toBeTruthy()
})

test('a crew without a base is asked for one; without routes it is shown why', async () => {
  await renderJobs({ 'POST /api/get-job-routes': jobRoutesWith({ base: null }) })
  expect(screen.getByRole('link', { name: 'Set my base' })).toBeTruthy()
  cleanup()
  await renderJobs({ 'POST /api/get-job-routes': jobRoutesWith({ recommendedRoutes: [] }) })
  expect(screen.getByText('No route right now')).toBeTruthy()
})

test('a visit shows its crew the place, the proof and the pay', async () => {
  const visit = {
    id: 'visit-1' as VisitId,
    weeklyJobId: 'job-1' as WeeklyJobId,
    propertyId: 'property-1' as PropertyId,
    propertyName: 'Blue house',
    address: '1 Larimer St',
    timeZone: 'America/Denver',
    serviceKey: 'bins',
    date: '2026-03-02' as LocalDate,
    startsAt: '2026-03-02T15:00:00.000Z',
    endsAt: '2026-03-02T19:00:00.000Z',
    isAnytime: false,
    quantity: 2,
    state: 'completed',
    crewFirstName: 'Maria',
    completedAt: '2026-03-02T16:30:00.000Z',
    priceCents: null,
    isFlagged: true,
    canSkip: false,
    canUnskip: false,
    lat: 39.74,
    lng: -104.99,
    accessNotes: '',
    notes: 'Mind the dog',
    photosRequired: 1,
    crewPayCents: cents(700),
    completedDistanceFeet: 620,
    paymentId: null,
    orderId: null,
    orderPhotos: [],
    photos: [],
    timeline: [],
  } as Reply<'GET /api/visit'>
  await renderScreen(<CrewVisit />, {
    path: '/visit/visit-1',
    pattern: '/visit/:visit_id',
    user: { type: 'Crew' },
    replies: { 'GET /api/services': services, 'GET /api/visit': visit },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Blue house')
  expect(screen.getByText('$7')).toBeTruthy()
  expect(screen.getByText('Mind the dog')).toBeTruthy()
  expect(screen.getByText(/9:30.AM · 620 ft from the place/)).toBeTruthy()
  expect(screen.getByText('Under review')).toBeTruthy()
})
