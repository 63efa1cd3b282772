/** A pushed day meets what people have decided by themselves: their pauses, their days off, and what they change later. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, instant, instantAt, localDate, localTime } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { planVisits } from '#server/jobs/plan-visits.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildOperator, signedIn } from '#testing/build.ts'
import { type BuiltJob, buildWeeklyJob } from '#testing/build-work.ts'

/** Sunday evening before a snowy Tuesday. */
const START = instantAt(localDate('2026-01-18'), localTime('20:00'), 'America/Denver')
const TUESDAY = localDate('2026-01-20')
const WEDNESDAY = localDate('2026-01-21')

let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
  operator = await signedIn(testApp, await buildOperator(testApp.app))
})
afterAll(() => testApp.close())

async function tuesdayJob(): Promise<BuiltJob> {
  const built = await buildWeeklyJob(testApp.app, { weekdays: [2] })
  await planVisits(testApp.app, { weeklyJobIds: [built.weeklyJobId] })
  return built
}

/** The visit of the week that is pushed. */
async function visitOf({ weeklyJobId }: BuiltJob) {
  return testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '<', localDate('2026-01-26'))
    .select(['id', 'date', 'state', 'crew_id', 'quantity'])
    .executeTakeFirstOrThrow()
}

async function push() {
  const { body } = await operator.call('POST /api/push-day', {
    body: { marketId: 'denver', date: TUESDAY, to: WEDNESDAY, reason: 'snow' },
  })
  await testApp.work()
  return body.pushedDayId
}

test('what somebody changed after a push is left as they left it by its undo', async () => {
  testApp.clock.set(START)
  const [moved, skipped, untouched] = [await tuesdayJob(), await tuesdayJob(), await tuesdayJob()]
  const pushedDayId = await push()
  for (const job of [moved, skipped, untouched]) expect((await visitOf(job)).date).toBe(WEDNESDAY)
  const friday = localDate('2026-01-23')
  const owner = await signedIn(testApp, { userId: moved.customerId })
  const body = { visitId: (await visitOf(moved)).id, to: friday }
  expect((await owner.call('POST /api/move-visit', { body })).status).toBe(200)
  const other = await signedIn(testApp, { userId: skipped.customerId })
  const skip = { visitId: (await visitOf(skipped)).id }
  expect((await other.call('POST /api/skip-visit', { body: skip })).status).toBe(200)
  testApp.clock.set(instant(START + HOUR_MS))
  expect((await operator.call('POST /api/undo-pushed-day', { body: { pushedDayId } })).status).toBe(200)
  await testApp.work()
  expect(await visitOf(moved)).toMatchObject({ date: friday, state: 'scheduled' })
  expect(await visitOf(skipped)).toMatchObject({ date: WEDNESDAY, state: 'skipped' })
  expect(await visitOf(untouched)).toMatchObject({ date: TUESDAY, state: 'scheduled' })
})

test('a day that is pushed onto a pause is skipped, and says so before', async () => {
  testApp.clock.set(START)
  const paused = await tuesdayJob()
  const client = await signedIn(testApp, { userId: paused.customerId })
  const pause = { weeklyJobId: paused.weeklyJobId, from: WEDNESDAY, to: WEDNESDAY }
  expect((await client.call('POST /api/pause-weekly-job', { body: pause })).status).toBe(200)
  const preview = { marketId: 'denver', date: TUESDAY, to: WEDNESDAY }
  const seen = (await operator.call('POST /api/preview-pushed-day', { body: preview })).body
  expect(seen).toMatchObject({ conflictCount: 1 })
  await push()
  expect(await visitOf(paused)).toMatchObject({ state: 'skipped' })
})

test('a visit that is moved onto a day off of its crew is left open for others', async () => {
  testApp.clock.set(START)
  const job = await tuesdayJob()
  const [resting, working] = [await buildCrew(testApp.app), await buildCrew(testApp.app)]
  await testApp.app.db
    .insertInto('time_off')
    .values({
      crew_id: resting.userId,
      from_date: WEDNESDAY,
      to_date: WEDNESDAY,
      created_at: toTimestamp(START),
    })
    .execute()
  const second = await tuesdayJob()
  for (const [built, crew] of [
    [job, resting],
    [second, working],
  ] as const)
    await testApp.app.db
      .updateTable('visit')
      .set({ crew_id: crew.userId, state: 'confirmed' })
      .where('weekly_job_id', '=', built.weeklyJobId)
      .execute()
  await push()
  expect(await visitOf(job)).toMatchObject({ date: WEDNESDAY, crew_id: null, state: 'scheduled' })
  expect(await visitOf(second)).toMatchObject({ date: WEDNESDAY, crew_id: working.userId })
})
