import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { PropertyId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { CustomerJobs } from './jobs.tsx'

// The booking is a chunk of its own; here it is there from the start.
beforeAll(() => import('./book.tsx'))
afterEach(cleanup)

const ELM = '0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c01' as PropertyId
const JOB = '0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c02' as never
const cents = (value: number) => value as Cents

const services: Reply<'GET /api/services'> = [
  {
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
    price: { baseCents: cents(700), unitCents: cents(150), minimumCents: cents(1000) },
  },
]

const quote: Reply<'POST /api/get-quote'> = {
  prices: [
    {
      itemIndex: 0,
      serviceKey: 'bins',
      quantity: 3,
      propertyCount: 1,
      visits: [
        { weekday: 2, lines: [{ kind: 'service', amountCents: cents(1150) }], priceCents: cents(1150) },
        {
          weekday: 6,
          lines: [
            { kind: 'service', amountCents: cents(1150) },
            { kind: 'weekend', amountCents: cents(115) },
          ],
          priceCents: cents(1265),
        },
      ],
      perWeekCents: cents(2415),
      perMonthCents: cents(10465),
    },
  ],
  properties: [{ propertyId: ELM, propertyName: 'Elm', perWeekCents: cents(2415), priceIndexes: [0] }],
  propertyCount: 1,
  visitsPerWeek: 2,
  perMonthCents: cents(10465),
  perWeekCents: cents(2415),
  couponCreditLeftCents: cents(0),
  firstWeekCents: cents(2415),
  hasCard: false,
  duplicates: [],
  duplicateCount: 0,
}

const elm: Reply<'POST /api/get-properties'>['properties'][number] = {
  id: ELM,
  name: 'Elm',
  address: '12 Elm St',
  neighbourhood: null,
  lat: 39.7,
  lng: -104.9,
  groupId: null,
  groupName: null,
  weeklyJobCount: 0,
  nextVisit: null,
}

const replies: Replies = {
  'GET /api/services': services,
  'GET /api/property-groups': [],
  'POST /api/get-properties': { properties: [elm], nextCursor: null, totalCount: 1 },
  'POST /api/get-quote': quote,
  'POST /api/get-booking-holidays': {
    weeks: [
      {
        nameEn: 'Thanksgiving',
        nameEs: 'Día de Acción de Gracias',
        date: '2026-11-26' as LocalDate,
        shifts: [{ from: '2026-11-26' as LocalDate, to: '2026-11-27' as LocalDate }],
        propertyCount: null,
      },
      {
        nameEn: 'Christmas Day',
        nameEs: 'Navidad',
        date: '2026-12-25' as LocalDate,
        shifts: [],
        propertyCount: 2,
      },
    ],
  },
  'POST /api/book-weekly-jobs': {
    jobCount: 1,
    weeklyJobIds: [JOB],
    leftOutCount: 0,
    needsCard: true,
    isPlanned: true,
    firstVisitOn: '2026-12-08' as LocalDate,
  },
  'POST /api/get-complexes': [],
  'POST /api/cancel-weekly-job': { ok: true, cancelledVisitCount: 8 },
}

async function openBooking(more: Replies = {}, path = '/jobs?book=new') {
  const view = await renderScreen(<CustomerJobs />, {
    path,
    user: { type: 'Customer', time_zone: 'America/Denver' },
    replies: { ...replies, ...more },
  })
  await view.settle()
  return view
}

async function press(view: { settle: () => Promise<void> }, name: RegExp) {
  fireEvent.click(screen.getByRole('button', { name }))
  await view.settle()
}

async function fillIn(view: { settle: () => Promise<void> }) {
  await press(view, /Bins to the curb/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Tuesday' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Saturday' }))
  fireEvent.click(screen.getByRole('button', { name: /^More/ }))
  fireEvent.click(screen.getByRole('button', { name: /^More/ }))
  fireEvent.click(screen.getByRole('radio', { name: /Morning/ }))
  await press(view, /See the price/)
}

