/** A host with weekly jobs at several places, and what a test does with many of them at once. */
import { expect } from 'vitest'
import type { BulkChangeId, UserId, WeeklyJobId } from '#domain/ids.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import { instantAt, localDate, localTime, type Weekday, weekdayOf } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import type { CustomerScope } from '../scope.ts'

/** A Monday morning. */
export const START = instantAt(localDate('2026-04-06'), localTime('06:00'), 'America/Denver')
export const FROM = localDate('2026-04-13')

export const WINDOW = {
  kind: 'window',
  from: FROM,
  window: { start: localTime('10:00'), end: localTime('12:00') },
} as const

export type Host = { client: Client; scope: CustomerScope; ids: WeeklyJobId[] }

let testApp: TestApp

/** The one application of a test file. */
export async function open(): Promise<TestApp> {
  testApp = await createTestApp({ start: START })
  return testApp
}

/** Bins on Wednesdays between 7 and 9 at so many places, planned for four weeks. */
export async function host(placeCount = 3): Promise<Host> {
  const customer = await buildCustomer(testApp.app)
  const client = await signedIn(testApp, customer)
  const propertyIds = []
  for (let at = 0; at < placeCount; at++)
    propertyIds.push(
      await buildProperty(testApp.app, customer.userId, { name: `Place ${String(at).padStart(2, '0')}` }),
    )
  const ids = await book(client, propertyIds, [3])
  return { client, scope: customer.scope, ids }
}

export async function book(client: Client, propertyIds: readonly string[], weekdays: Weekday[]) {
  const { body, status } = await client.call('POST /api/book-weekly-jobs', {
    body: {
      items: [
        {
          propertyIds: [...propertyIds],
          serviceKey: 'bins',
          weekdays,
          quantity: 1,
          windowStart: '07:00',
          windowEnd: '09:00',
        },
      ],
      startsOn: '2026-04-06',
    },
  })
  expect(status).toBe(200)
  return body.weeklyJobIds as WeeklyJobId[]
}

export async function placeOf(weeklyJobId: WeeklyJobId): Promise<string> {
  const { property_id } = await testApp.app.db
    .selectFrom('weekly_job')
    .where('id', '=', weeklyJobId)
    .select('property_id')
    .executeTakeFirstOrThrow()
  return property_id
}

/** As when a crew takes a weekday: the assignment and the coming visits. */
export async function assign(weeklyJobId: WeeklyJobId, weekday: Weekday, crewId?: UserId): Promise<UserId> {
  const { db } = testApp.app
  const crew = crewId ?? (await buildCrew(testApp.app)).userId
  const { id } = await db
    .insertInto('assignment')
    .values({
      weekly_job_id: weeklyJobId,
      weekday,
      crew_id: crew,
      taken_at: toTimestamp(testApp.app.ports.clock.now()),
      from_date: localDate('2026-04-06'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const visit of (await recordOf([weeklyJobId])).visits)
    if (weekdayOf(visit.date) === weekday)
      await db
        .updateTable('visit')
        .set({ crew_id: crew, assignment_id: id })
        .where('id', '=', visit.id)
        .execute()
  return crew
}

/** All that a change could change. */
export async function recordOf(ids: readonly WeeklyJobId[]) {
  const { db } = testApp.app
  const jobs = await db
    .selectFrom('weekly_job')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'weekdays', 'rhythm', 'window_start', 'window_end', 'quantity', 'state', 'ends_on'])
    .execute()
  return {
    jobs,
    pauses: await db
      .selectFrom('weekly_job_pause')
      .where('weekly_job_id', 'in', ids)
      .orderBy('weekly_job_id')
      .selectAll()
      .execute(),
    skips: await db
      .selectFrom('weekly_job_skip')
      .where('weekly_job_id', 'in', ids)
      .orderBy('weekly_job_id')
      .selectAll()
      .execute(),
    terms: await db
      .selectFrom('weekly_job_earlier_terms')
      .where('weekly_job_id', 'in', ids)
      .orderBy('weekly_job_id')
      .selectAll()
      .execute(),
    assignments: await db
      .selectFrom('assignment')
      .where('weekly_job_id', 'in', ids)
      .orderBy('id')
      .select(['id', 'crew_id', 'weekday', 'released_at', 'released_from', 'release_reason'])
      .execute(),
    visits: await db
      .selectFrom('visit')
      .where('weekly_job_id', 'in', ids)
      .orderBy('weekly_job_id')
      .orderBy('date')
      .select(['id', 'date', 'state', 'starts_at', 'ends_at', 'quantity', 'crew_id', 'assignment_id'])
      .execute(),
  }
}

export function start(
  { client }: Host,
  weeklyJobIds: readonly WeeklyJobId[],
  change: BulkChange,
  isWhole = false,
) {
  return client.call('POST /api/start-bulk-change', {
    body: { weeklyJobIds: [...weeklyJobIds], change: change as never, isWhole },
  })
}

export async function apply(
  by: Host,
  change: BulkChange,
  ids = by.ids,
  isWhole = false,
): Promise<BulkChangeId> {
  const { body, status, text } = await start(by, ids, change, isWhole)
  expect([status, text]).toEqual([200, text])
  await testApp.work()
  return body.bulkChangeId
}

export async function undo({ client }: Host, bulkChangeId: BulkChangeId): Promise<number> {
  const { status } = await client.call('POST /api/undo-bulk-change', { body: { bulkChangeId } })
  await testApp.work()
  return status
}

export async function latest({ client }: Host) {
  return (await client.call('GET /api/bulk-changes')).body.changes[0]!
}

export async function preview({ client, ids }: Host, change: BulkChange, chosen = ids) {
  const answer = await client.call('POST /api/preview-bulk-change', {
    body: { weeklyJobIds: chosen, change: change as never },
  })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}

export async function noticesOf(userId: UserId): Promise<string[]> {
  const rows = await testApp.app.db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .orderBy('title')
    .select('title')
    .execute()
  return rows.map(({ title }) => title)
}
