/** Two accounts of one customer become one: what moves, what stays, who is told, and what is refused. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { MergeSide } from '#domain/accounts/merging.ts'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant, localDate } from '#domain/time.ts'
import { closeAccounts } from '#server/leaving/close-accounts.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toJson, toTimestamp } from '../db/client.ts'

const testApp = await createTestApp()
const { app } = testApp
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(TEST_START))

const operator = await signedIn(
  testApp,
  await buildOperator(app, { name: 'Ines Keller', staffRole: 'support' }),
)
const crew = await buildCrew(app)

const reason = 'Booked twice, once by phone'
const asKept = { name: 'kept', phone: 'kept', email: 'kept', method: 'kept', reason } as const

let number = 0

/** One person with an account that it opened, and another that was opened by phone for it. */
async function newPerson() {
  number += 1
  const mail = (at: string) => `nora${number}.${crypto.randomUUID().slice(0, 8)}@${at}.test`
  const kept = await buildCustomer(app, { name: `Nora Quinn ${number}`, email: mail('home') })
  const closed = await buildCustomer(app, {
    name: `Nora Quinn-Bell ${number}`,
    email: mail('work'),
    phone: `+130355${String(50_000 + number)}`,
  })
  return { kept, closed }
}

type Choices = Partial<Record<'name' | 'phone' | 'email' | 'method', MergeSide> & { reason: string }>
type Pair = { readonly kept: { readonly userId: UserId }; readonly closed: { readonly userId: UserId } }

const merge = ({ kept, closed }: Pair, choices: Choices = {}) =>
  operator.call('POST /api/merge-accounts', {
    body: { keptId: kept.userId, closedId: closed.userId, ...asKept, ...choices },
  })

const rowOf = (id: UserId) =>
  app.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

