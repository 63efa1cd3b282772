import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type PaymentId, type PayoutId, toId, type UserId, type VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Numbers } from './numbers.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const sums: Reply<'GET /api/numbers'>['now'] = {
  revenueCents: cents(120_000),
  crewPayCents: cents(84_000),
  takeRate: 3_000,
  visits: 50,
  completed: 40,
  fillRate: 9_600,
  onTimeRate: null,
  missed: 2,
  refundCents: cents(1_500),
  sponsorCents: cents(0),
  crewMinutes: 1_200,
  payPerHourCents: cents(4_200),
  newCustomers: 3,
  lostCustomers: 1,
}
const found: Reply<'GET /api/numbers'> = {
  from: localDate('2026-03-07'),
  to: localDate('2026-03-08'),
  beforeFrom: localDate('2026-03-05'),
  beforeTo: localDate('2026-03-06'),
  summedUntil: localDate('2026-03-08'),
  now: sums,
  before: { ...sums, revenueCents: cents(100_000), takeRate: 2_900, missed: 0 },
  days: [
    { ...sums, date: localDate('2026-03-07'), revenueCents: cents(70_000) },
    { ...sums, date: localDate('2026-03-08'), revenueCents: cents(50_000) },
  ],
  services: [{ ...sums, serviceKey: 'bins', nameEn: 'Trash bins', nameEs: 'Contenedores' }],
}
const replies = {
  'GET /api/numbers': found,
  'GET /api/services': [],
  'GET /api/cohorts': { cohorts: [] },
  'GET /api/number-rows': { rows: [], nextCursor: null },
  'GET /api/numbers-by-city': { beforeFrom: found.beforeFrom, beforeTo: found.beforeTo, cities: [] },
}
const screenOf = (path: string) => renderScreen(<Numbers />, { path, user: { type: 'Operator' }, replies })

test('each number stands beside the period before, says what it means, and leads to its rows', async () => {
  const { calls } = await screenOf('/operator/numbers?from=2026-03-07&to=2026-03-08&service=bins')
  expect(calls.find(({ key }) => key === 'GET /api/numbers')?.query).toEqual({
    from: '2026-03-07',
    to: '2026-03-08',
    serviceKey: 'bins',
  })
  const table = within(screen.getByRole('table', { name: 'Numbers' }))
  const row = (name: string) => table.getByRole('link', { name }).closest('tr')?.textContent
  expect(row('Revenue')).toMatch(/\$1,200.*\$1,000.*\+20%.*before tax/)
  expect(row('Take rate')).toMatch(/30%.*29%.*\+1%/)
  expect(row('Crew hours')).toMatch(/20 h/)
  expect(row('On time')).toMatch(/–/)
  const link = table.getByRole('link', { name: 'Missed' }).getAttribute('href')
  expect(link).toContain('number=missed')
  expect(link).toContain('rows=missed')
})

test.each([
  ['an hour before midnight there', '2026-03-09T06:30:00Z', '2026-02-08', '2026-03-07'],
  ['after midnight there', '2026-03-09T07:30:00Z', '2026-02-09', '2026-03-08'],
])('the first period ends with the yesterday of the city on the desk: %s', async (_, now, from, to) => {
  // In Denver it is the 9th already: its clocks went forward.
  vi.setSystemTime(now)
  const { calls } = await renderScreen(<Numbers />, {
    path: '/operator/numbers',
    user: { type: 'Operator', desk_time_zone: 'America/Phoenix' },
    replies,
  })
  expect(calls.findLast(({ key }) => key === 'GET /api/numbers')?.query).toEqual({ from, to })
})

