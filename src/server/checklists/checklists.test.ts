import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import {
  buildCrew,
  buildCustomer,
  buildOperator,
  buildProperty,
  CIVIC_CENTER,
  signedIn,
} from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
let owner: Client
beforeAll(async () => {
  testApp = await createTestApp()
  owner = await signedIn(testApp, await buildOperator(testApp.app))
})
afterAll(() => testApp.close())

const item = (key: string, more: object = {}) => ({
  key,
  kind: 'task' as const,
  photo: 'none' as const,
  wordsEn: `Do ${key}`,
  wordsEs: `Haz ${key}`,
  ...more,
})
const supply = (key: string) => item(key, { kind: 'supply' as const })

async function setServiceList(key: string, items: ReturnType<typeof item>[]) {
  const { body } = await owner.call('GET /api/service-checklist', { query: { key } })
  const saved = await owner.call('POST /api/save-service-checklist', {
    body: { key, version: body.version, items },
  })
  expect(saved.status).toBe(200)
  return saved.body.version
}

/** A visit today of a crew, with its customer signed in as well. */
async function visitOf(serviceKey: string) {
  const { app } = testApp
  const customer = await buildCustomer(app)
  const propertyId = await buildProperty(app, customer.userId, { name: 'Blue house' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, propertyId, serviceKey })
  const crew = await buildCrew(app)
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  const [client, host] = [await signedIn(testApp, crew), await signedIn(testApp, customer)]
  return { visitId, propertyId, customer, job, crew, client, host }
}

const start = (client: Client, visitId: VisitId, more: object = {}) =>
  client.call('POST /api/start-visit', { body: { visitId, ...more } })
const mark = (client: Client, visitId: VisitId, key: string, more: object = {}) =>
  client.call('POST /api/mark-item', { body: { visitId, key, isMarked: true, ...more } })
const complete = (client: Client, visitId: VisitId, more: object = {}) =>
  client.call('POST /api/complete-visit', { body: { visitId, ...CIVIC_CENTER, ...more } })

async function stopOf(client: Client, visitId: VisitId) {
  const { body } = await client.call('GET /api/day', { query: {} })
  return body.stops.find((stop) => stop.visitId === visitId)!
}
const keysOf = async (client: Client, visitId: VisitId) =>
  (await stopOf(client, visitId)).checklist?.items.map(({ key }) => key) ?? null

async function addPhoto(client: Client, visitId: VisitId, itemKey?: string, red = 200) {
  const content = await sharp({
    create: { width: 32, height: 32, channels: 3, background: { r: red, g: 10, b: 10 } },
  })
    .jpeg()
    .toBuffer()
  return client.call('POST /api/upload-visit-photo', {
    query: { visitId, ...(itemKey === undefined ? {} : { itemKey }) },
    file: { type: 'image/jpeg', content },
  })
}

async function noticesOf(userId: UserId) {
  return testApp.app.db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('event', '=', 'supply_low')
    .orderBy('created_at')
    .select(['title', 'url'])
    .execute()
}

