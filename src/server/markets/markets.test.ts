/** Cities from the operator's desk to the stranger's street: drawn, opened, found by their ground, and closed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LatLng } from '#domain/geo.ts'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { areaAround } from '#domain/markets/circle.ts'
import { addDays, dateAt, localDate, parseInstant } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

const PHOENIX = { lat: 33.4484, lng: -112.074 }
const TUCSON = { lat: 32.2226, lng: -110.9747 }
const HOURS = [{ weekday: 1, starts: '08:00', ends: '16:00' }] as const

let testApp: TestApp
let desk: Client
let operatorId: UserId

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  const operator = await buildOperator(testApp.app)
  operatorId = operator.userId
  desk = await signedIn(testApp, operator)
})

let number = 0
/** Far from every other one of this file. */
async function addMarket(input: { name?: string; center?: LatLng } = {}) {
  number += 1
  const center = input.center ?? { lat: 30 + number * 1.5, lng: -90 }
  const name = input.name ?? `City ${number}`
  const body = { name, timeZone: 'America/Phoenix', center, radiusFeet: 100_000 }
  const added = await desk.call('POST /api/add-market', { body })
  expect(added.status).toBe(200)
  const { marketId } = added.body
  const read = await desk.call('GET /api/market', { query: { marketId } })
  return { center, market: read.body }
}

function toSave(market: Awaited<ReturnType<typeof addMarket>>['market']) {
  const {
    id: marketId,
    version,
    name,
    timeZone,
    center,
    area,
    serviceKeys,
    supportEmail,
    supportPhone,
  } = market
  return {
    marketId,
    version,
    name,
    timeZone,
    center: center!,
    area: { type: 'MultiPolygon', coordinates: area },
    serviceKeys,
    supportEmail,
    supportPhone,
  }
}

const step = (marketId: string, which: 'open' | 'close') =>
  desk.call('POST /api/step-market', { body: { marketId, step: which } })

async function newCustomer() {
  const customer = await buildCustomer(testApp.app)
  return { ...customer, client: await signedIn(testApp, customer) }
}

const addPlace = (client: Client, at: LatLng) =>
  client.call('POST /api/add-property', { body: { name: 'Home', address: '1 Main St', ...at } })

async function marketOf(userId: UserId) {
  const row = await testApp.app.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['market_id', 'time_zone'])
    .executeTakeFirstOrThrow()
  return [row.market_id, row.time_zone]
}

