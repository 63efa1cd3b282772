import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Cents } from '#domain/money.ts'
import { EVERY_WEEK } from '#domain/schedule/rhythm.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { WeeklyList } from './weekly-list.tsx'

afterEach(cleanup)

const user = { type: 'Customer', name: 'Ann Lee', time_zone: 'America/Denver' } as const
const idOf = (number: number) =>
  `0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c${String(number).padStart(2, '0')}` as never

const jobs: Reply<'POST /api/get-weekly-jobs'>['jobs'] = Array.from({ length: 9 }, (_, at) => ({
  id: idOf(at),
  propertyId: idOf(at),
  propertyName: `Place ${at}`,
  address: null,
  timeZone: 'America/Denver',
  serviceKey: 'bins',
  weekdays: [1],
  rhythm: EVERY_WEEK,
  windowStart: null,
  windowEnd: null,
  quantity: 1,
  startsOn: '2029-01-01' as LocalDate,
  endsOn: null,
  state: 'active',
  notes: '',
  nextVisitOn: null,
  perWeekCents: 1_000 as Cents,
  perMonthCents: 4_300 as Cents,
  perVisitCents: 1_000 as Cents,
  coveredWeekdays: [1],
  crewFirstNames: ['Rosa'],
}))

const kept: Reply<'GET /api/job-filters'> = {
  filters: [
    {
      id: idOf(90),
      name: 'Mondays',
      search: '',
      groupId: null,
      serviceKey: '',
      crewId: null,
      weekday: 1,
      state: '',
    },
  ],
  crews: [{ id: idOf(91), firstName: 'Rosa' }],
}

const replies: Replies = {
  'GET /api/services': [],
  'GET /api/property-groups': [],
  'GET /api/job-filters': kept,
  'POST /api/get-weekly-jobs': { jobs, nextCursor: null, totalCount: 9 },
}

const show = (given: Replies = {}, path = '/jobs?tab=weekly') =>
  renderScreen(<WeeklyList nothingBooked={<p>none</p>} />, {
    path,
    user,
    replies: { ...replies, ...given },
  })

const askedOf = (view: Awaited<ReturnType<typeof show>>) =>
  view.calls.filter(({ key }) => key === 'POST /api/get-weekly-jobs').at(-1)?.body

test('a few weekly services are a list, and nothing to search in', async () => {
  await show({ 'POST /api/get-weekly-jobs': { jobs: jobs.slice(0, 2), nextCursor: null, totalCount: 2 } })
  expect(screen.queryByRole('region', { name: 'Find weekly services' })).toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('whoever has none reads how to begin', async () => {
  await show({ 'POST /api/get-weekly-jobs': { jobs: [], nextCursor: null, totalCount: 0 } })
  expect(screen.getByText('none')).toBeDefined()
})

test('many are searched and filtered by the server, and an empty answer can be left again', async () => {
  const view = await show({
    'POST /api/get-weekly-jobs': ({ body }) =>
      'search' in (body as object)
        ? { jobs: [], nextCursor: null, totalCount: 0 }
        : { jobs, nextCursor: null, totalCount: 9 },
  })
  expect(screen.getByText('9 weekly services')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'elm ' } })
  await view.settle()
  expect(askedOf(view)).toMatchObject({ search: 'elm', states: ['active', 'paused'] })
  expect(screen.getByText('No weekly service fits these filters')).toBeDefined()
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  await view.settle()
  expect(screen.getAllByRole('listitem')).toHaveLength(9)
})

test('the address holds the filters', async () => {
  const view = await show({}, `/jobs?tab=weekly&weekday=3&state=paused&crew=${String(idOf(91))}&q=oak`)
  expect(askedOf(view)).toMatchObject({ search: 'oak', weekday: 3, states: ['paused'], crewId: idOf(91) })
  expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeDefined()
})

test('a kept filter is worn by choosing it, and a new one gets a name', async () => {
  const view = await show({ 'POST /api/save-job-filter': { id: idOf(92) } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Saved filters' }), { target: { value: idOf(90) } })
  await view.settle()
  expect(askedOf(view)).toMatchObject({ weekday: 1 })
  expect(screen.getByRole('button', { name: 'Rename filter' })).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'elm' } })
  await view.settle()
  fireEvent.click(screen.getByRole('button', { name: 'Save filter' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'Elms' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save filter' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/save-job-filter')?.body).toMatchObject({
    name: 'Elms',
    search: 'elm',
    weekday: 1,
  })
})
