import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EARTH_RADIUS_FEET } from '#domain/geo.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, DAY_MS, HOUR_MS, type Instant, instantAt, localDate, localTime } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = localDate('2026-03-02')
const north = (feet: number) => ({
  lat: CIVIC_CENTER.lat + (feet / EARTH_RADIUS_FEET) * (180 / Math.PI),
  lng: CIVIC_CENTER.lng,
})

async function crewWith(visits: Parameters<typeof buildVisit>[2][] = [{}]) {
  const { app } = testApp
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const visitIds: VisitId[] = []
  for (const visit of visits)
    visitIds.push(
      await buildVisit(app, await buildWeeklyJob(app), { crewId: crew.userId, state: 'confirmed', ...visit }),
    )
  return { crew, client: await signedIn(testApp, crew), visitIds, visitId: visitIds[0]! }
}

async function addPhoto(client: Client, visitId: VisitId) {
  const background = { r: Math.floor(Math.random() * 256), g: 10, b: 10 }
  const content = await sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return client.call('POST /api/upload-visit-photo', {
    query: { visitId },
    file: { type: 'image/jpeg', content },
  })
}

function visitRow(visitId: VisitId) {
  return testApp.app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()
}

async function timelineOf(visitId: VisitId): Promise<string[]> {
  const rows = await testApp.app.db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .orderBy('id')
    .select('transition')
    .execute()
  return rows.map((row) => row.transition)
}

describe('a crew’s day', () => {
  test('lists the stops in sequence with the way, the pay and the next one marked', async () => {
    const { app } = testApp
    const crew = await buildCrew(app)
    const client = await signedIn(testApp, crew)
    const near = await buildWeeklyJob(app, {
      at: north(5_000),
      name: 'Near house',
      window: { from: '08:00', until: '12:00' },
    })
    const far = await buildWeeklyJob(app, { at: north(20_000), name: 'Far house', quantity: 3 })
    await buildVisit(app, far, { crewId: crew.userId, state: 'confirmed', position: 2, quantity: 3 })
    await buildVisit(app, near, { crewId: crew.userId, state: 'confirmed', position: 1 })
    const { body, status } = await client.call('GET /api/day', { query: { date: TODAY } })
    expect(status).toBe(200)
    expect(body.stops.map((stop) => [stop.propertyName, stop.position, stop.isNext, stop.payCents])).toEqual([
      // 70 % of the minimum of $10, and of $7 + 3 × $1.50.
      ['Near house', 1, true, 700],
      ['Far house', 2, false, 805],
    ])
    expect(body.stops[0]).toMatchObject({
      window: { from: '08:00', until: '12:00' },
      canStart: true,
      canComplete: true,
      photosRequired: 1,
      minutes: 6,
    })
    expect(body.stops[1]).toMatchObject({ window: null, minutes: 8 })
    expect(body.legs).toHaveLength(3)
    expect(body.legs[0]!.drivingFeet).toBeGreaterThan(5_000)
    expect(body).toMatchObject({
      date: TODAY,
      today: TODAY,
      doneCount: 0,
      payCents: 1_505,
      serviceMinutes: 14,
    })
  })

  test('of a crew without work names the next day that has some', async () => {
    const { client } = await crewWith([{ date: addDays(TODAY, 3) }])
    const { body } = await client.call('GET /api/day')
    expect(body).toMatchObject({ stops: [], legs: [], nextWorkDay: addDays(TODAY, 3) })
  })

  test('shows nobody else’s stops, and is shown to crews only', async () => {
    await crewWith([{}])
    const other = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await other.call('GET /api/day')).body.stops).toEqual([])
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await customer.call('GET /api/day')).status).toBe(403)
    expect((await testApp.client().call('GET /api/day')).status).toBe(401)
    expect((await other.call('GET /api/day', { query: { date: '2026-02-30' } })).status).toBe(400)
  })
})

