import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ListItem } from '#domain/checklists/items.ts'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import {
  dayWith,
  nothingToConfirm,
  notSharing,
  photo,
  services,
  stopWith,
} from '#web/stops/crew-screens.testing.ts'
import { dayInTime } from '#web/visits/today.testing.ts'
import { CrewHome } from './home.tsx'

// What comes after the first screen; here it is there.
beforeAll(async () => {
  await import('#web/offline/start.ts')
  await import('#web/stops/stop-checklist.tsx')
  await import('#web/stops/undone-sheet.tsx')
}, 60_000)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const tick = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('checkbox', { name })))

const item = (key: string, more: Partial<ListItem> = {}) => ({
  key,
  kind: 'task' as const,
  photo: 'none' as const,
  words: { en: `Do ${key}`, es: `Haz ${key}` },
  language: null,
  isMarked: false,
  ...more,
})
const seen = { service: 3, place: null }

function stopAt(items: ReturnType<typeof item>[], more: Parameters<typeof stopWith>[0] = {}) {
  return stopWith({ state: 'in_progress', photos: [photo], checklist: { seen, items }, ...more })
}

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

const isTicked = (name: string | RegExp) => screen.getByRole('checkbox', { name }).matches(':checked')

test('an item is ticked at once, and sent with its moment; the list is read before it begins', async () => {
  const stop = stopAt([item('a'), item('soap', { kind: 'supply', words: { en: 'Jabón', es: 'Jabón' } })], {
    state: 'confirmed',
  })
  const { calls } = await renderHome({
    'GET /api/day': dayWith([stop]),
    'POST /api/start-visit': { visitId: stop.visitId, state: 'in_progress' },
    'POST /api/mark-item': { visitId: stop.visitId, key: 'a', isMarked: true },
  })
  expect((await screen.findByRole('checkbox', { name: 'Do a' })).hasAttribute('disabled')).toBe(true)
  await press('Start')
  await vi.waitFor(() =>
    expect(calls.find(({ key }) => key === 'POST /api/start-visit')?.body).toMatchObject({ seenList: seen }),
  )
  await tick('Do a')
  await vi.waitFor(() => expect(isTicked('Do a')).toBe(true))
  expect(screen.getByText('1 of 1 done')).toBeTruthy()
  expect(screen.getByText('Running low?')).toBeTruthy()
  await vi.waitFor(() =>
    expect(calls.find(({ key }) => key === 'POST /api/mark-item')?.body).toEqual({
      visitId: stop.visitId,
      key: 'a',
      isMarked: true,
      at: expect.any(String),
    }),
  )
})

test('what is left undone is asked item by item, and told with the completion', async () => {
  const stop = stopAt([item('a', { isMarked: true } as object), item('b'), item('p', { photo: 'required' })])
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
  expect(await screen.findByText('Needs a photo')).toBeTruthy()
  await press('Done')
  const sheet = within(await screen.findByRole('dialog', { name: 'Why is this not done?' }))
  const end = () => sheet.getByRole('button', { name: 'Finish the visit' })
  expect(end().hasAttribute('disabled')).toBe(true)
  const [ofB, ofP] = ['Do b', 'Do p'].map((name) => within(sheet.getByRole('group', { name })))
  await act(async () => fireEvent.click(ofB!.getByLabelText('In use')))
  await act(async () => fireEvent.click(ofP!.getByLabelText('Something else')))
  expect(end().hasAttribute('disabled')).toBe(true)
  await act(async () =>
    fireEvent.change(sheet.getByLabelText('Say why'), { target: { value: 'Lens is wet' } }),
  )
  await act(async () => fireEvent.click(end()))
  await press('Finish without location')
  await screen.findByText('Done. $7 earned.')
  expect(calls.find(({ key }) => key === 'POST /api/complete-visit')?.body).toMatchObject({
    undone: [
      { key: 'b', reason: 'in_use', words: '' },
      { key: 'p', reason: 'other', words: 'Lens is wet' },
    ],
  })
})

test('in Spanish, and nothing where there is no list', async () => {
  await renderHome({ 'GET /api/day': dayWith([stopAt([item('a')])]) }, 'es')
  expect(await screen.findByText('Lista de tareas')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Haz a' })).toBeTruthy()
  cleanup()
  await renderHome({ 'GET /api/day': dayWith([stopWith({ state: 'in_progress', photos: [photo] })]) })
  expect(screen.queryByText('Checklist')).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Do a' })).toBeNull()
})
