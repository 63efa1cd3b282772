import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LatLng } from '#domain/geo.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const near = (feet: number): LatLng => ({ lat: CIVIC_CENTER.lat + feet / 364_000, lng: CIVIC_CENTER.lng })

/** A crew with stops of different customers today, in this order. */
async function crewWithStops(count = 3) {
  const { app } = testApp
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const stops: { visitId: VisitId; owner: Client; customerId: UserId }[] = []
  for (let position = 1; position <= count; position++) {
    const customer = await buildCustomer(app)
    const job = await buildWeeklyJob(app, { customerId: customer.userId, at: near(position * 9_000) })
    const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed', position })
    stops.push({ visitId, owner: await signedIn(testApp, customer), customerId: customer.userId })
  }
  const worker = await signedIn(testApp, crew)
  const share = (isOn = true) => worker.call('POST /api/share-whereabouts', { body: { isOn } })
  const step = (stop: number, to: 'en_route' | 'in_progress') =>
    worker.call('POST /api/start-visit', { body: { visitId: stops[stop]!.visitId, step: to } })
  const send = (at: LatLng = near(2_000), agoMs = 0) =>
    worker.call('POST /api/send-position', {
      body: { ...at, at: new Date(testApp.clock.now() - agoMs).toISOString() },
    })
  const arrival = async (client: Client, stop = 0) =>
    (await client.call('GET /api/visit-arrival', { query: { id: stops[stop]!.visitId } })).body
  return { crew, worker, stops, share, step, send, arrival }
}

const kept = (crewId: UserId) =>
  testApp.app.db.selectFrom('crew_whereabouts').where('crew_id', '=', crewId).selectAll().execute()

describe('sharing', () => {
  test('is off until the crew says so, for today, and over when it says that', async () => {
    const { worker, share, crew } = await crewWithStops()
    expect((await worker.call('GET /api/whereabouts')).body).toMatchObject({
      isSharing: false,
      everySeconds: 25,
    })
    const on = await share()
    expect(on.body.isSharing).toBe(true)
    expect(on.body.until).toBe('2026-03-03T06:59:00.000Z')
    await share()
    expect(await kept(crew.userId)).toHaveLength(1)
    expect((await share(false)).body.isSharing).toBe(false)
    expect(await kept(crew.userId)).toEqual([])
  })

  test('has nothing to share on a day without stops', async () => {
    const worker = await signedIn(testApp, await buildCrew(testApp.app))
    const refused = await worker.call('POST /api/share-whereabouts', { body: { isOn: true } })
    expect(refused.failure.code).toBe('wrong_state')
  })

  test('ends with the last stop, and a stop that is taken later does not begin it again', async () => {
    const { worker, crew, stops, share, step } = await crewWithStops(1)
    await share()
    await step(0, 'en_route')
    await step(0, 'in_progress')
    expect(await kept(crew.userId)).toHaveLength(1)
    await testApp.app.db
      .updateTable('service')
      .set({ photos_required: 0 })
      .where('key', '=', 'bins')
      .execute()
    const done = await worker.call('POST /api/complete-visit', { body: { visitId: stops[0]!.visitId } })
    expect(done.status).toBe(200)
    expect(await kept(crew.userId)).toEqual([])
    const job = await buildWeeklyJob(testApp.app)
    await buildVisit(testApp.app, job, { crewId: crew.userId, state: 'confirmed' })
    expect((await worker.call('GET /api/whereabouts')).body.isSharing).toBe(false)
  })
})

