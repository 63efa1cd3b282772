import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyGroupId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { parseInstant } from '#domain/time.ts'
import { toJson, toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const BINS = { serviceKey: 'bins', weekdays: [2], quantity: 2 }
const TUESDAY = '2026-03-03'

async function setPrice(
  scope: 'default' | 'group' | 'property',
  scopeId: string,
  baseCents: number,
  from: string,
) {
  await testApp.app.db
    .insertInto('price')
    .values({
      service_key: 'bins',
      scope,
      scope_id: scopeId,
      base_cents: cents(baseCents),
      unit_cents: cents(0),
      minimum_cents: cents(0),
      in_force_from: toTimestamp(parseInstant(from)),
      created_at: toTimestamp(testApp.clock.now()),
    })
    .execute()
}

async function buildGroup(customerId: UserId, name: string): Promise<PropertyGroupId> {
  const row = await testApp.app.db
    .insertInto('property_group')
    .values({ customer_id: customerId, name, created_at: toTimestamp(testApp.clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function customerWithHome() {
  const customer = await buildCustomer(testApp.app)
  const propertyId = await buildProperty(testApp.app, customer.userId)
  return { customer, propertyId, client: await signedIn(testApp, customer) }
}

describe('the catalogue', () => {
  test('is open to everybody, in both languages, with a default price for every service', async () => {
    const answer = await testApp.client().call('GET /api/services')
    expect(answer.status).toBe(200)
    expect(answer.body.map((service) => service.key)).toEqual([
      'bins',
      'recycling',
      'valet_trash',
      'lawn',
      'pool',
      'snow',
      'turnover',
      'haul_away',
      'handyman',
    ])
    expect(answer.body[0]).toMatchObject({
      unitEn: 'bin',
      unitsEn: 'bins',
      unitEs: 'bote',
      unitsEs: 'botes',
    })
    for (const service of answer.body) {
      expect(service.nameEs).not.toBe('')
      expect(service.unitsEs).not.toBe('')
      expect(service.price!.baseCents).toBeGreaterThan(0)
    }
  })
})

describe('the prices of a customer', () => {
  test('are the newest in force of each scope, without those of others or of the future', async () => {
    const { customer, propertyId, client } = await customerWithHome()
    const stranger = await customerWithHome()
    await setPrice('property', propertyId, 500, '2026-01-01T07:00:00Z')
    await setPrice('property', propertyId, 600, '2026-02-01T07:00:00Z')
    await setPrice('property', propertyId, 700, '2026-04-01T07:00:00Z')
    await setPrice('property', stranger.propertyId, 100, '2026-01-01T07:00:00Z')
    await buildGroup(customer.userId, 'Rentals')
    const answer = await client.call('GET /api/pricing')
    const own = answer.body.filter((price) => price.scope !== 'default')
    expect(own).toEqual([
      {
        serviceKey: 'bins',
        scope: 'property',
        scopeId: propertyId,
        baseCents: 600,
        unitCents: 0,
        minimumCents: 0,
        inForceFrom: '2026-02-01',
      },
    ])
    expect(answer.body.filter((price) => price.scope === 'default')).toHaveLength(9)
  })

  test('need somebody signed in', async () => {
    expect((await testApp.client().call('GET /api/pricing')).status).toBe(401)
  })
})

describe('a quote', () => {
  test('is exact per visit and per week, dearer on weekends, in cents', async () => {
    const { propertyId, client } = await customerWithHome()
    const items = [{ propertyIds: [propertyId], serviceKey: 'bins', weekdays: [2, 6], quantity: 3 }]
    const { body } = await client.call('POST /api/get-quote', { body: { items, startsOn: TUESDAY } })
    // base 700 + 3 × 150 = 1150; Saturday adds 10 %.
    expect(body.prices).toEqual([
      {
        itemIndex: 0,
        serviceKey: 'bins',
        quantity: 3,
        propertyCount: 1,
        visits: [
          { weekday: 2, lines: [{ kind: 'service', amountCents: 1150 }], priceCents: 1150 },
          {
            weekday: 6,
            lines: [
              { kind: 'service', amountCents: 1150 },
              { kind: 'weekend', amountCents: 115 },
            ],
            priceCents: 1265,
          },
        ],
        perWeekCents: 2415,
        // 52 weeks of 24.15 in 12 months.
        perMonthCents: 10_465,
      },
    ])
    expect(body).toMatchObject({
      propertyCount: 1,
      visitsPerWeek: 2,
      perWeekCents: 2415,
      couponCreditLeftCents: 0,
      firstWeekCents: 2415,
      hasCard: false,
      duplicateCount: 0,
    })
  })

  test('prices a property before its group before everybody, and sums a group', async () => {
    const { app } = testApp
    const customer = await buildCustomer(app)
    const groupId = await buildGroup(customer.userId, 'Highlands')
    const [special] = await Promise.all(
      ['A', 'B', 'C'].map((name) => buildProperty(app, customer.userId, { name, groupId })),
    )
    await setPrice('group', groupId, 900, '2026-01-01T07:00:00Z')
    await setPrice('property', special!, 300, '2026-01-01T07:00:00Z')
    const client = await signedIn(testApp, customer)
    const { body } = await client.call('POST /api/get-quote', {
      body: { items: [{ groupId, ...BINS }], startsOn: TUESDAY },
    })
    expect(body.prices.map((price) => [price.propertyCount, price.perWeekCents])).toEqual([
      [1, 300],
      [2, 900],
    ])
    expect(body.perWeekCents).toBe(2100)
    expect(body.properties.map((property) => property.perWeekCents)).toEqual([300, 900, 900])
  })

  test('takes what is left of the coupon off the first week', async () => {
    const { app } = testApp
    const at = toTimestamp(testApp.clock.now())
    await app.db
      .insertInto('coupon')
      .values({ code: 'TENOFF', name: 'Ten off', credit_cents: cents(1000) })
      .execute()
    const customer = await buildCustomer(app, { couponCode: 'TENOFF' })
    const crew = await buildCrew(app)
    const job = await buildWeeklyJob(app, { customerId: customer.userId, weekdays: [5] })
    await app.db
      .insertInto('visit')
      .values({
        weekly_job_id: job.weeklyJobId,
        customer_id: customer.userId,
        property_id: job.propertyId,
        service_key: 'bins',
        date: '2026-02-27' as never,
        starts_at: toTimestamp(parseInstant('2026-02-27T16:00:00Z')),
        ends_at: toTimestamp(parseInstant('2026-02-27T17:00:00Z')),
        quantity: 1,
        state: 'completed',
        crew_id: crew.userId,
        completed_at: at,
        price_lines: toJson([
          { kind: 'service', amountCents: cents(1000) },
          { kind: 'coupon', amountCents: cents(-400) },
        ]),
        price_cents: cents(1000),
        crew_pay_cents: cents(700),
        created_at: at,
      })
      .execute()
    const client = await signedIn(testApp, customer)
    const { body } = await client.call('POST /api/get-quote', {
      body: { items: [{ propertyIds: [job.propertyId], ...BINS }], startsOn: TUESDAY },
    })
    expect(body).toMatchObject({ perWeekCents: 1000, couponCreditLeftCents: 600, firstWeekCents: 400 })
  })

  test('refuses what cannot be, each with its field', async () => {
    const { propertyId, client } = await customerWithHome()
    const stranger = await customerWithHome()
    const ask = (item: object, startsOn = TUESDAY) =>
      client.call('POST /api/get-quote', { body: { items: [{ ...BINS, ...item }], startsOn } })
    const cases: [object, string, number, string | null][] = [
      [{}, TUESDAY, 400, 'items.0.propertyIds'],
      [{ propertyIds: [propertyId], groupId: randomUUID() }, TUESDAY, 400, 'items.0.propertyIds'],
      [{ propertyIds: [propertyId], serviceKey: 'turnover' }, TUESDAY, 400, 'items.0.serviceKey'],
      [{ propertyIds: [propertyId], serviceKey: 'nothing' }, TUESDAY, 400, 'items.0.serviceKey'],
      [{ propertyIds: [propertyId], quantity: 0 }, TUESDAY, 400, 'items.0.quantity'],
      [{ propertyIds: [propertyId], weekdays: [] }, TUESDAY, 400, 'items.0.weekdays'],
      [{ propertyIds: [propertyId], weekdays: [2, 2] }, TUESDAY, 400, 'items.0.weekdays'],
      [{ propertyIds: [propertyId], windowStart: '09:00' }, TUESDAY, 400, 'items.0.windowEnd'],
      [
        { propertyIds: [propertyId], windowStart: '09:00', windowEnd: '08:00' },
        TUESDAY,
        400,
        'items.0.windowEnd',
      ],
      [{ propertyIds: [propertyId] }, '2026-03-01', 400, 'startsOn'],
      [{ propertyIds: [propertyId] }, '2028-03-01', 400, 'startsOn'],
      [{ propertyIds: [stranger.propertyId] }, TUESDAY, 404, null],
      [{ groupId: randomUUID() }, TUESDAY, 404, null],
    ]
    for (const [item, startsOn, status, field] of cases) {
      const answer = await ask(item, startsOn)
      expect([answer.status, item]).toEqual([status, item])
      expect(answer.failure.error).toMatch(/\.$/)
      if (field !== null) expect(Object.keys(answer.failure.fields!)).toContain(field)
    }
  })

  test('is for customers', async () => {
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    const body = { items: [{ isEveryProperty: true as const, ...BINS }], startsOn: TUESDAY }
    expect((await crew.call('POST /api/get-quote', { body })).status).toBe(403)
    expect((await testApp.client().call('POST /api/get-quote', { body })).status).toBe(401)
  })
})
