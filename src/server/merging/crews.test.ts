/** Two accounts of one crew become one: its work and its name move, what it was paid stays, and customers hear nothing. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, dateAt, instant, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'

const testApp = await createTestApp()
const { app } = testApp
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(TEST_START))

const operator = await signedIn(
  testApp,
  await buildOperator(app, { name: 'Ines Keller', staffRole: 'support' }),
)
const dispatcher = await signedIn(testApp, await buildOperator(app))

const reason = 'Registered twice'
const TODAY = dateAt(TEST_START, 'America/Denver')

let number = 0

/** A crew with an account, and another that it opened with another address. */
async function newCrew() {
  number += 1
  const mail = (at: string) => `rosa${number}.${crypto.randomUUID().slice(0, 8)}@${at}.test`
  const kept = await buildCrew(app, { name: `Rosa Vega ${number}`, email: mail('home'), services: ['bins'] })
  const closed = await buildCrew(app, {
    name: `Rosa V ${number}`,
    email: mail('work'),
    phone: `+130355${String(40_000 + number)}`,
    services: ['bins', 'recycling'],
  })
  return { kept, closed }
}

type Pair = { readonly kept: { readonly userId: UserId }; readonly closed: { readonly userId: UserId } }

const merge = ({ kept, closed }: Pair) =>
  operator.call('POST /api/merge-accounts', {
    body: {
      keptId: kept.userId,
      closedId: closed.userId,
      name: 'kept',
      phone: 'kept',
      email: 'kept',
      method: 'kept',
      reason,
    },
  })

const preview = async ({ kept, closed }: Pair) =>
  (
    await operator.call('GET /api/account-merge', {
      query: { keptId: kept.userId, closedId: closed.userId },
    })
  ).body

