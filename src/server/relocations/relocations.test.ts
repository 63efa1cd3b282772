/** What a customer changes about work that somebody has, or is offered: where it is, and how much of it there is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LatLng } from '#domain/geo.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { type Instant, localDate, MINUTE_MS, type Weekday } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { offersOf, startOffering } from '#testing/build-offers.ts'
import { buildAcceptedOrder } from '#testing/build-order.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

/** Two parts of Denver, some eleven miles from each other. */
const SOUTH: LatLng = { lat: 39.62, lng: -104.95 }
const NORTH: LatLng = { lat: 39.78, lng: -104.95 }
const THURSDAY = localDate('2026-03-05')
const RANGE_FEET = 20_000

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** A place in the south with a weekly job that a crew has, and its visit of this Thursday, which is confirmed. */
async function openTaken() {
  const { app } = testApp
  const customer = await buildCustomer(app)
  const client = await signedIn(testApp, customer)
  const job = await buildWeeklyJob(app, { customerId: customer.userId, at: SOUTH, weekdays: [4] })
  const crew = await buildCrew(app, { at: SOUTH, rangeFeet: RANGE_FEET })
  await app.db
    .insertInto('assignment')
    .values({
      weekly_job_id: job.weeklyJobId,
      weekday: 4 as Weekday,
      crew_id: crew.userId,
      taken_at: toTimestamp(TEST_START),
      from_date: THURSDAY,
    })
    .execute()
  const visitId = await buildVisit(app, job, { date: THURSDAY, crewId: crew.userId, state: 'confirmed' })
  const moveTo = (at: LatLng) =>
    client.call('POST /api/update-property', { body: { propertyId: job.propertyId, ...at } })
  return { ...job, client, crew, visitId, moveTo }
}

function readVisit(visitId: VisitId) {
  return testApp.app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['state', 'crew_id'])
    .executeTakeFirstOrThrow()
}

async function mailsTo(userId: UserId): Promise<string[]> {
  await testApp.work()
  const mails = await testApp.app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('channel', '=', 'mail')
    .select('subject')
    .execute()
  return mails.map(({ subject }) => subject ?? '')
}

test('security 14: a pin that is put right changes nothing; a place that moves asks its crew again', async () => {
  const { crew, visitId, moveTo } = await openTaken()
  expect((await moveTo({ ...SOUTH, lat: SOUTH.lat + 0.0005 })).status).toBe(200)
  expect(await readVisit(visitId)).toEqual({ state: 'confirmed', crew_id: crew.userId })
  expect((await moveTo({ ...SOUTH, lat: SOUTH.lat + 0.02 })).status).toBe(200)
  expect(await readVisit(visitId)).toEqual({ state: 'scheduled', crew_id: crew.userId })
  expect(await mailsTo(crew.userId)).toEqual(['A place moved'])
})

test('security 14: a crew for whom the new place is too far loses the work, which is offered to one nearby', async () => {
  const near = await buildCrew(testApp.app, { at: NORTH, rangeFeet: RANGE_FEET })
  const { crew, visitId, weeklyJobId, moveTo } = await openTaken()
  expect((await moveTo(NORTH)).status).toBe(200)
  expect(await readVisit(visitId)).toEqual({ state: 'scheduled', crew_id: null })
  const assignment = await testApp.app.db
    .selectFrom('assignment')
    .where('weekly_job_id', '=', weeklyJobId)
    .select(['crew_id', 'released_from'])
    .executeTakeFirstOrThrow()
  expect(assignment).toEqual({ crew_id: crew.userId, released_from: '2026-03-02' })
  expect(await mailsTo(crew.userId)).toEqual(['A place moved away'])
  const offered = (await offersOf(testApp.app, visitId)).map((offer) => offer.crew_id)
  expect(offered).toContain(near.userId)
  expect(offered).not.toContain(crew.userId)
  // It was the customer who moved: the crew is as reliable as before.
  const counted = await testApp.app.db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .where('counts_as', 'is not', null)
    .select('id')
    .execute()
  expect(counted).toEqual([])
})

test('whoever moves the place does not lose the crew of an order by it, nor the fee for canceling', async () => {
  const { client, orderId, visitId } = await buildAcceptedOrder(testApp)
  testApp.clock.set((testApp.clock.now() + 6 * MINUTE_MS) as Instant)
  const cancellation = async () =>
    (await client.call('GET /api/on-demand-order', { query: { id: orderId } })).body.cancellation
  const before = await cancellation()
  expect(before?.feeCents).toBeGreaterThan(0)
  const { property_id: propertyId, crew_id: crewId } = await testApp.app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['property_id', 'crew_id'])
    .executeTakeFirstOrThrow()
  const moveTo = (at: LatLng) => client.call('POST /api/update-property', { body: { propertyId, ...at } })
  const moved = await moveTo({ ...CIVIC_CENTER, lat: CIVIC_CENTER.lat + 0.003 })
  expect([moved.status, moved.failure.code]).toEqual([409, 'crew_is_coming'])
  expect((await moveTo({ ...CIVIC_CENTER, lat: CIVIC_CENTER.lat + 0.0005 })).status).toBe(200)
  expect(await readVisit(visitId)).toEqual({ state: 'confirmed', crew_id: crewId })
  expect(await cancellation()).toEqual(before)
  const free = await client.call('POST /api/cancel-on-demand', {
    body: { orderId, expectedFeeCents: cents(0) },
  })
  expect([free.status, free.failure.code]).toEqual([409, 'fee_changed'])
})

test('a place does not move while a crew is on its way there', async () => {
  const { visitId, moveTo } = await openTaken()
  await testApp.app.db.updateTable('visit').set({ state: 'en_route' }).where('id', '=', visitId).execute()
  expect((await moveTo(NORTH)).failure.code).toBe('crew_is_coming')
})

test('security 14: more of the work ends the offers of less, and offers it again at its price', async () => {
  const { app } = testApp
  const at = { lat: 39.7, lng: -105.08 }
  const crew = await buildCrew(app, { at, rangeFeet: RANGE_FEET })
  const customer = await buildCustomer(app)
  const client = await signedIn(testApp, customer)
  const { propertyId } = await buildWeeklyJob(app, { customerId: customer.userId, at, state: 'cancelled' })
  const booked = await client.call('POST /api/book-weekly-jobs', {
    body: {
      items: [{ propertyIds: [propertyId], serviceKey: 'bins', weekdays: [4], quantity: 1 }],
      startsOn: '2026-03-02',
    },
  })
  const weeklyJobId = booked.body.weeklyJobIds[0]!
  await testApp.work()
  const { id: visitId } = await app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '=', THURSDAY)
    .select('id')
    .executeTakeFirstOrThrow()
  await startOffering(testApp, visitId)
  await testApp.work()
  const offers = async () => (await offersOf(app, visitId)).filter((offer) => offer.crew_id === crew.userId)
  const [first] = await offers()
  expect(first?.state).toBe('open')
  const change = { weeklyJobId, from: '2026-03-03', quantity: 3 }
  expect((await client.call('POST /api/change-weekly-job', { body: change })).status).toBe(200)
  await testApp.work()
  const after = await offers()
  expect(after.find((offer) => offer.id === first!.id)?.state).not.toBe('open')
  const open = after.filter((offer) => offer.state === 'open')
  expect(open).toHaveLength(1)
  expect(open[0]!.pay_cents).toBeGreaterThan(first!.pay_cents)
})
