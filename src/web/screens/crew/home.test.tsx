import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ComplexId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import { fitted } from '#web/photos/shrink-photo.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import {
  dayWith,
  nothingToConfirm,
  notSharing,
  photo,
  services,
  stopWith,
} from '#web/stops/crew-screens.testing.ts'
import { nextStepOf } from '#web/stops/do-visit.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { dayInTime } from '#web/visits/today.testing.ts'
import { CrewHome } from './home.tsx'

// The queue's machinery comes after the first screen; here it is there.
beforeAll(() => import('#web/offline/start.ts'), 60_000)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

function renderHome(replies: Replies, language: Language = 'en') {
  return renderScreen(<CrewHome />, {
    user: { type: 'Crew', id: crypto.randomUUID() as UserId },
    language,
    replies: {
      'GET /api/services': services,
      'POST /api/get-visits-to-confirm': nothingToConfirm,
      'GET /api/offers': { offers: [], now: '2026-03-02T15:00:00.000Z' },
      'GET /api/day-plan': dayInTime,
      'GET /api/whereabouts': notSharing,
      'GET /api/crew-payments': () => {
        throw refusal(503, { error: 'Away.', code: 'unavailable' })
      },
      ...replies,
    },
  })
}

test.each([
  ['start', {}],
  ['photo', { state: 'in_progress' as const }],
  ['done', { state: 'in_progress' as const, photos: [photo] }],
  ['done', { state: 'in_progress' as const, photosRequired: 0 }],
  ['wait', { canStart: false, canComplete: false }],
  ['over', { state: 'completed' as const, canStart: false, canComplete: false }],
])('the big button says %s', (step, more) => {
  expect(nextStepOf(stopWith(more))).toBe(step)
})

test('the day shows pay, progress, the next stop with its door code, and all stops', async () => {
  const stops = [
    stopWith({ state: 'completed', isNext: false }),
    stopWith({ position: 2, propertyName: 'Red house' }),
  ]
  await renderHome({ 'GET /api/day': dayWith(stops) })
  expect(screen.getByText('$14')).toBeTruthy()
  expect(screen.getByText('1 of 2 done')).toBeTruthy()
  expect(screen.getByText('Gate code 4711')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Next stop' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /Red house/ })).toBeTruthy()
})

test('field 4: the hours are those of the place, with its zone where the phone is in another', async () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const other = own === 'America/Phoenix' ? 'America/Denver' : 'America/Phoenix'
  await renderHome({ 'GET /api/day': dayWith([stopWith({ timeZone: other })]) })
  expect(screen.getAllByText(/^8:00 AM – 12:00 PM/).length).toBeGreaterThan(0)
  expect(screen.getByText(`Time of the place (${zoneName(other, 'en')})`)).toBeTruthy()
  cleanup()
  await renderHome({ 'GET /api/day': dayWith([stopWith({ timeZone: own })]) })
  expect(screen.queryByText(/Time of the place/)).toBeNull()
})

test('starting notifies the server and reads the day again', async () => {
  const stop = stopWith()
  let state: 'confirmed' | 'in_progress' = 'confirmed'
  const { calls, settle } = await renderHome({
    'GET /api/day': () => dayWith([{ ...stop, state }]),
    'POST /api/start-visit': () => {
      state = 'in_progress'
      return { visitId: stop.visitId, state }
    },
  })
  await press('Start')
  // At once, whatever the network does.
  expect(await screen.findByRole('button', { name: 'Take a photo' })).toBeTruthy()
  await vi.waitFor(() =>
    expect(calls.find(({ key }) => key === 'POST /api/start-visit')?.body).toEqual({
      visitId: stop.visitId,
      step: 'in_progress',
      at: expect.any(String),
    }),
  )
  await vi.waitFor(() => expect(calls.filter(({ key }) => key === 'GET /api/day').length).toBeGreaterThan(1))
  await settle()
  expect(screen.getByRole('button', { name: 'Take a photo' })).toBeTruthy()
})

test('a refusal is said beside the button', async () => {
  await renderHome({
    'GET /api/day': dayWith([stopWith()]),
    'POST /api/start-visit': () => {
      throw refusal(403, { error: 'Your account is frozen.', code: 'account_frozen' })
    },
  })
  await press('Start')
  expect((await screen.findByText('Your account is frozen.')).closest('[role=alert]')).toBeTruthy()
})

test('field 40: a phone without a position asks, and finishes without it when told so', async () => {
  const stop = stopWith({ state: 'in_progress', photos: [photo] })
  const { calls } = await renderHome({
    'GET /api/day': dayWith([stop]),
    'POST /api/complete-visit': {
      visitId: stop.visitId,
      state: 'completed',
      completedAt: '2026-03-02T16:00:00.000Z',
      distanceFeet: null,
      isFlagged: true,
      payCents: cents(700),
    },
  })
  await press('Done')
  expect(screen.getByRole('dialog', { name: 'We can’t tell where you are' })).toBeTruthy()
  await press('Finish without location')
  await screen.findByText('Done. $7 earned.')
  const sent = calls.find(({ key }) => key === 'POST /api/complete-visit')?.body as Record<string, unknown>
  expect(sent).toMatchObject({ visitId: stop.visitId })
  expect(sent).not.toHaveProperty('lat')
  expect(screen.getAllByText(/Someone will take a look/).length).toBeGreaterThan(0)
})

test('a stop at a complex leads to the round of that night, and others do not', async () => {
  const stop = stopWith({ complexId: 'c1' as ComplexId, state: 'in_progress' })
  await renderHome({ 'GET /api/day': dayWith([stop]) })
  expect(screen.getByRole('link', { name: 'Walk the round' }).getAttribute('href')).toBe(
    `/complex?id=c1&night=${stop.visitId}`,
  )
  cleanup()
  await renderHome({ 'GET /api/day': dayWith([stop]) }, 'es')
  expect(screen.getByRole('link', { name: 'Hacer el recorrido' })).toBeTruthy()
  cleanup()
  await renderHome({ 'GET /api/day': dayWith([stopWith()]) })
  expect(screen.queryByRole('link', { name: 'Walk the round' })).toBeNull()
})

test('another stop can be chosen, and left again', async () => {
  const stops = [stopWith(), stopWith({ position: 2, propertyName: 'Red house', isNext: false })]
  await renderHome({ 'GET /api/day': dayWith(stops) })
  await press(/Red house/)
  expect(screen.getByRole('heading', { name: 'Stop 2' })).toBeTruthy()
  await press('Next stop')
  expect(screen.getByRole('heading', { name: 'Next stop' })).toBeTruthy()
})

test('a day without stops says when the next are, in Spanish too', async () => {
  await renderHome({ 'GET /api/day': dayWith([], { nextWorkDay: '2026-03-05' as LocalDate }) }, 'es')
  expect(screen.getByText('Hoy no hay paradas')).toBeTruthy()
  expect(screen.getByText(/jueves, 5 de marzo/)).toBeTruthy()
})

test('a photo keeps its shape when it is made smaller, and small ones stay', () => {
  expect(fitted({ width: 4_096, height: 3_072 })).toEqual({ width: 2_048, height: 1_536 })
  expect(fitted({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 })
})
