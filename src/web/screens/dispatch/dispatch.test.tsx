import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { toId, type UserId, type VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate, localTime, WEEKDAYS } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Dispatch } from './dispatch.tsx'

type Data = Reply<'GET /api/dispatch'>

beforeAll(async () => {
  await Promise.all([
    import('./desk.tsx'),
    import('./lanes-list.tsx'),
    import('./dispatch-map.tsx'),
    import('./inspector.tsx'),
  ])
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
/** Always ahead: what is over cannot be moved. */
const DATE = localDate('2099-03-03')
const crew = (
  number: number,
  name: string,
  more: Partial<Data['crews'][number]> = {},
): Data['crews'][number] => ({
  id: toId<UserId>(uuid(number)),
  name,
  base: { lat: 39.7392, lng: -104.9903 },
  rangeFeet: 100_000,
  serviceKeys: ['bins'],
  isFrozen: false,
  hours: WEEKDAYS.map((weekday) => ({ weekday, from: localTime('08:00'), until: localTime('17:00') })),
  daysOff: [],
  ...more,
})
const visit = (
  number: number,
  name: string,
  more: Partial<Data['visits'][number]> = {},
): Data['visits'][number] => ({
  id: toId<VisitId>(uuid(number)),
  date: DATE,
  timeZone: 'America/Denver',
  crewId: null,
  position: 0,
  state: 'scheduled',
  isOrder: false,
  isStanding: false,
  startsAt: '2099-03-03T07:00:00.000Z',
  endsAt: '2099-03-04T07:00:00.000Z',
  isAnytime: true,
  minutes: 30,
  serviceKey: 'bins',
  placeName: name,
  lat: 39.74,
  lng: -104.98,
  payCents: cents(2_100),
  expectedAt: null,
  startedAt: null,
  completedAt: null,
  blockedCrewIds: [],
  ...more,
})
const ana = crew(1, 'Ana Diaz')
const ben = crew(2, 'Ben Fox', { serviceKeys: ['pool'] })
const data: Data = {
  timeZone: 'America/Denver',
  today: DATE,
  from: DATE,
  to: DATE,
  crews: [ana, ben],
  visits: [
    visit(11, 'Maple House', { crewId: ana.id, position: 1 }),
    visit(12, 'Oak Flats', { crewId: ana.id, position: 2, state: 'confirmed' }),
    visit(13, 'Pine Court'),
  ],
  isCut: false,
}

function render(replies: Replies = {}, isDesk = true, more = '') {
  vi.stubGlobal('matchMedia', () => ({
    matches: isDesk,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  return renderScreen(<Dispatch />, {
    path: `/operator/dispatch?date=${DATE}${more}`,
    user: { type: 'Operator' },
    replies: {
      'GET /api/dispatch': data,
      'GET /api/services': [],
      'GET /api/crews-whereabouts': { crews: [] },
      'GET /api/operator-visit': refusal404,
      ...replies,
    },
  })
}
const refusal404 = () => {
  throw refusal(404, { error: 'Not found', code: 'not_found' })
}
const press = (element: HTMLElement, ...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(element, { key })
}
const handed: Reply<'POST /api/dispatch-visit'> = { visitId: toId<VisitId>(uuid(13)), handing: 'asked' }

test('a lane for each crew with its stops in order, and what nobody has beside them', async () => {
  await render()
  const lane = within(await screen.findByRole('list', { name: 'Ana Diaz' }))
  expect(lane.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Maple House, bins, 8:02 AM – 8:32 AM, Scheduled$/),
    expect.stringMatching(/^Oak Flats, bins, 8:32 AM – 9:02 AM, Confirmed$/),
  ])
  const tray = within(screen.getByRole('list', { name: 'Without a crew' }))
  expect(tray.getByRole('button', { name: /Pine Court/ })).toBeTruthy()
})

test('keys pick a visit up, carry it, say what breaks, and put it down', async () => {
  const { calls, settle } = await render({ 'POST /api/dispatch-visit': handed })
  const open = await screen.findByRole('button', { name: /Pine Court/ })
  press(open, 'Enter', 'ArrowDown')
  const said = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join(' ')
  expect(said()).toContain('Ana Diaz, stop 3 of 3, 9:02 AM')
  press(open, 'ArrowLeft')
  expect(said()).toContain('Ana Diaz, stop 2 of 3')
  press(open, 'ArrowDown')
  expect(said()).toContain('Ben Fox, stop 1 of 1')
  expect(said()).toContain('The crew does not offer this service')
  press(open, 'ArrowUp', 'Enter')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/dispatch-visit')?.body).toEqual({
    visitId: uuid(13),
    fromCrewId: null,
    toCrewId: ana.id,
    beforeVisitId: uuid(11),
  })
})

test('Escape leaves it where it was', async () => {
  const { calls } = await render()
  const open = await screen.findByRole('button', { name: /Pine Court/ })
  press(open, 'Enter', 'ArrowDown', 'Escape', 'ArrowDown')
  expect(calls.some(({ key }) => key === 'POST /api/dispatch-visit')).toBe(false)
})

test('nobody can be overruled where nobody may be', async () => {
  const frozen = { ...data, crews: [{ ...ana, isFrozen: true }, ben] }
  const { calls } = await render({ 'GET /api/dispatch': frozen })
  const open = await screen.findByRole('button', { name: /Pine Court/ })
  press(open, 'Enter', 'ArrowDown', 'Enter')
  expect(await screen.findByText('Not possible: The crew is frozen.')).toBeTruthy()
  expect(calls.some(({ key }) => key === 'POST /api/dispatch-visit')).toBe(false)
})

test('who was slower sees the sentence and the truth', async () => {
  const { calls, settle } = await render({
    'POST /api/dispatch-visit': () => {
      throw refusal(409, { error: 'Ben Fox has this visit by now.', code: 'conflict' })
    },
  })
  const open = await screen.findByRole('button', { name: /Pine Court/ })
  press(open, 'Enter', 'ArrowDown', 'Enter')
  await settle()
  expect(screen.getByText('Ben Fox has this visit by now.')).toBeTruthy()
  expect(calls.filter(({ key }) => key === 'GET /api/dispatch').length).toBeGreaterThan(1)
  expect(within(screen.getByRole('list', { name: 'Without a crew' })).getByText(/Pine Court/)).toBeTruthy()
})

test('on a phone the same is a list', async () => {
  await render({}, false)
  expect(await screen.findByRole('button', { name: 'Give to a crew: Pine Court' })).toBeTruthy()
})