describe('an operator', () => {
  test('begins a city with a circle, changes it, and reads what became what', async () => {
    const { market } = await addMarket({ name: 'San José' })
    expect(market).toMatchObject({ id: 'san-jose', state: 'waitlist', version: 1, isCurrent: false })
    const saved = await desk.call('POST /api/save-market', {
      body: {
        ...toSave(market),
        serviceKeys: ['bins'],
        supportEmail: 'help@example.test',
        supportPhone: '(602) 555-0100',
      },
    })
    expect(saved.body).toEqual({ version: 2 })
    const { body } = await desk.call('GET /api/market', { query: { marketId: market.id } })
    expect(body.supportPhone).toBe('+16025550100')
    expect(body.changes.map(({ action }) => action)).toEqual(['save_market', 'add_market'])
    expect(body.changes[0]!.fields).toEqual([
      { field: 'serviceKeys', before: null, after: 'bins' },
      { field: 'supportEmail', before: null, after: 'help@example.test' },
      { field: 'supportPhone', before: null, after: '+16025550100' },
    ])
  })

  test('is refused ground that another city has, with the sentence that says where', async () => {
    const body = { name: 'Aurora', timeZone: 'America/Denver', center: CIVIC_CENTER, radiusFeet: 50_000 }
    const { status, failure } = await desk.call('POST /api/add-market', { body })
    expect(status).toBe(400)
    expect(failure.fields!['area']).toMatch(
      /^This overlaps Denver near 39\.\d{4}, -104\.\d{4}\. Move the border/,
    )
  })

  test.each<[string, unknown, RegExp]>([
    ['no area', null, /not GeoJSON/],
    [
      'a bow tie',
      {
        type: 'Polygon',
        coordinates: [
          [
            [-80, 30],
            [-79, 31],
            [-79, 30],
            [-80, 31],
          ],
        ],
      },
      /crosses itself/,
    ],
    [
      'ground over the antimeridian',
      {
        type: 'Polygon',
        coordinates: [
          [
            [179, 30],
            [-179, 31],
            [-179, 30],
          ],
        ],
      },
      /180th/,
    ],
  ])('is refused %s', async (_what, area, sentence) => {
    const { market } = await addMarket()
    const { status, failure } = await desk.call('POST /api/save-market', {
      body: { ...toSave(market), area },
    })
    expect([status, failure.fields!['area']]).toEqual([400, expect.stringMatching(sentence)])
  })

  test('writes nothing over what somebody else changed meanwhile', async () => {
    const { market } = await addMarket()
    await desk.call('POST /api/save-market', { body: { ...toSave(market), name: 'First' } })
    const late = await desk.call('POST /api/save-market', { body: { ...toSave(market), name: 'Second' } })
    expect([late.status, late.failure.code]).toEqual([409, 'market_changed'])
  })

  test('two who take the same ground at once: one gets it', async () => {
    const center = { lat: 25, lng: -80 }
    const body = { timeZone: 'America/New_York', center, radiusFeet: 50_000 }
    const both = await Promise.all(
      ['Miami', 'Hialeah'].map((name) => desk.call('POST /api/add-market', { body: { ...body, name } })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test.each(['atlantis', '\u200b', '__proto__'])(
    'puts no city on the desk that is none: %j',
    async (marketId) => {
      const refused = await desk.call('POST /api/use-market', { body: { marketId } })
      expect([refused.status, refused.failure.code]).toEqual([404, 'not_found'])
    },
  )

  test('puts a city of its own on the desk, and no other’s', async () => {
    const { market } = await addMarket()
    const stranger = await signedIn(testApp, await buildOperator(testApp.app, { roles: { denver: 'owner' } }))
    const body = { marketId: market.id }
    for (const refused of [
      await stranger.call('GET /api/market', { query: body }),
      await stranger.call('POST /api/use-market', { body }),
      await stranger.call('POST /api/step-market', { body: { ...body, step: 'open' } }),
      await stranger.call('POST /api/save-market', { body: toSave(market) }),
    ])
      expect(refused.status).toBe(404)
    expect((await desk.call('POST /api/use-market', { body })).status).toBe(200)
    const { body: settings } = await desk.call('POST /api/get-settings', { body: {} })
    expect(settings.market).toMatchObject({ id: market.id, zone: 'America/Phoenix' })
    expect((await desk.call('GET /api/user')).body.desk_time_zone).toBe('America/Phoenix')
    const { body: mine } = await desk.call('GET /api/markets')
    expect(mine.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([market.id])
    expect(mine.map(({ id }) => id)).toContain('denver')
    expect(await marketOf(operatorId)).toEqual([market.id, 'America/Denver'])
  })
})

describe('an address', () => {
  test('is served where the open city around it lies, from its first place on', async () => {
    const { market, center } = await addMarket()
    const body = { ...center, items: [{ serviceKey: 'bins', quantity: 1 }] }
    const price = () => testApp.client().call('POST /api/price-street', { body })
    expect((await price()).body.market).toBeNull()
    expect((await step(market.id, 'open')).status).toBe(200)
    expect((await price()).body).toMatchObject({
      market: { name: market.name },
      prices: [{ serviceKey: 'bins' }],
    })

    const { client, userId } = await newCustomer()
    expect((await addPlace(client, center)).status).toBe(200)
    expect(await marketOf(userId)).toEqual([market.id, 'America/Phoenix'])
    const other = await addPlace(client, CIVIC_CENTER)
    expect([other.status, other.failure.code]).toEqual([400, 'place_in_another_market'])
  })

  test('in a city that is not open, and outside of all, is refused', async () => {
    const { center } = await addMarket()
    const { client, userId } = await newCustomer()
    const codes = []
    for (const at of [center, { lat: 60, lng: -150 }]) codes.push((await addPlace(client, at)).failure.code)
    expect(codes).toEqual(['market_not_open', 'coordinates_out_of_range'])
    expect(await marketOf(userId)).toEqual(['denver', 'America/Denver'])
  })

  test('says which city a crew belongs to, also from beside it', async () => {
    const { market, center } = await addMarket()
    const register = (base: LatLng) =>
      testApp.client().call('POST /api/register-crew', {
        body: {
          name: 'Alma Cruz',
          email: `crew-${base.lat}-${number}@example.test`,
          phone: '(602) 555-0188',
          password: 'copper saguaro dusk',
          base: { address: '1 Main St', ...base },
          rangeFeet: 52_800,
          services: ['bins'],
          hours: [...HOURS],
        },
      })
    expect((await register(center)).failure.code).toBe('market_not_open')
    await step(market.id, 'open')
    for (const base of [center, { lat: center.lat + 0.35, lng: center.lng }]) {
      expect((await register(base)).status).toBe(200)
      const row = await testApp.app.db
        .selectFrom('users')
        .where('email', '=', `crew-${base.lat}-${number}@example.test`)
        .select('market_id')
        .executeTakeFirstOrThrow()
      expect(row.market_id).toBe(market.id)
    }
    expect((await register({ lat: center.lat + 0.6, lng: center.lng })).failure.code).toBe('market_not_open')
  })

  test('keeps its city when the border moves away from it', async () => {
    const { market, center } = await addMarket()
    await step(market.id, 'open')
    const { client, userId } = await newCustomer()
    await addPlace(client, center)
    const { body: now } = await desk.call('GET /api/market', { query: { marketId: market.id } })
    const away = { type: 'MultiPolygon', coordinates: areaAround({ ...center, lng: center.lng + 2 }, 80_000) }
    const left = await desk.call('POST /api/save-market', { body: { ...toSave(now), area: away } })
    expect(left.failure.fields).toEqual({ center: expect.stringContaining('outside of the area') })
    const along = { ...center, lng: center.lng + 2 }
    const saved = await desk.call('POST /api/save-market', {
      body: { ...toSave(now), area: away, center: along },
    })
    expect(saved.status).toBe(200)
    expect((await marketOf(userId))[0]).toBe(market.id)
    expect((await addPlace(client, center)).failure.code).toBe('coordinates_out_of_range')
  })

  test('can book what is offered there, and nothing else', async () => {
    const { market, center } = await addMarket()
    await desk.call('POST /api/save-market', { body: { ...toSave(market), serviceKeys: ['bins'] } })
    await step(market.id, 'open')
    const { client } = await newCustomer()
    const { body: place } = await addPlace(client, center)
    const quote = (serviceKey: string) =>
      client.call('POST /api/get-quote', {
        body: {
          startsOn: localDate('2026-03-09'),
          items: [{ serviceKey, quantity: 1, weekdays: [2], propertyIds: [place.propertyId] }],
        },
      })
    expect((await quote('bins')).status).toBe(200)
    expect((await quote('lawn')).failure.code).toBe('service_not_offered')
  })
})

describe('closing', () => {
  test('waits for the weekly jobs, and names the day on which the last one ends', async () => {
    const { market } = await addMarket()
    await step(market.id, 'open')
    const { userId } = await newCustomer()
    await testApp.app.db.updateTable('users').set({ market_id: market.id }).where('id', '=', userId).execute()
    const job = await buildWeeklyJob(testApp.app, { customerId: userId })
    expect((await step(market.id, 'close')).failure.error).toMatch(/1 weekly job.*End them, then close it\.$/)
    const today = dateAt(testApp.clock.now(), 'America/Phoenix')
    const end = (date: ReturnType<typeof localDate>) =>
      testApp.app.db
        .updateTable('weekly_job')
        .set({ ends_on: date })
        .where('id', '=', job.weeklyJobId)
        .execute()
    await end(addDays(today, 8))
    expect((await step(market.id, 'close')).failure.error).toMatch(
      /ends on Tuesday, March 10; close it after/,
    )
    testApp.clock.set(parseInstant('2026-03-12T16:00:00Z'))
    expect((await step(market.id, 'close')).status).toBe(200)
    expect((await step(market.id, 'close')).status).toBe(200)
    const { body } = await desk.call('GET /api/market', { query: { marketId: market.id } })
    expect(body.changes.filter(({ action }) => action === 'close_market')).toHaveLength(1)
  })
})

describe('the waitlist', () => {
  const join = (at: LatLng, who: { email?: string; phone?: string }, locale: Language = 'en') =>
    testApp
      .client()
      .call('POST /api/join-waitlist', { body: { ...at, address: '12 Elm St', locale, ...who } })

  async function mailsTo(contact: string) {
    await testApp.work()
    const rows = await testApp.app.db
      .selectFrom('outbox_message')
      .where('recipient', '=', contact)
      .orderBy('created_at')
      .select(['subject', 'body'])
      .execute()
    return rows.map(({ subject, body }) => (subject === '' ? body : subject))
  }

  test('tells each of those in the area once, in their language, and forgets them', async () => {
    const { market, center } = await addMarket()
    const outside = { lat: center.lat + 0.7, lng: center.lng }
    const [ann, eva, far] = ['ann', 'eva', 'far'].map((name) => `${name}-${number}@example.test`)
    const phone = `(602) 555-01${10 + number}`
    for (const answer of [
      await join(center, { email: ann! }),
      await join(center, { email: ann!.toUpperCase() }),
      await join(center, { email: eva! }, 'es'),
      await join(center, { phone }),
      await join(outside, { email: far! }),
    ])
      expect(answer.status).toBe(200)
    expect(await mailsTo(ann!)).toEqual(['You’re on the waitlist'])
    const { body: before } = await desk.call('GET /api/market', { query: { marketId: market.id } })
    expect(before.waiting).toBe(3)

    await step(market.id, 'open')
    expect(await mailsTo(ann!)).toEqual(['You’re on the waitlist', `Crew is in ${market.name} now`])
    expect(await mailsTo(eva!)).toContain(`Crew ya está en ${market.name}`)
    expect(await mailsTo(`+160255501${10 + number}`)).toHaveLength(1)
    expect(await mailsTo(far!)).toEqual(['You’re on the waitlist'])
    await step(market.id, 'close')
    await step(market.id, 'open')
    expect(await mailsTo(ann!)).toHaveLength(2)
    const left = await testApp.app.db.selectFrom('waitlist_entry').select('contact').execute()
    expect(left).toEqual([{ contact: far }])
  })

  test.each<[string, LatLng, { email?: string; phone?: string }, string]>([
    ['an address that is served', CIVIC_CENTER, { email: 'a@example.test' }, 'address'],
    ['nobody to write to', TUCSON, {}, 'email'],
    ['no phone', PHOENIX, { phone: '12' }, 'phone'],
  ])('refuses %s', async (_what, at, who, field) => {
    const { status, failure } = await join(at, who)
    expect([status, Object.keys(failure.fields ?? {})]).toEqual([400, [field]])
  })
})
