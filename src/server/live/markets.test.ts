/** Hints that concern every crew of a market, and those of late completions. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { type Instant, localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { type EventStream, eventStreams } from '#testing/event-stream.ts'
import { PACE_MS } from './pace-hints.ts'

const OPEN_WORK = { kind: 'open_work', ids: [] }
/** Longer than a hint takes to be handed out. */
const MOMENT_MS = 300

let testApp: TestApp
let origin: string
const { listenAs, closeAll } = eventStreams(() => origin)
beforeAll(async () => {
  testApp = await createTestApp()
  origin = await testApp.server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(closeAll)
afterAll(() => testApp.close())

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Signed in, with a stream that has begun. */
async function listening(user: { userId: UserId }) {
  const client = await signedIn(testApp, user)
  const stream = await listenAs(client)
  await expect.poll(() => stream.lastId()).toMatch(/^\d+:/)
  return { client, stream }
}

/** A market in which nothing was said yet. */
async function newMarket() {
  const { db } = testApp.app
  const id = `market ${++markets}`
  const { time_zone } = await db
    .selectFrom('market')
    .where('id', '=', 'denver')
    .select('time_zone')
    .executeTakeFirstOrThrow()
  await db.insertInto('market').values({ id, name: id, time_zone }).execute()
  const inMarket = async <Built extends { userId: UserId }>(built: Built) => {
    await db.updateTable('users').set({ market_id: id }).where('id', '=', built.userId).execute()
    return built
  }
  return {
    crew: async () => inMarket(await buildCrew(testApp.app)),
    customer: async () => inMarket(await buildCustomer(testApp.app)),
    operator: async () => inMarket(await buildOperator(testApp.app)),
    notifiedCount: async () => {
      const sent = db.selectFrom('live_event').where('market_id', '=', id).select(['kind', 'ids'])
      const rows = await sent.execute()
      expect(rows).toEqual(rows.map(() => OPEN_WORK))
      return rows.length
    },
  }
}
let markets = 0

const ofKind = ({ events }: EventStream, kind: string) =>
  events.filter(({ data }) => (data as { kind?: string }).kind === kind)
const ofOpenWork = (stream: EventStream) => ofKind(stream, 'open_work')

describe('open work', () => {
  test('that another crew takes or releases is sent to the crews of its market, without a name', async () => {
    const { app } = testApp
    const [market, elsewhere] = [await newMarket(), await newMarket()]
    const crew = await listening(await market.crew())
    const others = [
      await listening(await elsewhere.crew()),
      await listening(await market.customer()),
      await listening(await market.operator()),
    ]
    const customerId = (await market.customer()).userId
    const takes = await signedIn(testApp, await market.crew())
    const { weeklyJobId } = await buildWeeklyJob(app, { customerId, weekdays: [2, 3] })
    await crew.stream.untilCount(1)
    const openDays = async () =>
      (await crew.client.call('POST /api/get-job-routes')).body.jobs
        .find((job) => job.weeklyJobId === weeklyJobId)
        ?.openDays.map(({ weekday }) => weekday)
    expect(await openDays()).toEqual([2, 3])
    const take = { body: { weeklyJobId, weekdays: [2 as const] } }
    expect((await takes.call('POST /api/take-weekly-job', take)).status).toBe(200)
    await expect.poll(() => ofOpenWork(crew.stream), { timeout: PACE_MS + 1_000 }).toHaveLength(2)
    expect(await openDays()).toEqual([3])
    const [assigned] = (await takes.call('POST /api/get-assignments')).body.assignments
    const release = { body: { assignmentId: assigned!.assignmentId } }
    expect((await takes.call('POST /api/release-assignment', release)).status).toBe(200)
    expect(await market.notifiedCount()).toBe(3)
    expect(ofOpenWork(crew.stream).map(({ data }) => data)).toEqual([OPEN_WORK, OPEN_WORK])
    for (const { stream } of others) expect(ofOpenWork(stream)).toEqual([])
  })

  test('is sent where a job begins, changes or moves, and not where it is planned or resequenced', async () => {
    const { db } = testApp.app
    const market = await newMarket()
    const crew = await market.crew()
    const customerId = (await market.customer()).userId
    const sent = async (change: () => Promise<unknown>) => {
      const count = await market.notifiedCount()
      await change()
      return (await market.notifiedCount()) - count
    }
    const job = await buildWeeklyJob(testApp.app, { customerId })
    expect(await market.notifiedCount()).toBe(1)
    const { weeklyJobId, propertyId } = job
    const ofJob = db.updateTable('weekly_job').where('id', '=', weeklyJobId)
    const ofPlace = db.updateTable('property').where('id', '=', propertyId)
    const later = toTimestamp((TEST_START + 1_000) as Instant)
    const assigned = {
      weekly_job_id: weeklyJobId,
      weekday: 2 as const,
      crew_id: crew.userId,
      taken_at: later,
      from_date: localDate('2026-03-02'),
    }
    const days = { released_at: later, released_from: localDate('2026-03-03') }
    expect(await sent(() => ofJob.set({ planned_until: localDate('2026-05-01') }).execute())).toBe(0)
    expect(await sent(() => buildVisit(testApp.app, job))).toBe(0)
    expect(await sent(() => buildWeeklyJob(testApp.app, { customerId, state: 'paused' }))).toBe(0)
    expect(await sent(() => buildWeeklyJob(testApp.app, { customerId }))).toBe(1)
    expect(await sent(() => ofJob.set({ updated_at: later }).execute())).toBe(1)
    expect(await sent(() => db.insertInto('assignment').values(assigned).execute())).toBe(1)
    const ofHolder = db.updateTable('assignment').where('weekly_job_id', '=', weeklyJobId)
    expect(await sent(() => ofHolder.set({ position: 3 }).execute())).toBe(0)
    expect(await sent(() => ofHolder.set({ ...days, release_reason: 'crew' }).execute())).toBe(1)
    expect(await sent(() => ofPlace.set({ lat: 39.7 }).execute())).toBe(1)
    expect(await sent(() => ofPlace.set({ name: 'Elm House' }).execute())).toBe(0)
    // However many in one statement.
    const ofAll = db.updateTable('weekly_job').where('customer_id', '=', customerId)
    expect(await sent(() => ofAll.set({ state: 'paused' }).execute())).toBe(1)
  })

  test('that changes 200 times is sent at once and once more, and nobody’s place passes what is kept back', async () => {
    const { app } = testApp
    const market = await newMarket()
    const customerId = (await market.customer()).userId
    const crew = await market.crew()
    const { client, stream } = await listening(crew)
    const job = await buildWeeklyJob(app, { customerId })
    const committedAt = Date.now()
    const [first] = await stream.untilCount(1)
    expect(first!.data).toEqual(OPEN_WORK)
    expect(Date.now() - committedAt).toBeLessThan(1_000)
    for (let index = 1; index < 200; index++)
      await sql`update weekly_job set updated_at = updated_at + interval '1 second'
        where id = ${job.weeklyJobId}`.execute(app.db)
    expect(await market.notifiedCount()).toBe(200)

    // What is its own comes at once, and leaves its place before what is still to come.
    const visitId = await buildVisit(app, job, { crewId: crew.userId })
    expect((await stream.untilCount(2))[1]!.data).toEqual({ kind: 'visit', ids: [visitId] })
    expect(Date.now() - committedAt).toBeLessThan(PACE_MS - MOMENT_MS)
    expect(stream.lastId()).toBe(first!.id)
    const other = await listening(await market.crew())
    const broken = await listenAs(client, first!.id)
    expect((await broken.untilCount(2)).map(({ data }) => data)).toEqual([
      OPEN_WORK,
      { kind: 'visit', ids: [visitId] },
    ])

    await stream.untilCount(3)
    await sleep(MOMENT_MS)
    expect(ofOpenWork(stream)).toHaveLength(2)
    expect(ofOpenWork(other.stream)).toHaveLength(1)
    expect(stream.lastId()).not.toBe(first!.id)
    const again = await listenAs(client, stream.lastId())
    await sleep(MOMENT_MS)
    expect(again.events).toEqual([])
  })

  test('of which thousands of changes were missed is one hint, not everything', async () => {
    const market = await newMarket()
    const crew = await market.crew()
    const { client, stream } = await listening(crew)
    const place = stream.lastId()
    stream.close()
    await sql`
      insert into live_event (market_id, kind)
      select market_id, 'open_work' from users cross join generate_series(1, 3000) where id = ${crew.userId}
    `.execute(testApp.app.db)
    const again = await listenAs(client, place)
    expect((await again.untilCount(1)).map(({ event, data }) => [event, data])).toEqual([
      ['message', OPEN_WORK],
    ])
  })
})

test('a late completion is sent to operators and to its crew, and so is what was decided', async () => {
  const { app } = testApp
  const crew = await buildCrew(app)
  const visitId = await buildVisit(app, await buildWeeklyJob(app), { state: 'cancelled' })
  const [own, operator, stranger] = [
    await listening(crew),
    await listening(await buildOperator(app)),
    await listening(await buildCrew(app)),
  ]
  const { id } = await app.db
    .insertInto('late_completion')
    .values({
      visit_id: visitId,
      crew_id: crew.userId,
      reason: 'cancelled',
      done_at: toTimestamp(TEST_START),
      received_at: toTimestamp(TEST_START),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await own.stream.untilKind('late_completion')).data).toEqual({ kind: 'late_completion', ids: [id] })
  const vague = { kind: 'late_completion', ids: [] }
  await expect.poll(() => operator.stream.events.map(({ data }) => data)).toContainEqual(vague)
  const decided = await operator.client.call('POST /api/dismiss-late-completion', {
    body: { lateCompletionId: id, note: 'No photos.' },
  })
  expect(decided.status).toBe(200)
  const ofReports = (stream: EventStream) => ofKind(stream, 'late_completion')
  await expect.poll(() => [own, operator].map(({ stream }) => ofReports(stream).length)).toEqual([2, 2])
  expect(ofReports(stranger.stream)).toEqual([])
})

test('the round of a night is sent to its customer', async () => {
  const { app } = testApp
  const customer = await buildCustomer(app)
  const { client, stream } = await listening(customer)
  const { complexId, propertyId } = (
    await client.call('POST /api/add-complex', {
      body: { name: 'The Oaks', address: '1 Oak St, Denver', ...CIVIC_CENTER, units: 4 },
    })
  ).body
  const building = await app.db
    .insertInto('building')
    .values({
      complex_id: complexId,
      name: 'A',
      position: 1,
      units: ['1'],
      created_at: toTimestamp(TEST_START),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const crew = await buildCrew(app)
  const job = await buildWeeklyJob(app, {
    customerId: customer.userId,
    propertyId: propertyId,
    serviceKey: 'valet_trash',
  })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, date: localDate('2026-03-03') })
  await sleep(MOMENT_MS)
  const count = stream.events.length
  const check = sql`insert into building_check (visit_id, building_id, crew_id, checked_at)
    values (${visitId}, ${building.id}, ${crew.userId}, now())`
  await check.execute(app.db)
  expect((await stream.untilCount(count + 1)).at(-1)!.data).toEqual({ kind: 'visit', ids: [visitId] })
})
