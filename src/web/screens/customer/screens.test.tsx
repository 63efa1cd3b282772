import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Cents } from '#domain/money.ts'
import { EVERY_WEEK } from '#domain/schedule/rhythm.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { urls } from '#web/urls.ts'
import { nowWith } from '#web/visits/today.testing.ts'
import { CustomerHome } from './home.tsx'
import { CustomerJobs } from './jobs.tsx'
import { CustomerJobsList } from './jobs-list.tsx'
import { CustomerVisit } from './visit.tsx'

afterEach(cleanup)

const ID_TEXT = '0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c01'
/** Stands for rows of several nouns. */
const ID = ID_TEXT as never
const OTHER = '22222222-2222-4222-8222-222222222222' as never
const user = { type: 'Customer', name: 'Ann Lee', time_zone: 'America/Denver' } as const
const cents = (value: number) => value as Cents
const day = (text: string) => text as LocalDate

const bins: Reply<'GET /api/services'>[number] = {
  key: 'bins',
  nameEn: 'Bins to the curb and back',
  nameEs: 'Botes a la acera y de vuelta',
  unitEn: 'bin',
  unitEs: 'bote',
  unitsEn: 'bins',
  unitsEs: 'botes',
  icon: 'bin',
  minutes: 5,
  minutesPerUnit: 1,
  photosRequired: 1,
  isWeekly: true,
  isOffered: true,
  price: null,
}

const visit: Reply<'POST /api/get-visits'>['visits'][number] = {
  id: ID,
  weeklyJobId: ID,
  propertyId: ID,
  propertyName: 'Elm',
  address: '12 Elm St',
  timeZone: 'America/Phoenix',
  serviceKey: 'bins',
  date: day('2030-01-08'),
  startsAt: '2030-01-08T14:00:00.000Z',
  endsAt: '2030-01-08T16:00:00.000Z',
  isAnytime: false,
  quantity: 2,
  state: 'confirmed',
  crewFirstName: 'Rosa',
  completedAt: null,
  priceCents: cents(1000),
}

const details: Reply<'GET /api/visit'> = {
  ...visit,
  canSkip: true,
  canUnskip: false,
  lat: 39.7,
  lng: -104.9,
  accessNotes: '',
  notes: 'Gate 12',
  photosRequired: 1,
  priceLines: [{ kind: 'service', amountCents: cents(1000) }],
  totalCents: cents(1000),
  paymentId: null,
  orderId: null,
  orderPhotos: [],
  photos: [],
  timeline: [],
}

const job: Reply<'GET /api/weekly-job'> = {
  id: ID,
  propertyId: ID,
  propertyName: 'Elm',
  address: null,
  timeZone: 'America/Denver',
  serviceKey: 'bins',
  weekdays: [1, 3],
  rhythm: EVERY_WEEK,
  windowStart: '07:00' as LocalTime,
  windowEnd: '09:00' as LocalTime,
  quantity: 2,
  startsOn: day('2026-03-02'),
  endsOn: null,
  state: 'active',
  notes: '',
  nextVisitOn: day('2030-01-08'),
  perWeekCents: cents(2000),
  perMonthCents: cents(8667),
  perVisitCents: cents(1000),
  nextDates: [day('2030-01-08'), day('2030-01-14')],
  coveredWeekdays: [1],
  crewFirstNames: [],
  skippedDates: [day('2030-02-04')],
  pauses: [],
  comingVisits: [
    { id: ID, date: day('2030-01-08'), state: 'confirmed' },
    { id: ID, date: day('2030-01-10'), state: 'skipped' },
  ],
  termsUntil: [],
}

const page = { visits: [visit], nextCursor: null, countByState: { confirmed: 1, missed: 2 }, totalCount: 1 }
const replies: Replies = {
  'GET /api/services': [bins],
  'POST /api/get-visits': page,
  'GET /api/visit': details,
  'GET /api/visit-now': nowWith({ visitId: ID }),
  'GET /api/visit-timeline': { timeZone: details.timeZone, entries: [] },
  'GET /api/weekly-job': job,
  'POST /api/get-weekly-jobs': { jobs: [job], nextCursor: null, totalCount: 1 },
  'GET /api/job-filters': { filters: [], crews: [] },
  'GET /api/bulk-changes': { changes: [] },
}

