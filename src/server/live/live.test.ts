import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { toTimestamp } from '#server/db/client.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { runOneTask } from '#server/workers/run-tasks.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { type BuiltJob, buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { type EventStream, eventStreams, openEventStream } from '#testing/event-stream.ts'
import { deleteLiveEvents } from '../workers/queries.ts'

let testApp: TestApp
let origin: string
const { listenAs, closeAll } = eventStreams(() => origin)
beforeAll(async () => {
  testApp = await createTestApp()
  origin = await testApp.server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(closeAll)
afterAll(() => testApp.close())

/** Somebody with a job, signed in, whose stream has begun. */
async function listeningCustomer() {
  const customer = await buildCustomer(testApp.app)
  const client = await signedIn(testApp, customer)
  const job = await buildWeeklyJob(testApp.app, { customerId: customer.userId })
  return { customer, client, job }
}

const DAYS = ['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24', '2026-03-31']
const visitOn = (job: BuiltJob, index: number) => buildVisit(testApp.app, job, { date: DAYS[index] as never })

/** A place to listen from: one hint has come, so the stream has begun, and its cursor is known. */
async function beginAt(client: Client, job: BuiltJob): Promise<{ stream: EventStream; cursor: string }> {
  const stream = await listenAs(client)
  await sleep(50)
  await visitOn(job, 0)
  await stream.untilCount(1)
  return { stream, cursor: stream.lastId() }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('the stream of hints', () => {
  test('sends what changed to whom it concerns, and to nobody else', async () => {
    const { client, job } = await listeningCustomer()
    const { client: stranger, job: others } = await listeningCustomer()
    const [own, strange] = [await listenAs(client), await listenAs(stranger)]
    await sleep(100)
    const visitId = await visitOn(job, 1)
    expect((await own.untilCount(1))[0]).toMatchObject({
      event: 'message',
      data: { kind: 'visit', ids: [visitId] },
    })
    await visitOn(others, 1)
    await strange.untilCount(1)
    expect(own.events).toHaveLength(1)
    expect(JSON.stringify(strange.events)).not.toContain(visitId)
  })

  test('sends a lost visit to its crew, and the whole market without ids to an operator', async () => {
    const { app } = testApp
    const [crew, operator] = [await buildCrew(app), await buildOperator(app)]
    const { job } = await listeningCustomer()
    const visitId = await buildVisit(app, job, { crewId: crew.userId, date: DAYS[2] as never })
    const [ofCrew, ofOperator] = [
      await listenAs(await signedIn(testApp, crew)),
      await listenAs(await signedIn(testApp, operator)),
    ]
    await sleep(100)
    await app.db.updateTable('visit').set({ crew_id: null }).where('id', '=', visitId).execute()
    // It may also hear that there is work to take.
    expect((await ofCrew.untilKind('visit')).data).toEqual({ kind: 'visit', ids: [visitId] })
    expect((await ofOperator.untilCount(1))[0]!.data).toEqual({ kind: 'visit', ids: [] })
  })

  test('is for the signed in, is never kept, and goes on past the limits of requests', async () => {
    const anonymous = await openEventStream(`${origin}/api/events`, { cookies: new Map() })
    expect(anonymous.status).toBe(401)
    const { client } = await listeningCustomer()
    const stream = await listenAs(client)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    })
    expect(stream.headers).not.toHaveProperty('content-encoding')
    expect((await testApp.server.inject({ method: 'HEAD', url: '/api/events' })).statusCode).toBe(404)
    expect((await testApp.server.inject('/api/openapi.json')).json().paths['/api/events'].get).toBeDefined()
  })

  test('many visits planned at once are one hint', async () => {
    const { client, job } = await listeningCustomer()
    const stream = await listenAs(client)
    await sleep(100)
    await sql`
      insert into visit (weekly_job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity, created_at)
      select ${job.weeklyJobId}, ${job.customerId}, ${job.propertyId}, 'bins', date '2026-04-01' + n, now(), now() + interval '1 hour', 1, now()
      from generate_series(1, 300) n
    `.execute(testApp.app.db)
    expect((await stream.untilCount(1))[0]!.data).toEqual({ kind: 'visit', ids: [] })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from live_event where user_id = ${job.customerId} and kind = 'visit'
    `.execute(testApp.app.db)
    expect(rows[0]!.count).toBe(1)
  })
})

describe('after a break', () => {
  test('sends what was missed, in sequence and once', async () => {
    const { client, job } = await listeningCustomer()
    const { stream, cursor } = await beginAt(client, job)
    stream.close()
    const missed = [await visitOn(job, 1), await visitOn(job, 2)]
    const again = await listenAs(client, cursor)
    expect((await again.untilCount(1))[0]!.data).toEqual({ kind: 'visit', ids: missed })
    const later = await visitOn(job, 3)
    expect((await again.untilCount(2))[1]!.data).toEqual({ kind: 'visit', ids: [later] })
    again.close()
    const up = await listenAs(client, again.lastId())
    await sleep(200)
    expect(up.events).toEqual([])
  })

  test('sends a slow transaction that began earlier and commits later than what was sent', async () => {
    const { client, job } = await listeningCustomer()
    const { stream, cursor } = await beginAt(client, job)
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    onTestFinished(() => commit())
    const { promise: hasWritten, resolve: wrote } = Promise.withResolvers<VisitId>()
    const slow = testApp.app.db.transaction().execute(async (db) => {
      wrote(await buildVisit({ ...testApp.app, db }, job, { date: DAYS[1] as never }))
      await mayCommit
    })
    const slowVisit = await hasWritten
    const quickVisit = await visitOn(job, 2)
    expect((await stream.untilCount(2))[1]!.data).toEqual({ kind: 'visit', ids: [quickVisit] })
    const between = stream.lastId()
    stream.close()
    commit()
    await slow
    const [fromBetween, fromBefore] = [await listenAs(client, between), await listenAs(client, cursor)]
    expect((await fromBetween.untilCount(1))[0]!.data).toEqual({ kind: 'visit', ids: [slowVisit] })
    expect((await fromBefore.untilCount(1))[0]!.data).toMatchObject({ kind: 'visit', ids: { length: 2 } })
  })

  test('a new page gets what changed while it was read', async () => {
    const { client, job } = await listeningCustomer()
    const visitId = await visitOn(job, 1)
    const stream = await listenAs(client, undefined, '?ago=5')
    expect((await stream.untilCount(2)).map(({ data }) => data)).toContainEqual({
      kind: 'visit',
      ids: [visitId],
    })
    const fresh = await listenAs(client)
    await sleep(200)
    expect(fresh.events).toEqual([])
  })

  test.each(['nonsense', '9:1:', '5:9:12', '900000000000000000:900000000000000000:', '0:0:'])(
    'with the cursor %s reads everything anew',
    async (cursor) => {
      const { client } = await listeningCustomer()
      expect((await (await listenAs(client, cursor)).untilCount(1))[0]).toMatchObject({ event: 'resync' })
    },
  )

  test('longer than a day reads everything anew, and what is older than a day is gone', async () => {
    const { client, job } = await listeningCustomer()
    const { stream, cursor } = await beginAt(client, job)
    stream.close()
    await visitOn(job, 1)
    // This process has read it; who was away has not.
    await sleep(200)
    const { db } = testApp.app
    await sql`update live_event set at = at - interval '25 hours' where user_id = ${job.customerId}`.execute(
      db,
    )
    const now = testApp.clock.now()
    await enqueue(db, 'prune_live_events', { marketId: 'denver', at: now }, { now })
    while (await runOneTask(testApp.app));
    const left = await sql`select from live_event where user_id = ${job.customerId}`.execute(db)
    expect(left.rows).toHaveLength(0)
    const again = await listenAs(client, cursor)
    expect((await again.untilCount(1))[0]).toMatchObject({
      event: 'resync',
      id: expect.stringMatching(/^\d+:/),
    })
    again.close()
    const next = await listenAs(client, again.lastId())
    await sleep(200)
    expect(next.events).toEqual([])
  })
})

test('old events go some at a time, all of them, and it is known up to where', async () => {
  const { db } = testApp.app
  const { customer } = await listeningCustomer()
  const leave = async (count: number) => {
    await sql`
      insert into live_event (at, user_id, kind)
      select now() - interval '25 hours', ${customer.userId}, 'visits' from generate_series(1, ${count}::integer)
    `.execute(db)
    const { rows } = await sql<{ latest: string }>`select max(xact)::text as latest from live_event`.execute(
      db,
    )
    return rows[0]!.latest
  }
  const latest = await leave(30)
  const batch = { keptHours: 24, keptRows: 200_000, atMost: 20 }
  expect([await deleteLiveEvents(db, batch), await deleteLiveEvents(db, batch)]).toEqual([20, 10])
  expect(await deleteLiveEvents(db, batch)).toBe(0)
  const { rows } = await sql<{
    pruned: string
  }>`select pruned_xact::text as pruned from live_horizon`.execute(db)
  expect(BigInt(rows[0]!.pruned)).toBe(BigInt(latest))
  await leave(11_000)
  const now = testApp.clock.now()
  await enqueue(db, 'prune_live_events', { marketId: 'denver', at: now }, { now })
  while (await runOneTask(testApp.app));
  const left = await sql`select from live_event where at < now() - interval '24 hours'`.execute(db)
  expect(left.rows).toHaveLength(0)
})

describe('a stream ends', () => {
  const withinSeconds = (stream: EventStream, seconds: number) =>
    Promise.race([
      stream.ended.then(() => 'ended'),
      new Promise((resolve) => setTimeout(() => resolve('open'), seconds * 1_000)),
    ])

  test('threats A5: within 5 s of signing out and of losing one’s role', async () => {
    const { customer, client } = await listeningCustomer()
    const { customer: other, client: otherClient } = await listeningCustomer()
    const stays = await listenAs((await listeningCustomer()).client)
    const [signedOut, changed] = [await listenAs(client), await listenAs(otherClient)]
    await client.call('POST /api/sign-out')
    await makeCrew(other.userId)
    expect(await withinSeconds(signedOut, 5)).toBe('ended')
    expect(await withinSeconds(changed, 5)).toBe('ended')
    expect(await withinSeconds(stays, 0.1)).toBe('open')
    expect(customer.userId).not.toBe(other.userId)
  })

  test('threats D2: the oldest of too many of one person, asked to stay away for a while', async () => {
    const { client } = await listeningCustomer()
    const first = await listenAs(client)
    for (let more = 0; more < 7; more++) await listenAs(client)
    const last = await listenAs(client)
    expect(await withinSeconds(first, 1)).toBe('ended')
    expect(await withinSeconds(last, 0.1)).toBe('open')
  })

  test('when the server stops, within moments', async () => {
    const other = await createTestApp()
    const address = await other.server.listen({ port: 0, host: '127.0.0.1' })
    const client = await signedIn(other, await buildCustomer(other.app))
    const stream = await openEventStream(`${address}/api/events`, { cookies: client.cookies })
    const before = Date.now()
    await other.close()
    expect(await withinSeconds(stream, 1)).toBe('ended')
    expect(Date.now() - before).toBeLessThan(3_000)
  })
})

test('a lost connection of the listener is made anew and nobody misses anything', async () => {
  const { client, job } = await listeningCustomer()
  const { stream } = await beginAt(client, job)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'crew signals' and datname = current_database()
  `.execute(testApp.app.db)
  const visitId = await visitOn(job, 1)
  expect((await stream.untilCount(2))[1]!.data).toEqual({ kind: 'visit', ids: [visitId] })
})

async function makeCrew(userId: UserId): Promise<void> {
  const now = toTimestamp(testApp.clock.now())
  await testApp.app.db
    .updateTable('users')
    .set({ type: 'Crew', password_changed_at: now })
    .where('id', '=', userId)
    .execute()
}