describe('where the crew is', () => {
  test('is seen by whom it drives to and by operators, and by nobody else', async () => {
    const { stops, share, step, send, arrival, worker } = await crewWithStops()
    await share()
    await step(0, 'en_route')
    expect((await send()).body).toEqual({ isWanted: true })
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    const first = stops[0]!
    for (const client of [first.owner, operator]) {
      const seen = await arrival(client)
      expect(seen.dot).toMatchObject(near(2_000))
      expect(seen.crewFirstName).toBe('Maria')
      const [from, until] = [seen.arrivesFrom!, seen.arrivesUntil!].map((at) => Date.parse(at))
      expect(from).toBeGreaterThan(testApp.clock.now())
      expect(until! - from!).toBeGreaterThanOrEqual(2 * MINUTE_MS)
    }
    const listed = (await operator.call('GET /api/crews-whereabouts')).body.crews
    expect(listed.filter(({ visitId }) => visitId === first.visitId)).toHaveLength(1)
    // The next customers learn how far it is, and no place but their own.
    expect(await arrival(stops[1]!.owner, 1)).toMatchObject({ dot: null, arrivesFrom: null, stopsBefore: 1 })
    const last = await arrival(stops[2]!.owner, 2)
    expect(last).toMatchObject({ dot: null, stopsBefore: 2, place: near(27_000) })
    const strangers = [
      stops[1]!.owner,
      await signedIn(testApp, await buildCrew(testApp.app)),
      await signedIn(testApp, await buildCustomer(testApp.app)),
    ]
    for (const stranger of strangers) {
      const query = { id: first.visitId }
      expect((await stranger.call('GET /api/visit-arrival', { query })).status).toBe(404)
    }
    expect(
      (await testApp.client().call('GET /api/visit-arrival', { query: { id: first.visitId } })).status,
    ).toBe(401)
    for (const client of [worker, first.owner])
      expect((await client.call('GET /api/crews-whereabouts')).status).toBe(403)
    expect((await first.owner.call('POST /api/share-whereabouts', { body: { isOn: true } })).status).toBe(403)
  })

  test('of another market an operator sees nothing', async () => {
    const { stops, share, step, send } = await crewWithStops(1)
    await share()
    await step(0, 'en_route')
    await send()
    const { db } = testApp.app
    await db
      .insertInto('market')
      .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
      .execute()
    const operator = await buildOperator(testApp.app)
    await db.updateTable('users').set({ market_id: 'elsewhere' }).where('id', '=', operator.userId).execute()
    const client = await signedIn(testApp, operator)
    expect((await client.call('GET /api/crews-whereabouts')).body.crews).toEqual([])
    const query = { id: stops[0]!.visitId }
    expect((await client.call('GET /api/visit-arrival', { query })).status).toBe(404)
  })

  test('is not kept without consent, nor before it sets out, nor once it is there', async () => {
    const { crew, stops, share, step, send, arrival } = await crewWithStops(2)
    await step(0, 'en_route')
    expect((await send()).body).toEqual({ isWanted: false })
    expect(await kept(crew.userId)).toEqual([])
    await share()
    expect((await arrival(stops[0]!.owner)).dot).toBeNull()
    await send()
    expect((await arrival(stops[0]!.owner)).dot).not.toBeNull()
    await step(0, 'in_progress')
    expect(await kept(crew.userId)).toMatchObject([
      { visit_id: null, lat: null, lng: null, measured_at: null },
    ])
    expect(await arrival(stops[0]!.owner)).toMatchObject({ dot: null, arrivesFrom: null, stopsBefore: null })
    expect((await send()).body).toEqual({ isWanted: false })
    expect((await arrival(stops[1]!.owner, 1)).stopsBefore).toBe(1)
  })

  test('is gone at once when the crew takes its consent back', async () => {
    const { crew, stops, share, step, send, arrival } = await crewWithStops(2)
    await share()
    await step(0, 'en_route')
    await send()
    await share(false)
    expect(await kept(crew.userId)).toEqual([])
    expect(await arrival(stops[0]!.owner)).toMatchObject({ dot: null, arrivesFrom: null })
    expect((await arrival(stops[1]!.owner, 1)).stopsBefore).toBeNull()
    expect((await send()).body).toEqual({ isWanted: false })
  })

  test('is the last one only, and what cannot be true is refused', async () => {
    const { crew, share, step, send } = await crewWithStops(1)
    await share()
    await step(0, 'en_route')
    await send(near(2_000), 20_000)
    await send(near(3_000))
    // Late on its way: it does not turn the clock back.
    await send(near(2_500), 10_000)
    expect(await kept(crew.userId)).toMatchObject([near(3_000)])
    expect((await send({ lat: 0, lng: 0 })).failure.code).toBe('location_invalid')
    expect((await send(near(4_000), 3 * MINUTE_MS)).failure.code).toBe('too_late')
    expect((await send(near(4_000), -2 * MINUTE_MS)).failure.code).toBe('clock_ahead')
    testApp.clock.set(instant(testApp.clock.now() + 5_000))
    expect((await send(near(400_000))).failure.code).toBe('location_invalid')
    expect(await kept(crew.userId)).toMatchObject([near(3_000)])
  })

  test('fades when the phone says nothing for long, and goes when the visit is released', async () => {
    const { crew, worker, stops, share, step, send, arrival } = await crewWithStops(2)
    await share()
    await step(0, 'en_route')
    await send()
    const before = testApp.clock.now()
    testApp.clock.set(instant(before + 11 * MINUTE_MS))
    expect((await arrival(stops[0]!.owner)).dot).toBeNull()
    await send(near(4_000))
    expect((await arrival(stops[0]!.owner)).dot).not.toBeNull()
    await worker.call('POST /api/release-visit', { body: { visitId: stops[0]!.visitId } })
    expect(await kept(crew.userId)).toMatchObject([{ visit_id: null, lat: null }])
    expect((await arrival(stops[0]!.owner)).dot).toBeNull()
  })

  test('reaches the customer by the live stream, under the visit’s own name only', async () => {
    const { stops, share, step, send } = await crewWithStops(2)
    await share()
    await step(0, 'en_route')
    await testApp.app.db.deleteFrom('live_event').execute()
    await send()
    const hints = await testApp.app.db.selectFrom('live_event').select(['user_id', 'kind', 'ids']).execute()
    expect(hints).toEqual([{ user_id: stops[0]!.customerId, kind: 'whereabouts', ids: [stops[0]!.visitId] }])
  })
})

test('of a day that is over nothing is left, and nothing of it counts for the next', async () => {
  const { crew, worker, share, step, send } = await crewWithStops(1)
  await share()
  await step(0, 'en_route')
  await send()
  await testApp.goTo(instant(testApp.clock.now() + 16 * HOUR_MS))
  expect(await kept(crew.userId)).toEqual([])
  expect((await worker.call('GET /api/whereabouts')).body.isSharing).toBe(false)
})
