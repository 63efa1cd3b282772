import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { toId, type UserId, type VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, dateAt, formatInstant, instant, localTime, MINUTE_MS, WEEKDAYS } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Dispatch } from './dispatch.tsx'

type Data = Reply<'GET /api/dispatch'>

const ZONE = 'America/Denver'
const NOW = instant(Date.parse('2026-03-03T17:00:00Z'))
const TODAY = dateAt(NOW, ZONE)
const at = (minutes: number) => formatInstant(instant(NOW + minutes * MINUTE_MS))

beforeAll(async () => {
  await Promise.all([
    import('./desk.tsx'),
    import('./lanes-list.tsx'),
    import('./lanes.tsx'),
    import('./dispatch-map.tsx'),
    import('./inspector.tsx'),
  ])
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
const crew = (number: number, name: string): Data['crews'][number] => ({
  id: toId<UserId>(uuid(number)),
  name,
  base: { lat: 39.7392, lng: -104.9903 },
  rangeFeet: 100_000,
  serviceKeys: ['bins'],
  isFrozen: false,
  hours: WEEKDAYS.map((weekday) => ({ weekday, from: localTime('08:00'), until: localTime('17:00') })),
  daysOff: [],
})
const visit = (
  number: number,
  placeName: string,
  more: Partial<Data['visits'][number]> = {},
): Data['visits'][number] => ({
  id: toId<VisitId>(uuid(number)),
  date: TODAY,
  timeZone: ZONE,
  crewId: null,
  position: 0,
  state: 'scheduled',
  isOrder: false,
  isStanding: false,
  startsAt: at(-60),
  endsAt: at(300),
  isAnytime: false,
  minutes: 30,
  serviceKey: 'bins',
  placeName,
  lat: 39.74 + (number - 11) / 50,
  lng: -104.98,
  payCents: cents(2_100),
  expectedAt: null,
  startedAt: null,
  completedAt: null,
  blockedCrewIds: [],
  ...more,
})
const ana = crew(1, 'Ana Diaz')
const ben = crew(2, 'Ben Fox')
const driving = visit(11, 'Maple House', { crewId: ana.id, position: 1, state: 'en_route', endsAt: at(10) })
const data: Data = {
  timeZone: ZONE,
  today: TODAY,
  from: TODAY,
  to: TODAY,
  crews: [ana, ben],
  visits: [
    driving,
    visit(12, 'Oak Flats', { crewId: ana.id, position: 2, state: 'confirmed' }),
    visit(13, 'Pine Court'),
    visit(14, 'Elm Way'),
  ],
  isCut: false,
  applied: null,
}
const whereabouts: Reply<'GET /api/crews-whereabouts'> = {
  crews: [
    {
      crewId: ana.id,
      name: 'Ana Diaz',
      visitId: driving.id,
      propertyName: 'Maple House',
      timeZone: ZONE,
      lat: 39.75,
      lng: -105,
      measuredAt: at(-1),
      arrivesFrom: at(20),
      arrivesUntil: at(45),
    },
  ],
}

async function render({ isDesk = true, address = '?map', board = data } = {}) {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({
    matches: isDesk,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  return renderScreen(<Dispatch />, {
    path: `/operator/dispatch${address}`,
    user: { type: 'Operator' },
    replies: {
      'GET /api/dispatch': board,
      'GET /api/crews-whereabouts': whereabouts,
      'GET /api/services': [],
    },
  })
}
const lane = async (name: RegExp) =>
  within(await screen.findByRole('region', { name: 'Crews and their stops' })).getByRole('button', { name })
const title = (text: RegExp) => screen.getByText(text, { selector: 'title' })

test('the map has a switch of its own, and is not loaded before', async () => {
  await render({ address: '' })
  const button = await screen.findByRole('button', { name: 'Map' })
  expect(screen.queryByRole('region', { name: 'Map of the day' })).toBeNull()
  fireEvent.click(button)
  expect(await screen.findByRole('region', { name: 'Map of the day' })).toBeTruthy()
  expect(button.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Week' }))
  expect(button.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(button)
  expect(screen.queryByRole('region', { name: 'Map of the day' })).toBeNull()
})

test('crews on the way are said in words, and chosen by list and lane alike', async () => {
  await render()
  const map = within(await screen.findByRole('region', { name: 'Map of the day' }))
  expect(map.getByRole('img', { name: 'Map: 2 visits without a crew, 1 crew on the way' })).toBeTruthy()
  const listed = within(map.getByRole('list', { name: 'Crews on the way' })).getByRole('button')
  expect(listed.textContent).toContain('On the way to Maple House')
  expect(listed.textContent).toContain('There between 10:20 AM and 10:45 AM')
  fireEvent.click(listed)
  expect((await lane(/^Ana Diaz/)).getAttribute('aria-pressed')).toBe('true')
  const stops = () => within(map.getByRole('list', { name: /^Stops of Ana Diaz/ })).getAllByRole('button')
  expect(stops().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^1\. Maple House10:45 AM · bins · 35 min late$/),
    expect.stringMatching(/^2\. Oak Flats11:2\d AM · bins · Confirmed$/),
  ])
  fireEvent.click(stops()[1]!)
  const block = screen.getByRole('button', { name: /^Oak Flats, bins/ })
  expect(block.getAttribute('aria-current')).toBe('true')
  fireEvent.click(map.getByRole('button', { name: 'Back to all crews' }))
  expect((await lane(/^Ana Diaz/)).getAttribute('aria-pressed')).toBe('false')
  expect(block.getAttribute('aria-current')).toBeNull()
})

test('a lane says how late its crew is going to be, by where it is', async () => {
  await render()
  expect((await lane(/^Ana Diaz/)).textContent).toContain('35 min late')
  expect((await lane(/^Ben Fox/)).textContent).not.toContain('late')
})

test('a pin and the tray are one choice, and a stop on a lane is its crew on the map', async () => {
  await render()
  await screen.findByRole('region', { name: 'Map of the day' })
  fireEvent.click(title(/^Pine Court/).closest('g')!)
  expect(screen.getByRole('button', { name: /^Pine Court/ }).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: /^Oak Flats, bins/ }))
  expect(screen.getByRole('button', { name: /^Pine Court/ }).getAttribute('aria-current')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Stops of Ana Diaz' })).toBeTruthy()
  fireEvent.click(await lane(/^Ben Fox/))
  expect(screen.getByText('Ben Fox has no stops on these days.')).toBeTruthy()
})

test('another day shows nobody where it is not', async () => {
  const tomorrow = addDays(TODAY, 1)
  const board = { ...data, from: tomorrow, to: tomorrow, visits: [] }
  await render({ address: `?map&date=${tomorrow}`, board })
  expect(await screen.findByText('Where crews are is shown on today’s board.')).toBeTruthy()
})

test('on a phone the map stands over the lists, and what is chosen on it is given from there', async () => {
  await render({ isDesk: false })
  const map = within(await screen.findByRole('region', { name: 'Map of the day' }))
  fireEvent.click(title(/^Elm Way/).closest('g')!)
  const chosen = within(await screen.findByRole('region', { name: 'Chosen visit' }))
  expect(chosen.getByRole('button', { name: 'Give to a crew: Elm Way' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Show on the map: Ana Diaz/ }))
  expect(map.getByRole('heading', { name: 'Stops of Ana Diaz' })).toBeTruthy()
})
