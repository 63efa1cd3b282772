import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Act, QueueEntry } from '#domain/offline/entry.ts'
import { instant, localDate } from '#domain/time.ts'
import { failedOf, parcelOf } from './parcel.ts'
import { sendEntry } from './send.ts'
import { memoryStore } from './store.ts'

const NOW = instant(1_772_467_200_000)
const AT = '2026-03-02T16:00:00.000Z'
const SHA = 'a'.repeat(64)
const HERE = { lat: 39.7, lng: -105 }

function entryOf(act: Act, more: Partial<QueueEntry> = {}): QueueEntry {
  return {
    id: 'the-entry',
    userId: 'crew-1',
    visitId: 'v1',
    placeName: 'Elm',
    timeZone: 'UTC',
    at: NOW,
    act,
    seq: 1,
    state: 'sending',
    changedAt: NOW,
    attempts: 0,
    notBefore: NOW,
    failure: null,
    isTimeless: false,
    ...more,
  }
}

const start: Act = { kind: 'start', step: 'in_progress' }
const photo = { kind: 'photo', sizeBytes: 3, photoId: null } as const
const ill = {
  from: localDate('2026-03-02'),
  to: localDate('2026-03-03'),
  note: 'Flu',
  isTripReleased: true,
}

/** What each says, by the endpoints of the house: what is not known is left out, never sent as nothing. */
const SAID: readonly (readonly [what: string, act: Act, key: string, said: object | undefined])[] = [
  ['a start', start, 'POST /api/start-visit', { visitId: 'v1', step: 'in_progress', at: AT }],
  [
    'a start that saw a list',
    { ...start, seenList: { service: 2, place: null } },
    'POST /api/start-visit',
    { visitId: 'v1', step: 'in_progress', at: AT, seenList: { service: 2, place: null } },
  ],
  [
    'an item',
    { kind: 'mark', itemKey: 'towels', isMarked: false },
    'POST /api/mark-item',
    { visitId: 'v1', key: 'towels', isMarked: false, at: AT },
  ],
  [
    'a code where nobody knows where',
    { kind: 'pass', code: 'K7M2Q9XA4T', isTyped: true, location: null },
    'POST /api/pass-checkpoint',
    { visitId: 'v1', code: 'K7M2Q9XA4T', isTyped: true, at: AT },
  ],
  [
    'a code at its building',
    { kind: 'pass', code: 'K7M2Q9XA4T', isTyped: false, location: HERE },
    'POST /api/pass-checkpoint',
    { visitId: 'v1', code: 'K7M2Q9XA4T', isTyped: false, at: AT, ...HERE },
  ],
  [
    'a photo without a sum',
    { ...photo, sha256: null },
    'POST /api/upload-visit-photo',
    { visitId: 'v1', takenAt: AT },
  ],
  [
    'a photo of an item',
    { ...photo, sha256: SHA, itemKey: 'towels' },
    'POST /api/upload-visit-photo',
    { visitId: 'v1', takenAt: AT, sha256: SHA, itemKey: 'towels' },
  ],
  [
    'running late',
    { kind: 'late', minutes: 15, location: HERE },
    'POST /api/report-late',
    { minutes: 15, at: AT, ...HERE },
  ],
  [
    'running late somewhere',
    { kind: 'late', minutes: 30, location: null },
    'POST /api/report-late',
    { minutes: 30, at: AT },
  ],
  ['being on time', { kind: 'on_time' }, 'POST /api/report-on-time', undefined],
  ['being ill', { kind: 'ill', ...ill }, 'POST /api/add-time-off', ill],
  [
    'a completion somewhere',
    { kind: 'complete', location: null, undone: [] },
    'POST /api/complete-visit',
    { visitId: 'v1', completedAt: AT },
  ],
  [
    'a completion roughly there, with something undone',
    {
      kind: 'complete',
      location: { ...HERE, accuracyMeters: null, at: NOW },
      undone: [{ key: 'towels', reason: 'none_left' }],
    } as unknown as Act,
    'POST /api/complete-visit',
    { visitId: 'v1', completedAt: AT, ...HERE, undone: [{ key: 'towels', reason: 'none_left' }] },
  ],
  [
    'a completion exactly there',
    { kind: 'complete', location: { ...HERE, accuracyMeters: 0, at: NOW } },
    'POST /api/complete-visit',
    { visitId: 'v1', completedAt: AT, ...HERE, accuracy: 0 },
  ],
]

afterEach(() => vi.unstubAllGlobals())

describe('what is sent of a queued entry', () => {
  test.each(SAID)('%s', (_what, act, key, said) => {
    const parcel = parcelOf(entryOf(act))
    expect(parcel.key).toBe(key)
    expect('query' in parcel ? parcel.query : parcel.body).toStrictEqual(said)
  })

  test('a start by a clock that is wrong goes without its time', () => {
    expect(parcelOf(entryOf(start, { isTimeless: true }))).toStrictEqual({
      key: 'POST /api/start-visit',
      body: { visitId: 'v1', step: 'in_progress' },
    })
  })

  test.each(SAID.filter(([, act]) => act.kind !== 'photo'))(
    '%s goes to its endpoint',
    async (_what, act, key, said) => {
      const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response('{}'))
      vi.stubGlobal('fetch', fetched)
      expect(await sendEntry(entryOf(act), null, () => undefined)).not.toHaveProperty('failed')
      const [path, init] = fetched.mock.calls[0]!
      expect(`${init.method} ${path}`).toBe(key)
      expect(typeof init.body === 'string' ? JSON.parse(init.body) : undefined).toEqual(said)
    },
  )
})

test.each([
  ['bad_input', { sha256: 'It does not fit.' }, 'damaged'],
  ['bad_input', { takenAt: 'It is too early.' }, 'bad_input'],
  ['too_many_photos', { sha256: 'It does not fit.' }, 'too_many_photos'],
])('%s with %j is %s', (code, fields, known) => {
  expect(failedOf(400, { code, fields, sentence: 'No.' })).toEqual({
    status: 400,
    code: known,
    sentence: 'No.',
  })
})

test('each person’s things stand in an order of their own', async () => {
  const store = memoryStore()
  const add = (id: string, userId: string) =>
    store.add({ id, userId, visitId: id, placeName: 'Elm', timeZone: 'UTC', at: NOW, act: start }, null, NOW)
  await add('one', 'crew-1')
  await add('two', 'crew-1')
  expect((await add('three', 'crew-2')).seq).toBe(1)
  expect((await store.all('crew-1')).map(({ seq }) => seq)).toEqual([1, 2])
})
