/** Places that go away while work stands on them (field 12). */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentId, PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildProperty, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildCompletedVisit } from '#testing/build-money.ts'
import { buildCrewIn, openOfferOf, startOffering } from '#testing/build-offers.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
// Crews of an earlier test would be asked, too.
beforeEach(() => testApp.app.db.updateTable('crew_profile').set({ services: [] }).execute())

const dayAfter = (days: number) => addDays(dateAt(testApp.clock.now(), DEFAULT_TIME_ZONE), days)

/** A done visit with pay that waits and a bill that was declined, then three to come: assigned, taken by an offer, offered. */
async function placeFullOfWork(customerId: UserId, propertyId: PropertyId, serviceKey: string) {
  const { app } = testApp
  const holder = await buildCrewIn(testApp, CIVIC_CENTER, { name: 'Hanna Holder' })
  const job = await buildWeeklyJob(app, { customerId, propertyId, serviceKey })
  const done = await buildCompletedVisit(app, { job, crewId: holder.userId, date: dayAfter(-6) })
  await app.db
    .insertInto('assignment')
    .values({
      weekly_job_id: job.weeklyJobId,
      weekday: 2,
      crew_id: holder.userId,
      taken_at: toTimestamp(testApp.clock.now()),
      from_date: dayAfter(-7),
    })
    .execute()
  const assigned = await buildVisit(app, job, {
    date: dayAfter(1),
    crewId: holder.userId,
    state: 'confirmed',
  })
  const [taken, offered] = [
    await buildVisit(app, job, { date: dayAfter(8) }),
    await buildVisit(app, job, { date: dayAfter(15) }),
  ]
  const taker = await buildCrewIn(testApp, CIVIC_CENTER, { name: 'Tess Taker' })
  const asked = await buildCrewIn(testApp, CIVIC_CENTER, { name: 'Anka Asked' })
  for (const visitId of [taken, offered]) await startOffering(testApp, visitId)
  await testApp.work()
  const offerId = await openOfferOf(app, taken, taker.userId)
  expect((await taker.client.call('POST /api/accept-offer', { body: { offerId } })).status).toBe(200)
  await testApp.work()
  return {
    done,
    assigned,
    taken,
    offered,
    holder,
    taker,
    asked,
    offerId: await openOfferOf(app, offered, asked.userId),
  }
}

const stateOf = async (visitId: VisitId) =>
  (
    await testApp.app.db
      .selectFrom('visit')
      .where('id', '=', visitId)
      .select('state')
      .executeTakeFirstOrThrow()
  ).state

async function noticesOf(userId: UserId) {
  await testApp.work()
  const rows = await testApp.app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('channel', '=', 'mail')
    .select('subject')
    .execute()
  return rows.map(({ subject }) => subject).filter((subject) => subject?.includes('ended'))
}

/** What is owed to the crew for the visit, as the crew reads it. */
async function earningOf(visitId: VisitId) {
  return testApp.app.db
    .selectFrom('earning')
    .where('visit_id', '=', visitId)
    .select(['amount_cents', 'payout_id'])
    .execute()
}

