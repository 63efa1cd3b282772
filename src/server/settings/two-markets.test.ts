/** The same acts in two markets whose numbers differ, and on the days before and after a change. */
import { beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { addDays, DAY_MS, dateAt, HOUR_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import {
  buildCrew,
  buildCustomer,
  buildOperator,
  buildProperty,
  CIVIC_CENTER,
  signedIn,
} from '#testing/build.ts'
import { buildCompletedVisit } from '#testing/build-money.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { enqueue } from '../tasks/queue.ts'

const ZONE = 'America/Denver'
let testApp: TestApp
let home: string

beforeAll(async () => {
  testApp = await createTestApp()
  const operator = await buildOperator(testApp.app)
  home = operator.scope.marketId
  await testApp.app.db
    .insertInto('market')
    .values({ id: 'zz-boise', name: 'Boise', time_zone: ZONE })
    .execute()
  const other = await buildOperator(testApp.app)
  await moveToBoise(other.userId)
  const boise = await signedIn(testApp, other)
  for (const [key, value] of [
    ['crewShareBasisPoints', 5_000],
    ['offerMinutes', 25],
    ['tipMaximumCents', 1_500],
    ['disputeWindowHours', 24],
    ['cancelFeeBasisPoints', 3_000],
    ['cancelFeeMinimumCents', 0],
  ] as const) {
    const { status } = await set(boise, 'zz-boise', key, value)
    expect(status).toBe(200)
  }
  // What a visit pays follows what holds when its day begins.
  testApp.clock.set(instant(testApp.clock.now() + DAY_MS))
})

function set(
  client: Client,
  marketId: string,
  key: string,
  value: number,
  inForceFrom: Instant | null = null,
) {
  return client.call('POST /api/set-setting', {
    body: {
      marketId,
      key,
      value,
      inForceFrom: inForceFrom === null ? null : new Date(inForceFrom).toISOString(),
    },
  })
}

async function moveToBoise(...userIds: UserId[]): Promise<void> {
  await testApp.app.db
    .updateTable('users')
    .set({ market_id: 'zz-boise' })
    .where('id', 'in', userIds)
    .execute()
}

async function couple(isInBoise: boolean) {
  const [customer, crew] = [await buildCustomer(testApp.app), await buildCrew(testApp.app)]
  if (isInBoise) await moveToBoise(customer.userId, crew.userId)
  return {
    customer,
    crew,
    asCustomer: await signedIn(testApp, customer),
    asCrew: await signedIn(testApp, crew),
  }
}

test.each([
  ['at home', false, 700],
  ['in Boise', true, 500],
])('%s a crew is shown the share of its market', async (_name, isInBoise, payCents) => {
  const { customer, crew, asCrew } = await couple(isInBoise)
  const job = await buildWeeklyJob(testApp.app, { customerId: customer.userId })
  const date = dateAt(testApp.clock.now(), ZONE)
  await buildVisit(testApp.app, job, { date, crewId: crew.userId, state: 'confirmed' })
  const { body } = await asCrew.call('GET /api/day', { query: { date } })
  expect(body.stops.map((stop) => stop.payCents)).toEqual([payCents])
})

test.each([
  ['at home', false, { tipMaximumCents: 50_000, hours: 72 }],
  ['in Boise', true, { tipMaximumCents: 1_500, hours: 24 }],
])('%s tips and reports of problems have the limits of their market', async (_name, isInBoise, expected) => {
  const { customer, crew, asCustomer } = await couple(isInBoise)
  const { visitId } = await buildCompletedVisit(testApp.app, {
    customerId: customer.userId,
    crewId: crew.userId,
  })
  const { body } = await asCustomer.call('GET /api/visit-feedback', { query: { visitId } })
  expect(body.tipMaximumCents).toBe(expected.tipMaximumCents)
  expect(body.disputableUntil).toBe(new Date(testApp.clock.now() + expected.hours * HOUR_MS).toISOString())
  const tip = await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 2_000 } })
  expect(tip.status === 200).toBe(!isInBoise)
})

test.each([
  ['at home', false, 0.2],
  ['in Boise', true, 0.3],
])('%s calling off costs what its market says', async (_name, isInBoise, share) => {
  const { customer, asCustomer } = await couple(isInBoise)
  const propertyId = await buildProperty(testApp.app, customer.userId, { at: CIVIC_CENTER })
  const { body } = await asCustomer.call('POST /api/quote-on-demand', {
    body: { serviceKey: 'handyman', quantity: 1, propertyId, place: null, when: { kind: 'now' } },
  })
  expect(body.rules.acceptedFeeCents).toBe(Math.round(body.totalCents * share))
})

test.each([
  ['at home', false, 10],
  ['in Boise', true, 25],
])('%s an offer is open as long as its market says', async (_name, isInBoise, minutes) => {
  const { customer } = await couple(isInBoise)
  const job = await buildWeeklyJob(testApp.app, { customerId: customer.userId })
  const visitId = await buildVisit(testApp.app, job, { date: dateAt(testApp.clock.now(), ZONE) })
  await enqueue(testApp.app.db, 'offer_visits', { visitIds: [visitId] }, { now: testApp.clock.now() })
  await testApp.work()
  const offers = await testApp.app.db
    .selectFrom('offer')
    .where('visit_id', '=', visitId)
    .select('expires_at')
    .distinct()
    .execute()
  expect(offers.map((offer) => offer.expires_at - testApp.clock.now())).toEqual([minutes * MINUTE_MS])
})

test('the pay of a day stays what it was when the day began, whatever is set later', async () => {
  const operator = await signedIn(testApp, await buildOperator(testApp.app))
  const { customer, crew, asCrew } = await couple(false)
  const job = await buildWeeklyJob(testApp.app, { customerId: customer.userId })
  const today = dateAt(testApp.clock.now(), ZONE)
  for (const date of [today, addDays(today, 1)])
    await buildVisit(testApp.app, job, { date, crewId: crew.userId, state: 'confirmed' })
  const pay = async (days: number) =>
    (await asCrew.call('GET /api/day', { query: { date: addDays(today, days) } })).body.stops[0]!.payCents!
  const before = [await pay(0), await pay(1)]
  await set(operator, home, 'crewShareBasisPoints', 3_500)
  expect([await pay(0), await pay(1)]).toEqual([before[0], Math.round(before[1]! / 2)])
})