describe('starting a visit', () => {
  test('goes on the way, then to work; tapping again answers the same', async () => {
    const { client, visitId } = await crewWith()
    const start = (step: 'en_route' | 'in_progress') =>
      client.call('POST /api/start-visit', { body: { visitId, step } })
    expect((await start('en_route')).body).toEqual({ visitId, state: 'en_route' })
    expect((await start('en_route')).body.state).toBe('en_route')
    expect((await start('in_progress')).body.state).toBe('in_progress')
    expect((await start('in_progress')).body.state).toBe('in_progress')
    expect((await start('en_route')).body.state).toBe('in_progress')
    expect(await timelineOf(visitId)).toEqual(['start_travel', 'start'])
    expect((await visitRow(visitId)).started_at).toBe(testApp.clock.now())
  })

  test('confirms a visit that was not confirmed', async () => {
    const { client, visitId } = await crewWith([{ state: 'scheduled' }])
    expect((await client.call('POST /api/start-visit', { body: { visitId } })).body.state).toBe('in_progress')
    expect(await timelineOf(visitId)).toEqual(['confirm', 'start'])
  })

  test.each([
    ['before its day', { date: addDays(TODAY, 1) }, 409, 'too_early'],
    ['once it is cancelled', { state: 'cancelled' as const }, 409, 'visit_cancelled'],
    ['once it is skipped', { state: 'skipped' as const }, 409, 'visit_skipped'],
  ])('is refused %s', async (_name, visit, status, code) => {
    const { client, visitId } = await crewWith([visit])
    const refused = await client.call('POST /api/start-visit', { body: { visitId } })
    expect([refused.status, refused.failure.code]).toEqual([status, code])
    expect(refused.failure.error).toMatch(/^[A-Z].*\.$/)
  })

  test('is refused to strangers, to a frozen crew and to who is not a crew', async () => {
    const { visitId, crew } = await crewWith()
    const start = (client: Client) => client.call('POST /api/start-visit', { body: { visitId } })
    expect((await start(await signedIn(testApp, await buildCrew(testApp.app)))).status).toBe(404)
    expect((await start(await signedIn(testApp, await buildCustomer(testApp.app)))).status).toBe(403)
    expect((await start(testApp.client())).status).toBe(401)
    await freeze(crew.userId, testApp.clock.now() + 1)
    const frozen = await start(await signedIn(testApp, crew))
    expect([frozen.status, frozen.failure.code]).toEqual([403, 'account_frozen'])
    await freeze(crew.userId, testApp.clock.now())
    expect((await start(await signedIn(testApp, crew))).status).toBe(200)
  })
})

function freeze(userId: UserId, until: number) {
  return testApp.app.db
    .updateTable('users')
    .set({ frozen_until: new Date(until) })
    .where('id', '=', userId)
    .execute()
}

