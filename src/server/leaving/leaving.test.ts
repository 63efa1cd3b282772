import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { saveTestCard } from '#testing/build-money.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'
import { startSession } from '../users/start-session.ts'
import { closeAccounts } from './close-accounts.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(TEST_START))

const free = { body: { expectedFeeCents: 0 } }
const browser = { userAgent: 'test', deviceId: 'a-device-of-the-test' }

/** A customer with a weekly job that a crew has, a message, and a place with a way in. */
async function newHousehold() {
  const { app } = testApp
  const customer = await buildCustomer(app, {
    name: 'Jane Cole',
    email: `jane.${crypto.randomUUID()}@example.test`,
    phone: '+13035550131',
  })
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const propertyId = await buildProperty(app, customer.userId, { name: 'Elm Street' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, propertyId })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  const client = await signedIn(testApp, customer)
  await client.call('POST /api/send-message', { body: { visitId, text: 'The key is under the pot.' } })
  return { customer, crew, client, propertyId, visitId }
}

async function passDays(days: number) {
  testApp.clock.set(instant(testApp.clock.now() + days * DAY_MS))
}

async function close() {
  const { id } = await testApp.app.db.selectFrom('market').select('id').executeTakeFirstOrThrow()
  await closeAccounts(testApp.app, id)
}

const nameOf = async (userId: UserId) =>
  (await testApp.app.db.selectFrom('users').where('id', '=', userId).select('name').executeTakeFirstOrThrow())
    .name

async function leave(client: Client) {
  const left = await client.call('POST /api/leave', free)
  expect(left.status).toBe(200)
  return left.body
}

describe('canceling everything', () => {
  test('says before what ends, ends it, and is harmless a second time', async () => {
    const { client, crew, visitId } = await newHousehold()
    const shown = (await client.call('GET /api/leaving')).body
    expect(shown).toMatchObject({
      weeklyJobCount: 1,
      visitCount: 1,
      feeCents: 0,
      owedCents: 0,
      refusal: null,
    })
    const done = await client.call('POST /api/cancel-everything', free)
    expect(done.body).toEqual({ weeklyJobCount: 1, orderCount: 0, feeCents: 0 })
    expect((await client.call('POST /api/cancel-everything', free)).body.weeklyJobCount).toBe(0)
    const visit = await testApp.app.db
      .selectFrom('visit')
      .where('id', '=', visitId)
      .select('state')
      .executeTakeFirstOrThrow()
    expect(visit.state).toBe('cancelled')
    const { notices } = (await (await signedIn(testApp, crew)).call('POST /api/get-notices')).body
    expect(notices.length).toBeGreaterThan(0)
  })
})