async function declinedBill(customerId: UserId) {
  const now = toTimestamp(testApp.clock.now())
  const row = await testApp.app.db
    .insertInto('payment')
    .values({
      customer_id: customerId,
      kind: 'weekly',
      period_start: dayAfter(-7),
      period_end: dayAfter(-1),
      subtotal_cents: cents(2_000),
      total_cents: cents(2_000),
      state: 'declined',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

type Work = Awaited<ReturnType<typeof placeFullOfWork>>

async function expectWorkToStand(work: Work) {
  expect(await Promise.all([work.assigned, work.taken, work.offered].map(stateOf))).toEqual([
    'confirmed',
    'confirmed',
    'scheduled',
  ])
  for (const { userId } of [work.holder, work.taker]) expect(await noticesOf(userId)).toEqual([])
}

async function expectWorkToHaveEnded(work: Work, client: Client, paymentId: PaymentId) {
  const { db } = testApp.app
  const coming = [work.assigned, work.taken, work.offered]
  expect(await Promise.all(coming.map(stateOf))).toEqual(['cancelled', 'cancelled', 'cancelled'])
  const cancelled = await db
    .selectFrom('visit_event')
    .where('visit_id', 'in', coming)
    .where('transition', '=', 'cancel')
    .select('visit_id')
    .execute()
  expect(cancelled.map((step) => step.visit_id).sort()).toEqual([...coming].sort())
  for (const { userId } of [work.holder, work.taker]) expect(await noticesOf(userId)).toHaveLength(1)
  const late = await work.asked.client.call('POST /api/accept-offer', { body: { offerId: work.offerId } })
  expect([late.status, late.failure.code]).toEqual([409, 'no_longer_open'])
  const offers = (await work.asked.client.call('GET /api/offers')).body.offers
  expect(offers.map((offer) => offer.offerId)).not.toContain(work.offerId)
  expect((await work.holder.client.call('POST /api/get-assignments')).body.assignments).toEqual([])

  // What was done is still owed, billed and readable.
  expect(await earningOf(work.done.visitId)).toMatchObject([{ amount_cents: cents(1_400), payout_id: null }])
  const { body } = await client.call('GET /api/payments')
  expect(body.payments).toMatchObject([{ id: paymentId, state: 'declined' }])
  for (const reader of [client, work.holder.client]) {
    const past = await reader.call('GET /api/visit', { query: { id: work.done.visitId } })
    expect([past.status, past.body.state]).toEqual([200, 'completed'])
  }
}

describe('field 12: a property with work, pay and a bill', () => {
  test('is listed before it goes; then what was to come ends once and what was done stays', async () => {
    const { app } = testApp
    const customer = await buildCustomer(app)
    const client = await signedIn(testApp, customer)
    const propertyId = await buildProperty(app, customer.userId)
    const work = await placeFullOfWork(customer.userId, propertyId, 'bins')
    const paymentId = await declinedBill(customer.userId)

    const asked = await client.call('POST /api/remove-property', { body: { propertyId } })
    expect(asked.body).toMatchObject({ isRemoved: false, weeklyJobs: [{ serviceKey: 'bins' }] })
    await expectWorkToStand(work)

    const body = { propertyId, endsWeeklyJobs: true }
    const answers = await Promise.all([1, 2, 3].map(() => client.call('POST /api/remove-property', { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    await expectWorkToHaveEnded(work, client, paymentId)
  })

  test('goes with a visit under way only once that is done', async () => {
    const { app } = testApp
    const customer = await buildCustomer(app)
    const client = await signedIn(testApp, customer)
    const propertyId = await buildProperty(app, customer.userId)
    const work = await placeFullOfWork(customer.userId, propertyId, 'bins')
    const started = await work.holder.client.call('POST /api/start-visit', {
      body: { visitId: work.assigned },
    })
    expect(started.failure?.code).toBe('too_early')
    testApp.clock.set((testApp.clock.now() + 86_400_000) as never)
    await work.holder.client.call('POST /api/start-visit', { body: { visitId: work.assigned } })
    const answer = await client.call('POST /api/remove-property', {
      body: { propertyId, endsWeeklyJobs: true },
    })
    expect([answer.status, answer.failure.code]).toEqual([409, 'has_live_work'])
    expect(await Promise.all([work.assigned, work.taken].map(stateOf))).toEqual(['in_progress', 'confirmed'])
  })
})

describe('field 12: a complex with nights, pay and a bill', () => {
  test('is listed before it goes; moved to another group it keeps its work, removed it ends like a property', async () => {
    const { app } = testApp
    const customer = await buildCustomer(app)
    const client = await signedIn(testApp, customer)
    const added = await client.call('POST /api/add-complex', {
      body: {
        name: 'Cedar Court',
        address: '5 Cedar St, Denver',
        ...CIVIC_CENTER,
        units: 40,
        instructions: '',
        groupName: null,
      },
    })
    const complexId = added.body.complexId
    const work = await placeFullOfWork(customer.userId, added.body.propertyId, 'valet_trash')
    const paymentId = await declinedBill(customer.userId)

    const moved = { complexId, groupName: 'East', address: '7 Cedar St, Denver' }
    expect((await client.call('POST /api/update-complex', { body: moved })).status).toBe(200)
    await expectWorkToStand(work)
    const seen = await work.holder.client.call('GET /api/visit', { query: { id: work.assigned } })
    expect(seen.body.address).toBe('7 Cedar St, Denver')

    const asked = await client.call('POST /api/remove-complex', { body: { complexId } })
    expect(asked.body).toEqual({ isRemoved: false, serviceKeys: ['valet_trash'] })
    await expectWorkToStand(work)
    const gone = await client.call('POST /api/remove-complex', { body: { complexId, endsWeeklyJobs: true } })
    expect(gone.body.isRemoved).toBe(true)
    await expectWorkToHaveEnded(work, client, paymentId)
  })
})