describe('a service’s list', () => {
  test('is kept in versions, each with who wrote it, and of two who change it one comes second', async () => {
    const first = await setServiceList('lawn', [item('mow')])
    expect(await setServiceList('lawn', [item('mow'), item('edge')])).toBe(first + 1)
    const { body } = await owner.call('GET /api/service-checklist', { query: { key: 'lawn' } })
    expect(body.items.map(({ key }) => key)).toEqual(['mow', 'edge'])
    expect(body.past.map((past) => past.items.length)).toEqual([1])
    expect(body.saved).toEqual({ at: body.past[0]!.replacedAt, byName: body.past[0]!.savedByName })
    const late = await owner.call('POST /api/save-service-checklist', {
      body: { key: 'lawn', version: first, items: [] },
    })
    expect([late.status, Object.keys(late.failure.fields ?? {})]).toEqual([400, ['items']])
    const race = await Promise.all(
      ['a', 'b', 'c'].map((key) =>
        owner.call('POST /api/save-service-checklist', {
          body: { key: 'lawn', version: first + 1, items: [item(key)] },
        }),
      ),
    )
    expect(race.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test.each<[string, object, string]>([
    ['without words', { wordsEn: ' ' }, 'items.0.wordsEn'],
    ['in one language only', { wordsEs: '' }, 'items.0.wordsEs'],
    ['with words too long', { wordsEn: 'x'.repeat(121) }, 'items.0.wordsEn'],
    ['of an unknown kind', { kind: 'song' }, 'items.0.kind'],
    ['with a key that is none', { key: 'a b' }, 'items.0.key'],
  ])('takes no item %s, and says where', async (_what, change, field) => {
    const answer = await owner.call('POST /api/save-service-checklist', {
      body: { key: 'pool', version: 0, items: [item('a', change)] },
    })
    expect([answer.status, Object.keys(answer.failure.fields ?? {})]).toEqual([400, [field]])
  })

  test('has each item once, and is of a service that there is', async () => {
    const twice = await owner.call('POST /api/save-service-checklist', {
      body: { key: 'pool', version: 0, items: [item('a'), item('a')] },
    })
    expect([twice.status, Object.keys(twice.failure.fields ?? {})]).toEqual([400, ['items.1.key']])
    const none = await owner.call('POST /api/save-service-checklist', {
      body: { key: 'no_such', version: 0, items: [item('a')] },
    })
    expect(none.status).toBe(404)
  })
})

describe('a crew goes through the list', () => {
  test('of a service without one nothing is asked, and nothing is new', async () => {
    const { client, visitId, host } = await visitOf('bins')
    expect((await stopOf(client, visitId)).checklist).toBeNull()
    await start(client, visitId)
    expect((await mark(client, visitId, 'a')).failure.code).toBe('item_unknown')
    await addPhoto(client, visitId)
    await addPhoto(client, visitId, undefined, 1)
    expect((await complete(client, visitId)).status).toBe(200)
    expect((await host.call('GET /api/visit', { query: { id: visitId } })).body.checklist).toBeNull()
  })

  test('keeps the list as it was when it began, and a list that comes later is for later visits', async () => {
    await setServiceList('turnover', [item('a'), item('b')])
    const { client, visitId, host } = await visitOf('turnover')
    expect(await keysOf(client, visitId)).toEqual(['a', 'b'])
    await start(client, visitId)
    await setServiceList('turnover', [item('c')])
    expect(await keysOf(client, visitId)).toEqual(['a', 'b'])
    expect((await mark(client, visitId, 'c')).failure.code).toBe('item_unknown')
    expect((await mark(client, visitId, 'a')).body).toEqual({ visitId, key: 'a', isMarked: true })
    const seen = await host.call('GET /api/visit', { query: { id: visitId } })
    expect(seen.body.checklist).toMatchObject({ doneCount: 1, taskCount: 2 })
    const next = await visitOf('turnover')
    expect(await keysOf(next.client, next.visitId)).toEqual(['c'])
  })

  test('a visit that began before there was a list has none', async () => {
    const { client, visitId } = await visitOf('recycling')
    await start(client, visitId)
    await setServiceList('recycling', [item('a')])
    expect((await stopOf(client, visitId)).checklist).toBeNull()
    for (const red of [1, 2, 3, 4]) await addPhoto(client, visitId, undefined, red)
    expect((await complete(client, visitId)).status).toBe(200)
  })

  test('a phone that was offline keeps the list that it showed', async () => {
    const old = await setServiceList('snow', [item('a')])
    const { client, visitId } = await visitOf('snow')
    const { checklist } = await stopOf(client, visitId)
    testApp.clock.advance(MINUTE_MS)
    await setServiceList('snow', [item('b')])
    testApp.clock.advance(MINUTE_MS)
    expect(checklist?.seen).toEqual({ service: old, place: null })
    await start(client, visitId, { seenList: checklist?.seen })
    expect(await keysOf(client, visitId)).toEqual(['a'])
  })

  test('the latest word by the phone’s clock holds, in whatever order and however often it comes', async () => {
    await setServiceList('pool', [item('a')])
    const { client, visitId } = await visitOf('pool')
    await start(client, visitId)
    const now = testApp.clock.now()
    testApp.clock.advance(10 * MINUTE_MS)
    const at = (minutes: number) => ({ at: new Date(instant(now + minutes * MINUTE_MS)).toISOString() })
    expect((await mark(client, visitId, 'a', at(2))).body.isMarked).toBe(true)
    expect((await mark(client, visitId, 'a', { isMarked: false, ...at(1) })).body.isMarked).toBe(true)
    expect((await mark(client, visitId, 'a', { isMarked: false, ...at(3) })).body.isMarked).toBe(false)
    const race = await Promise.all(
      [4, 7, 5, 6].map((minute) => mark(client, visitId, 'a', { isMarked: minute === 7, ...at(minute) })),
    )
    expect(race.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await stopOf(client, visitId)).checklist?.items[0]?.isMarked).toBe(true)
  })

  test('nobody else’s, not before it begins, and nothing after it is done', async () => {
    await setServiceList('pool', [item('a')])
    const { client, visitId } = await visitOf('pool')
    const other = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await mark(other, visitId, 'a')).status).toBe(404)
    const tomorrow = await visitOf('pool')
    await start(client, visitId)
    await mark(client, visitId, 'a')
    await addPhoto(client, visitId)
    for (const red of [1, 2, 3]) await addPhoto(client, visitId, undefined, red)
    expect((await complete(client, visitId)).status).toBe(200)
    expect((await mark(client, visitId, 'a', { isMarked: false })).body.isMarked).toBe(true)
    expect((await mark(tomorrow.host, tomorrow.visitId, 'a')).status).toBe(403)
  })
})

