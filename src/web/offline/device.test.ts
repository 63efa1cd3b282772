/** What stands on the device itself, in a database as browsers have it: for the next page, and for the next person. */
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toId, type UserId } from '#domain/ids.ts'
import type { EntryDraft } from '#domain/offline/entry.ts'
import { instant } from '#domain/time.ts'

const NOW = instant(1_772_467_200_000)
const [ROSA, SAM] = [
  toId<UserId>('0d3c7f9e-1b2a-4c5d-8e6f-7a8b9c0d1e2f'),
  toId<UserId>('1d3c7f9e-1b2a-4c5d-8e6f-7a8b9c0d1e2f'),
]

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  const { SIGNED_IN_COOKIE, writeCookie } = await import('#web/session/cookies.ts')
  writeCookie(SIGNED_IN_COOKIE, '1')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** As another page of the same browser has it. */
async function openDevice() {
  vi.resetModules()
  const { idbStore } = await import('./queue/idb-store.ts')
  const kept = await import('./kept/kept-store.ts')
  const { openOfflineDatabase } = await import('./kept/database.ts')
  return {
    store: await idbStore(),
    ...kept,
    pictures: async () => (await openOfflineDatabase()).count('pictures'),
  }
}

const photoOf = (userId: string): EntryDraft => ({
  id: `photo-of-${userId}`,
  userId,
  visitId: 'visit-1',
  placeName: 'Blue house',
  timeZone: 'America/Denver',
  at: NOW,
  act: { kind: 'photo', sha256: 'a'.repeat(64), sizeBytes: 3, photoId: null },
})
const picture = () => new Blob(['abc'], { type: 'image/jpeg' })
const person = (id: UserId) => ({ key: 'user', userId: id, asOf: NOW, data: { id, type: 'Crew' } }) as const

test('what is added to the queue is on the device with its bytes, also for the next page', async () => {
  const page = await openDevice()
  const { id } = await page.store.add(photoOf(ROSA), picture(), NOW)
  const next = await openDevice()
  expect((await next.store.all(ROSA)).map((entry) => entry.id)).toEqual([id])
  const bytes = await next.store.bytesOf(id)
  expect([bytes?.type, await bytes?.text()]).toEqual(['image/jpeg', 'abc'])
  await next.store.dropBytes(id)
  expect(await next.store.bytesOf(id)).toBeNull()
})

test('whoever leaves a device leaves nothing on it; what others have not sent stays theirs', async () => {
  const { store, keepReply, keptReplies, pictures } = await openDevice()
  for (const userId of [ROSA, SAM]) await store.add(photoOf(userId), picture(), NOW)
  await keepReply(person(ROSA))
  const { openOfflineDatabase } = await import('./kept/database.ts')
  const shown = { id: '/images/one', type: 'image/webp', bytes: new ArrayBuffer(3), userId: ROSA }
  await (await openOfflineDatabase()).put('pictures', shown)
  expect([(await keptReplies()).length, await pictures()]).toEqual([1, 1])
  const { leaveDevice, unsentHere } = await import('./leave.ts')
  expect(await unsentHere(ROSA)).toBe(1)
  await leaveDevice(ROSA)
  expect([await keptReplies(), await pictures()]).toEqual([[], 0])
  expect([await store.all(ROSA), await store.bytesOf(photoOf(ROSA).id)]).toEqual([[], null])
  expect(await store.all(SAM)).toHaveLength(1)
  expect(await store.bytesOf(photoOf(SAM).id)).not.toBeNull()
})

test('whoever signs in next finds nothing of who was here before', async () => {
  const { keepReply, keptReplies } = await openDevice()
  const { createQueryClient } = await import('#web/api.ts')
  const { userQuery } = await import('#web/session/user.ts')
  const { keepReading, seedKept } = await import('./kept/keep.ts')
  await keepReply(person(ROSA))
  const summary = ['POST /api/get-visits', { body: {} }]
  await keepReply({
    key: 'read visits',
    userId: ROSA,
    asOf: NOW,
    queryKey: summary,
    data: { visits: ['Rosa’s'] },
  })
  const client = createQueryClient()
  client.setQueryData(userQuery().queryKey, { id: SAM, type: 'Crew' })
  expect(await seedKept(client)).toBeUndefined()
  expect(client.getQueryData(summary)).toBeUndefined()
  const stop = keepReading(client, () => undefined)
  await vi.waitFor(async () =>
    expect((await keptReplies()).map(({ key, userId }) => [key, userId])).toEqual([['user', SAM]]),
  )
  stop()
  // The same person again, on a page that knows nobody yet, finds what was kept.
  const again = createQueryClient()
  expect(await seedKept(again)).toMatchObject({ id: SAM })
})

test('field 41: nothing reloads while this device has something unsent', async () => {
  const { store } = await openDevice()
  const { id } = await store.add(photoOf(ROSA), picture(), NOW)
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json({ id: 'new' }))
  const { shouldReloadOnNavigation, startBuildChecks } = await import('#web/builds/build-check.ts')
  const stop = startBuildChecks('own')
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  stop()
  vi.useRealTimers()
  expect(shouldReloadOnNavigation()).toBe(true)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  const { createQueryClient } = await import('#web/api.ts')
  const { userQuery } = await import('#web/session/user.ts')
  const { startOffline } = await import('./start.ts')
  const { closeQueue, discard, unsentCount } = await import('./queue/queue.ts')
  const client = createQueryClient()
  client.setQueryData(userQuery().queryKey, { id: ROSA, type: 'Crew' })
  await startOffline(client)
  await vi.waitFor(() => expect(unsentCount()).toBe(1))
  expect(shouldReloadOnNavigation()).toBe(false)
  await discard([id])
  await vi.waitFor(() => expect(shouldReloadOnNavigation()).toBe(true))
  closeQueue()
})
