/** A merge while somebody books, signs in, works or gives credit, and a merge of a long history. */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { createTestApp } from '#testing/app.ts'
import {
  buildCrew,
  buildCustomer,
  buildOperator,
  buildProperty,
  CIVIC_CENTER,
  signedIn,
} from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { asOwner } from '#testing/database.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { isOfMerged } from '../db/errors.ts'
import { openSession } from '../http/session.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { readBooks } from './queries.ts'

const testApp = await createTestApp()
const { app } = testApp
afterAll(() => testApp.close())
const operator = await signedIn(testApp, await buildOperator(app))

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

const countOf = async (table: string, id: UserId, column = 'customer_id') => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}
  `.execute(app.db)
  return rows[0]!.count
}

/** A little later in each round, so that the two meet at every step of each other. */
const after = (round: number) => new Promise((resolve) => setTimeout(resolve, round * 3))

test('what is booked meanwhile is the account’s that stays, or is not booked', async () => {
  const ends: (number | string)[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [kept, closed] = [await buildCustomer(app), await buildCustomer(app)]
    const propertyId = await buildProperty(app, closed.userId)
    const client = await signedIn(testApp, closed)
    const items = [{ propertyIds: [propertyId], serviceKey: 'bins', weekdays: [2], quantity: 1 }]
    const [booked, merged] = await Promise.all([
      client.call('POST /api/book-weekly-jobs', { body: { items, startsOn: '2026-03-03' } }),
      after(round).then(() => merge(kept.userId, closed.userId)),
    ])
    expect(merged.status).toBe(200)
    for (const table of ['property', 'weekly_job', 'visit'])
      expect([table, await countOf(table, closed.userId)]).toEqual([table, 0])
    expect(await countOf('weekly_job', kept.userId)).toBe(booked.status === 200 ? 1 : 0)
    ends.push(booked.status === 200 ? 200 : booked.failure.code)
    if (booked.status !== 200)
      expect(['account_merged', 'sign_in_needed', 'not_found']).toContain(booked.failure.code)
  }
  expect(ends).toContain(200)
})

test('nobody is left signed in to the account that is closed', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [kept, closed] = [await buildCustomer(app), await buildCustomer(app)]
    const now = app.ports.clock.now()
    const session = { userId: closed.userId, userAgent: 'test', now, hasSecondFactor: false }
    const [opened, merged] = await Promise.allSettled([
      openSession(app.db, session),
      after(round % 4).then(() => merge(kept.userId, closed.userId)),
    ])
    expect(merged).toMatchObject({ value: { status: 200 } })
    if (opened.status === 'rejected') expect(isOfMerged(opened.reason)).toBe(true)
    expect(await countOf('session', closed.userId, 'user_id')).toBe(0)
  }
})

test.each(['read committed', 'serializable'] as const)(
  'what waits for the merge in a transaction that is %s is refused when it is saved',
  async (isolation) => {
    const [kept, closed] = [await buildCustomer(app), await buildCustomer(app)]
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>()
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<undefined>()
    // Holds back the merge after it has both accounts, at the first row that it moves.
    const propertyId = await buildProperty(app, closed.userId)
    const holding = app.db.transaction().execute(async (trx) => {
      await trx.selectFrom('property').where('id', '=', propertyId).forUpdate().select('id').execute()
      lock(undefined)
      await mayEnd
    })
    await isLocked
    const merging = merge(kept.userId, closed.userId)
    await sql`select pg_sleep(0.3)`.execute(app.db)
    const adding = inTransaction(
      app.db,
      async (trx) => {
        // By an older view of the world than the merge leaves.
        await trx.selectFrom('users').where('id', '=', closed.userId).select('id').execute()
        await trx
          .insertInto('property_group')
          .values({
            customer_id: closed.userId,
            name: 'Rentals',
            created_at: toTimestamp(app.ports.clock.now()),
          })
          .execute()
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
    expect(await adding).toBe('refused')
    expect(await countOf('property_group', closed.userId)).toBe(0)
  },
)

test('what is booked by whoever holds a row meanwhile is in the books that are read at the end', async () => {
  const [kept, closed] = [await buildCustomer(app), await buildCustomer(app)]
  const job = await buildWeeklyJob(app, { customerId: closed.userId })
  const visitId = await buildVisit(app, job, { state: 'confirmed' })
  const post = (db: Db, key: string, amount: number) =>
    postJournal(db, {
      key: `races:${closed.userId}:${key}`,
      kind: 'standby',
      at: app.ports.clock.now(),
      subjectId: null,
      postings: [
        { accountKind: 'customer_receivable', ownerId: closed.userId, amountCents: cents(amount) },
        { accountKind: 'platform_revenue', ownerId: null, amountCents: cents(-amount) },
      ],
    })
  // Its account in the books is there, and square.
  await inTransaction(app.db, (trx) => post(trx, 'done', 500))
  await inTransaction(app.db, (trx) => post(trx, 'paid', -500))
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>()
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<undefined>()
  const completing = inTransaction(app.db, async (trx) => {
    await trx.selectFrom('visit').where('id', '=', visitId).forUpdate().select('id').execute()
    lock(undefined)
    await mayEnd
    await post(trx, 'next', 700)
  })
  await isLocked
  const merging = merge(kept.userId, closed.userId)
  await sql`select pg_sleep(0.5)`.execute(app.db)
  end(undefined)
  await completing
  expect((await merging).failure.code).toBe('merge_money_open')
  expect(await countOf('visit', closed.userId)).toBe(1)
})

test('a visit that is completed meanwhile is paid by the account that stays, or hinders the merge', async () => {
  // Without, a visit is done only with photos.
  await app.db.updateTable('service').set({ photos_required: 0 }).where('key', '=', 'bins').execute()
  const crew = await buildCrew(app)
  const worker = await signedIn(testApp, crew)
  const ends = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const [kept, closed] = [await buildCustomer(app), await buildCustomer(app)]
    const job = await buildWeeklyJob(app, { customerId: closed.userId, serviceKey: 'bins' })
    const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
    // By turns the one and the other begins first, and ever earlier: on a busy machine, too, each wins now and then.
    const [workAt, mergeAt] = round % 2 === 0 ? [0, round * 15] : [round * 40, 0]
    const [done, merged] = await Promise.all([
      after(workAt)
        .then(() => worker.call('POST /api/start-visit', { body: { visitId, ...CIVIC_CENTER } }))
        .then(() => worker.call('POST /api/complete-visit', { body: { visitId, ...CIVIC_CENTER } })),
      after(mergeAt).then(() => merge(kept.userId, closed.userId)),
    ])
    ends.add(`${done.status} ${merged.status}`)
    const books = await readBooks(app.db, closed.userId)
    if (merged.status === 200)
      expect(books).toEqual({ owedCents: 0, creditCents: 0, commissionCents: 0, earningsCents: 0 })
    else expect(['merge_under_way', 'merge_money_open']).toContain(merged.failure.code)
    if (merged.status === 200 && done.status === 200)
      expect((await readBooks(app.db, kept.userId)).owedCents).toBeGreaterThan(0)
  }
  expect(ends).toContain('200 409')
  expect([...ends].some((end) => end.endsWith(' 200'))).toBe(true)
})

test('credit that is given meanwhile hinders the merge, or is refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [kept, closed] = [await buildCustomer(app), await buildCustomer(app)]
    const [given, merged] = await Promise.all([
      operator.call('POST /api/change-credit', {
        body: { customerId: closed.userId, kind: 'given', amountCents: 500, reason: 'Sorry' },
      }),
      after(round).then(() => merge(kept.userId, closed.userId)),
    ])
    expect([given.status, merged.status].toSorted()).toEqual([200, 409])
    expect((given.status === 200 ? merged : given).failure.code).toBe(
      given.status === 200 ? 'merge_credit_left' : 'account_merged',
    )
  }
})

test('a history of ten thousand visits is merged within the time of one request', async () => {
  const [kept, closed] = [await buildCustomer(app), await buildCustomer(app)]
  const crew = await buildCrew(app)
  for (const { userId } of [kept, closed]) {
    const job = await buildWeeklyJob(app, { customerId: userId, weekdays: [1, 2, 3, 4, 5, 6, 7] })
    await asOwner(
      async (db) => {
        await sql`
      insert into visit (weekly_job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity,
        state, crew_id, created_at)
      select ${job.weeklyJobId}, ${userId}, ${job.propertyId}, 'bins', day, day, day + interval '1 hour', 1,
        'missed', ${crew.userId}, day
      from generate_series(1, 10000) number, lateral (select timestamptz '2026-02-01' - number * interval '1 day' as day) as past
    `.execute(db)
        await sql`
      insert into notice (user_id, event, key, title, text, url, created_at, visit_id)
      select ${userId}, 'visit_done', 'done:' || visit.id, 'Done', '', '/', starts_at, id
      from visit where customer_id = ${userId}
    `.execute(db)
        await sql`
      insert into outbox_message (channel, recipient, body, user_id, created_at, dedupe_key)
      select 'mail', 'one@example.test', 'Done', ${userId}, starts_at, 'mail:done:' || id
      from visit where customer_id = ${userId}
    `.execute(db)
        await sql`
      insert into payment (customer_id, period_start, period_end, state, subtotal_cents, total_cents, created_at)
      select ${userId}, date, date + 6, 'paid', 100, 100, starts_at from visit where customer_id = ${userId}
      order by date limit 1500
    `.execute(db)
      },
      { statementTimeoutMs: 0 },
    )
  }
  const answer = await merge(kept.userId, closed.userId)
  expect(answer.status).toBe(200)
  expect(await countOf('visit', kept.userId)).toBe(20_000)
  expect(await countOf('payment', kept.userId)).toBe(3_000)
  expect(await countOf('notice', kept.userId, 'user_id')).toBe(20_000)
})
