/** Trends of a complex: read by eye, by keyboard and screen reader; each number leads to its rows. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { urls } from '#web/urls.ts'
import { ViolationTrends } from './violation-trends.tsx'

afterEach(cleanup)

const ID = '6f1e2d3c-0000-4000-8000-000000000001'
const NORTH = '6f1e2d3c-0000-4000-8000-00000000000a'
const GONE = '6f1e2d3c-0000-4000-8000-00000000000b'
const PHOTO = { photoId: NORTH, url: '/images/1', thumbnailUrl: '/images/2', width: 4, height: 3 }
const complex = {
  id: ID,
  name: 'The Lofts',
  buildings: [{ id: NORTH, name: 'North', unitCount: 4, units: '101-104' }],
}

const month = (from: string, to: string, before: string, count: number, countBefore: number) => ({
  from,
  to,
  before: { from: `${before}-01`, to: `${before}-28` },
  count,
  countBefore,
})
const trends = {
  from: '2026-01-01',
  to: '2026-03-02',
  beforeFrom: '2025-10-01',
  beforeTo: '2025-12-02',
  count: 5,
  countBefore: 8,
  nights: 20,
  nightsBefore: 16,
  months: [
    month('2026-01-01', '2026-01-31', '2025-10', 2, 3),
    month('2026-02-01', '2026-02-28', '2025-11', 0, 5),
    month('2026-03-01', '2026-03-02', '2025-12', 3, 0),
  ],
  buildings: [
    { buildingId: NORTH, name: 'North', count: 5, countBefore: 6 },
    { buildingId: GONE, name: 'Old annex', count: 0, countBefore: 2 },
  ],
  kinds: [{ kind: 'loose_trash', count: 5, countBefore: 8 }],
}
const row = {
  id: NORTH,
  visitId: GONE,
  night: '2026-03-01',
  buildingName: 'North',
  unitLabel: '104',
  kind: 'loose_trash',
  note: 'Two bags torn open',
  reportedAt: '2026-03-02T03:15:00.000Z',
  timeZone: 'America/Denver',
  photo: PHOTO,
}

const usual: object = {
  'GET /api/violation-trends': trends,
  'GET /api/violations': { rows: [row], nextCursor: null },
}
const show = (query: string, replies: object = {}) =>
  renderScreen(<ViolationTrends complex={complex as never} />, {
    path: `${urls.customerComplex.path}?id=${ID}${query}`,
    user: { type: 'Customer' },
    replies: { ...usual, ...replies },
  })

test('says what happened beside the months before, and each month by the arrow keys', async () => {
  await show('&months=3')
  expect(screen.getByText('5 violations · 3 fewer')).toBeDefined()
  expect(screen.getByText('0.3 a night, 0.5 before')).toBeDefined()
  const slider = screen.getByRole('slider', { name: /Violations by month/ })
  expect(slider.getAttribute('aria-valuetext')).toBe('March 2026: 3, before 0')
  fireEvent.change(slider, { target: { value: '1' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('February 2026: 0, before 5')
  // Of a month without any there is nothing to show.
  expect(screen.queryByRole('link', { name: 'Show them' })).toBeNull()
  fireEvent.change(slider, { target: { value: '0' } })
  const link = screen.getByRole('link', { name: 'Show them' })
  expect(link.getAttribute('href')).toContain('from=2026-01-01&to=2026-01-31')
})

test('numbers of now and before lead to their rows; nothing leads nowhere', async () => {
  await show('&months=3')
  const table = screen.getByRole('table', { name: 'By building' })
  const [, north, gone] = within(table).getAllByRole('row')
  const links = within(north!).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['5', '6'])
  expect(links[0]!.getAttribute('href')).toContain(`from=2026-01-01&to=2026-03-02&at=${NORTH}`)
  expect(links[1]!.getAttribute('href')).toContain(`from=2025-10-01&to=2025-12-02&at=${NORTH}`)
  expect(within(gone!).getAllByRole('link')).toHaveLength(1)
  expect(within(gone!).getByText('2 fewer')).toBeDefined()
})

test('months, building and kind are asked of the server, and stand in the address', async () => {
  const { calls, settle } = await show(`&months=6&building=${NORTH}`)
  const asked = () => calls.filter(({ key }) => key === 'GET /api/violation-trends').at(-1)?.query
  expect(asked()).toMatchObject({ id: ID, months: '6', buildingId: NORTH })
  await act(async () => fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'blocked' } }))
  await settle()
  expect(asked()).toMatchObject({ months: '6', buildingId: NORTH, kind: 'blocked' })
  expect(screen.getByRole('option', { name: 'Old annex' })).toBeDefined()
})

test('rows have their door, time and note, lead to the night, and come as a file', async () => {
  const { calls } = await show(`&months=3&from=2026-03-01&to=2026-03-02&at=${NORTH}&of=loose_trash`)
  const dialog = screen.getByRole('dialog', { name: 'Violations' })
  expect(calls.find(({ key }) => key === 'GET /api/violations')?.query).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-02',
    buildingId: NORTH,
    kind: 'loose_trash',
  })
  expect(within(dialog).getByText(/North, door 104 · 8:15/)).toBeDefined()
  expect(within(dialog).getByText('Two bags torn open')).toBeDefined()
  const night = within(dialog).getByRole('link', { name: 'Night of Mar 1, 2026' })
  expect(night.getAttribute('href')).toContain(`night=${GONE}`)
  const file = within(dialog).getByRole('link', { name: /Download CSV/ })
  expect(file.getAttribute('href')).toContain(`/api/violations-csv?id=${ID}&from=2026-03-01&to=2026-03-02`)
})

test('where nobody did anything wrong it says so', async () => {
  await show('', {
    'GET /api/violation-trends': { ...trends, count: 0, countBefore: 0, buildings: [], kinds: [] },
  })
  expect(screen.getByText(/No violation was reported/)).toBeDefined()
  expect(screen.queryByRole('slider')).toBeNull()
})
