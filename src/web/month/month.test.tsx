import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PropertyGroupId, type PropertyId, type StayId, toId, type VisitId } from '#domain/ids.ts'
import { addDays, localDate, localTime } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { barsOf, lanesOf } from './day-facts.ts'
import { MonthView } from './month-view.tsx'

type Place = Reply<'POST /api/get-portfolio-month'>['places'][number]

/** What is in sight is asked of the layout, which happy-dom has none of. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T18:00:00Z') })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_600)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function stay(number: number, checkIn: string, nights: number): Place['stays'][number] {
  return {
    id: toId<StayId>(id(number)),
    kind: 'stay',
    checkIn: localDate(checkIn),
    checkOut: addDays(localDate(checkIn), nights),
    checkInTime: localTime('16:00'),
    checkOutTime: localTime('11:00'),
    guests: 2,
    platform: null,
  }
}

function place(number: number, name: string, more: Partial<Place> = {}): Place {
  return {
    id: toId<PropertyId>(id(number)),
    name,
    groupName: null,
    timeZone: 'America/Denver',
    today: localDate('2026-03-10'),
    plansTurnovers: false,
    stays: [],
    visits: [],
    troubles: [],
    ...more,
  }
}

const LOFT = place(1, 'Loft', {
  stays: [stay(11, '2026-03-10', 4)],
  visits: [
    {
      id: toId<VisitId>(id(21)),
      serviceKey: 'bins',
      date: localDate('2026-03-11'),
      startsAt: '2026-03-11T18:00:00.000Z',
      endsAt: '2026-03-11T20:00:00.000Z',
      state: 'confirmed',
      crewFirstName: 'Maria',
    },
  ],
  troubles: [
    {
      kind: 'no_turnover',
      date: localDate('2026-03-14'),
      stayIds: [toId<StayId>(id(11))],
      visitIds: [],
    },
  ],
})

type Shown = { path?: string; isDesk?: boolean; replies?: Replies }

async function show(
  places: readonly Place[],
  { path = '/jobs?tab=month', isDesk = true, replies = {} }: Shown = {},
) {
  vi.stubGlobal('matchMedia', () => ({ matches: isDesk, addEventListener() {}, removeEventListener() {} }))
  const reply = { places: [...places], nextCursor: null, totalCount: places.length }
  return renderScreen(<MonthView />, {
    path,
    replies: {
      'POST /api/get-portfolio-month': reply,
      'GET /api/services': [],
      'GET /api/property-groups': [],
      ...replies,
    },
  })
}

const cell = (name: RegExp) => screen.getByRole('button', { name })
const cells = () => screen.getAllByRole('button', { name: / March \d+:/ })
const press = (key: string, options: object = {}) =>
  act(async () => fireEvent.keyDown(document.activeElement!, { key, ...options }))

test('a cell says in words what it shows, and opens it', async () => {
  await show([LOFT, place(2, 'Mill')])
  const grid = screen.getByRole('grid', { name: 'Stays and visits in March 2026' })
  expect(grid.getAttribute('aria-rowcount')).toBe('3')
  expect(cell(/^Loft, Tuesday, March 10: guests arrive$/).getAttribute('aria-current')).toBe('date')
  expect(cell(/^Loft, Wednesday, March 11: guests stay · bins$/)).toBeDefined()
  expect(cell(/^Mill, Saturday, March 14: nothing$/)).toBeDefined()
  await act(async () =>
    fireEvent.click(cell(/^Loft, .*March 14: guests leave · Check-out without a turnover$/)),
  )
  const detail = screen.getByRole('complementary', { name: 'Loft' })
  expect(within(detail).getByText(/Turn on turnovers/)).toBeDefined()
  expect(within(detail).getByText('In 4:00 PM, out 11:00 AM · 2 guests')).toBeDefined()
  await act(async () => fireEvent.keyDown(document, { key: 'Escape' }))
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('arrows, Home and End move the focus, and one cell alone is a stop of Tab', async () => {
  await show([LOFT, place(2, 'Mill')])
  await act(async () => cell(/^Loft, Sunday, March 1:/).focus())
  await press('ArrowRight')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Loft, Monday, March 2/)
  await press('ArrowDown')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Mill, Monday, March 2/)
  await press('End')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Mill, Tuesday, March 31/)
  await press('Home', { ctrlKey: true })
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Loft, Sunday, March 1/)
  expect(cells().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
})

test('three hundred places are a few dozen rows in the page', async () => {
  await show(Array.from({ length: 300 }, (_, at) => place(at + 1, `Place ${at}`)))
  expect(screen.getAllByRole('row').length).toBeLessThan(30)
  expect(screen.getByText('Place 0')).toBeDefined()
  expect(screen.queryByText('Place 200')).toBeNull()
})

test('the month and the group stand in the address, and are what is asked for', async () => {
  const groupId = toId<PropertyGroupId>(id(7))
  const { calls } = await show([LOFT], {
    path: `/jobs?tab=month&month=2026-12&group=${groupId}`,
    replies: { 'GET /api/property-groups': [{ id: groupId, name: 'Lake', propertyCount: 1 }] },
  })
  const asked = () => calls.filter(({ key }) => key === 'POST /api/get-portfolio-month').at(-1)?.body
  expect(asked()).toEqual({ month: '2026-12-01', limit: 100, groupId })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next month' })))
  expect(screen.getByRole('heading', { name: 'January 2027' })).toBeDefined()
  expect(asked()).toEqual({ month: '2027-01-01', limit: 100, groupId })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'This month' })))
  expect(asked()).toMatchObject({ month: '2026-03-01' })
})

test('only places with something wrong are shown where that is asked', async () => {
  await show([LOFT, place(2, 'Mill')])
  expect(screen.getByText('1 conflict or gap.')).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: /^Only places/ })))
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Loft'])
})

test('a phone shows a week, and goes over the end of a month', async () => {
  await show([LOFT], { isDesk: false })
  expect(cells()).toHaveLength(7)
  expect(cell(/March 9: nothing$/)).toBeDefined()
  for (const week of ['23', '30']) {
    while (screen.queryByRole('button', { name: new RegExp(`March ${week}:`) }) === null)
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next week' })))
    expect(screen.getByRole('heading', { name: 'March 2026' })).toBeDefined()
  }
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next week' })))
  expect(screen.getByRole('heading', { name: 'April 2026' })).toBeDefined()
  expect(cell(/^Loft, Monday, April 6:/)).toBeDefined()
})

test('stays that share a night lie beside one another', () => {
  const [first, second, third] = [
    stay(1, '2026-03-01', 4),
    stay(2, '2026-03-03', 4),
    stay(3, '2026-03-05', 2),
  ]
  expect([...lanesOf([third, first, second]).values()]).toEqual([0, 1, 0])
})

const WEEK = Array.from({ length: 7 }, (_, day) => addDays(localDate('2026-03-09'), day))

test.each([
  ['within the days', '2026-03-10', 3, 1, { from: 1.56, until: 4.4, begins: true, ends: true }],
  ['since before them', '2026-03-06', 4, 0, { from: 0, until: 1.4, begins: false, ends: true }],
  ['until after them', '2026-03-14', 9, 5, { from: 5 + 0.56, until: 7, begins: true, ends: false }],
  ['over all of them', '2026-03-01', 30, 0, { from: 0, until: 7, begins: false, ends: false }],
  ['from their last day', '2026-03-15', 1, 6, { from: 6 + 0.56, until: 7, begins: true, ends: false }],
  ['until their first day', '2026-03-08', 1, 0, { from: 0, until: 0.4, begins: false, ends: true }],
])('a stay %s is one bar, held by the first day that shows it', (_, checkIn, nights, column, bar) => {
  const bars = barsOf([stay(1, checkIn, nights), stay(2, '2026-02-01', 2)], WEEK)
  expect([...bars.keys()]).toEqual([column])
  expect(bars.get(column)).toMatchObject([bar])
})
