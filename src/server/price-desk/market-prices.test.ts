/** Prices of one of two cities, and prices that end. */
import { beforeAll, afterAll, expect, it } from 'vitest'
import type { PropertyId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { parseInstant } from '#domain/time.ts'
import { toJson } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

type Client = Awaited<ReturnType<typeof signedIn>>

const SQUARE = [-112.6, 33.1, -111.6, 33.8] as const

let testApp: TestApp
let denver: Client
let phoenix: Client

beforeAll(async () => {
  testApp = await createTestApp()
  const [west, south, east, north] = SQUARE
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  await testApp.app.db
    .insertInto('market')
    .values({
      id: 'phoenix',
      name: 'Phoenix',
      time_zone: 'America/Phoenix',
      state: 'open',
      west,
      south,
      east,
      north,
      area: toJson([[ring]]),
    })
    .execute()
  denver = await signedIn(testApp, await buildOperator(testApp.app))
  const other = await buildOperator(testApp.app)
  await moveToPhoenix(other.userId)
  phoenix = await signedIn(testApp, other)
})
afterAll(() => testApp.close())

async function moveToPhoenix(userId: UserId): Promise<void> {
  await testApp.app.db
    .updateTable('users')
    .set({ market_id: 'phoenix', time_zone: 'America/Phoenix' })
    .where('id', '=', userId)
    .execute()
}

/** The tests begin on Monday, March 2. */
const wanted = (serviceKey: string, change: object = {}) => ({
  serviceKey,
  isOfMarket: true,
  groupId: null,
  propertyId: null as PropertyId | null,
  baseCents: cents(2_000),
  unitCents: cents(0),
  minimumCents: cents(0),
  from: '2026-03-10',
  ...change,
})

const end = (serviceKey: string, change: object = {}) => ({
  serviceKey,
  isOfMarket: true,
  groupId: null,
  propertyId: null as PropertyId | null,
  from: '2026-03-20',
  ...change,
})

async function home(isOfPhoenix: boolean) {
  const { app } = testApp
  const user = await buildCustomer(app)
  if (isOfPhoenix) await moveToPhoenix(user.userId)
  const timeZone = isOfPhoenix ? 'America/Phoenix' : 'America/Denver'
  const propertyId = await buildProperty(app, user.userId, { timeZone })
  const client = await signedIn(testApp, user)
  const priceOn = async (serviceKey: string, startsOn: string, weekday: 1 | 2 | 3 | 4 | 5) => {
    const items = [{ propertyIds: [propertyId], serviceKey, weekdays: [weekday], quantity: 1 }]
    const { body } = await client.call('POST /api/get-quote', { body: { items, startsOn } })
    return body.perWeekCents
  }
  return { user, client, propertyId, priceOn }
}

it('holds in its city only, from its day on, and touches the jobs of its city', async () => {
  const [there, here] = [await home(true), await home(false)]
  for (const { user, propertyId } of [there, here])
    await buildWeeklyJob(testApp.app, {
      customerId: user.userId,
      propertyId,
      serviceKey: 'bins',
      quantity: 1,
      weekdays: [2],
    })
  const seen = await phoenix.call('POST /api/preview-price', { body: wanted('bins') })
  expect(seen.body).toMatchObject({
    jobs: 1,
    customers: 1,
    before: { baseCents: 700 },
    perWeekBeforeCents: 1_000,
    perWeekAfterCents: 2_000,
  })
  const set = await phoenix.call('POST /api/set-price', { body: wanted('bins') })
  expect(set.body).toEqual({ ok: true, customersNotified: 1 })
  // The price for everybody no longer decides anything there.
  const wide = await denver.call('POST /api/preview-price', {
    body: wanted('bins', { isOfMarket: false, from: '2026-03-11' }),
  })
  expect(wide.body).toMatchObject({ jobs: 1, before: { baseCents: 700 } })

  expect(await there.priceOn('bins', '2026-03-09', 1)).toBe(1_000)
  expect(await there.priceOn('bins', '2026-03-10', 2)).toBe(2_000)
  expect(await here.priceOn('bins', '2026-03-10', 2)).toBe(1_000)
  const listed = (await phoenix.call('GET /api/price-list')).body
  expect(listed.marketName).toBe('Phoenix')
  expect(listed.services.find(({ key }) => key === 'bins')).toMatchObject({
    price: { baseCents: 700 },
    ofMarket: { price: null, upcoming: [{ baseCents: 2_000, from: '2026-03-10', isEnd: false }] },
  })
  const elsewhere = (await denver.call('GET /api/price-list')).body
  expect(elsewhere.services.find(({ key }) => key === 'bins')?.ofMarket.upcoming).toEqual([])
})

it('gives way to the wider price from the day of its end on, which customers are notified of', async () => {
  const there = await home(true)
  const { user, propertyId } = there
  await buildWeeklyJob(testApp.app, {
    customerId: user.userId,
    propertyId,
    serviceKey: 'lawn',
    quantity: 1,
    weekdays: [5],
  })
  await phoenix.call('POST /api/set-price', { body: wanted('lawn', { baseCents: cents(9_000) }) })
  const seen = await phoenix.call('POST /api/preview-price-end', { body: end('lawn') })
  expect(seen.body).toMatchObject({ jobs: 1, before: { baseCents: 9_000 }, perWeekBeforeCents: 9_000 })
  expect(seen.body.perWeekAfterCents).toBeLessThan(9_000)
  const ended = await phoenix.call('POST /api/end-price', { body: end('lawn') })
  expect(ended.body).toEqual({ ok: true, customersNotified: 1 })
  const before = await there.priceOn('lawn', '2026-03-19', 4)
  const after = await there.priceOn('lawn', '2026-03-20', 5)
  expect([before, after]).toEqual([9_000, seen.body.perWeekAfterCents])

  await testApp.work()
  const { rows } = {
    rows: await testApp.app.db
      .selectFrom('notice')
      .where('user_id', '=', user.userId)
      .where('event', '=', 'job_changed')
      .orderBy('created_at')
      .select('text')
      .execute(),
  }
  expect(rows.some(({ text }) => /From Friday, March 20.*instead of \$90/.test(text))).toBe(true)
  // The day after nothing is left to end.
  const again = await phoenix.call('POST /api/end-price', { body: end('lawn', { from: '2026-03-21' }) })
  expect(again.failure.fields).toEqual({
    from: 'On that day there is no own price to end. Choose a later day.',
  })
})

it('ends for one place while its city keeps its own', async () => {
  const there = await home(true)
  const place = { isOfMarket: false, propertyId: there.propertyId }
  await phoenix.call('POST /api/set-price', { body: wanted('recycling', { baseCents: cents(3_000) }) })
  await phoenix.call('POST /api/set-price', {
    body: wanted('recycling', { ...place, baseCents: cents(500), from: '2026-03-11' }),
  })
  await phoenix.call('POST /api/end-price', { body: end('recycling', place) })
  expect([
    await there.priceOn('recycling', '2026-03-10', 2),
    await there.priceOn('recycling', '2026-03-11', 3),
    await there.priceOn('recycling', '2026-03-20', 5),
  ]).toEqual([3_000, 500, 3_000])
  const { body } = await phoenix.call('GET /api/special-prices', { query: { serviceKey: 'recycling' } })
  expect(body.prices.toSorted((a, b) => a.from.localeCompare(b.from))).toMatchObject([
    { isEnd: false, isLast: false },
    { isEnd: true, isLast: true },
  ])
  const list = (await phoenix.call('GET /api/price-list')).body
  expect(list.services.find(({ key }) => key === 'recycling')?.specialCount).toBe(0)
})

it('a day that was chosen on another city’s clock is the same day here', async () => {
  const there = await home(true)
  // Midnight of Denver is 11 in the evening of the day before in Phoenix.
  await denver.call('POST /api/set-price', {
    body: wanted('pool', { isOfMarket: false, from: '2026-03-18' }),
  })
  const [before, after] = [
    await there.priceOn('pool', '2026-03-17', 2),
    await there.priceOn('pool', '2026-03-18', 3),
  ]
  expect([before === 2_000, after]).toEqual([false, 2_000])
})

it('stands in the lists of customers of that city as everybody’s price', async () => {
  const [there, here] = [await home(true), await home(false)]
  await phoenix.call('POST /api/set-price', { body: wanted('turnover', { from: '2026-03-04' }) })
  testApp.clock.set(parseInstant('2026-03-04T08:00:00Z'))
  const priceOf = async ({ client }: typeof there) => {
    const { body } = await client.call('GET /api/pricing')
    return body.filter(({ serviceKey }) => serviceKey === 'turnover')
  }
  expect(await priceOf(there)).toEqual([expect.objectContaining({ scope: 'default', baseCents: 2_000 })])
  expect(await priceOf(here)).toEqual([expect.not.objectContaining({ baseCents: 2_000 })])
  const services = (await there.client.call('GET /api/services')).body
  expect(services.find(({ key }) => key === 'turnover')?.price?.baseCents).toBe(2_000)
})

it.each<[string, object, string, string]>([
  ['of everybody', { isOfMarket: false }, 'isOfMarket', 'The price for everyone cannot end.'],
  ['that is not there', {}, 'from', 'On that day there is no own price to end.'],
  ['today', { from: '2026-03-04' }, 'from', 'Choose tomorrow or a later day'],
])('the end of a price %s is refused with what to do', async (_name, change, field, sentence) => {
  const answer = await phoenix.call('POST /api/end-price', { body: end('snow', change) })
  expect([answer.status, answer.failure.fields?.[field]]).toEqual([400, expect.stringContaining(sentence)])
})

it('what a city does not offer is not listed for its customers and cannot be booked', async () => {
  const { client, propertyId } = await home(true)
  const keys = (await client.call('GET /api/services')).body.map(({ key }) => key)
  await testApp.app.db
    .updateTable('market')
    .set({ service_keys: keys.filter((key) => key !== 'snow') })
    .where('id', '=', 'phoenix')
    .execute()
  const isOffered = async (asking: Client) => {
    const { body } = await asking.call('GET /api/services')
    return body.find(({ key }) => key === 'snow')?.isOffered
  }
  expect([await isOffered(client), await isOffered((await home(false)).client)]).toEqual([false, true])
  const booked = await client.call('POST /api/book-weekly-jobs', {
    body: {
      items: [{ propertyIds: [propertyId], serviceKey: 'snow', weekdays: [2], quantity: 1 }],
      startsOn: '2026-03-10',
    },
  })
  expect([booked.status, booked.failure.code]).toEqual([400, 'service_not_offered'])
})

it('everyone’s prices are offered to whoever runs every city, and to nobody of one', async () => {
  const offered = async (client: Client) => (await client.call('GET /api/price-list')).body.maySetForEveryone
  const local = await buildOperator(testApp.app, { roles: { denver: 'owner' } })
  expect([await offered(denver), await offered(await signedIn(testApp, local))]).toEqual([true, false])
})