describe('leaving', () => {
  test('signs out everywhere, ends what is booked, and names the day', async () => {
    const { client, customer, visitId } = await newHousehold()
    const { dueAt } = await leave(client)
    expect(Date.parse(dueAt)).toBe(TEST_START + 14 * DAY_MS)
    expect((await client.call('GET /api/sessions')).status).toBe(401)
    const visit = await testApp.app.db
      .selectFrom('visit')
      .where('id', '=', visitId)
      .select('state')
      .executeTakeFirstOrThrow()
    expect(visit.state).toBe('cancelled')
    await testApp.work()
    const mails = await testApp.app.db
      .selectFrom('outbox_message')
      .where('recipient', '=', customer.email)
      .select('subject')
      .execute()
    expect(mails.map(({ subject }) => subject)).toContain('Your account will be deleted')
  })

  test('signing in within the days of grace takes it back, and nobody is forgotten', async () => {
    const { client, customer } = await newHousehold()
    await leave(client)
    await passDays(13)
    await startSession(testApp.app, testApp.app.db, customer.userId, browser)
    await passDays(30)
    await close()
    expect(await nameOf(customer.userId)).toBe('Jane Cole')
    const again = await signedIn(testApp, customer)
    expect((await again.call('GET /api/leaving')).body.dueAt).toBeNull()
    await leave(again)
  })

  test('the day before nothing is forgotten; after the last day nothing is left that says who it was', async () => {
    const { client, customer, crew, visitId, propertyId } = await newHousehold()
    await leave(client)
    await testApp.work()
    await passDays(13)
    await close()
    expect(await nameOf(customer.userId)).toBe('Jane Cole')
    await passDays(1)
    await close()
    const { db } = testApp.app
    const user = await db
      .selectFrom('users')
      .where('id', '=', customer.userId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(user).toMatchObject({ name: 'Deleted account', phone: null, address: null })
    const place = await db
      .selectFrom('property')
      .where('id', '=', propertyId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(place).toMatchObject({ name: 'Deleted place', address: null, access_notes: '' })
    expect(Math.abs(place.lat * 100 - Math.round(place.lat * 100))).toBeLessThan(1e-9)
    for (const table of ['session', 'push_subscription', 'notice', 'outbox_message'] as const)
      expect(
        await db.selectFrom(table).where('user_id', '=', customer.userId).select('user_id').execute(),
      ).toEqual([])
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    // What operators see of the person, and of the messages with them.
    const { people } = (await operator.call('POST /api/find-people', { body: { text: customer.userId } }))
      .body
    expect(people).toMatchObject([{ name: 'Deleted account', phone: null }])
    const found = (await operator.call('POST /api/find-people', { body: { text: 'Jane Cole' } })).body.people
    expect(found.filter(({ id }) => id === customer.userId)).toEqual([])
    const seen = [
      await operator.call('POST /api/get-messages', { body: { visitId } }),
      await (await signedIn(testApp, crew)).call('POST /api/get-messages', { body: { visitId } }),
    ].map(({ text }) => text)
    for (const text of seen) expect(text).not.toMatch(/Jane|key is under/)
    await expect(startSession(testApp.app, db, customer.userId, browser)).rejects.toThrow()
    await close()
  })

  test('a phone that signed in opens no forgotten account, and is free for another', async () => {
    const { db } = testApp.app
    const phone = '+13035550132'
    const guest = { phone, holds_phone: true, email: '', holds_email: false, password_hash: null }
    const hold = (userId: UserId) => db.updateTable('users').set(guest).where('id', '=', userId).execute()
    const { client, customer } = await newHousehold()
    await hold(customer.userId)
    await leave(client)
    await passDays(14)
    await close()
    const forgotten = await db
      .selectFrom('users')
      .where('id', '=', customer.userId)
      .select(['name', 'phone', 'holds_phone'])
      .executeTakeFirstOrThrow()
    expect(forgotten).toEqual({ name: 'Deleted account', phone: null, holds_phone: false })
    await hold((await newHousehold()).customer.userId)
    await testApp.work()
    const mails = db.selectFrom('outbox_message').where('recipient', '=', '').select('subject')
    expect(await mails.execute()).toEqual([])
  })

  test('work that is done and not billed keeps the account until it is', async () => {
    const { client, customer, visitId } = await newHousehold()
    const { db } = testApp.app
    await leave(client)
    await passDays(14)
    await db
      .updateTable('visit')
      .set({
        state: 'completed',
        completed_at: toTimestamp(testApp.clock.now()),
        price_cents: cents(1_000),
        crew_pay_cents: cents(700),
        price_lines: '[]' as never,
      })
      .where('id', '=', visitId)
      .execute()
    await close()
    expect(await nameOf(customer.userId)).toBe('Jane Cole')
  })

  test('a crew gives its work back first, and an operator asks another', async () => {
    const { crew } = await newHousehold()
    const crewClient = await signedIn(testApp, crew)
    expect((await crewClient.call('POST /api/leave', free)).failure.code).toBe('leaves_with_promises')
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    expect((await operator.call('POST /api/leave', free)).failure.code).toBe('operator_leaves')
    const idle = await buildCrew(testApp.app, { name: 'Idle Crew' })
    await leave(await signedIn(testApp, idle))
  })

  test('asks for the password again after a quarter of an hour', async () => {
    const { client } = await newHousehold()
    testApp.clock.advance(16 * 60_000)
    for (const key of ['POST /api/leave', 'POST /api/export-data'] as const)
      expect((await client.call(key, key === 'POST /api/leave' ? free : {})).failure.code).toBe(
        'password_needed',
      )
  })
})

describe('one’s own data', () => {
  test('is written in the background, and its owner alone fetches it until it expires', async () => {
    const { client, customer, crew, propertyId } = await newHousehold()
    const stranger = await newHousehold()
    await saveTestCard(client)
    const bank = await client.call('POST /api/demo-bank/tokenise-bank-account', {
      body: { routingNumber: '110000000', accountNumber: '000123456789', isAgreed: true },
    })
    await client.call('POST /api/save-card', { body: { setupToken: bank.body.setupToken } })
    await client.call('POST /api/save-billing-details', {
      body: {
        companyName: 'Cole Rentals LLC',
        billingAddress: '1 Elm St',
        taxNumber: '',
        poNumber: '',
        copiesTo: [],
      },
    })
    const { db } = testApp.app
    const crew_id = crew.userId
    const created_at = toTimestamp(testApp.clock.now())
    const mark = { customer_id: customer.userId, crew_id, mark: 'favourite', created_at } as const
    await db.insertInto('customer_crew_mark').values(mark).execute()
    await db.insertInto('place_crew').values({ property_id: propertyId, rank: 1, crew_id }).execute()
    await client.call('POST /api/export-data')
    await client.call('POST /api/export-data')
    await testApp.work()
    const files = (await client.call('GET /api/data-exports')).body
    expect(files).toHaveLength(1)
    const query = { id: files[0]!.id }
    const file = await client.call('GET /api/data-export.json', { query })
    const data: unknown = JSON.parse(file.text)
    expect(data).toMatchObject({
      account: { name: 'Jane Cole', phone: '+13035550131' },
      properties: [{ name: 'Elm Street' }],
      messages: [{ text: 'The key is under the pot.' }],
      billing: { company_name: 'Cole Rentals LLC', billing_address: '1 Elm St' },
      methods: [
        { kind: 'bank_account', last4: '6789' },
        { kind: 'card', last4: '4242' },
      ],
      wishedCrews: {
        marks: [{ crew: 'Maria', mark: 'favourite' }],
        chosen: [{ place: 'Elm Street', rank: 1, crew: 'Maria' }],
      },
    })
    expect(file.text).not.toMatch(/password|Lopez/)
    expect((await stranger.client.call('GET /api/data-export.json', { query })).status).toBe(404)
    await passDays(8)
    expect((await client.call('GET /api/data-export.json', { query })).status).toBe(404)
  })
})