describe('completing a visit', () => {
  test('freezes its price and pay, books them, records where and when, and notifies the customer', async () => {
    const { client, visitId, crew } = await crewWith([{ state: 'in_progress' }])
    await addPhoto(client, visitId)
    const at = testApp.clock.now()
    const done = await client.call('POST /api/complete-visit', {
      body: {
        visitId,
        ...north(300),
        accuracy: 12,
        completedAt: new Date(at - 60_000).toISOString(),
        note: 'Gate shut',
      },
    })
    expect(done.body).toEqual({
      visitId,
      state: 'completed',
      completedAt: new Date(at - 60_000).toISOString(),
      distanceFeet: 300,
      isFlagged: false,
      payCents: 700,
    })
    expect(await visitRow(visitId)).toMatchObject({
      state: 'completed',
      price_cents: cents(1_000),
      crew_pay_cents: cents(700),
      price_lines: [{ kind: 'service', amountCents: 1_000 }],
      completed_distance_feet: 300,
    })
    const earnings = await testApp.app.db
      .selectFrom('earning')
      .where('visit_id', '=', visitId)
      .selectAll()
      .execute()
    expect(earnings).toMatchObject([{ crew_id: crew.userId, amount_cents: cents(700) }])
    await testApp.work()
    const mails = await testApp.app.db
      .selectFrom('outbox_message')
      .where('body', 'like', `%/visit/${visitId}%`)
      .selectAll()
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).toContain('Maria finished')
    const { body: day } = await client.call('GET /api/day')
    expect(day.stops[0]).toMatchObject({
      state: 'completed',
      isNext: false,
      canComplete: false,
      payCents: 700,
    })
    expect(day.stops[0]!.photos).toHaveLength(1)
  })

  test('threats S1: counts once however often and however many at once it is sent, and answers the same', async () => {
    const { client, visitId } = await crewWith()
    await addPhoto(client, visitId)
    const complete = () => client.call('POST /api/complete-visit', { body: { visitId, ...CIVIC_CENTER } })
    const answers = await Promise.all(Array.from({ length: 12 }, complete))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    testApp.clock.advance(1_000)
    expect((await complete()).text).toBe(answers[0]!.text)
    expect((await timelineOf(visitId)).filter((transition) => transition === 'complete')).toHaveLength(1)
    const { db } = testApp.app
    expect(await db.selectFrom('earning').where('visit_id', '=', visitId).selectAll().execute()).toHaveLength(
      1,
    )
    expect(
      await db.selectFrom('ledger_journal').where('subject_id', '=', visitId).selectAll().execute(),
    ).toHaveLength(1)
  })

  test.each([
    ['far from the place', north(501), 501, true],
    ['just near enough', north(499.9), 500, false],
    ['without a location', {}, null, true],
  ])('%s still completes', async (_name, location, distanceFeet, isFlagged) => {
    const { client, visitId } = await crewWith()
    await addPhoto(client, visitId)
    const { body } = await client.call('POST /api/complete-visit', { body: { visitId, ...location } })
    expect(body).toMatchObject({ state: 'completed', distanceFeet, isFlagged })
  })

  test('needs the photos that the service demands', async () => {
    const { client, visitId } = await crewWith()
    const refused = await client.call('POST /api/complete-visit', { body: { visitId } })
    expect([refused.status, refused.failure.code]).toEqual([409, 'photos_missing'])
    expect((await visitRow(visitId)).state).toBe('confirmed')
  })

  test('from a phone that was offline past the window of an unconfirmed visit is taken', async () => {
    const { app } = testApp
    const crew = await buildCrew(app)
    const client = await signedIn(testApp, crew)
    const job = await buildWeeklyJob(app, { window: { from: '06:00', until: '08:00' } })
    const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'scheduled' })
    await addPhoto(client, visitId)
    const completedAt = instantAt(TODAY, localTime('07:30'), 'America/Denver')
    const { body } = await client.call('POST /api/complete-visit', {
      body: { visitId, completedAt: new Date(completedAt).toISOString() },
    })
    expect(body).toMatchObject({ state: 'completed', completedAt: new Date(completedAt).toISOString() })
  })

  test.each([
    ['before its day', { date: addDays(TODAY, 1) }, 'too_early'],
    ['long after its day', { date: addDays(TODAY, -5) }, 'too_late'],
    ['once it is cancelled', { state: 'cancelled' as const }, 'visit_cancelled'],
  ])('is refused %s', async (_name, visit, code) => {
    const { client, visitId } = await crewWith([visit])
    await testApp.app.db
      .updateTable('service')
      .set({ photos_required: 0 })
      .where('key', '=', 'bins')
      .execute()
    const refused = await client.call('POST /api/complete-visit', { body: { visitId } })
    await testApp.app.db
      .updateTable('service')
      .set({ photos_required: 1 })
      .where('key', '=', 'bins')
      .execute()
    expect([refused.status, refused.failure.code]).toEqual([409, code])
  })

  test('is refused to strangers, to a frozen crew, signed out, and with half a location', async () => {
    const { visitId, crew, client } = await crewWith()
    const complete = (who: Client, more = {}) =>
      who.call('POST /api/complete-visit', { body: { visitId, ...more } })
    expect((await complete(await signedIn(testApp, await buildCrew(testApp.app)))).status).toBe(404)
    expect((await complete(await signedIn(testApp, await buildCustomer(testApp.app)))).status).toBe(403)
    expect((await complete(testApp.client())).status).toBe(401)
    const half = await complete(client, { lat: 39 })
    expect([half.status, Object.keys(half.failure.fields!)]).toEqual([400, ['lng']])
    expect((await complete(client, { lat: 91, lng: 0 })).status).toBe(400)
    await freeze(crew.userId, testApp.clock.now() + HOUR_MS)
    expect((await complete(client)).failure.code).toBe('account_frozen')
  })

  test('uses a customer’s coupon once when two visits are done at once', async () => {
    const { app } = testApp
    const code = crypto.randomUUID().slice(0, 8)
    await app.db
      .insertInto('coupon')
      .values({ code, name: 'Spring', credit_cents: cents(1_500) })
      .execute()
    const customer = await buildCustomer(app, { couponCode: code })
    const crew = await buildCrew(app)
    const client = await signedIn(testApp, crew)
    const visitIds: VisitId[] = []
    for (let index = 0; index < 3; index++) {
      const job = await buildWeeklyJob(app, { customerId: customer.userId })
      visitIds.push(await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' }))
      await addPhoto(client, visitIds[index]!)
    }
    await Promise.all(
      visitIds.map((visitId) => client.call('POST /api/complete-visit', { body: { visitId } })),
    )
    const rows = await Promise.all(visitIds.map(visitRow))
    const coupons = rows.flatMap((row) => row.price_lines!.filter((line) => line.kind === 'coupon'))
    expect(coupons.reduce((sum, line) => sum + line.amountCents, 0)).toBe(-1_500)
    expect(rows.map((row) => row.crew_pay_cents)).toEqual([700, 700, 700])
  })
})

