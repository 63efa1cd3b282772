import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PropertyGroupId, PropertyId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

type Client = Awaited<ReturnType<typeof signedIn>>

let testApp: TestApp
let operator: Client

beforeAll(async () => {
  testApp = await createTestApp()
  operator = await signedIn(testApp, await buildOperator(testApp.app))
})
afterAll(() => testApp.close())

/** The tests begin on Monday, March 2. Bins cost $7 and $1.50 a bin, at least $10. */
const dearer = {
  serviceKey: 'bins',
  groupId: null,
  propertyId: null,
  baseCents: cents(900),
  unitCents: cents(150),
  minimumCents: cents(1_000),
  from: '2026-03-16',
}

async function buildGroup(customerId: UserId): Promise<PropertyGroupId> {
  const row = await testApp.app.db
    .insertInto('property_group')
    .values({ customer_id: customerId, name: 'Cabins', created_at: toTimestamp(testApp.clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function noticesTo(customerId: UserId, serviceName: string) {
  const rows = await testApp.app.db
    .selectFrom('notice')
    .where('user_id', '=', customerId)
    .where('event', '=', 'job_changed')
    .select(['title', 'text'])
    .execute()
  return rows.filter(({ title }) => title.includes(serviceName))
}

describe('a price for everybody', () => {
  it('shows the jobs that it touches and what they bring a week, and notifies their customers', async () => {
    const { app } = testApp
    const ann = await buildCustomer(app)
    await buildWeeklyJob(app, { customerId: ann.userId, quantity: 2, weekdays: [2] })
    await buildWeeklyJob(app, { customerId: ann.userId, quantity: 4, weekdays: [2, 5] })
    // None of these is touched: gone, over by then, of another service, with a price of its own.
    await buildWeeklyJob(app, { state: 'cancelled' })
    await buildWeeklyJob(app, { endsOn: localDate('2026-03-15') })
    await buildWeeklyJob(app, { serviceKey: 'lawn' })
    const ben = await buildCustomer(app)
    const groupId = await buildGroup(ben.userId)
    const propertyId = await buildProperty(app, ben.userId, { groupId })
    await buildWeeklyJob(app, { customerId: ben.userId, propertyId })
    await set({ ...dearer, groupId, baseCents: cents(500), from: '2026-03-10' })

    const preview = await operator.call('POST /api/preview-price', { body: dearer })
    expect(preview.body).toEqual({
      before: { baseCents: 700, unitCents: 150, minimumCents: 1_000 },
      after: { baseCents: 900, unitCents: 150, minimumCents: 1_000 },
      jobs: 2,
      customers: 1,
      visitsPerWeek: 3,
      // 1 × max(10, 7 + 2 × 1.50) and 2 × (7 + 4 × 1.50); then 12 and 2 × 15.
      perWeekBeforeCents: 3_600,
      perWeekAfterCents: 4_200,
    })
    expect(await set(dearer)).toEqual({ ok: true, customersNotified: 1 })
    await testApp.work()
    expect(await noticesTo(ann.userId, 'Bins')).toEqual([
      {
        title: expect.stringContaining('New price of Bins'),
        text: expect.stringMatching(/From Monday, March 16.*costs \$42 a week instead of \$36/),
      },
    ])
    const fresh = await signedIn(testApp, ben)
    const { body } = await fresh.call('GET /api/pricing')
    expect(body.find(({ scope }) => scope === 'default')).toBeDefined()
  })

  it('holds from its day on, not a day before, and the list says who set it', async () => {
    await set({ ...dearer, serviceKey: 'pool', from: '2026-03-20' })
    const ann = await buildCustomer(testApp.app)
    const propertyId = await buildProperty(testApp.app, ann.userId)
    const client = await signedIn(testApp, ann)
    const quoteFrom = async (startsOn: string) => {
      const answer = await client.call('POST /api/get-quote', {
        body: {
          items: [{ propertyIds: [propertyId], serviceKey: 'pool', weekdays: [4], quantity: 1 }],
          startsOn,
        },
      })
      return answer.body.perWeekCents
    }
    expect([await quoteFrom('2026-03-19'), await quoteFrom('2026-03-20')]).toEqual([8_500, 1_050])
    const { body } = await operator.call('GET /api/price-list')
    const pool = body.services.find(({ key }) => key === 'pool')!
    expect(pool.price).toMatchObject({ baseCents: 3_500 })
    expect(pool.upcoming).toEqual([
      expect.objectContaining({ baseCents: 900, from: '2026-03-20', writerName: expect.stringMatching(/./) }),
    ])
    expect(pool.history).toEqual([expect.objectContaining({ from: '2025-01-01', writerName: null })])
  })

  it('notifies nobody whose week costs the same, and stands in the audit log', async () => {
    const job = await buildWeeklyJob(testApp.app, { serviceKey: 'snow', quantity: 1 })
    await set({
      ...dearer,
      serviceKey: 'snow',
      baseCents: cents(2_600),
      unitCents: cents(1_100),
      minimumCents: cents(4_000),
    })
    await testApp.work()
    expect(await noticesTo(job.customerId, 'Snow')).toEqual([])
    const { body } = await operator.call('GET /api/audit-log')
    expect(body.entries.find(({ action }) => action === 'set_price')?.detail).toMatchObject({
      serviceKey: 'snow',
      before: { baseCents: 2_500 },
      after: { baseCents: 2_600 },
    })
  })
})

describe('a price of a group or a place', () => {
  it('touches only what is in it, and is listed with its customer', async () => {
    const { app } = testApp
    const owner = await buildCustomer(app)
    const groupId = await buildGroup(owner.userId)
    const inGroup = await buildProperty(app, owner.userId, { groupId })
    const alone = await buildProperty(app, owner.userId, { groupId })
    for (const propertyId of [inGroup, alone])
      await buildWeeklyJob(app, { customerId: owner.userId, propertyId, serviceKey: 'turnover', quantity: 1 })
    const wanted = { ...dearer, serviceKey: 'turnover', minimumCents: cents(9_000) }
    const place = await preview({ ...wanted, propertyId: alone })
    expect(place.body).toMatchObject({ jobs: 1, perWeekBeforeCents: 10_000, perWeekAfterCents: 9_000 })
    await set({ ...wanted, propertyId: alone })
    expect((await preview({ ...wanted, groupId, from: '2026-03-17' })).body).toMatchObject({ jobs: 1 })
    expect((await preview({ ...wanted, propertyId: alone, from: '2026-03-17' })).body.before).toMatchObject({
      minimumCents: 9_000,
    })
    await set({ ...wanted, groupId })
    const listed = await operator.call('GET /api/special-prices', { query: { serviceKey: 'turnover' } })
    expect(new Set(listed.body.prices.map((price) => price.groupId ?? price.propertyId))).toEqual(
      new Set([groupId, alone]),
    )
    const found = await operator.call('POST /api/find-price-scopes', { body: { search: 'cabins' } })
    expect(found.body.scopes.map((scope) => scope.groupId)).toContain(groupId)
  })

  it('is none of another city’s operator', async () => {
    await testApp.app.db
      .insertInto('market')
      .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
      .execute()
    const built = await buildOperator(testApp.app)
    await testApp.app.db
      .updateTable('users')
      .set({ market_id: 'boise' })
      .where('id', '=', built.userId)
      .execute()
    const stranger = await signedIn(testApp, built)
    const { propertyId } = await buildWeeklyJob(testApp.app, { serviceKey: 'lawn' })
    const wanted = { ...dearer, serviceKey: 'lawn', propertyId }
    for (const key of ['POST /api/preview-price', 'POST /api/set-price'] as const) {
      const answer = await stranger.call(key, { body: wanted })
      expect([answer.status, answer.failure.fields]).toEqual([
        400,
        { propertyId: 'There is no such group or place in your city.' },
      ])
    }
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await customer.call('POST /api/set-price', { body: wanted })).status).toBe(403)
  })
})

describe('a price is refused at its field', () => {
  it.each<[string, Partial<Record<keyof typeof dearer, unknown>>, string, string]>([
    [
      'today',
      { from: '2026-03-02' },
      'from',
      'Choose tomorrow or a later day: today’s visits keep their price.',
    ],
    ['in ten years', { from: '2036-03-02' }, 'from', 'Choose a day within two years.'],
    ['on no day', { from: '2026-02-30' }, 'from', 'Give a day as YYYY-MM-DD.'],
    ['of an unknown service', { serviceKey: 'magic' }, 'serviceKey', 'There is no such service.'],
    [
      'of nothing',
      { baseCents: 0, unitCents: 0, minimumCents: 0 },
      'baseCents',
      'A price of nothing at all cannot be charged.',
    ],
    ['below zero', { baseCents: -1 }, 'baseCents', 'Give an amount of zero or more.'],
    ['not whole', { unitCents: 1.5 }, 'unitCents', 'Give whole cents.'],
    ['huge', { minimumCents: 1_000_001 }, 'minimumCents', 'This is more than any price.'],
  ])('%s', async (_name, change, field, sentence) => {
    const answer = await operator.call('POST /api/set-price', {
      body: { ...dearer, ...change } as typeof dearer,
    })
    expect(answer.status).toBe(400)
    expect(answer.failure.fields?.[field]).toBe(sentence)
  })
})

function preview(body: Wanted) {
  return operator.call('POST /api/preview-price', { body })
}

type Wanted = Omit<typeof dearer, 'groupId' | 'propertyId'> & {
  groupId: PropertyGroupId | null
  propertyId: PropertyId | null
}

async function set(body: Wanted) {
  const answer = await operator.call('POST /api/set-price', { body })
  expect(answer.status).toBe(200)
  return answer.body
}

it('a price is said to everybody from the first minute of its day, not before', async () => {
  await set({ ...dearer, serviceKey: 'recycling', from: '2026-04-01' })
  const said = async (at: string) => {
    testApp.clock.set(parseInstant(at))
    const { body } = await testApp.client().call('GET /api/services')
    return body.find(({ key }) => key === 'recycling')!.price!.baseCents
  }
  expect([await said('2026-04-01T05:59:00Z'), await said('2026-04-01T06:00:00Z')]).toEqual([800, 900])
})
