import { expect, test } from 'vitest'
import type { Act } from '#domain/offline/entry.ts'
import { instant } from '#domain/time.ts'
import { sendForClosedPage } from './closed-page.ts'
import { memoryStore } from './store.ts'

const NOW = instant(1_772_467_200_000)
const CREW = 'crew-1'
const PHOTO_ID = '0d3c7f9e-1b2a-4c5d-8e6f-7a8b9c0d1e2f'

type Refusals = Record<string, Response | Error>
type Asked = { path: string; key: string | null; type: string | null; body: unknown }

/** Answers as the server does; `refuse` says which paths fail, and how. */
function server({ user = CREW, refuse = {} }: { user?: string | null; refuse?: Refusals } = {}) {
  const asked: Asked[] = []
  const fetch = async (path: string, init: RequestInit) => {
    const name = path.split('?')[0]!
    if (name === '/api/user') return user === null ? json({ error: 'Sign in.' }, 401) : json({ id: user })
    asked.push({
      path,
      key: new Headers(init.headers).get('idempotency-key'),
      type: new Headers(init.headers).get('content-type'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    })
    const refused = refuse[name]
    if (refused instanceof Error) throw refused
    if (refused) return refused.clone()
    return json(name.endsWith('photo') ? { photo: { photoId: PHOTO_ID } } : { payCents: 700 })
  }
  return { asked, fetch, refuse }
}
const json = (data: unknown, status = 200) => new Response(JSON.stringify(data), { status })

const START: Act = { kind: 'start', step: 'in_progress' }
const PHOTO: Act = { kind: 'photo', sha256: 'a'.repeat(64), sizeBytes: 3, photoId: null }
const COMPLETE: Act = {
  kind: 'complete',
  location: { lat: 39.7, lng: -105, accuracyMeters: 12, at: NOW },
}

async function keptBy(userId: string, ...acts: Act[]) {
  const store = memoryStore()
  for (const [index, act] of acts.entries())
    await store.add(
      { id: `key-${index}`, userId, visitId: 'v1', placeName: 'Elm', timeZone: 'UTC', at: NOW, act },
      act.kind === 'photo' ? new Blob(['abc'], { type: 'image/jpeg' }) : null,
      NOW,
    )
  return store
}
const statesOf = async (store: ReturnType<typeof memoryStore>, userId = CREW) =>
  (await store.all(userId)).map(({ state }) => state)

test('field 39: what was kept goes when no page is open: in order, under its keys, with its own time', async () => {
  const store = await keptBy(CREW, START, COMPLETE, PHOTO)
  const { asked, fetch } = server()
  await sendForClosedPage({ store, fetch, now: () => NOW })
  const at = '2026-03-02T16:00:00.000Z'
  expect(asked.map(({ path, key }) => [path.split('?')[0], key])).toEqual([
    ['/api/start-visit', 'key-0'],
    ['/api/upload-visit-photo', 'key-2'],
    ['/api/complete-visit', 'key-1'],
  ])
  expect(asked.map(({ type }) => type)).toEqual(['application/json', 'image/jpeg', 'application/json'])
  expect(asked[0]!.body).toEqual({ visitId: 'v1', step: 'in_progress', at })
  expect(Object.fromEntries(new URL(asked[1]!.path, 'http://x').searchParams)).toEqual({
    visitId: 'v1',
    takenAt: at,
    sha256: 'a'.repeat(64),
  })
  expect(asked[2]!.body).toEqual({ visitId: 'v1', completedAt: at, lat: 39.7, lng: -105, accuracy: 12 })
  expect(await statesOf(store)).toEqual(['safe', 'safe', 'safe'])
  expect(await store.bytesOf('key-2')).toBeNull()
  expect((await store.all(CREW))[2]!.act).toMatchObject({ photoId: PHOTO_ID })
})

test('what is not answered stays, asks the browser for another try, and goes at once on it', async () => {
  const store = await keptBy(CREW, START)
  const away = server({ refuse: { '/api/start-visit': new TypeError('no network') } })
  await expect(sendForClosedPage({ store, fetch: away.fetch, now: () => NOW })).rejects.toThrow('waits')
  expect((await store.all(CREW))[0]).toMatchObject({ state: 'kept', failure: { code: 'unreachable' } })
  const back = server()
  await sendForClosedPage({ store, fetch: back.fetch, now: () => NOW })
  expect(await statesOf(store)).toEqual(['safe'])
})

test('a visit that was cancelled meanwhile is a conflict that keeps the server’s sentence', async () => {
  const store = await keptBy(CREW, COMPLETE)
  const refused = json({ error: 'This visit was cancelled.', code: 'visit_cancelled', fields: {} }, 409)
  const { fetch } = server({ refuse: { '/api/complete-visit': refused } })
  await sendForClosedPage({ store, fetch, now: () => NOW })
  expect((await store.all(CREW))[0]).toMatchObject({
    state: 'conflict',
    failure: { code: 'visit_cancelled', sentence: 'This visit was cancelled.' },
  })
})

test.each([
  ['nobody', null],
  ['somebody else', 'crew-2'],
])('threats W6: nothing is sent while %s is signed in', async (_name, user) => {
  const store = await keptBy(CREW, START)
  const { asked, fetch } = server({ user })
  await sendForClosedPage({ store, fetch, now: () => NOW })
  expect(asked).toEqual([])
  expect(await statesOf(store)).toEqual(['kept'])
})

test('threats W6: of two people’s things only those of who is signed in go', async () => {
  const store = await keptBy(CREW, START)
  await store.add(
    { id: 'other', userId: 'crew-2', visitId: 'v2', placeName: 'Oak', timeZone: 'UTC', at: NOW, act: START },
    null,
    NOW,
  )
  const { asked, fetch } = server({ user: 'crew-2' })
  await sendForClosedPage({ store, fetch, now: () => NOW })
  expect(asked.map(({ key }) => key)).toEqual(['other'])
  expect(await statesOf(store)).toEqual(['kept'])
})

test.each([
  ['a start', START, 'start-visit'],
  ['a photo', PHOTO, 'upload-visit-photo'],
  ['a completion', COMPLETE, 'complete-visit'],
])('%s that a café’s page answered was not taken', async (_, act, path) => {
  const store = await keptBy(CREW, act)
  const { fetch } = server({ refuse: { [`/api/${path}`]: new Response('<h1>Welcome to our WiFi</h1>') } })
  await expect(sendForClosedPage({ store, fetch, now: () => NOW })).rejects.toThrow('waits')
  expect(await statesOf(store)).toEqual(['kept'])
  if (act.kind === 'photo') expect(await store.bytesOf('key-0')).not.toBeNull()
})

test('with nothing kept nothing is asked', async () => {
  let count = 0
  const fetch = async () => {
    count += 1
    return json({})
  }
  await sendForClosedPage({ store: memoryStore(), fetch, now: () => NOW })
  expect(count).toBe(0)
})
