import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { instant } from '#domain/time.ts'
import { idbStore } from './idb-store.ts'
import { memoryStore } from './store.ts'

const NOW = instant(1_772_467_200_000)
const LATER = instant(1_772_467_260_000)
const draft = (id: string, userId: string) => ({
  id,
  userId,
  visitId: `visit of ${id}`,
  placeName: 'Elm',
  timeZone: 'UTC',
  at: NOW,
  act: { kind: 'photo', sha256: id.repeat(32), sizeBytes: 3, photoId: null } as const,
})
const picture = () => new Blob(['abc'], { type: 'image/jpeg' })

// The same of both, so that whoever has no database has the same queue for as long as the page lives.
test.each([
  ['on the disk', idbStore, true],
  ['of a page', async () => memoryStore(), false],
] as const)('a queue %s keeps, changes, lets go of bytes and forgets', async (_where, open, isLasting) => {
  const store = await open()
  expect(store.isLasting).toBe(isLasting)
  const first = await store.add(draft('ab', 'crew-1'), picture(), NOW)
  const second = await store.add(draft('cd', 'crew-1'), picture(), NOW)
  const others = await store.add(draft('ef', 'crew-2'), picture(), NOW)
  expect([first.seq, second.seq, others.seq]).toEqual([1, 2, 1])
  expect((await store.all('crew-1')).map(({ id }) => id)).toEqual(['ab', 'cd'])
  expect([...(await store.owners())].sort()).toEqual(['crew-1', 'crew-2'])
  // What has no bytes has none.
  await store.add({ ...draft('gh', 'crew-3'), act: { kind: 'on_time' } }, null, NOW)
  expect(await store.bytesOf('gh')).toBeNull()
  await store.forget(['gh'])
  // A second tap is the first.
  expect((await store.add(draft('ab', 'crew-1'), picture(), LATER)).changedAt).toBe(NOW)

  await store.change('ab', { state: 'safe' }, LATER)
  await store.change('nobody', { state: 'safe' }, LATER)
  expect((await store.all('crew-1')).map(({ id, state, changedAt }) => [id, state, changedAt])).toEqual([
    ['ab', 'safe', LATER],
    ['cd', 'kept', NOW],
  ])
  expect((await store.bytesOf('ab'))?.size).toBe(3)
  await store.dropBytes('ab')
  expect(await store.bytesOf('ab')).toBeNull()
  expect((await store.bytesOf('cd'))?.type).toBe('image/jpeg')

  await store.forget(['ab', 'cd'])
  expect(await store.all('crew-1')).toEqual([])
  expect(await store.bytesOf('cd')).toBeNull()
  expect(await store.owners()).toEqual(['crew-2'])
})
