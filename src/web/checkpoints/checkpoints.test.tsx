/** Codes at buildings: the owner's list, and the crew's round by camera, by hand, with and without a connection. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { currentQueue } from '#web/offline/queue/state.ts'
import { openFor } from '#web/offline/start.ts'
import { CrewComplex } from '#web/screens/complexes/crew-complex.tsx'
import { refusal, renderScreen, type SentCall } from '#web/shell/render-screen.testing.tsx'
import { urls } from '#web/urls.ts'
import { CheckpointsCard } from './checkpoints-card.tsx'
// The prompt comes when it is first opened, however busy the machine is.
import '#web/screens/complexes/night-round.tsx'
import '#web/ui/dialogs/prompt-dialog.tsx'
import './pass-sheet.tsx'
import './pass-by-link.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '6f1e2d3c-0000-4000-8000-000000000001'
const NORTH = '6f1e2d3c-0000-4000-8000-00000000000a'
const VISIT = '6f1e2d3c-0000-4000-8000-0000000000ff'
const CREW = '6f1e2d3c-0000-4000-8000-0000000000c1'

const point = { buildingId: NORTH, name: 'North', code: null, madeAt: null, lastPassedAt: null }
const madePoint = { ...point, code: 'K7M2Q-9XA4T', madeAt: '2026-03-01T18:00:00.000Z' }

const showCard = (replies: object) =>
  renderScreen(<CheckpointsCard complexId={ID} timeZone="America/Denver" />, {
    user: { type: 'Customer' },
    replies,
  })

test('codes are made with one tap, and there is nothing to print before', async () => {
  const { calls, settle } = await showCard({
    'GET /api/checkpoints': { checkpoints: [point] },
    'POST /api/make-checkpoints': { madeCount: 1 },
  })
  expect(screen.queryByRole('link', { name: /Print codes/ })).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Make codes' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/make-checkpoints')?.body).toEqual({ complexId: ID })
})

test('each shows its code and when it was passed last, is printed, and renewed after a question', async () => {
  const { calls, settle } = await showCard({
    'GET /api/checkpoints': {
      checkpoints: [
        { ...madePoint, lastPassedAt: '2026-03-02T03:12:00.000Z' },
        { ...point, buildingId: ID },
      ],
    },
    'POST /api/renew-checkpoint': { ok: true },
  })
  const [made, missing] = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(made?.textContent).toContain('K7M2Q-9XA4T · Last passed Mar 1, 2026, 8:12')
  expect(missing?.textContent).toContain('No code yet')
  const print = screen.getByRole('link', { name: /Print codes/ })
  expect(print.getAttribute('href')).toBe(`/api/checkpoints-pdf?complexId=${ID}`)
  expect(screen.getByRole('button', { name: 'Make the missing codes' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for North' }))
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'New code for North' })))
  await settle()
  const dialog = screen.getByRole('dialog', { name: 'A new code for North?' })
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'New code' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/renew-checkpoint')?.body).toEqual({ buildingId: NORTH })
})

const passed = {
  at: '2026-03-02T03:12:00.000Z',
  isTyped: true,
  crewFirstName: 'Kayla',
  distanceFeet: 40,
}
const building = {
  id: NORTH,
  name: 'North',
  unitCount: 4,
  units: '101-104',
  isLeftOut: false,
  unitsLeftOut: [],
  checkedAt: null,
  passed: null,
  photo: null,
}
const round = {
  visitId: VISIT,
  complexId: ID,
  complexName: 'The Lofts',
  date: '2026-03-01',
  timeZone: 'America/Denver',
  serviceKey: 'valet_trash',
  state: 'in_progress',
  startedAt: '2026-03-02T02:00:00.000Z',
  completedAt: null,
  crewFirstName: 'Kayla',
  buildings: [building],
  exceptions: [],
  violations: [],
  instructions: '',
  canWork: true,
  hasCheckpoints: true,
}

async function showRound(query: string, replies: object) {
  const usual: object = { 'GET /api/night-round': round, ...replies }
  const shown = await renderScreen(<CrewComplex />, {
    path: `${urls.complex.path}?${query}`,
    user: { type: 'Crew', id: CREW as never },
    replies: usual,
  })
  await openFor(shown.client, CREW)
  return shown
}

const typeCode = async (code: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Type a code' }))
  const field = await screen.findByLabelText(/^Code/)
  fireEvent.change(field, { target: { value: code } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Pass' })))
}

test('a typed code goes through the queue with the time at which it was passed', async () => {
  const { calls } = await showRound(`night=${VISIT}`, {
    'POST /api/pass-checkpoint': { buildingId: NORTH, buildingName: 'North', passedAt: passed.at },
  })
  await typeCode('k7m2q 9xa4t')
  await waitFor(() => expect(calls.map(({ key }) => key)).toContain('POST /api/pass-checkpoint'))
  const sent = calls.find(({ key }) => key === 'POST /api/pass-checkpoint')
  expect(sent?.body).toMatchObject({ visitId: VISIT, code: 'K7M2Q9XA4T', isTyped: true })
  expect(sent?.body).toHaveProperty('at')
})

test('where no codes hang there is none to type', async () => {
  await showRound(`night=${VISIT}`, { 'GET /api/night-round': { ...round, hasCheckpoints: false } })
  expect(screen.getByRole('button', { name: 'Photo and done' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Type a code' })).toBeNull()
})

test('what can be no code is said at once, and not kept', async () => {
  await showRound(`night=${VISIT}`, {})
  const before = currentQueue().entries.length
  await typeCode('K7M2')
  expect(await screen.findByText(/A code has 10 letters and digits/)).toBeDefined()
  expect(currentQueue().entries).toHaveLength(before)
})

test('a code that does not count says why, and goes at a word', async () => {
  const { settle } = await showRound(`night=${VISIT}`, {
    'POST /api/pass-checkpoint': () => {
      throw refusal(410, { error: 'This is an old code.', code: 'checkpoint_old' })
    },
  })
  await typeCode('00000-00001')
  const alert = await screen.findByText('This is an old code.')
  // It stands above what was typed, so it is brought into sight.
  expect(document.activeElement?.textContent).toContain('This is an old code.')
  const banner = alert.closest('[role="alert"]') ?? document.body
  await act(async () => fireEvent.click(within(banner as HTMLElement).getByRole('button', { name: 'OK' })))
  await settle()
  await waitFor(() => expect(screen.queryByText('This is an old code.')).toBeNull())
})

test('a building that was passed says by whom, when and from how far; a photo may still be added', async () => {
  await showRound(`night=${VISIT}`, {
    'GET /api/night-round': { ...round, buildings: [{ ...building, checkedAt: passed.at, passed }] },
  })
  expect(screen.getByText(/Code passed by Kayla at 8:12.*typed · 40 ft from the complex/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Photo and done' })).toBeDefined()
})

const ELSEWHERE = '6f1e2d3c-0000-4000-8000-0000000000fe'
const stopAt = (visitId: string, complexId: string | null, state: string) => ({
  visitId,
  complexId,
  propertyName: 'The Lofts',
  timeZone: 'America/Denver',
  state,
  photos: [],
  checklist: null,
})
/** A home before it was never finished. */
const day = (state: string, date = '2026-03-01') => ({
  date,
  today: date,
  stops: [stopAt(ELSEWHERE, null, 'in_progress'), stopAt(VISIT, ID, state)],
})

