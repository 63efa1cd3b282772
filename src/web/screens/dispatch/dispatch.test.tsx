import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DispatchPlanId, toId, type UserId, type VisitId } from '#domain/ids.ts'
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
    import('./lanes.tsx'),
    import('./dispatch-map.tsx'),
    import('./inspector.tsx'),
    import('./plan-dialog.tsx'),
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
  applied: null,
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

const planId = toId<DispatchPlanId>(uuid(90))
const sums = { stops: 1, feet: 5_280, minutes: 30, payCents: cents(2_100) }
const stop = { visitId: toId<VisitId>(uuid(11)), placeName: 'Maple House', serviceKey: 'bins' }
const plan: Reply<'GET /api/dispatch-plan'> = {
  id: planId,
  state: 'applied',
  progress: 100,
  from: DATE,
  to: DATE,
  before: { open: 1, feet: 0, minutes: 0, payCents: cents(0) },
  after: { open: 0, feet: 0, minutes: 0, payCents: cents(0) },
  changedCount: 2,
  lanes: [
    {
      crewId: ana.id,
      crewName: 'Ana Diaz',
      date: DATE,
      before: sums,
      after: sums,
      stops: [
        { ...stop, placeName: 'Oak Flats', place: 1, wasPlace: 2, otherCrewName: null },
        { ...stop, visitId: toId<VisitId>(uuid(13)), place: 2, wasPlace: null, otherCrewName: null },
        {
          ...stop,
          visitId: toId<VisitId>(uuid(14)),
          placeName: 'Elm Way',
          place: 3,
          wasPlace: null,
          otherCrewName: 'Ben Fox',
        },
        {
          ...stop,
          visitId: toId<VisitId>(uuid(15)),
          placeName: 'Fir Court',
          place: null,
          wasPlace: 1,
          otherCrewName: 'Ben Fox',
        },
      ],
    },
  ],
  open: [],
  canUndo: true,
  undoUntil: '2099-03-03T16:30:00.000Z',
}

test('a plan that was applied is on the board, with who has what in which order, until it cannot be undone', async () => {
  const { calls, settle } = await render({
    'GET /api/dispatch': { ...data, applied: { planId, undoUntil: plan.undoUntil! } },
    'GET /api/dispatch-plan': plan,
    'POST /api/undo-dispatch-plan': { leftCount: 0 },
  })
  expect(
    await screen.findByText('A plan was applied to these days. You can undo it until 9:30 AM.'),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'See the plan' }))
  await settle()
  const lane = within(screen.getByRole('list', { name: /^Ana Diaz, / }))
  expect(lane.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1. Oak Flats · bins · was stop 2',
    '2. Maple House · bins · nobody had it',
    '3. Elm Way · bins · from Ben Fox',
    'Fir Court · bins · goes to Ben Fox',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Undo the plan' }))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/undo-dispatch-plan')?.body).toEqual({ planId })
})

test('on a phone everything that nobody has can be reached', async () => {
  const many = Array.from({ length: 45 }, (_, at) => visit(100 + at, `Place ${at + 1}`))
  await render({ 'GET /api/dispatch': { ...data, visits: many } }, false)
  expect(await screen.findByRole('button', { name: 'Give to a crew: Place 30' })).toBeTruthy()
  expect(screen.queryByText('Place 45')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show more without a crew' }))
  expect(screen.getByRole('button', { name: 'Give to a crew: Place 45' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more without a crew' })).toBeNull()
})
