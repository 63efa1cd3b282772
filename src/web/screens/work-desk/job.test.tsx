import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type PropertyId, toId, type UserId, type WeeklyJobId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import { EVERY_WEEK } from '#domain/schedule/rhythm.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { OperatorJob } from './job.tsx'
import { OperatorPlace } from './place.tsx'

beforeAll(async () => {
  await Promise.all([import('./book-dialog.tsx'), import('#web/ui/dialogs/prompt-dialog.tsx')])
})
afterEach(cleanup)

const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
const jobId = toId<WeeklyJobId>(uuid(1))
const propertyId = toId<PropertyId>(uuid(2))
const customer = { id: toId<UserId>(uuid(3)), name: 'Jane Cole', phone: null }
const at = '2026-03-02T17:00:00.000Z'

const job: Reply<'GET /api/operator-job'> = {
  id: jobId,
  serviceKey: 'bins',
  placeName: 'Maple House',
  timeZone: 'America/Denver',
  customer,
  propertyId,
  bookedAt: at,
  crews: [
    {
      id: toId<UserId>(uuid(4)),
      name: 'Nia Crew',
      weekday: 2,
      from: localDate('2026-03-03'),
      takenAt: at,
      releasedAt: null,
      isLate: false,
    },
  ],
}
const terms: Reply<'GET /api/weekly-job'> = {
  id: jobId,
  propertyId,
  propertyName: 'Maple House',
  address: null,
  timeZone: 'America/Denver',
  serviceKey: 'bins',
  weekdays: [2],
  rhythm: EVERY_WEEK,
  windowStart: null,
  windowEnd: null,
  quantity: 1,
  startsOn: localDate('2026-03-02'),
  endsOn: null,
  state: 'active',
  notes: '',
  nextVisitOn: null,
  perWeekCents: cents(1200),
  perMonthCents: cents(5200),
  perVisitCents: cents(1200),
  nextDates: [],
  coveredWeekdays: [2],
  crewFirstNames: [],
  skippedDates: [],
  pauses: [],
  comingVisits: [],
  termsUntil: [],
}
const place: Reply<'GET /api/operator-place'> = {
  id: propertyId,
  name: 'Maple House',
  address: '12 Maple St',
  timeZone: 'America/Denver',
  lat: 39.7,
  lng: -105,
  accessNotes: 'Gate 4411',
  groupName: null,
  isRemoved: false,
  customer,
  complex: null,
  jobs: [
    {
      id: jobId,
      serviceKey: 'bins',
      weekdays: [2],
      rhythm: EVERY_WEEK,
      windowStart: null,
      windowEnd: null,
      quantity: 1,
      state: 'active',
      crewNames: ['Nia Crew'],
    },
  ],
}
const common: Replies = {
  'GET /api/operator-job': job,
  'GET /api/operator-place': place,
  'GET /api/weekly-job': terms,
  'GET /api/services': [],
  'GET /api/person-visits': { visits: [], nextCursor: null },
}

test('an operator ends a weekly job with the customer’s own button, for the customer', async () => {
  const { calls, settle } = await renderScreen(<OperatorJob />, {
    path: `/operator/job/${jobId}?show=crews`,
    pattern: '/operator/job/:job_id',
    user: { type: 'Operator' },
    replies: { ...common, 'POST /api/cancel-weekly-job': { ok: true, cancelledVisitCount: 3 } },
  })
  expect(screen.getByText(/Tuesday, from Mar 3, 2026/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Maple House' }).getAttribute('href')).toBe(
    `/operator/place/${propertyId}`,
  )
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'End it' })))
  const buttons = await screen.findAllByRole('button', { name: 'End it' })
  await act(async () => void fireEvent.click(buttons.at(-1)!))
  await settle()
  const sent = calls.find(({ key }) => key === 'POST /api/cancel-weekly-job')
  expect(sent?.body).toEqual({ weeklyJobId: jobId })
  expect(sent?.headers.get('Acting-For')).toBe(customer.id)
  expect(calls.find(({ key }) => key === 'GET /api/weekly-job')?.headers.get('Acting-For')).toBe(customer.id)
})

test('a place shows how one gets in and its weekly work', async () => {
  await renderScreen(<OperatorPlace />, {
    path: `/operator/place/${propertyId}`,
    pattern: '/operator/place/:place_id',
    user: { type: 'Operator' },
    replies: common,
  })
  expect(screen.getByText('Gate 4411')).toBeTruthy()
  expect(
    screen
      .getByText(/Tue · .* · Nia Crew/)
      .closest('a')
      ?.getAttribute('href'),
  ).toBe(`/operator/job/${jobId}`)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Book weekly work' })))
  expect(await screen.findByRole('heading', { name: 'Book weekly work at Maple House' })).toBeTruthy()
})
