import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { HOUR_MS, instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const START = '2026-03-03'
const BINS = { serviceKey: 'bins', weekdays: [2], quantity: 1, windowStart: '07:00', windowEnd: '09:00' }

async function customerWithHome(input: Parameters<typeof buildCustomer>[1] = {}) {
  const customer = await buildCustomer(testApp.app, input)
  const propertyId = await buildProperty(testApp.app, customer.userId)
  return { customer, propertyId, client: await signedIn(testApp, customer) }
}

function visitsOf(customerId: UserId) {
  return testApp.app.db
    .selectFrom('visit')
    .where('customer_id', '=', customerId)
    .orderBy('date')
    .selectAll()
    .execute()
}

async function buildManyProperties(customerId: UserId, count: number): Promise<string> {
  const now = toTimestamp(testApp.clock.now())
  const group = await testApp.app.db
    .insertInto('property_group')
    .values({ customer_id: customerId, name: 'Portfolio', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into property (customer_id, group_id, name, lat, lng, time_zone, created_at, updated_at)
    select ${customerId}, ${group.id}, 'Unit ' || n, 39.7, -104.9, 'America/Denver', ${now}, ${now}
    from generate_series(1, ${count}) n
  `.execute(testApp.app.db)
  return group.id
}

describe('booking one place', () => {
  test('plans its visits four weeks ahead at once, at the same wall-clock time across the change of the clock', async () => {
    const { customer, propertyId, client } = await customerWithHome()
    const answer = await client.call('POST /api/book-weekly-jobs', {
      body: { items: [{ propertyIds: [propertyId], ...BINS }], startsOn: START, notes: 'Gate 12' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      jobCount: 1,
      leftOutCount: 0,
      needsCard: true,
      isPlanned: true,
      firstVisitOn: START,
    })
    const visits = await visitsOf(customer.userId)
    expect(visits.map((visit) => visit.date)).toEqual([
      '2026-03-03',
      '2026-03-10',
      '2026-03-17',
      '2026-03-24',
    ])
    expect(visits.map((visit) => new Date(visit.starts_at).toISOString().slice(11, 16))).toEqual([
      '14:00',
      '13:00',
      '13:00',
      '13:00',
    ])
    expect(visits.every((visit) => visit.state === 'scheduled' && visit.crew_id === null)).toBe(true)
    const jobs = await client.call('POST /api/get-weekly-jobs', { body: {} })
    expect(jobs.body).toMatchObject({ totalCount: 1, nextCursor: null })
    expect(jobs.body.jobs[0]).toMatchObject({
      id: answer.body.weeklyJobIds[0],
      weekdays: [2],
      windowStart: '07:00',
      nextVisitOn: '2026-03-03',
      perWeekCents: 1000,
      state: 'active',
      notes: 'Gate 12',
      coveredWeekdays: [],
    })
  })

  test('needs no card but answers that one is missing, and no longer once there is one', async () => {
    const { customer, propertyId, client } = await customerWithHome()
    await testApp.app.db
      .insertInto('payment_method')
      .values({
        user_id: customer.userId,
        provider_customer_id: 'c',
        provider_method_id: 'm',
        brand: 'visa',
        last4: '4242',
        expires_month: 12,
        expires_year: 2030,
        fingerprint: 'f',
        updated_at: toTimestamp(testApp.clock.now()),
      })
      .execute()
    const answer = await client.call('POST /api/book-weekly-jobs', {
      body: { items: [{ propertyIds: [propertyId], ...BINS }], startsOn: START },
    })
    expect(answer.body.needsCard).toBe(false)
  })

  test('is refused when it is booked already, with the place under its own field, unless duplicates are left out', async () => {
    const { propertyId, client } = await customerWithHome()
    const booking = { items: [{ propertyIds: [propertyId], ...BINS, weekdays: [1, 2] }], startsOn: START }
    await client.call('POST /api/book-weekly-jobs', { body: booking })
    const again = { items: [{ propertyIds: [propertyId], ...BINS, weekdays: [2, 4] }], startsOn: START }
    const refused = await client.call('POST /api/book-weekly-jobs', { body: again })
    expect([refused.status, refused.failure.code]).toEqual([409, 'already_booked'])
    expect(Object.keys(refused.failure.fields!)).toEqual([`items.0.${propertyId}`])
    const quoted = await client.call('POST /api/get-quote', { body: again })
    expect(quoted.body.duplicates).toMatchObject([{ propertyId, weekdays: [1, 2] }])
    expect(quoted.body).toMatchObject({ propertyCount: 1, perWeekCents: 2000 })
    const without = await client.call('POST /api/get-quote', { body: { ...again, skipDuplicates: true } })
    expect(without.body).toMatchObject({ propertyCount: 0, perWeekCents: 0, duplicateCount: 1 })
    const leftOut = await client.call('POST /api/book-weekly-jobs', {
      body: { ...again, skipDuplicates: true },
    })
    expect(leftOut.body).toMatchObject({ jobCount: 0, leftOutCount: 1 })
    const other = { items: [{ propertyIds: [propertyId], ...BINS, weekdays: [4] }], startsOn: START }
    expect((await client.call('POST /api/book-weekly-jobs', { body: other })).body.jobCount).toBe(1)
  })

  test('sent twice with one key, or twice at once without, books once', async () => {
    const { customer, propertyId, client } = await customerWithHome()
    const body = { items: [{ propertyIds: [propertyId], ...BINS }], startsOn: START }
    const headers = { 'idempotency-key': randomUUID() }
    const first = await client.call('POST /api/book-weekly-jobs', { body, headers })
    const second = await client.call('POST /api/book-weekly-jobs', { body, headers })
    expect(second.body).toEqual(first.body)
    const lawn = { items: [{ propertyIds: [propertyId], ...BINS, serviceKey: 'lawn' }], startsOn: START }
    const raced = await Promise.all(
      Array.from({ length: 8 }, () => client.call('POST /api/book-weekly-jobs', { body: lawn })),
    )
    expect(raced.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
    expect(await visitsOf(customer.userId)).toHaveLength(8)
  })

  test('is refused to frozen accounts, crews and strangers', async () => {
    const frozen = await customerWithHome({ frozenUntil: instant(testApp.clock.now() + HOUR_MS) })
    const body = { items: [{ propertyIds: [frozen.propertyId], ...BINS }], startsOn: START }
    const refused = await frozen.client.call('POST /api/book-weekly-jobs', { body })
    expect(refused.failure.code).toBe('account_frozen')
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await crew.call('POST /api/book-weekly-jobs', { body })).status).toBe(403)
    expect((await testApp.client().call('POST /api/book-weekly-jobs', { body })).status).toBe(401)
    const stranger = await customerWithHome()
    expect((await stranger.client.call('POST /api/book-weekly-jobs', { body })).status).toBe(404)
  })

  test('is all or nothing: a second item that cannot be leaves the first undone', async () => {
    const { customer, propertyId, client } = await customerWithHome()
    const items = [
      { propertyIds: [propertyId], ...BINS },
      { propertyIds: [propertyId], ...BINS, weekdays: [2, 3] },
    ]
    const refused = await client.call('POST /api/book-weekly-jobs', { body: { items, startsOn: START } })
    expect(refused.failure.code).toBe('already_booked')
    expect(await visitsOf(customer.userId)).toEqual([])
  })

  test('ends where the call asks for it', async () => {
    const { customer, propertyId, client } = await customerWithHome()
    const items = [{ propertyIds: [propertyId], ...BINS }]
    const wrong = await client.call('POST /api/book-weekly-jobs', {
      body: { items, startsOn: START, endsOn: '2026-03-01' },
    })
    expect(wrong.failure.fields).toHaveProperty('endsOn')
    await client.call('POST /api/book-weekly-jobs', {
      body: { items, startsOn: START, endsOn: '2026-03-10' },
    })
    expect((await visitsOf(customer.userId)).map((visit) => visit.date)).toEqual(['2026-03-03', '2026-03-10'])
  })
})

describe('booking a portfolio of 6,000 places in one call', () => {
  test('answers at once and plans in the background with progress', async () => {
    const customer = await buildCustomer(testApp.app)
    const client = await signedIn(testApp, customer)
    const groupId = await buildManyProperties(customer.userId, 6_000)
    const items = [{ groupId, ...BINS }]
    const quoted = await client.call('POST /api/get-quote', { body: { items, startsOn: START } })
    expect(quoted.body).toMatchObject({ propertyCount: 6_000, perWeekCents: 6_000_000 })
    expect(quoted.body.properties).toHaveLength(200)
    const answer = await client.call('POST /api/book-weekly-jobs', { body: { items, startsOn: START } })
    expect(answer.body).toMatchObject({ jobCount: 6_000, isPlanned: false, firstVisitOn: null })
    const before = await client.call('GET /api/planning-progress')
    expect(before.body.waitingJobCount).toBe(6_000)
    await testApp.work()
    const after = await client.call('GET /api/planning-progress')
    expect(after.body.waitingJobCount).toBe(0)
    expect(await visitsOf(customer.userId)).toHaveLength(24_000)
  })

  test('goes through the list of jobs a page at a time, each once', async () => {
    const customer = await buildCustomer(testApp.app)
    const client = await signedIn(testApp, customer)
    const groupId = await buildManyProperties(customer.userId, 120)
    await client.call('POST /api/book-weekly-jobs', {
      body: { items: [{ groupId, ...BINS }], startsOn: START },
    })
    const seen = new Set<string>()
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor)
      for (const job of page.body.jobs) seen.add(job.id)
      cursor = page.body.nextCursor
    } while (cursor !== null)
    expect(seen.size).toBe(120)
    const wrong = await client.call('POST /api/get-weekly-jobs', { body: { cursor: 'nonsense' } })
    expect(wrong.failure.fields).toHaveProperty('cursor')

    function readPage(from: string | null) {
      return client.call('POST /api/get-weekly-jobs', {
        body: { groupId: groupId, limit: 50, ...(from === null ? {} : { cursor: from }) },
      })
    }
  })
})
