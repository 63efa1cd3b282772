/** A merge of two crews' accounts while one of them is given work, does it, or is asked. */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { addDays, dateAt } from '#domain/time.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { asOwner } from '#testing/database.ts'
import { inTransaction } from '../db/client.ts'
import { isOfMerged } from '../db/errors.ts'
import { readBooks } from './queries.ts'

const testApp = await createTestApp()
const { app } = testApp
afterAll(() => testApp.close())
const operator = await signedIn(testApp, await buildOperator(app))
const TODAY = dateAt(app.ports.clock.now(), 'America/Denver')

const ROUNDS = 12

const merge = (keptId: UserId, closedId: UserId) =>
  operator.call('POST /api/merge-accounts', {
    body: {
      keptId,
      closedId,
      name: 'kept',
      phone: 'kept',
      email: 'kept',
      method: 'kept',
      reason: 'Two of one',
    },
  })

/** A little later in each round, so that the two meet at every step of each other. */
const after = (round: number) => new Promise((resolve) => setTimeout(resolve, round * 3))

const heldBy = async (visitId: VisitId) =>
  (await app.db.selectFrom('visit').where('id', '=', visitId).select('crew_id').executeTakeFirstOrThrow())
    .crew_id

test('work that is given meanwhile is the account’s that stays, or is not given', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const [kept, closed] = [await buildCrew(app), await buildCrew(app)]
    const visitId = await buildVisit(app, await buildWeeklyJob(app), { date: addDays(TODAY, 7) })
    const [given, merged] = await Promise.all([
      operator.call('POST /api/assign-visit', { body: { visitId, crewId: closed.userId } }),
      after(round * 2).then(() => merge(kept.userId, closed.userId)),
    ])
    expect(merged.status).toBe(200)
    ends.add(given.status === 200 ? '200' : given.failure.code)
    expect(await heldBy(visitId)).toBe(given.status === 200 ? kept.userId : null)
  }
  expect([...ends]).toContain('200')
})

test.each(['read committed', 'serializable'] as const)(
  'work whose giving waits for the merge in a transaction that is %s is refused when it is saved',
  async (isolation) => {
    const [kept, closed] = [await buildCrew(app), await buildCrew(app)]
    const own = await buildVisit(app, await buildWeeklyJob(app), {
      crewId: closed.userId,
      state: 'confirmed',
    })
    const visitId = await buildVisit(app, await buildWeeklyJob(app))
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>()
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<undefined>()
    // Holds back the merge after it has both crews, at a row that it moves.
    const holding = app.db.transaction().execute(async (trx) => {
      await trx.selectFrom('visit').where('id', '=', own).forUpdate().select('id').execute()
      lock(undefined)
      await mayEnd
    })
    await isLocked
    const merging = merge(kept.userId, closed.userId)
    await sql`select pg_sleep(0.3)`.execute(app.db)
    const giving = inTransaction(
      app.db,
      async (trx) => {
        // By an older view of the world than the merge leaves.
        await trx.selectFrom('crew_profile').where('user_id', '=', closed.userId).select('user_id').execute()
        await trx.updateTable('visit').set({ crew_id: closed.userId }).where('id', '=', visitId).execute()
      },
      { isolation },
    ).then(
      () => 'saved',
      (error: unknown) => (isOfMerged(error) ? 'refused' : error),
    )
    await sql`select pg_sleep(0.3)`.execute(app.db)
    end(undefined)
    await holding
    expect((await merging).status).toBe(200)
    expect(await giving).toBe('refused')
    expect([await heldBy(own), await heldBy(visitId)]).toEqual([kept.userId, null])
  },
)

test('a visit that is done meanwhile is paid to the account that stays, or hinders the merge', async () => {
  await app.db.updateTable('service').set({ photos_required: 0 }).where('key', '=', 'bins').execute()
  const ends = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const [kept, closed] = [await buildCrew(app), await buildCrew(app)]
    const worker = await signedIn(testApp, closed)
    const visitId = await buildVisit(app, await buildWeeklyJob(app), {
      crewId: closed.userId,
      state: 'confirmed',
    })
    const [done, merged] = await Promise.all([
      worker
        .call('POST /api/start-visit', { body: { visitId, ...CIVIC_CENTER } })
        .then(() => worker.call('POST /api/complete-visit', { body: { visitId, ...CIVIC_CENTER } })),
      after(round * 15).then(() => merge(kept.userId, closed.userId)),
    ])
    ends.add(`${done.status} ${merged.status}`)
    const [before, now] = [await readBooks(app.db, closed.userId), await readBooks(app.db, kept.userId)]
    if (merged.status === 200) {
      expect(before.earningsCents).toBe(0)
      expect(await heldBy(visitId)).toBe(kept.userId)
      if (done.status === 200) expect(now.earningsCents).toBeGreaterThan(0)
    } else {
      expect(['merge_under_way', 'merge_earnings_left']).toContain(merged.failure.code)
      if (done.status === 200) expect(before.earningsCents).toBeGreaterThan(0)
    }
  }
  expect(ends).toContain('200 409')
  expect([...ends].some((end) => end.endsWith(' 200'))).toBe(true)
})

test('both ways at once, one is done and nobody waits for ever', async () => {
  for (let round = 0; round < 6; round++) {
    const [one, other] = [await buildCrew(app), await buildCrew(app)]
    const answers = await Promise.all([merge(one.userId, other.userId), merge(other.userId, one.userId)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('a history of ten thousand visits is merged within the time of one request', async () => {
  const [kept, closed] = [await buildCrew(app), await buildCrew(app)]
  const job = await buildWeeklyJob(app, { weekdays: [1, 2, 3, 4, 5, 6, 7] })
  await asOwner(
    async (db) => {
      await sql`
        insert into visit (weekly_job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity,
          state, crew_id, created_at)
        select ${job.weeklyJobId}, ${job.customerId}, ${job.propertyId}, 'bins', day, day, day + interval '1 hour', 1,
          'missed', ${closed.userId}, day
        from generate_series(1, 10000) number, lateral (select timestamptz '2026-02-01' - number * interval '1 day' as day) as past
      `.execute(db)
      await sql`
        insert into visit_event (visit_id, at, actor_role, transition, from_state, to_state, crew_id, counts_as)
        select id, starts_at, 'system', 'miss', 'confirmed', 'missed', crew_id, 'missed'
        from visit where crew_id = ${closed.userId}
      `.execute(db)
      await sql`
        insert into rating (visit_id, side, crew_id, customer_id, stars, given_at, changed_at)
        select id, 'customer', crew_id, customer_id, 4, starts_at, starts_at from visit where crew_id = ${closed.userId}
      `.execute(db)
      await sql`
        insert into notice (user_id, event, key, title, text, url, created_at, visit_id, visit_crew_id)
        select customer_id, 'visit_done', 'done:' || id, 'Done', '', '/', starts_at, id, crew_id
        from visit where crew_id = ${closed.userId}
      `.execute(db)
    },
    { statementTimeoutMs: 0 },
  )
  const began = performance.now()
  expect((await merge(kept.userId, closed.userId)).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(15_000)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visit where crew_id = ${kept.userId}
    union all select count(*)::int from rating where crew_id = ${kept.userId}
    union all select count(*)::int from visit_event where crew_id = ${kept.userId}
    union all select count(*)::int from notice where visit_crew_id = ${kept.userId}
  `.execute(app.db)
  expect(rows.map(({ count }) => count)).toEqual([10_000, 10_000, 10_000, 10_000])
})
