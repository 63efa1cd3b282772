import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VisitId } from '#domain/ids.ts'
import { HOUR_MS, instant, localDate } from '#domain/time.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('a visit that nobody completed is missed twelve hours after its window, once: the customer is notified, its timeline says so', async () => {
  const { app } = testApp
  const crew = await buildCrew(app)
  const job = await buildWeeklyJob(app, { weekdays: [1], window: { from: '09:00', until: '11:00' } })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  const skipped = await buildVisit(app, job, { date: localDate('2026-02-23'), state: 'skipped' })
  const stateOf = async (id: VisitId) =>
    (await app.db.selectFrom('visit').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
  await testApp.work()
  await testApp.goTo(instant(TEST_START + 13 * HOUR_MS))
  expect(await stateOf(visitId)).toBe('confirmed')
  await testApp.goTo(instant(TEST_START + 17 * HOUR_MS))
  expect([await stateOf(visitId), await stateOf(skipped)]).toEqual(['missed', 'skipped'])
  const mails = await app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', job.customerId)
    .select(['subject', 'body'])
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]!.body).toContain(`/visit/${visitId}`)
  const events = await app.db.selectFrom('visit_event').where('visit_id', '=', visitId).selectAll().execute()
  expect(events).toMatchObject([{ transition: 'miss', actor_role: 'system', from_state: 'confirmed' }])
})
