import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PhotoId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Act, QueueEntry } from '#domain/offline/entry.ts'
import { instant } from '#domain/time.ts'
import { EMPTY_QUEUE, setQueue } from '#web/offline/queue/state.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { QueueSheet } from './queue-sheet.tsx'

// What was kept is looked up by a part that comes later; here it is there before the tests are over.
beforeAll(async () => {
  await import('#web/offline/kept/kept-store.ts')
})
afterEach(() => {
  cleanup()
  setQueue(EMPTY_QUEUE)
  vi.unstubAllGlobals()
})

const VISIT = '0d3c7f9e-1b2a-4c5d-8e6f-7a8b9c0d1e2f'
const AT = instant(Date.parse('2026-03-02T16:00:00Z'))

function entry(seq: number, state: QueueEntry['state'], act: Act): QueueEntry {
  const failure = state === 'conflict' ? { code: 'visit_cancelled', sentence: '' } : null
  return {
    id: `e${seq}`,
    userId: 'u1',
    visitId: VISIT,
    placeName: 'The Lofts',
    timeZone: 'America/Denver',
    at: AT,
    act,
    seq,
    state,
    changedAt: AT,
    attempts: 0,
    notBefore: AT,
    failure,
    isTimeless: false,
  }
}

const photo: Act = { kind: 'photo', sha256: null, sizeBytes: 5, photoId: 'p1' as PhotoId }
const complete: Act = { kind: 'complete', location: null }
const report = {
  visitId: VISIT,
  timeZone: 'America/Denver',
  reason: 'cancelled',
  state: 'open',
  changedAt: '2026-03-02T16:00:00Z',
  changedBy: 'customer',
  photoCount: 1,
  decisionNote: '',
}

function show(entries: readonly QueueEntry[], language: Language = 'en') {
  setQueue({ entries })
  return renderScreen(<QueueSheet isOpen onClose={() => undefined} />, {
    user: { type: 'Crew' },
    language,
    replies: { 'GET /api/my-late-completions': { lateCompletions: [report] } as never },
  })
}

test('field 39: where nothing waits, only what changed is shown, once and without talk of sending', async () => {
  await show([entry(1, 'safe', photo), entry(2, 'conflict', complete)], 'es')
  expect(screen.getByRole('heading', { name: 'Lo que cambió mientras tanto' })).toBeTruthy()
  expect(screen.getAllByText('The Lofts')).toHaveLength(1)
  expect(
    screen.getByText(/^El cliente canceló esta visita a las 9:00\sa\.m\. Tu foto está a salvo\./),
  ).toBeTruthy()
  expect(screen.queryByText(/se envía solo/)).toBeNull()
})

test('iOS: where the browser sends for no closed page, the sheet says that it must be opened', async () => {
  await show([entry(1, 'kept', photo)])
  expect(screen.getByText(/sends only while the app is open\. Open it once/)).toBeTruthy()
  expect(screen.queryByText(/You can close the app/)).toBeNull()
})

test('what waits is listed, and goes by itself', async () => {
  vi.stubGlobal(
    'ServiceWorkerRegistration',
    class {
      readonly sync = undefined
    },
  )
  Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: {} })
  await show([entry(1, 'kept', { kind: 'start', step: 'in_progress' }), entry(2, 'kept', complete)])
  expect(screen.getByRole('heading', { name: 'Waiting to send' })).toBeTruthy()
  expect(screen.getByText(/sends itself when you’re online/)).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Send now' })).toBeTruthy()
})