describe('the table of a crew’s visits', () => {
  test('is paged both ways, filtered and counted', async () => {
    const dates = Array.from({ length: 7 }, (_, index) => addDays(TODAY, index - 3))
    const { client } = await crewWith(dates.map((date) => ({ date })))
    for (const sort of ['newest', 'oldest'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const { body } = await client.call('POST /api/get-crew-visits', {
          body: { sort, limit: 3, ...(cursor === undefined ? {} : { cursor }) },
        })
        expect(body.totalCount).toBe(7)
        seen.push(...body.visits.map((visit) => visit.date))
        cursor = body.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(seen).toEqual(sort === 'oldest' ? dates : [...dates].reverse())
    }
    const body = {
      from: TODAY,
      to: addDays(TODAY, 1),
      states: ['confirmed' as const],
      serviceKey: 'bins',
      search: 'denver',
    }
    const some = await client.call('POST /api/get-crew-visits', { body })
    expect(some.body.visits.map((visit) => visit.payCents)).toEqual([700, 700])
    const none = await client.call('POST /api/get-crew-visits', { body: { ...body, search: 'boulder' } })
    expect(none.body).toEqual({ visits: [], nextCursor: null, totalCount: 0 })
  })

  test('is counted up to a thousand and one', async () => {
    const { client, visitIds } = await crewWith()
    await sql`
      insert into visit (customer_id, property_id, service_key, date, starts_at, ends_at, quantity, state, crew_id, created_at)
      select customer_id, property_id, service_key, date - day, starts_at - day * interval '1 day',
        ends_at - day * interval '1 day', quantity, 'missed', crew_id, created_at
      from visit, generate_series(1, 1010) day where id = ${visitIds[0]!}
    `.execute(testApp.app.db)
    const { body } = await client.call('POST /api/get-crew-visits', { body: { limit: 3 } })
    expect([body.totalCount, body.visits.length]).toEqual([1_001, 3])
    const few = await client.call('POST /api/get-crew-visits', { body: { from: addDays(TODAY, -4) } })
    expect(few.body.totalCount).toBe(5)
  })

  test('shows nobody else’s visits and refuses a made-up cursor', async () => {
    await crewWith()
    const client = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await client.call('POST /api/get-crew-visits', { body: {} })).body.totalCount).toBe(0)
    const made = await client.call('POST /api/get-crew-visits', { body: { cursor: "2026-03-02_' or 1=1" } })
    expect([made.status, Object.keys(made.failure.fields!)]).toEqual([400, ['cursor']])
    const backwards = await client.call('POST /api/get-crew-visits', {
      body: { from: TODAY, to: addDays(TODAY, -1) },
    })
    expect(backwards.status).toBe(400)
    expect((await testApp.client().call('POST /api/get-crew-visits', { body: {} })).status).toBe(401)
  })
})

test.each(['\u0000', 'a\u0000b', '%', "'; drop table visit; --", '\ud800'])(
  'threats I1: the search %j is refused or finds nothing, and breaks nothing',
  async (search) => {
    const { client } = await crewWith()
    const { status } = await client.call('POST /api/get-crew-visits', { body: { search } })
    expect([200, 400]).toContain(status)
  },
)

test.each(['0000-01-01', '0001-01-01', '9999-12-31'])(
  'threats I1: the day %s breaks nothing',
  async (date) => {
    const client = await signedIn(testApp, await buildCrew(testApp.app))
    expect([200, 400]).toContain((await client.call('GET /api/day', { query: { date } })).status)
    const visits = await client.call('POST /api/get-crew-visits', {
      body: { from: date, cursor: `${date}_${crypto.randomUUID()}` },
    })
    expect([200, 400]).toContain(visits.status)
  },
)

test('threats U8: an access note is gone from the day a day after the visit', async () => {
  const { client, visitId } = await crewWith()
  const row = await visitRow(visitId)
  await testApp.app.db
    .updateTable('property')
    .set({ access_notes: 'Code 4711' })
    .where('id', '=', row.property_id)
    .execute()
  const notes = async () =>
    (await client.call('GET /api/day', { query: { date: TODAY } })).body.stops[0]!.accessNotes
  testApp.clock.set(TEST_START)
  expect(await notes()).toBe('Code 4711')
  testApp.clock.set((row.ends_at + DAY_MS + 1) as Instant)
  expect(await notes()).toBe('')
})
