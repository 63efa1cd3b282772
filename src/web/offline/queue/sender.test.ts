import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PhotoId } from '#domain/ids.ts'
import type { Act, EntryDraft } from '#domain/offline/entry.ts'
import { type Instant, instant } from '#domain/time.ts'
import { type SenderPorts, type Sent, sendAll } from './sender.ts'
import { memoryStore, type QueueStore } from './store.ts'

const CREW = 'crew-1'
const BEGAN = 1_772_467_200_000

/** Thrown where the page is killed. */
class Killed extends Error {}

/** Counts as the server does: by the key, by the photo's checksum, and once per visit. */
function pretendServer() {
  const log: string[] = []
  const photos = new Set<string>()
  const completions = new Map<string, Instant>()
  return {
    log,
    photos,
    completions,
    take: ({ act, at, visitId }: EntryDraft): Sent => {
      log.push(act.kind)
      if (act.kind === 'photo') {
        photos.add(act.sha256!)
        return { photoId: `photo-${act.sha256}` as PhotoId }
      }
      if (act.kind === 'start') return {}
      if (photos.size < 4) return { failed: { status: 409, code: 'photos_missing', sentence: 'More.' } }
      if (!completions.has(visitId)) completions.set(visitId, at)
      return { payCents: 700 }
    },
  }
}

type Weather = 'good' | 'no_network' | 'reply_lost' | 'server_away' | 'killed_before' | 'killed_after'

function portsFor(
  store: QueueStore,
  server: ReturnType<typeof pretendServer>,
  weather: () => Weather,
  clock: { at: number },
) {
  const announced: string[] = []
  const ports: SenderPorts = {
    store,
    now: () => instant(clock.at),
    jitter: () => 0.5,
    whoIsIn: async () => CREW,
    send: async (entry, bytes) => {
      if (entry.act.kind === 'photo' && bytes === null) throw new Error('a photo travels with its bytes')
      const today = weather()
      if (today === 'killed_before') throw new Killed()
      if (today === 'no_network') return { failed: { status: 0, code: 'unreachable', sentence: '' } }
      if (today === 'server_away') return { failed: { status: 503, code: 'unavailable', sentence: '' } }
      const answer = server.take(entry)
      if (today === 'killed_after') throw new Killed()
      return today === 'reply_lost' ? { failed: { status: 0, code: 'unreachable', sentence: '' } } : answer
    },
    onChange: () => undefined,
    onSent: ({ act }) => void announced.push(act.kind),
  }
  return { ports, announced }
}

let nextId = 0
const draft = (act: Act, at: number): EntryDraft => ({
  id: `id-${nextId++}`,
  userId: CREW,
  visitId: 'visit-1',
  placeName: 'Blue house',
  timeZone: 'America/Denver',
  at: instant(at),
  act,
})

/** Airplane mode: start, four photos, done. */
async function aVisitOffline(store: QueueStore): Promise<void> {
  await store.add(draft({ kind: 'start', step: 'in_progress' }, BEGAN), null, instant(BEGAN))
  for (const sha256 of ['a', 'b', 'c', 'd'])
    await store.add(
      draft({ kind: 'photo', sha256, sizeBytes: 3, photoId: null }, BEGAN + 60_000),
      new Blob([sha256]),
      instant(BEGAN),
    )
  await store.add(draft({ kind: 'complete', location: null }, BEGAN + 120_000), null, instant(BEGAN))
}