test('home says what needs a hand first, then today and what comes', async () => {
  const summary: Reply<'GET /api/customer-summary'> = {
    today: day('2030-01-08'),
    todayVisits: [visit, { ...visit, id: OTHER, state: 'missed' }],
    comingVisits: [],
    propertyCount: 1,
    weeklyJobCount: 1,
    waitingJobCount: 0,
    news: [
      { kind: 'access', visitId: ID, expectedAt: null },
      { kind: 'missed', visitId: OTHER, expectedAt: null },
    ],
    nextVisitId: ID,
    alerts: [{ kind: 'payment_declined', paymentId: ID, amountCents: cents(2500), paused: true }],
  }
  await renderScreen(<CustomerHome />, {
    user,
    replies: {
      ...replies,
      'GET /api/customer-summary': summary,
      'GET /api/properties': [],
      'GET /api/visit-crew': {
        crew: { firstName: 'Rosa', photoUrl: null, stars: 4.8, ratingCount: 12, doneCount: 40 },
      },
    },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello, Ann')
  const declined = screen.getByText('Your payment of $25 did not go through')
  const door = screen.getByRole('region', { name: 'Rosa cannot get in' })
  const missed = screen.getByText('Nobody came today')
  const isBefore = (a: Element, b: Element) =>
    (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect([isBefore(door, declined), isBefore(declined, missed)]).toEqual([true, true])
  expect(within(door).getByRole('link').getAttribute('href')).toBe(`/visit/${ID_TEXT}`)
  expect(screen.getByText('4.8 from 12 ratings')).toBeDefined()
  expect(screen.getByRole('link', { name: 'See the payment' }).getAttribute('href')).toBe(
    `/account/payments/${ID_TEXT}`,
  )
  expect(screen.getByRole('link', { name: 'Book a service' }).getAttribute('href')).toBe('/jobs?book=new')
  const today = screen.getByRole('list', { name: 'Today' })
  expect(within(today).getAllByText('Bins to the curb and back')).toHaveLength(2)
  expect(screen.getByText('No visits in the next four weeks.')).toBeDefined()
})

test('a visit shows the time of the place, what skipping means for the bill, and skips', async () => {
  const view = await renderScreen(<CustomerVisit />, {
    path: `/visit/${ID_TEXT}`,
    pattern: urls.visit.path,
    user,
    replies: { ...replies, 'POST /api/skip-visit': { ok: true } },
  })
  // Phoenix is two hours behind Denver’s summer and level with its winter: 14:00Z is 7 AM there all year.
  expect(screen.getByText('Tuesday, January 8 · 7:00 AM – 9:00 AM')).toBeDefined()
  expect(screen.getByText('Time of the place (Mountain Standard Time)')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Skip this visit' }))
  await view.settle()
  const prompt = await screen.findByRole('dialog')
  expect(within(prompt).getByText('You won’t be charged $10 for it. You can put it back.')).toBeDefined()
  fireEvent.click(within(prompt).getByRole('button', { name: 'Skip this visit' }))
  await view.settle()
  expect(view.calls.find((sent) => sent.key === 'POST /api/skip-visit')?.body).toEqual({ visitId: ID })
})

test('a done visit shows its photos, what was charged and its story', async () => {
  const done: Reply<'GET /api/visit'> = {
    ...details,
    state: 'completed',
    canSkip: false,
    photos: [
      { id: ID, url: '/api/photo?id=1', width: 800, height: 600, takenAt: '2030-01-08T15:00:00.000Z' },
    ],
  }
  await renderScreen(<CustomerVisit />, {
    path: `/visit/${ID_TEXT}`,
    pattern: urls.visit.path,
    user,
    replies: {
      ...replies,
      'GET /api/visit': done,
      'GET /api/visit-timeline': {
        timeZone: done.timeZone,
        entries: [
          {
            what: 'complete',
            at: '2030-01-08T15:00:00.000Z',
            receivedAt: null,
            by: 'crew',
            byName: 'Maria',
            isMe: false,
            reason: null,
            note: null,
            amountCents: null,
            expectedAt: null,
          },
        ],
      },
    },
  })
  expect(screen.getByRole('img', { name: /^Photo 1, Jan 8, 2030, 8:00 AM$/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Skip this visit' })).toBeNull()
  expect(within(screen.getByRole('region', { name: 'What happened' })).getByText('Done')).toBeDefined()
})

test('the table keeps its filters in the address, sorts on the server and downloads what is shown', async () => {
  const view = await renderScreen(<CustomerJobsList />, {
    path: '/jobs-list?from=2030-01-01&to=2030-01-31&states=missed&search=elm',
    user,
    replies,
  })
  const asked = () => view.calls.filter((sent) => sent.key === 'POST /api/get-visits').at(-1)?.body
  expect(asked()).toMatchObject({
    from: '2030-01-01',
    to: '2030-01-31',
    states: ['missed'],
    search: 'elm',
    sort: 'time',
  })
  const download = screen.getByRole('link', { name: 'Download CSV' })
  expect(decodeURIComponent(download.getAttribute('href')!)).toBe(
    '/api/export-visits?from=2030-01-01&to=2030-01-31&states=["missed"]&search=elm',
  )
  fireEvent.click(within(screen.getByRole('table')).getByRole('button', { name: 'Sort by Property' }))
  await view.settle()
  expect(asked()).toMatchObject({ sort: 'property', isDescending: false })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Confirmed 1' }))
  await view.settle()
  expect(asked()).toMatchObject({ states: ['confirmed', 'missed'] })
})

test('ending a weekly service says before what it means, and pausing sends the range', async () => {
  const view = await renderScreen(<CustomerJobs />, {
    path: `/jobs?tab=weekly&job=${ID_TEXT}`,
    user,
    replies: {
      ...replies,
      'POST /api/pause-weekly-job': { ok: true, skippedVisitCount: 2 },
      'POST /api/cancel-weekly-job': { ok: true, cancelledVisitCount: 1 },
    },
  })
  await screen.findByRole('dialog')
  await view.settle()
  const sheet = screen.getByRole('dialog')
  expect(within(sheet).getByText('Every Mon, Wed, 7:00 – 9:00 AM')).toBeDefined()
  expect(within(sheet).getByText(/A crew has Mon$/)).toBeDefined()
  expect(within(sheet).getByText('Skipped dates: Mon, Feb 4')).toBeDefined()
  fireEvent.click(within(sheet).getByRole('button', { name: 'Pause' }))
  await view.settle()
  expect(screen.getByText('You pay nothing in the meantime: $20 less a week.')).toBeDefined()
  fireEvent.change(screen.getByLabelText('First day without visits'), { target: { value: '2030-02-01' } })
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  await view.settle()
  expect(view.calls.find((sent) => sent.key === 'POST /api/pause-weekly-job')?.body).toEqual({
    weeklyJobId: ID,
    from: '2030-02-01',
    to: null,
  })
  fireEvent.click(screen.getByRole('button', { name: 'End it' }))
  await view.settle()
  const prompt = (await screen.findAllByRole('dialog')).at(-1)!
  expect(within(prompt).getByText(/1 visit ahead will be canceled and you save \$20 a week\./)).toBeDefined()
})

test('changing a weekly service shows the old and the new price of a week from the server', async () => {
  const quote: Reply<'POST /api/get-quote'> = {
    prices: [],
    properties: [],
    propertyCount: 1,
    visitsPerWeek: 3,
    perWeekCents: cents(3000),
    perMonthCents: cents(13000),
    couponCreditLeftCents: cents(0),
    firstWeekCents: cents(3000),
    hasCard: true,
    duplicates: [],
    duplicateCount: 0,
  }
  const view = await renderScreen(<CustomerJobs />, {
    path: `/jobs?tab=weekly&job=${ID_TEXT}`,
    user,
    replies: {
      ...replies,
      'POST /api/get-quote': quote,
      'POST /api/change-weekly-job': {
        ok: true,
        createdVisitCount: 4,
        changedVisitCount: 0,
        removedVisitCount: 0,
      },
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Friday' }))
  await view.settle()
  expect(screen.getByText('Now $20 a week, then $30 a week.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Save the change' }))
  await view.settle()
  expect(view.calls.find((sent) => sent.key === 'POST /api/change-weekly-job')?.body).toMatchObject({
    weeklyJobId: ID,
    weekdays: [1, 3, 5],
    quantity: 2,
    window: { start: '07:00', end: '09:00' },
  })
})

test('ux 8: a visit that was ordered once leads to its order and is not billed on a Monday', async () => {
  await renderScreen(<CustomerVisit />, {
    path: `/visit/${ID_TEXT}`,
    pattern: '/visit/:visit_id',
    user: { type: 'Customer' },
    replies: { ...replies, 'GET /api/visit': { ...details, weeklyJobId: null, canSkip: false, orderId: ID } },
  })
  expect(screen.getByRole('link', { name: 'Follow or cancel the order' }).getAttribute('href')).toBe(
    `/ondemand?order=${ID_TEXT}`,
  )
  expect(screen.getByText(/It is charged when the work is done/)).toBeTruthy()
  expect(screen.queryByText(/Billed on the Monday/)).toBeNull()
})