test('a booking goes place, service, days, exact price, done, and can be undone', async () => {
  const view = await openBooking()
  await press(view, /Elm/)
  await fillIn(view)
  const asked = view.calls.find((sent) => sent.key === 'POST /api/get-quote')!.body as { items: object[] }
  expect(asked.items).toEqual([
    {
      propertyIds: [ELM],
      serviceKey: 'bins',
      weekdays: [2, 6],
      quantity: 3,
      windowStart: '06:00',
      windowEnd: '10:00',
    },
  ])
  const price = screen.getByRole('region', { name: 'The exact price' })
  for (const text of ['Each Tuesday', '$11.50', 'Each Saturday', '$12.65', '$24.15'])
    expect(within(price).getByText(text)).toBeDefined()
  expect(within(price).getByText('Service $11.50 + Weekend $1.15')).toBeDefined()
  await press(view, /Book for \$24.15 a week/)
  const booked = view.calls.find((sent) => sent.key === 'POST /api/book-weekly-jobs')!
  expect(booked.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(screen.getByText('Add a card before the first visit is done.')).toBeDefined()
  await press(view, /Undo the booking/)
  expect(view.calls.at(-1)).toMatchObject({ body: expect.anything() })
  expect(
    view.calls.filter((sent) => sent.key === 'POST /api/cancel-weekly-job').map((sent) => sent.body),
  ).toEqual([{ weeklyJobId: JOB }])
})

test('without weekdays the form says so and asks nothing', async () => {
  const view = await openBooking({}, `/jobs?book=${ELM}`)
  await press(view, /Bins to the curb/)
  await press(view, /See the price/)
  expect(screen.getByText('Check the marked fields.')).toBeDefined()
  expect(view.calls.some((sent) => sent.key === 'POST /api/get-quote')).toBe(false)
})

test('the server’s refusal is shown where the booking was tried', async () => {
  const view = await openBooking(
    {
      'POST /api/book-weekly-jobs': () => {
        throw refusal(409, { error: 'Your account is frozen.', code: 'account_frozen' })
      },
    },
    `/jobs?book=${ELM}`,
  )
  await fillIn(view)
  await press(view, /Book for/)
  expect(screen.getByText('Your account is frozen.')).toBeDefined()
})

test('what is booked already is said instead of a price', async () => {
  const view = await openBooking(
    { 'POST /api/get-quote': { ...quote, prices: [], properties: [], propertyCount: 0, duplicateCount: 1 } },
    `/jobs?book=${ELM}`,
  )
  await fillIn(view)
  expect(screen.getByText('This is already booked on one of these weekdays.')).toBeDefined()
})

test('the week lists visits by day and a skip can be taken back', async () => {
  const date = '2030-01-08' as LocalDate
  const visit: Reply<'POST /api/get-visits'>['visits'][number] = {
    id: JOB,
    weeklyJobId: JOB,
    propertyId: ELM,
    propertyName: 'Elm',
    address: '12 Elm St',
    timeZone: 'America/Denver',
    serviceKey: 'bins',
    date,
    startsAt: '2030-01-08T14:00:00.000Z',
    endsAt: '2030-01-08T16:00:00.000Z',
    isAnytime: false,
    quantity: 1,
    state: 'confirmed',
    crewFirstName: 'Rosa',
    completedAt: null,
    priceCents: cents(1000),
  }
  const view = await openBooking(
    {
      'POST /api/get-visits': {
        visits: [visit],
        nextCursor: null,
        countByState: { confirmed: 1 },
        totalCount: 1,
      },
      'POST /api/skip-visit': { ok: true },
      'POST /api/unskip-visit': { ok: true },
    },
    '/jobs?week=2030-01-07',
  )
  expect(screen.getByText(/7:00 AM – 9:00 AM · Elm · with Rosa/)).toBeDefined()
  await press(view, /^Skip$/)
  expect(screen.getByText(/You won’t be charged for it/)).toBeDefined()
  await press(view, /^Undo$/)
  expect(view.calls.at(-2)?.key ?? view.calls.at(-1)?.key).toMatch(/unskip-visit|get-visits/)
  expect(view.calls.some((sent) => sent.key === 'POST /api/unskip-visit')).toBe(true)
})

test('speaks Spanish', async () => {
  const view = await renderScreen(<CustomerJobs />, {
    path: '/jobs?book=new',
    user: { type: 'Customer' },
    replies,
    language: 'es',
  })
  await view.settle()
  expect(screen.getByRole('heading', { name: 'Reservar un servicio' })).toBeDefined()
  expect(screen.getByText('Elm')).toBeDefined()
})

test('ux 11: what was booked is said with place, days, first day and price, and the visits are a tap away', async () => {
  const view = await openBooking()
  await press(view, /Elm/)
  await fillIn(view)
  await press(view, /Book for \$24.15 a week/)
  for (const text of [
    'Bins to the curb and back · Elm',
    'Every Tuesday, Saturday',
    /First visit on Tuesday, Dec/,
    '$24.15 a week, paid after the work',
  ])
    expect(screen.getByText(text)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See the visits' }).getAttribute('href')).toBe(
    '/jobs?week=2026-12-08',
  )
  // Without a card that is the one way on; what else there is stands back.
  const primary = [...document.querySelectorAll('.bg-accent.font-semibold')]
  expect(primary.map((each) => each.textContent)).toEqual(['Add a card'])
})

test('ux 1: a complex is booked for all of its apartments, which nobody has to count', async () => {
  const [bins] = services
  const trash = {
    ...bins!,
    key: 'valet_trash',
    nameEn: 'Valet trash',
    unitEn: 'apartment',
    unitsEn: 'apartments',
  }
  const complex = {
    id: JOB,
    propertyId: ELM,
    name: 'Mile High Flats',
    address: '1 Main St',
    lat: 39.7,
    lng: -104.9,
    timeZone: 'America/Denver',
    units: 160,
    instructions: '',
    complexGroupId: null,
  }
  const view = await openBooking(
    { 'GET /api/services': [trash], 'POST /api/get-complexes': [complex] },
    `/jobs?book=${ELM}`,
  )
  await press(view, /Valet trash/)
  expect(screen.getByText('160 apartments')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^More/ })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Tuesday' }))
  await press(view, /See the price/)
  const asked = view.calls.find((sent) => sent.key === 'POST /api/get-quote')!.body
  expect(asked).toMatchObject({ items: [{ propertyIds: [ELM], quantity: 160 }] })
})

test('holidays are said beside the price and once it is booked: what moves, and what does not', async () => {
  const view = await openBooking()
  await press(view, /Elm/)
  await fillIn(view)
  const lines = [
    'Thanksgiving week: Thu, Nov 26 moves to Fri, Nov 27.',
    'At 2 properties: Christmas Day, Fri, Dec 25: your days don’t move.',
  ]
  for (const line of lines) expect(screen.getByText(line)).toBeDefined()
  await press(view, /Book for \$24.15 a week/)
  expect(screen.getByRole('link', { name: 'See the visits' })).toBeDefined()
  for (const line of lines) expect(screen.getByText(line)).toBeDefined()
})