test('field 39: whatever the network does and wherever the page is killed: 4 photos, 1 completion, its own time', async () => {
  const weathers = fc.array(
    fc.constantFrom<Weather>(
      'no_network',
      'reply_lost',
      'server_away',
      'killed_before',
      'killed_after',
      'good',
    ),
    { maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(weathers, async (forecast) => {
      const store = memoryStore()
      const server = pretendServer()
      const clock = { at: BEGAN + 600_000 }
      const left = [...forecast]
      const { ports, announced } = portsFor(store, server, () => left.shift() ?? 'good', clock)
      await aVisitOffline(store)
      for (let run = 0; run < 200; run++) {
        try {
          const end = await sendAll(ports, CREW)
          if (end.end === 'idle' && end.nextTryAt === null) break
          if (end.end !== 'signed_out') clock.at = Math.max(clock.at + 1, end.nextTryAt ?? 0)
        } catch (error) {
          // The page is opened again on the same store.
          if (!(error instanceof Killed)) throw error
        }
      }
      expect([...server.photos].sort()).toEqual(['a', 'b', 'c', 'd'])
      expect([...server.completions]).toEqual([['visit-1', BEGAN + 120_000]])
      expect((await store.all(CREW)).map(({ state }) => state)).toEqual(
        Array.from({ length: 6 }, () => 'safe'),
      )
      expect(announced.filter((kind) => kind === 'complete')).toHaveLength(1)
      expect(server.log.indexOf('complete')).toBeGreaterThan(server.log.lastIndexOf('start'))
    }),
    { numRuns: 300 },
  )
})

test('what is safe needs no room any more, what is not keeps its bytes', async () => {
  const store = memoryStore()
  const { ports } = portsFor(store, pretendServer(), () => 'no_network', { at: BEGAN })
  await aVisitOffline(store)
  const end = await sendAll(ports, CREW)
  expect(end).toEqual({ end: 'unreachable', nextTryAt: BEGAN })
  const [, photo] = await store.all(CREW)
  expect(await store.bytesOf(photo!.id)).not.toBeNull()
  const { ports: online } = portsFor(store, pretendServer(), () => 'good', { at: BEGAN + 60_000 })
  await sendAll(online, CREW)
  expect(await store.bytesOf(photo!.id)).toBeNull()
})

test('a photo whose upload fails keeps its bytes until an answer says that it is safe', async () => {
  const store = memoryStore()
  const { ports } = portsFor(store, pretendServer(), () => 'good', { at: BEGAN })
  await aVisitOffline(store)
  const [, photo] = await store.all(CREW)
  const seen: unknown[] = []
  const breaking: SenderPorts = {
    ...ports,
    send: async (entry, bytes) => {
      if (entry.act.kind !== 'photo') return ports.send(entry, bytes)
      // Also while it is on its way the phone has what it sends.
      seen.push(await store.bytesOf(entry.id))
      return { failed: { status: 0, code: 'unreachable', sentence: '' } }
    },
  }
  expect(await sendAll(breaking, CREW)).toMatchObject({ end: 'unreachable' })
  expect(seen).toEqual([expect.any(Blob)])
  expect(await store.bytesOf(photo!.id)).not.toBeNull()
})

test('another’s queue is never sent: not at the start, and not where somebody else signs in on the way', async () => {
  const store = memoryStore()
  const server = pretendServer()
  await aVisitOffline(store)
  const { ports } = portsFor(store, server, () => 'good', { at: BEGAN })
  expect(await sendAll({ ...ports, whoIsIn: async () => 'crew-2' }, CREW)).toEqual({ end: 'signed_out' })
  expect(server.log).toEqual([])
  let isOther = false
  const stranger: SenderPorts = {
    ...ports,
    whoIsIn: async () => (isOther ? 'crew-2' : CREW),
    send: async () => {
      isOther = true
      return { failed: { status: 404, code: 'not_found', sentence: 'No.' } }
    },
  }
  expect(await sendAll(stranger, CREW)).toEqual({ end: 'signed_out' })
  expect((await store.all(CREW)).every(({ state, failure }) => state === 'kept' && failure === null)).toBe(
    true,
  )
})

test('a session that has ended stops everything, and nothing is counted against it', async () => {
  const store = memoryStore()
  await aVisitOffline(store)
  const { ports } = portsFor(store, pretendServer(), () => 'good', { at: BEGAN })
  const ended = { failed: { status: 401, code: 'sign_in_needed', sentence: 'Sign in.' } }
  expect(await sendAll({ ...ports, send: async () => ended }, CREW)).toEqual({ end: 'signed_out' })
  expect((await store.all(CREW))[0]).toMatchObject({ state: 'kept', attempts: 0, failure: null })
  expect(
    await sendAll({ ...ports, whoIsIn: () => Promise.reject(new Error('offline')) }, CREW),
  ).toMatchObject({
    end: 'unreachable',
  })
})

test('a conflict leaves the photos safe and is not asked again', async () => {
  const store = memoryStore()
  const server = pretendServer()
  await aVisitOffline(store)
  const { ports } = portsFor(store, server, () => 'good', { at: BEGAN })
  const cancelled: SenderPorts = {
    ...ports,
    send: async (entry, bytes) =>
      entry.act.kind === 'complete'
        ? { failed: { status: 409, code: 'visit_cancelled', sentence: 'Cancelled.' } }
        : ports.send(entry, bytes),
  }
  expect(await sendAll(cancelled, CREW)).toEqual({ end: 'idle', nextTryAt: null })
  expect((await store.all(CREW)).map(({ state }) => state)).toEqual([
    'safe',
    'safe',
    'safe',
    'safe',
    'safe',
    'conflict',
  ])
})