const countOf = async (table: string, column: string, id: UserId) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}
  `.execute(app.db)
  return rows[0]!.count
}

/** A stop that a crew holds every week, with a visit to come and one of last week that a customer rated. */
async function furnish(crewId: UserId, customerId?: UserId) {
  const customer = customerId ?? (await buildCustomer(app)).userId
  const job = await buildWeeklyJob(app, { customerId: customer })
  await app.db
    .insertInto('assignment')
    .values({
      weekly_job_id: job.weeklyJobId,
      weekday: 2,
      crew_id: crewId,
      taken_at: toTimestamp(TEST_START),
      from_date: TODAY,
    })
    .execute()
  const visitId = await buildVisit(app, job, { crewId, state: 'confirmed', date: addDays(TODAY, 7) })
  const past = await buildVisit(app, job, { crewId, state: 'missed', date: addDays(TODAY, -7) })
  await app.db
    .insertInto('rating')
    .values({
      visit_id: past,
      side: 'customer',
      crew_id: crewId,
      customer_id: customer,
      stars: 5,
      given_at: toTimestamp(TEST_START),
      changed_at: toTimestamp(TEST_START),
    })
    .execute()
  return { customer, job, visitId, past }
}

async function bankOf(userId: UserId, fingerprint: string) {
  await app.db
    .insertInto('payout_account')
    .values({
      user_id: userId,
      account_id: `acct_${userId}`,
      state: 'ready',
      bank_name: 'Front Range Bank',
      bank_last4: '6789',
      bank_fingerprint: fingerprint,
    })
    .execute()
  await app.db
    .insertInto('identity_mark')
    .values({ user_id: userId, kind: 'bank', mark: fingerprint, seen_at: toTimestamp(TEST_START) })
    .execute()
}

const mark = (customerId: UserId, crewId: UserId, said: 'favourite' | 'blocked') =>
  app.db
    .insertInto('customer_crew_mark')
    .values({ customer_id: customerId, crew_id: crewId, mark: said, created_at: toTimestamp(TEST_START) })
    .execute()

const choose = (propertyId: Awaited<ReturnType<typeof buildProperty>>, crewIds: readonly UserId[]) =>
  app.db
    .insertInto('place_crew')
    .values(crewIds.map((crewId, index) => ({ property_id: propertyId, rank: index + 1, crew_id: crewId })))
    .execute()

describe('merging two accounts of one crew', () => {
  test('says what moves, then moves its work and its name; its customers hear nothing', async () => {
    const crew = await newCrew()
    const { kept, closed } = crew
    const things = await furnish(closed.userId)
    await mark(things.customer, closed.userId, 'favourite')
    const customer = await signedIn(testApp, { userId: things.customer })
    await customer.call('POST /api/send-message', {
      body: { visitId: things.visitId, text: 'Mind the dog.' },
    })
    await testApp.work()
    const notified = await countOf('notice', 'user_id', things.customer)
    expect(await preview(crew)).toMatchObject({
      type: 'Crew',
      crew: { weeklyStops: 1, visitsToCome: 1, visits: 2, ratings: 1, wishedBy: 1, payouts: 0 },
      hindrances: [],
    })
    expect((await merge(crew)).body).toEqual({ ok: true })
    await testApp.work()
    const client = await signedIn(testApp, kept)
    const coming = (await client.call('POST /api/get-crew-visits')).body.visits
    expect(coming.map(({ visitId }) => visitId).toSorted()).toEqual([things.visitId, things.past].toSorted())
    const said = (await client.call('POST /api/get-messages', { body: { visitId: things.visitId } })).body
    expect(said.messages).toMatchObject([{ text: 'Mind the dog.' }])
    for (const [table, column] of [
      ['assignment', 'crew_id'],
      ['rating', 'crew_id'],
      ['visit', 'crew_id'],
      ['customer_crew_mark', 'crew_id'],
    ] as const)
      expect([table, await countOf(table, column, closed.userId)]).toEqual([table, 0])
    const person = (await operator.call('GET /api/person', { query: { id: kept.userId } })).body
    expect(person.crew?.services.toSorted()).toEqual(['bins', 'recycling'])
    expect(await countOf('notice', 'user_id', things.customer)).toBe(notified)
    expect(
      (await customer.call('GET /api/visit-crew', { query: { visitId: things.visitId } })).body,
    ).toMatchObject({
      crew: { firstName: 'Rosa' },
    })
  })

  test('tells every address of both what became of their work and their pay', async () => {
    const crew = await newCrew()
    await merge(crew)
    await testApp.work()
    for (const { email } of [crew.kept, crew.closed]) {
      const mails = await app.db
        .selectFrom('outbox_message')
        .where('recipient', '=', email)
        .select(['subject', 'body'])
        .execute()
      expect(mails.map(({ subject }) => subject)).toEqual(['Your two accounts are one now'])
      expect(mails[0]!.body).toContain(
        'What the other account was paid, and its tax forms, stay under its name',
      )
    }
  })

  test('whoever blocked one of the two has blocked the person, and of two choices the higher one stays', async () => {
    const crew = await newCrew()
    const { kept, closed } = crew
    const [one, two] = [await buildCustomer(app), await buildCustomer(app)]
    await mark(one.userId, kept.userId, 'favourite')
    await mark(one.userId, closed.userId, 'blocked')
    await mark(two.userId, closed.userId, 'favourite')
    const other = await buildCrew(app)
    const [first, last] = [await buildProperty(app, two.userId), await buildProperty(app, two.userId)]
    await choose(first, [closed.userId, other.userId, kept.userId])
    await choose(last, [kept.userId, closed.userId])
    expect((await merge(crew)).status).toBe(200)
    const marks = await app.db
      .selectFrom('customer_crew_mark')
      .where('crew_id', '=', kept.userId)
      .orderBy('mark')
      .select(['customer_id', 'mark'])
      .execute()
    expect(marks).toEqual([
      { customer_id: one.userId, mark: 'blocked' },
      { customer_id: two.userId, mark: 'favourite' },
    ])
    const chosen = (propertyId: typeof first) =>
      app.db
        .selectFrom('place_crew')
        .where('property_id', '=', propertyId)
        .orderBy('rank')
        .select(['crew_id'])
        .execute()
    expect((await chosen(first)).map(({ crew_id }) => crew_id)).toEqual([kept.userId, other.userId])
    expect((await chosen(last)).map(({ crew_id }) => crew_id)).toEqual([kept.userId])
  })

  test('asked twice for one visit, it is asked once', async () => {
    const crew = await newCrew()
    const { kept, closed } = crew
    const job = await buildWeeklyJob(app)
    const visits = [await buildVisit(app, job), await buildVisit(app, job, { date: addDays(TODAY, 7) })]
    const offer = (visitId: (typeof visits)[number], crewId: UserId) =>
      app.db
        .insertInto('offer')
        .values({
          visit_id: visitId,
          crew_id: crewId,
          wave: 1,
          pay_cents: cents(700),
          raise_cents: cents(0),
          starts_at: toTimestamp(TEST_START),
          ends_at: toTimestamp(instant(TEST_START + 60 * MINUTE_MS)),
          quantity: 1,
          sent_at: toTimestamp(TEST_START),
          expires_at: toTimestamp(instant(TEST_START + 60 * MINUTE_MS)),
        })
        .execute()
    for (const crewId of [kept.userId, closed.userId]) await offer(visits[0]!, crewId)
    await offer(visits[1]!, closed.userId)
    expect((await merge(crew)).status).toBe(200)
    const open = await app.db
      .selectFrom('offer')
      .where('visit_id', 'in', visits)
      .where('state', '=', 'open')
      .select(['visit_id', 'crew_id'])
      .execute()
    expect(open.map(({ crew_id }) => crew_id)).toEqual([kept.userId, kept.userId])
    expect(new Set(open.map(({ visit_id }) => visit_id)).size).toBe(2)
  })

  test('is offered between accounts with one name, phone or bank account, and not with customers', async () => {
    const { kept, closed } = await newCrew()
    const fingerprint = crypto.randomUUID()
    await bankOf(kept.userId, fingerprint)
    await bankOf(closed.userId, fingerprint)
    await buildCustomer(app, { name: `Rosa Vega ${number}` })
    const { people } = (await operator.call('GET /api/merge-candidates', { query: { id: kept.userId } })).body
    expect(people).toMatchObject([
      { id: closed.userId, alike: ['bank'], method: { brand: 'Front Range Bank', last4: '6789' } },
    ])
    expect((await merge({ kept, closed })).status).toBe(200)
  })

  test('the only payout account goes along', async () => {
    const crew = await newCrew()
    await bankOf(crew.closed.userId, crypto.randomUUID())
    expect((await merge(crew)).status).toBe(200)
    expect(await countOf('payout_account', 'user_id', crew.kept.userId)).toBe(1)
  })

  test.each([
    [
      'two banks',
      async ({ kept, closed }: Pair) => {
        await bankOf(kept.userId, crypto.randomUUID())
        await bankOf(closed.userId, crypto.randomUUID())
      },
      'merge_two_banks',
    ],
    [
      'work under way',
      async ({ closed }: Pair) => {
        await buildVisit(app, await buildWeeklyJob(app), { crewId: closed.userId, state: 'in_progress' })
      },
      'merge_under_way',
    ],
    [
      'a report that nobody has decided',
      async ({ closed }: Pair) => {
        const { customer, past } = await furnish(closed.userId)
        await app.db
          .insertInto('dispute')
          .values({
            visit_id: past,
            customer_id: customer,
            crew_id: closed.userId,
            problem: 'not_done',
            note: 'Nobody came',
            state: 'open',
            opened_at: toTimestamp(TEST_START),
          })
          .execute()
      },
      'merge_case_open',
    ],
    [
      'visits at one time',
      async ({ kept, closed }: Pair) => {
        for (const { userId } of [kept, closed]) {
          const job = await buildWeeklyJob(app, { window: { from: '10:00', until: '10:10' } })
          await buildVisit(app, job, { crewId: userId, state: 'confirmed', date: addDays(TODAY, 3) })
        }
      },
      'merge_visits_clash',
    ],
    [
      'a wish to leave',
      async ({ closed }: Pair) => {
        const client = await signedIn(testApp, closed)
        expect((await client.call('POST /api/leave', { body: { expectedFeeCents: 0 } })).status).toBe(200)
      },
      'merge_leaving',
    ],
  ])('is refused over %s, says so before, and changes nothing', async (_what, prepare, code) => {
    const crew = await newCrew()
    await prepare(crew)
    const { hindrances } = await preview(crew)
    expect(hindrances).toMatchObject([{ reason: code }])
    const held = await countOf('visit', 'crew_id', crew.closed.userId)
    const answer = await merge(crew)
    expect([answer.status, answer.failure.code]).toEqual([409, code])
    expect(answer.failure.error).toBe(hindrances[0]!.sentence)
    expect(await countOf('visit', 'crew_id', crew.closed.userId)).toBe(held)
    expect(await countOf('account_merge', 'from_id', crew.closed.userId)).toBe(0)
  })

  test('an account of another city is refused where the operator works in both, and unknown elsewhere', async () => {
    const crew = await newCrew()
    await app.db
      .insertInto('market')
      .values({ id: 'phoenix', name: 'Phoenix', time_zone: 'America/Phoenix' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await app.db
      .updateTable('users')
      .set({ market_id: 'phoenix' })
      .where('id', '=', crew.closed.userId)
      .execute()
    expect((await merge(crew)).status).toBe(404)
    const both = await buildOperator(app, { staffRole: 'support' })
    await app.db
      .insertInto('operator_market')
      .values({ user_id: both.userId, market_id: 'phoenix', role: 'support' })
      .execute()
    const client = await signedIn(testApp, both)
    const pair = { keptId: crew.kept.userId, closedId: crew.closed.userId }
    const body = { ...pair, name: 'kept', phone: 'kept', email: 'kept', method: 'kept', reason } as const
    expect((await client.call('POST /api/merge-accounts', { body })).failure.code).toBe('merge_other_city')
    // Nor does who works in one city reach two accounts of another.
    await app.db
      .updateTable('users')
      .set({ market_id: 'phoenix' })
      .where('id', '=', crew.kept.userId)
      .execute()
    expect((await client.call('POST /api/merge-accounts', { body })).status).toBe(404)
  })

  test('a closed crew is given nothing any more, and nobody thinks of it', async () => {
    const crew = await newCrew()
    const { kept, closed } = crew
    const counted = async () =>
      (await dispatcher.call('GET /api/markets')).body.reduce((sum, { crews }) => sum + crews, 0)
    const before = await counted()
    await merge(crew)
    expect(await counted()).toBe(before - 1)
    const visitId = await buildVisit(app, await buildWeeklyJob(app))
    const assigned = await dispatcher.call('POST /api/assign-visit', {
      body: { visitId, crewId: closed.userId },
    })
    expect(assigned.status).toBeGreaterThanOrEqual(400)
    await expect(
      app.db.updateTable('visit').set({ crew_id: closed.userId }).where('id', '=', visitId).execute(),
    ).rejects.toThrow('was merged into another')
    const day = (await dispatcher.call('GET /api/dispatch', { query: { date: TODAY, span: 'day' } })).text
    expect(day).toContain(kept.userId)
    expect(day).not.toContain(closed.userId)
  })
})
