/** What each side of a visit is shown of it: only the proof of the crew that did it, and money only to whom it concerns. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DEFAULT_TIME_ZONE, dateAt, localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('a visit that was billed leads its customer to the payment, and its crew nowhere', async () => {
  const customer = await buildCustomer(testApp.app)
  const crew = await buildCrew(testApp.app)
  const job = await buildWeeklyJob(testApp.app, { customerId: customer.userId })
  const visitId = await buildVisit(testApp.app, job, { crewId: crew.userId, state: 'in_progress' })
  const paymentId = await bill(visitId, customer.userId)
  const read = async (person: Parameters<typeof signedIn>[1]) =>
    (await (await signedIn(testApp, person)).call('GET /api/visit', { query: { id: visitId } })).body
  expect((await read(customer)).paymentId).toBe(paymentId)
  expect((await read(crew)).paymentId).toBeNull()
})

test('what an earlier crew sent, and a photo of a shut door, are no proof of the work', async () => {
  const customer = await buildCustomer(testApp.app)
  const [earlier, crew] = [await buildCrew(testApp.app), await buildCrew(testApp.app)]
  const job = await buildWeeklyJob(testApp.app, { customerId: customer.userId })
  const date = dateAt(testApp.clock.now(), DEFAULT_TIME_ZONE)
  const visitId = await buildVisit(testApp.app, job, { crewId: crew.userId, state: 'in_progress', date })
  await addPhoto({ visitId, ownerId: earlier.userId, purpose: 'proof' })
  await addPhoto({ visitId, ownerId: crew.userId, purpose: 'access' })
  const own = await addPhoto({ visitId, ownerId: crew.userId, purpose: 'proof' })
  const crewClient = await signedIn(testApp, crew)
  for (const reader of [await signedIn(testApp, customer), crewClient]) {
    const { photos } = (await reader.call('GET /api/visit', { query: { id: visitId } })).body
    expect(photos.map(({ id }) => id)).toEqual([own])
  }
  const day = (await crewClient.call('GET /api/day')).body
  expect(day.stops.map(({ photos }) => photos.map(({ photoId }) => photoId))).toEqual([[own]])
})

async function addPhoto(photo: {
  readonly visitId: VisitId
  readonly ownerId: UserId
  readonly purpose: 'proof' | 'access'
}): Promise<string> {
  const storageKey = randomUUID()
  const { id } = await testApp.app.db
    .insertInto('photo')
    .values({
      owner_id: photo.ownerId,
      visit_id: photo.visitId,
      purpose: photo.purpose,
      storage_key: storageKey,
      sha256: Buffer.from(storageKey),
      width: 800,
      height: 600,
      size_bytes: 1_000,
      created_at: toTimestamp(testApp.clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function bill(visitId: VisitId, customerId: UserId): Promise<PaymentId> {
  const { db } = testApp.app
  const { id } = await db
    .insertInto('payment')
    .values({
      customer_id: customerId,
      kind: 'weekly',
      period_start: localDate('2026-03-02'),
      period_end: localDate('2026-03-08'),
      subtotal_cents: cents(2_000),
      total_cents: cents(2_000),
      state: 'due',
      created_at: toTimestamp(testApp.clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = {
    payment_id: id,
    visit_id: visitId,
    kind: 'visit',
    amount_cents: cents(2_000),
    description: 'Bins',
  } as const
  await db.insertInto('payment_line').values(line).execute()
  return id
}
