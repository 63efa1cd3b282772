import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { inTransaction } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrewIn, buildOpenVisit, createTowns, offersOf, startOffering } from '#testing/build-offers.ts'
import { signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { runWaves } from '../offers/run-waves.ts'

const newTown = createTowns()
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.app.db
    .insertInto('market')
    .values({ id: 'phoenix', name: 'Phoenix', time_zone: 'America/Phoenix' })
    .execute()
})
afterAll(() => testApp.close())

async function moveToPhoenix(...userIds: UserId[]): Promise<void> {
  await testApp.app.db.updateTable('users').set({ market_id: 'phoenix' }).where('id', 'in', userIds).execute()
}

test('weekly work of another market is not taken by its id', async () => {
  const { app } = testApp
  const town = newTown()
  const crew = await buildCrewIn(testApp, town)
  const job = await buildWeeklyJob(app, { at: town })
  await moveToPhoenix(job.customerId)
  const client = await signedIn(testApp, crew)
  const body = { weeklyJobId: job.weeklyJobId, weekdays: [2 as const] }
  expect((await client.call('POST /api/take-weekly-job', { body })).status).toBe(404)
  await app.db.updateTable('users').set({ market_id: 'denver' }).where('id', '=', job.customerId).execute()
  expect((await client.call('POST /api/take-weekly-job', { body })).status).toBe(200)
})

test('of visits in two markets in one run each asks the crews of its own', async () => {
  const { app, clock } = testApp
  // So near to one another that nothing but the market tells them apart.
  const town = newTown()
  const [here, there] = [await buildCrewIn(testApp, town), await buildCrewIn(testApp, town)]
  const [ours, theirs] = [await buildOpenVisit(app, town), await buildOpenVisit(app, town)]
  await moveToPhoenix(there.userId, theirs.customerId)
  const visitIds = [ours.visitId, theirs.visitId]
  for (const visitId of visitIds) await startOffering(testApp, visitId)
  await inTransaction(app.db, (trx) => runWaves(trx, { visitIds, now: clock.now() }))
  const asked = await Promise.all(visitIds.map((visitId) => offersOf(app, visitId)))
  expect(asked.map((offers) => offers.map((offer) => offer.crew_id))).toEqual([[here.userId], [there.userId]])
})