test('the chart is a slider over days that says each day and its value, with a table beside it', async () => {
  await screenOf('/operator/numbers?from=2026-03-07&to=2026-03-08')
  const slider = screen.getByRole('slider', { name: /Revenue by day/ })
  expect(slider.getAttribute('aria-valuetext')).toBe('Sun, Mar 8: $500')
  fireEvent.change(slider, { target: { value: '0' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Sat, Mar 7: $700')
  expect(screen.getByRole('table', { name: 'By day', hidden: true }).textContent).toContain('$700')
})

test('the rows behind a number are asked for by the same period', async () => {
  const { calls } = await screenOf('/operator/numbers?from=2026-03-07&to=2026-03-08&rows=missed')
  expect(await screen.findByText('Nothing in this period.')).toBeTruthy()
  expect(calls.find(({ key }) => key === 'GET /api/number-rows')?.query).toEqual({
    from: '2026-03-07',
    to: '2026-03-08',
    set: 'missed',
  })
  expect(screen.getByRole('link', { name: 'Download these rows' }).getAttribute('href')).toBe(
    '/api/number-rows-csv?from=2026-03-07&to=2026-03-08&set=missed',
  )
})

const PERSON = toId<UserId>('00000000-0000-4000-8000-000000000001')
const row: Reply<'GET /api/number-rows'>['rows'][number] = {
  id: '00000000-0000-4000-8000-000000000009',
  date: localDate('2026-03-07'),
  visitId: null,
  paymentId: null,
  payoutId: null,
  personId: PERSON,
  personName: 'Ada Ohm',
  crewId: null,
  crewName: null,
  nameEn: null,
  nameEs: null,
  state: null,
  amountCents: null,
  crewPayCents: null,
  crewMinutes: null,
}

test.each([
  ['completed', { visitId: toId<VisitId>('00000000-0000-4000-8000-000000000002') }, /^\/visit\/.*2$/],
  ['refunds', { paymentId: toId<PaymentId>('00000000-0000-4000-8000-000000000003') }, /\/payment\/.*3$/],
  ['commissions', { payoutId: toId<PayoutId>('00000000-0000-4000-8000-000000000004') }, /\/payout\/.*4$/],
  ['lostCustomers', {}, /\/person\/.*1$/],
])('of %s a row leads to what it is of, and to its person', async (set, change, where) => {
  await renderScreen(<Numbers />, {
    path: `/operator/numbers?from=2026-03-07&to=2026-03-08&rows=${set}`,
    user: { type: 'Operator' },
    replies: { ...replies, 'GET /api/number-rows': { rows: [{ ...row, ...change }], nextCursor: null } },
  })
  const person = await screen.findByRole('link', { name: 'Ada Ohm' })
  expect(person.getAttribute('href')).toMatch(/\/person\/.*1$/)
  const first = person.closest('tr')!.querySelector('a')!
  expect(first.textContent).toBe('Sat, Mar 7')
  expect(first.getAttribute('href')).toMatch(where)
})

test('cities stand side by side for whoever sees several, and not for whoever sees one', async () => {
  const city = { marketId: 'denver', name: 'Denver', isCurrent: true, now: sums, before: found.before }
  const other = { ...city, marketId: 'boise', name: 'Boise', isCurrent: false }
  const of = (cities: Reply<'GET /api/numbers-by-city'>['cities']) =>
    renderScreen(<Numbers />, {
      path: '/operator/numbers?from=2026-03-07&to=2026-03-08&number=takeRate',
      user: { type: 'Operator' },
      replies: {
        ...replies,
        'POST /api/use-market': { ok: true },
        'GET /api/numbers-by-city': {
          beforeFrom: found.beforeFrom,
          beforeTo: found.beforeTo,
          cities,
        },
      },
    })
  await of([city])
  expect(screen.queryByRole('table', { name: 'Cities side by side' })).toBeNull()
  cleanup()
  const { calls } = await of([{ ...other, now: { ...sums, takeRate: 3_100 } }, city])
  const table = within(await screen.findByRole('table', { name: 'Cities side by side' }))
  const cells = (name: string) =>
    [...table.getByRole('cell', { name }).closest('tr')!.children].map(
      (cell) => cell.lastElementChild?.textContent,
    )
  expect(cells('Boise').slice(1, 4)).toEqual(['31%', '+2%', '$1,200'])
  expect(cells('Denver (on your desk)').slice(1, 3)).toEqual(['30%', '+1%'])
  expect(screen.getByRole('link', { name: 'Download cities' })).toBeTruthy()
  const here = table.getByRole('link', { name: '2: Missed, Denver' }).getAttribute('href')
  expect(here).toBe('/operator/numbers?from=2026-03-07&to=2026-03-08&number=missed&rows=missed')
  // The rows of another city are read with that one on the desk.
  fireEvent.click(table.getByRole('button', { name: '31%: Take rate, Boise' }))
  await waitFor(() =>
    expect(calls.find(({ key }) => key === 'POST /api/use-market')?.body).toEqual({ marketId: 'boise' }),
  )
})

test('a cohort says how many still come, in parts and in dollars, and each month leads to its customers', async () => {
  const month = (date: string, customers: number, revenue: number) => ({
    month: localDate(date),
    customers,
    revenueCents: cents(revenue),
  })
  await renderScreen(<Numbers />, {
    path: '/operator/numbers?from=2026-03-07&to=2026-03-08&joined=2026-02-01&month=2026-03-01',
    user: { type: 'Operator' },
    replies: {
      ...replies,
      'GET /api/cohorts': {
        cohorts: [
          {
            joined: localDate('2026-02-01'),
            customers: 8,
            months: [month('2026-02-01', 8, 40_000), month('2026-03-01', 6, 25_000)],
          },
          { joined: localDate('2026-03-01'), customers: 3, months: [month('2026-03-01', 3, 9_000)] },
        ],
      },
      'GET /api/cohort-rows': {
        rows: [
          {
            personId: PERSON,
            personName: 'Ada Ohm',
            firstOn: localDate('2026-02-03'),
            visits: 4,
            revenueCents: cents(8_000),
          },
        ],
        nextCursor: null,
      },
    },
  })
  const table = within(await screen.findByRole('table', { name: /Cohorts/ }))
  expect(table.getByRole('link', { name: '6 (75%)' }).getAttribute('href')).toContain(
    'joined=2026-02-01&month=2026-03-01',
  )
  fireEvent.click(screen.getByRole('radio', { name: 'Revenue' }))
  expect(table.getByRole('link', { name: '$250' })).toBeTruthy()
  const rows = within(
    screen.getByRole('table', { name: 'Began in February 2026, had a visit in March 2026' }),
  )
  expect(rows.getByRole('link', { name: 'Ada Ohm' }).getAttribute('href')).toMatch(/\/person\//)
  const files = screen.getAllByRole('link', { name: 'Download these rows' })
  expect(files.map((link) => link.getAttribute('href'))).toContain(
    '/api/cohort-rows-csv?joined=2026-02-01&month=2026-03-01',
  )
})