describe('what is left undone', () => {
  test('is explained item by item before the visit is done; the host reads why', async () => {
    await setServiceList('bins', [
      item('a'),
      item('p', { photo: 'required' }),
      item('w', { photo: 'wanted' }),
    ])
    const { client, visitId, host } = await visitOf('bins')
    await start(client, visitId)
    for (const key of ['a', 'p', 'w']) await mark(client, visitId, key)
    await addPhoto(client, visitId, undefined, 1)
    await addPhoto(client, visitId, undefined, 2)
    const refused = await complete(client, visitId)
    expect([refused.status, refused.failure.code]).toEqual([409, 'items_unfinished'])
    expect((await stopOf(client, visitId)).state).toBe('in_progress')

    const silent = await complete(client, visitId, { undone: [{ key: 'p', reason: 'other' }] })
    expect([silent.status, Object.keys(silent.failure.fields ?? {})]).toEqual([400, ['undone.0.words']])

    await mark(client, visitId, 'w', { isMarked: false, at: new Date(testApp.clock.now() + 1).toISOString() })
    testApp.clock.advance(1_000)
    await mark(client, visitId, 'w', { isMarked: false })
    const reasons = [
      { key: 'p', reason: 'not_reachable' },
      { key: 'w', reason: 'other', words: 'A guest asleep' },
    ]
    const both = await Promise.all([
      complete(client, visitId, { undone: reasons }),
      complete(client, visitId, { undone: reasons }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await host.call('GET /api/visit', { query: { id: visitId } })
    expect(body.checklist?.items.map(({ key, undone, undoneNote }) => [key, undone, undoneNote])).toEqual([
      ['a', null, ''],
      ['p', 'not_reachable', ''],
      ['w', 'other', 'A guest asleep'],
    ])
    expect(body.checklist).toMatchObject({ doneCount: 1, taskCount: 3 })
    await setServiceList('bins', [])
  })

  test('nothing where each item is ticked, and the photo that an item needs shows it', async () => {
    await setServiceList('bins', [item('p', { photo: 'required' })])
    const { client, visitId, host } = await visitOf('bins')
    await start(client, visitId)
    await mark(client, visitId, 'p')
    expect((await addPhoto(client, visitId, 'p', 5)).status).toBe(200)
    expect((await addPhoto(client, visitId, 'p', 5)).status).toBe(200)
    const other = await addPhoto(client, visitId, 'q', 5)
    expect([other.status, other.failure.code]).toEqual([409, 'photo_of_another_item'])
    await addPhoto(client, visitId, undefined, 6)
    expect((await complete(client, visitId)).status).toBe(200)
    const { body } = await host.call('GET /api/visit', { query: { id: visitId } })
    expect(body.photos.map(({ itemKey }) => itemKey)).toEqual(expect.arrayContaining(['p', null]))
    await setServiceList('bins', [])
  })
})

describe('a supply that runs low', () => {
  const low = (host: Client, propertyId: PropertyId) =>
    host.call('GET /api/place-checklists', { query: { id: propertyId } }).then(({ body }) => body.low)

  test('is told to its customer once, with the place, until the customer says that it is there again', async () => {
    await setServiceList('pool', [supply('soap'), item('a')])
    const { client, visitId, host, customer, propertyId, job, crew } = await visitOf('pool')
    await start(client, visitId)
    await Promise.all([mark(client, visitId, 'soap'), mark(client, visitId, 'soap')])
    expect(await noticesOf(customer.userId)).toEqual([
      { title: 'Running low: Do soap, Blue house', url: `/property/${propertyId}` },
    ])
    expect(await low(host, propertyId)).toMatchObject([{ serviceKey: 'pool', key: 'soap' }])

    testApp.clock.advance(HOUR_MS / 60)
    await mark(client, visitId, 'soap', { isMarked: false })
    expect(await low(host, propertyId)).toEqual([])
    testApp.clock.advance(1_000)
    await mark(client, visitId, 'soap')
    expect(await low(host, propertyId)).toHaveLength(1)

    const again = await buildVisit(
      testApp.app,
      {
        ...job,
        weeklyJobId: (
          await buildWeeklyJob(testApp.app, { customerId: customer.userId, propertyId, serviceKey: 'pool' })
        ).weeklyJobId,
      },
      { crewId: crew.userId, state: 'confirmed' },
    )
    await start(client, again)
    await mark(client, again, 'soap')
    expect(await noticesOf(customer.userId)).toHaveLength(1)

    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    const body = { propertyId, serviceKey: 'pool', key: 'soap' }
    expect((await stranger.call('POST /api/say-refilled', { body })).status).toBe(404)
    expect((await host.call('POST /api/say-refilled', { body })).status).toBe(200)
    expect(await low(host, propertyId)).toEqual([])
    testApp.clock.advance(1_000)
    await mark(client, again, 'soap', { isMarked: false })
    testApp.clock.advance(1_000)
    await mark(client, again, 'soap')
    expect(await noticesOf(customer.userId)).toHaveLength(2)
  })

  test('stands in the way of no completion', async () => {
    await setServiceList('pool', [supply('soap')])
    const { client, visitId } = await visitOf('pool')
    await start(client, visitId)
    for (const red of [1, 2, 3, 4]) await addPhoto(client, visitId, undefined, red)
    expect((await complete(client, visitId)).status).toBe(200)
  })
})

describe('a place’s own list', () => {
  test('adds, changes, orders and leaves out; words stay in the language they were written in', async () => {
    await setServiceList('lawn', [item('mow'), item('edge')])
    const { client, visitId, host, propertyId } = await visitOf('lawn')
    const save = (version: number, items: object[]) =>
      host.call('POST /api/save-place-checklist', {
        body: { propertyId, serviceKey: 'lawn', version, items },
      })
    const own = { kind: 'task' as const, photo: 'wanted' as const, words: 'Cerrar el portón' }
    const saved = await save(0, [{ own }, { key: 'edge', isLeftOut: true }, { key: 'mow' }])
    expect(saved.body).toMatchObject({ version: 1 })
    const { checklist } = await stopOf(client, visitId)
    expect(checklist?.items.map(({ words, language }) => [words.en, language])).toEqual([
      ['Cerrar el portón', 'en'],
      ['Do mow', null],
    ])
    expect(checklist?.seen.place).toBe(1)
    expect((await save(0, [])).failure.fields).toHaveProperty('items')
    expect(Object.keys((await save(1, [{ key: 'mow' }, { key: 'nowhere' }])).failure.fields ?? {})).toEqual([
      'items.1.key',
    ])
    expect(Object.keys((await save(1, [{ key: 'mow' }, { key: 'mow' }])).failure.fields ?? {})).toEqual([
      'items.1.key',
    ])
    const { body } = await host.call('GET /api/place-checklists', { query: { id: propertyId } })
    expect(body.lists).toMatchObject([{ serviceKey: 'lawn', version: 1, placeItems: [{ own }, {}, {}] }])
  })

  test('can be changed for what is done there: by the week, and between guests', async () => {
    const { host, propertyId } = await visitOf('lawn')
    await setServiceList('turnover', [item('beds')])
    const services = async () => {
      const { body } = await host.call('GET /api/place-checklists', { query: { id: propertyId } })
      return body.lists.map(({ serviceKey }) => serviceKey)
    }
    const turnovers = (isOn: boolean) =>
      host.call('POST /api/save-turnover-rule', {
        body: {
          propertyId,
          isOn,
          bedrooms: 1,
          checkInTime: '16:00',
          checkOutTime: '11:00',
          finishBy: '20:00',
          countsClosed: false,
        },
      })
    expect(await services()).toEqual(['lawn'])
    expect((await turnovers(true)).status).toBe(200)
    expect((await services()).sort()).toEqual(['lawn', 'turnover'])
    await turnovers(false)
    expect(await services()).toEqual(['lawn'])
  })

  test('nobody reads or changes another customer’s', async () => {
    const { propertyId } = await visitOf('lawn')
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await stranger.call('GET /api/place-checklists', { query: { id: propertyId } })).status).toBe(404)
    const body = { propertyId, serviceKey: 'lawn', version: 0, items: [] }
    expect((await stranger.call('POST /api/save-place-checklist', { body })).status).toBe(404)
  })

  test('keeps as many versions as a phone may still show', async () => {
    const { host, propertyId } = await visitOf('lawn')
    for (let version = 0; version < 23; version++)
      await host.call('POST /api/save-place-checklist', {
        body: {
          propertyId,
          serviceKey: 'lawn',
          version,
          items: [{ own: { kind: 'task', photo: 'none', words: `Number ${version}` } }],
        },
      })
    const rows = await testApp.app.db
      .selectFrom('place_checklist')
      .where('property_id', '=', propertyId)
      .select('version')
      .orderBy('version')
      .execute()
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 4))
  })
})
