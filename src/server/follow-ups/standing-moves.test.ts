/** What was decided of dates before the day from which is planned: it counts behind that day, too. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WeeklyJobId } from '#domain/ids.ts'
import { type LocalDate, localDate, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { planVisits } from '../jobs/plan-visits.ts'
import { loadSeries } from '../jobs/series-queries.ts'

/** A Monday morning. */
const START = parseInstant('2026-03-02T15:00:00Z')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
})
afterAll(() => testApp.close())

const visitsOf = (weeklyJobId: WeeklyJobId) =>
  testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .orderBy('date')
    .select(['date', 'moved_from', 'crew_id'])
    .execute()

test('a date that was moved over the day of planning keeps its day from a second visit', async () => {
  const { db } = testApp.app
  const { weeklyJobId } = await buildWeeklyJob(testApp.app, {
    weekdays: [1],
    startsOn: localDate('2026-03-02'),
  })
  const moved = { from_date: localDate('2026-03-02'), to_date: localDate('2026-03-12') }
  await db
    .insertInto('schedule_move')
    .values({ ...moved, weekly_job_id: weeklyJobId, reason: 'customer', created_at: toTimestamp(START) })
    .execute()
  // The visit of the week after goes to the same day: the earlier one has it.
  await db
    .insertInto('schedule_move')
    .values({
      weekly_job_id: weeklyJobId,
      from_date: localDate('2026-03-09'),
      to_date: moved.to_date,
      reason: 'customer',
      created_at: toTimestamp(START),
    })
    .execute()
  const job = await db
    .selectFrom('weekly_job')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .where('weekly_job.id', '=', weeklyJobId)
    .selectAll('weekly_job')
    .select('property.time_zone')
    .executeTakeFirstOrThrow()
  const since = localDate('2026-03-09')
  const { series } = (await loadSeries(db, [job], since)).get(weeklyJobId)!
  expect(series.exceptions.moves.map(({ from }): LocalDate => from).sort()).toEqual([
    localDate('2026-03-02'),
    since,
  ])
  await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
  const first = (await visitsOf(weeklyJobId)).slice(0, 2)
  expect(first.map(({ date, moved_from }) => [date, moved_from])).toEqual([
    ['2026-03-12', '2026-03-02'],
    ['2026-03-16', null],
  ])
})

test('a crew gets no visit of a weekday from the very date from which it gave it back', async () => {
  const { db } = testApp.app
  const crew = await buildCrew(testApp.app)
  const { weeklyJobId } = await buildWeeklyJob(testApp.app, {
    weekdays: [2],
    startsOn: localDate('2026-03-02'),
  })
  await db
    .insertInto('assignment')
    .values({
      weekly_job_id: weeklyJobId,
      weekday: 2,
      crew_id: crew.userId,
      taken_at: toTimestamp(START),
      from_date: localDate('2026-03-02'),
      released_at: toTimestamp(START),
      released_from: localDate('2026-03-17'),
    })
    .execute()
  await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
  const had = (await visitsOf(weeklyJobId)).map(({ date, crew_id }) => [date, crew_id === crew.userId])
  expect(had.slice(0, 3)).toEqual([
    ['2026-03-03', true],
    ['2026-03-10', true],
    ['2026-03-17', false],
  ])
})