const countOf = async (table: string, column: string, id: UserId) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}
  `.execute(app.db)
  return rows[0]!.count
}

/** A place with a weekly job, visits to come and past, a message, a note, a rating and a way in. */
async function furnish(userId: UserId) {
  const propertyId = await buildProperty(app, userId, { name: 'Elm Street' })
  const job = await buildWeeklyJob(app, { customerId: userId, propertyId })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  const past = await buildVisit(app, job, { date: localDate('2026-02-24'), state: 'missed' })
  const client = await signedIn(testApp, { userId })
  await client.call('POST /api/send-message', { body: { visitId, text: 'The key is under the pot.' } })
  await operator.call('POST /api/add-person-note', { body: { id: userId, text: 'Prefers calls' } })
  await client.call('POST /api/save-property-group', { body: { name: 'Rentals' } })
  return { propertyId, job, visitId, past, client }
}

const payment = (customerId: UserId, state: 'paid' | 'due', period = '2026-02-16') =>
  app.db
    .insertInto('payment')
    .values({
      customer_id: customerId,
      period_start: localDate(period),
      period_end: localDate(period),
      state,
      subtotal_cents: cents(4_200),
      total_cents: cents(4_200),
      created_at: toTimestamp(TEST_START),
      paid_at: state === 'paid' ? toTimestamp(TEST_START) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

describe('merging two accounts', () => {
  test('ends what was shared, and keeps saved filters, of two of one name that of the account that stays', async () => {
    const person = await newPerson()
    const [kept, closed] = [await signedIn(testApp, person.kept), await signedIn(testApp, person.closed)]
    const body = {
      name: 'Bo',
      email: `bo.${person.closed.userId}@home.test`,
      locale: 'en',
      role: 'see',
      reach: { isWhole: true },
    } as const
    expect((await closed.call('POST /api/invite-helper', { body })).status).toBe(200)
    for (const [client, names] of [
      [kept, ['Lawns']],
      [closed, ['lawns', 'Bins']],
    ] as const)
      for (const name of names)
        expect(
          (await client.call('POST /api/save-job-filter', { body: { name, search: name } })).status,
        ).toBe(200)
    expect((await merge(person)).body).toEqual({ ok: true })
    expect((await kept.call('GET /api/shares')).body.people).toEqual([])
    const { filters } = (await kept.call('GET /api/job-filters')).body
    expect(filters.map(({ name }) => name).toSorted()).toEqual(['Bins', 'Lawns'])
  })

  test('waits for a change of many jobs', async () => {
    const person = await newPerson()
    const change = await app.db
      .insertInto('bulk_change')
      .values({
        customer_id: person.closed.userId,
        change: toJson({ kind: 'cancel' as const }),
        is_whole: true,
        job_count: 1,
        created_at: toTimestamp(TEST_START),
        undo_until: toTimestamp(TEST_START),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await merge(person)).failure.code).toBe('merge_under_way')
    await app.db.updateTable('bulk_change').set({ state: 'done' }).where('id', '=', change.id).execute()
    expect((await merge(person)).body).toEqual({ ok: true })
  })

  test('shows before what moves and what both are called, then moves all of it at once', async () => {
    const person = await newPerson()
    const { kept, closed } = person
    const things = await furnish(closed.userId)
    const own = await furnish(kept.userId)
    await payment(closed.userId, 'paid')
    await payment(kept.userId, 'paid')
    const query = { keptId: kept.userId, closedId: closed.userId }
    const preview = (await operator.call('GET /api/account-merge', { query })).body
    expect(preview).toMatchObject({
      kept: { id: kept.userId, email: kept.email, phone: null },
      closed: { id: closed.userId, email: closed.email },
      moves: { places: 1, weeklyJobs: 1, visitsToCome: 1, visits: 2, orders: 0, payments: 1 },
      hindrances: [],
    })
    expect((await merge(person)).body).toEqual({ ok: true })

    const places = (await own.client.call('GET /api/properties')).body
    expect(places.map(({ id }) => id).toSorted()).toEqual([own.propertyId, things.propertyId].toSorted())
    const groups = (await own.client.call('GET /api/property-groups')).body
    expect(groups.map(({ name }) => name).toSorted()).toEqual(['Rentals', 'Rentals 2'])
    const visits = (
      await operator.call('GET /api/person-visits', { query: { id: kept.userId, when: 'coming' } })
    ).body.visits
    expect(visits.map(({ id }) => id).toSorted()).toEqual([own.visitId, things.visitId].toSorted())
    const said = (await own.client.call('POST /api/get-messages', { body: { visitId: things.visitId } })).body
    expect(said.messages).toMatchObject([{ text: 'The key is under the pot.' }])
    const notes = (await operator.call('GET /api/person-notes', { query: { id: kept.userId } })).body.notes
    expect(notes).toHaveLength(2)
    // Both weeks were paid, each by its own payment.
    const money = (await operator.call('GET /api/person-money', { query: { id: kept.userId } })).body.rows
    expect(money.map(({ amountCents }) => amountCents)).toEqual([4_200, 4_200])
    expect((await own.client.call('GET /api/payments')).body.payments).toHaveLength(2)
  })

  test('closes the other account: nobody signs in to it, and it leads to the one that stays', async () => {
    const person = await newPerson()
    const { kept, closed } = person
    const { client } = await furnish(closed.userId)
    const code = (await rowOf(closed.userId)).referral_code
    expect((await merge(person, { phone: 'closed' })).status).toBe(200)
    expect((await client.call('GET /api/properties')).status).toBe(401)
    expect(await rowOf(closed.userId)).toMatchObject({
      email: '',
      phone: null,
      password_hash: null,
      holds_email: false,
      holds_phone: false,
    })
    expect((await operator.call('GET /api/person', { query: { id: closed.userId } })).body).toMatchObject({
      mergedInto: { id: kept.userId },
      devices: 0,
    })
    expect((await operator.call('GET /api/person', { query: { id: kept.userId } })).body).toMatchObject({
      phone: `+130355${String(50_000 + number)}`,
      mergedInto: null,
      mergedFrom: [{ id: closed.userId }],
      customer: { places: 1 },
    })
    const { people } = (await operator.call('POST /api/find-people', { body: { text: 'Quinn-Bell' } })).body
    expect(people.map(({ id }) => id)).not.toContain(closed.userId)
    const { found } = (await operator.call('POST /api/search', { body: { text: `Quinn-Bell ${number}` } }))
      .body
    expect(found.map(({ id }) => id)).not.toContain(closed.userId)
    // Its code of invitation still brings friends, to the account that stays.
    const friend = await testApp.client().call('POST /api/register-customer', {
      body: {
        name: 'A friend',
        email: `friend.${crypto.randomUUID()}@example.test`,
        phone: `+130355${String(70_000 + number)}`,
        password: 'four words in a row',
        sponsorCode: code,
      },
    })
    expect(friend.status).toBe(200)
    expect(await countOf('users', 'sponsor_id', kept.userId)).toBe(1)
  })

  test('keeps of two values the one that was chosen, and of one the only one', async () => {
    const person = await newPerson()
    const { kept, closed } = person
    expect((await merge(person, { email: 'closed', name: 'closed' })).status).toBe(200)
    expect(await rowOf(kept.userId)).toMatchObject({
      name: `Nora Quinn-Bell ${number}`,
      email: closed.email,
      holds_email: true,
      // It had none.
      phone: `+130355${String(50_000 + number)}`,
    })
  })

  test('tells both addresses, and the log has both people, the reason and what moved', async () => {
    const person = await newPerson()
    const { kept, closed } = person
    await furnish(closed.userId)
    await merge(person)
    await testApp.work()
    for (const recipient of [kept.email, closed.email]) {
      const mails = await app.db
        .selectFrom('outbox_message')
        .where('recipient', '=', recipient)
        .where('subject', '=', 'Your two accounts are one now')
        .select('body')
        .execute()
      expect(mails).toHaveLength(1)
      expect(mails[0]!.body).toContain(`sign in with ${kept.email}`)
    }
    for (const id of [kept.userId, closed.userId]) {
      const { entries } = (await operator.call('GET /api/audit-log', { query: { personId: id } })).body
      expect(entries.find(({ action }) => action === 'merge_accounts')).toMatchObject({
        subject: kept.userId,
        detail: { closedId: closed.userId, reason, moves: { places: 1, visits: 2 } },
      })
    }
  })

  test('does it once: not with itself, not twice, and not both ways at once', async () => {
    const person = await newPerson()
    const { kept, closed } = person
    const itself = await merge({ kept, closed: kept })
    expect(itself.failure.code).toBe('merge_itself')
    const answers = await Promise.all([merge(person), merge({ kept: closed, closed: kept }), merge(person)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.flatMap(({ status, failure }) => (status === 200 ? [] : [failure.code]))).toEqual([
      'account_merged',
      'account_merged',
    ])
    const merges = await app.db
      .selectFrom('account_merge')
      .where('from_id', 'in', [kept.userId, closed.userId])
      .select('from_id')
      .execute()
    expect(merges).toHaveLength(1)
  })

  test('three accounts become one, and the first leads straight to the last', async () => {
    const person = await newPerson()
    const { kept, closed } = person
    await furnish(closed.userId)
    await payment(closed.userId, 'paid')
    await merge(person)
    const third = await buildCustomer(app, { name: 'Nora at last' })
    await payment(third.userId, 'paid')
    await payment(kept.userId, 'paid')
    expect((await merge({ kept: third, closed: kept })).status).toBe(200)
    const first = (await operator.call('GET /api/person', { query: { id: closed.userId } })).body
    expect(first.mergedInto?.id).toBe(third.userId)
    expect(await countOf('payment', 'customer_id', third.userId)).toBe(3)
    expect(await countOf('property', 'customer_id', third.userId)).toBe(1)
  })

  test.each([
    ['money that is owed', (id: UserId) => payment(id, 'due'), 'merge_money_open'],
    [
      'credit',
      (id: UserId) =>
        operator.call('POST /api/change-credit', {
          body: { customerId: id, kind: 'given', amountCents: 500, reason: 'Sorry' },
        }),
      'merge_credit_left',
    ],
    [
      'a crew at work',
      async (id: UserId) => {
        const job = await buildWeeklyJob(app, { customerId: id })
        await buildVisit(app, job, { crewId: crew.userId, state: 'in_progress' })
      },
      'merge_under_way',
    ],
    [
      'a wish to leave',
      async (id: UserId) => {
        const client = await signedIn(testApp, { userId: id })
        await client.call('POST /api/leave', { body: { expectedFeeCents: 0 } })
      },
      'merge_leaving',
    ],
  ])('is refused over %s, says so before, and changes nothing', async (_what, prepare, code) => {
    const person = await newPerson()
    const { kept, closed } = person
    await buildProperty(app, closed.userId)
    await prepare(closed.userId)
    const query = { keptId: kept.userId, closedId: closed.userId }
    const { hindrances } = (await operator.call('GET /api/account-merge', { query })).body
    expect(hindrances).toMatchObject([{ reason: code }])
    const answer = await merge(person)
    expect([answer.status, answer.failure.code]).toEqual([409, code])
    expect(answer.failure.error).toBe(hindrances[0]!.sentence)
    expect((await rowOf(closed.userId)).email).toBe(closed.email)
    expect(await countOf('property', 'customer_id', kept.userId)).toBe(0)
  })

  test('is for customers of the operator’s own market, with a reason and a password given just now', async () => {
    const person = await newPerson()
    expect((await merge({ ...person, closed: crew })).failure.code).toBe('merge_other_kind')
    expect((await merge(person, { reason: ' ' })).failure.fields).toHaveProperty('reason')
    await app.db
      .insertInto('market')
      .values({ id: 'phoenix', name: 'Phoenix', time_zone: 'America/Phoenix' })
      .execute()
    await app.db
      .updateTable('users')
      .set({ market_id: 'phoenix' })
      .where('id', '=', person.closed.userId)
      .execute()
    expect((await merge(person)).status).toBe(404)
    testApp.clock.advance(16 * 60_000)
    expect((await merge(await newPerson())).failure.code).toBe('password_needed')
    testApp.clock.set(TEST_START)
  })

  test('a closed account is done nothing for any more', async () => {
    const person = await newPerson()
    const { closed } = person
    await merge(person)
    const id = closed.userId
    const codes = [
      await operator.call('POST /api/add-person-note', { body: { id, text: 'Hello' } }),
      await operator.call('POST /api/message-person', { body: { id, text: 'Hello' } }),
      await operator.call('POST /api/end-person-sessions', { body: { id, reason } }),
      await operator.call('POST /api/correct-person', {
        body: { id, name: 'Nora', phone: '', email: 'nora@new.test', locale: 'en', reason },
      }),
      await operator.call('POST /api/change-credit', {
        body: { customerId: id, kind: 'given', amountCents: 500, reason },
      }),
    ].map(({ failure }) => failure.code)
    expect(codes).toEqual(Array(5).fill('account_merged'))
  })

  test('whoever leaves after a merge is forgotten under both accounts', async () => {
    const person = await newPerson()
    const { kept, closed } = person
    await furnish(closed.userId)
    await merge(person)
    await signedIn(testApp, kept)
    const own = await signedIn(testApp, kept)
    await own.call('POST /api/export-data')
    await testApp.work()
    const files = (await own.call('GET /api/data-exports')).body
    const file = await own.call('GET /api/data-export.json', { query: { id: files[0]!.id } })
    expect(JSON.parse(file.text)).toMatchObject({
      properties: [{ name: 'Elm Street' }],
      messages: [{ text: 'The key is under the pot.' }],
    })
    expect((await own.call('POST /api/leave', { body: { expectedFeeCents: 0 } })).status).toBe(200)
    testApp.clock.set(instant(TEST_START + 15 * DAY_MS))
    const { id } = await app.db.selectFrom('market').select('id').executeTakeFirstOrThrow()
    await closeAccounts(app, id)
    expect([(await rowOf(kept.userId)).name, (await rowOf(closed.userId)).name]).toEqual([
      'Deleted account',
      'Deleted account',
    ])
    const { rows } = await sql<{ name: string }>`
      select name from property where customer_id = ${kept.userId}
    `.execute(app.db)
    expect(rows).toEqual([{ name: 'Deleted place' }])
  })
})

describe('who may be the other account', () => {
  test('shares an address, a phone, a card or a name; who shares most comes first', async () => {
    const { kept, closed } = await newPerson()
    const mark = crypto.randomUUID().slice(0, 8)
    const twin = await buildCustomer(app, {
      name: `Nora Quinn ${number}`,
      phone: `+130355${60_000 + number}`,
    })
    await app.db
      .updateTable('users')
      .set({ phone: `+130355${60_000 + number}` })
      .where('id', '=', kept.userId)
      .execute()
    for (const userId of [kept.userId, closed.userId])
      await app.db
        .insertInto('payment_method')
        .values({
          user_id: userId,
          provider_customer_id: `cus_${userId}`,
          provider_method_id: `pm_${userId}`,
          brand: 'Visa',
          last4: '4242',
          fingerprint: mark,
          updated_at: toTimestamp(TEST_START),
        })
        .execute()
    const { people } = (await operator.call('GET /api/merge-candidates', { query: { id: kept.userId } })).body
    expect(people.map(({ id, alike }) => [id, alike])).toEqual([
      [twin.userId, ['name', 'phone']],
      [closed.userId, ['card']],
    ])
    // Cards of a company are on many accounts.
    const colleagues = await Promise.all([1, 2, 3, 4].map(() => buildCustomer(app)))
    const ownCard = await app.db
      .selectFrom('payment_method')
      .where('user_id', '=', kept.userId)
      .selectAll()
      .executeTakeFirstOrThrow()
    for (const { userId } of colleagues)
      await app.db
        .insertInto('payment_method')
        .values({ ...ownCard, user_id: userId, updated_at: toTimestamp(TEST_START) })
        .execute()
    const shared = (await operator.call('GET /api/merge-candidates', { query: { id: kept.userId } })).body
    expect(shared.people.map(({ id }) => id)).toEqual([twin.userId])
    // Two of one card were never one of the two: after the merge the chosen one pays.
    expect((await merge({ kept, closed }, { method: 'closed' })).status).toBe(200)
    const methods = await app.db
      .selectFrom('payment_method')
      .where('user_id', 'in', [kept.userId, closed.userId])
      .select(['user_id', 'provider_method_id'])
      .execute()
    expect(methods).toEqual([{ user_id: kept.userId, provider_method_id: `pm_${closed.userId}` }])
    const after = (await operator.call('GET /api/merge-candidates', { query: { id: kept.userId } })).body
      .people
    expect(after.map(({ id }) => id)).toEqual([twin.userId])
  })
})