test('the camera’s link is passed at the visit under way, and leads to its round', async () => {
  const { calls } = await showRound('point=K7M2Q9XA42', {
    'GET /api/day': day('in_progress'),
    'POST /api/pass-checkpoint': { buildingId: NORTH, buildingName: 'North', passedAt: passed.at },
  })
  await waitFor(() => expect(calls.map(({ key }) => key)).toContain('POST /api/pass-checkpoint'))
  expect(calls.find(({ key }) => key === 'POST /api/pass-checkpoint')?.body).toMatchObject({
    visitId: VISIT,
    code: 'K7M2Q9XA42',
    isTyped: false,
  })
  expect(await screen.findByRole('button', { name: 'Type a code' })).toBeDefined()
})

test('after midnight it is passed at the round of the evening before', async () => {
  const { calls } = await showRound('point=K7M2Q9XA44', {
    'GET /api/day': ({ query }: SentCall) =>
      query.date === '2026-03-01' ? day('in_progress') : day('scheduled', '2026-03-02'),
    'POST /api/pass-checkpoint': { buildingId: NORTH, buildingName: 'North', passedAt: passed.at },
  })
  await waitFor(() => expect(calls.map(({ key }) => key)).toContain('POST /api/pass-checkpoint'))
  expect(calls.find(({ key }) => key === 'POST /api/pass-checkpoint')?.body).toMatchObject({
    visitId: VISIT,
  })
})

test('without a visit under way nothing is passed', async () => {
  const { calls } = await showRound('point=K7M2Q9XA43', { 'GET /api/day': day('confirmed') })
  expect(await screen.findByText('Start your visit first')).toBeDefined()
  expect(calls.map(({ key }) => key)).not.toContain('POST /api/pass-checkpoint')
})
