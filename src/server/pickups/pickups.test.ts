import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PropertyId, StaySourceId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { SETTING_GROUPS } from '#domain/settings/groups.ts'
import type { Reported } from '#domain/stays/truth.ts'
import {
  addDays,
  DAY_MS,
  DEFAULT_TIME_ZONE,
  HOUR_MS,
  instant,
  instantAt,
  localDate,
  localTime,
  MINUTE_MS,
  timeAt,
} from '#domain/time.ts'
import { inTransaction, toTimestamp } from '#server/db/client.ts'
import { planVisits } from '#server/jobs/plan-visits.ts'
import { recordReports } from '#server/stays/record-reports.ts'
import { saveSource } from '#server/stays/source-queries.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { planPickupsOf, reviewPickups } from './plan-pickups.ts'

/** A Monday. */
const TODAY = localDate('2026-03-02')
const START = instantAt(TODAY, localTime('06:00'), DEFAULT_TIME_ZONE)
const RULE = {
  isOn: true,
  checkOutTime: localTime('11:00'),
  extraNights: 7,
  extraGuests: 8,
  countsClosed: false,
}
type Rule = Omit<typeof RULE, 'extraNights' | 'extraGuests'> & {
  extraNights: number | null
  extraGuests: number | null
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(START))

const stay = (
  externalId: string,
  from: number,
  nights: number,
  changes: Partial<Reported> = {},
): Reported => ({
  externalId,
  kind: 'stay',
  isGuess: false,
  state: 'booked',
  checkIn: addDays(TODAY, from),
  checkOut: addDays(TODAY, from + nights),
  checkInTime: null,
  checkOutTime: null,
  guests: null,
  pets: null,
  platform: 'direct',
  code: externalId,
  ...changes,
})

/** A feed that was read well this minute. */
async function goodSource(propertyId: PropertyId): Promise<StaySourceId> {
  const { app } = testApp
  const now = app.ports.clock.now()
  const source = { propertyId, kind: 'feed', platform: 'airbnb', externalRef: propertyId } as const
  const sourceId = await saveSource(app.db, { ...source, now })
  await app.db
    .insertInto('stay_feed')
    .values({
      source_id: sourceId,
      sealed_address: Buffer.from('sealed'),
      host: 'example.test',
      ending: '.ics',
      good_at: toTimestamp(now),
    })
    .execute()
  return sourceId
}

/** Bins each Thursday morning, with a crew that has the weekday. */
async function rental() {
  const { app } = testApp
  const customer = await buildCustomer(app)
  const client = await signedIn(testApp, customer)
  const propertyId = await buildProperty(app, customer.userId, { name: 'Loft' })
  const job = await buildWeeklyJob(app, {
    customerId: customer.userId,
    propertyId,
    weekdays: [4],
    window: { from: '08:00', until: '12:00' },
    startsOn: addDays(TODAY, -30),
  })
  const crew = await buildCrew(app)
  await app.db
    .insertInto('assignment')
    .values({
      weekly_job_id: job.weeklyJobId,
      weekday: 4,
      crew_id: crew.userId,
      taken_at: toTimestamp(START),
      from_date: TODAY,
    })
    .execute()
  await planVisits(app, { weeklyJobIds: [job.weeklyJobId] })
  const sourceId = await goodSource(propertyId)
  const say = async (...reports: Reported[]) => {
    testApp.clock.advance(MINUTE_MS)
    await recordReports(app, app.db, { sourceId, reports, isWhole: false })
    await testApp.work()
  }
  const save = (changes: Partial<Rule> = {}) =>
    client.call('POST /api/save-pickup-rule', { body: { propertyId, ...RULE, ...changes } })
  const visits = () => visitsOf(job.weeklyJobId)
  const pickups = async () => (await client.call('GET /api/pickups', { query: { propertyId } })).body
  return { ...job, customer, client, crew, propertyId, sourceId, say, save, visits, pickups }
}

async function visitsOf(weeklyJobId: WeeklyJobId) {
  const rows = await testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .orderBy('date')
    .selectAll()
    .execute()
  return rows
}

const said = (rows: Awaited<ReturnType<typeof visitsOf>>) =>
  rows.map(
    ({ date, state, starts_at }) => `${date.slice(5)} ${timeAt(starts_at, DEFAULT_TIME_ZONE)} ${state}`,
  )
const titlesFor = async (userId: Awaited<ReturnType<typeof buildCrew>>['userId']) =>
  (
    await testApp.app.db
      .selectFrom('notice')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .select('title')
      .execute()
  ).map(({ title }) => title)
const BY_RULE = [
  '03-05 08:00 scheduled',
  '03-12 08:00 scheduled',
  '03-19 08:00 scheduled',
  '03-26 08:00 scheduled',
]

describe('pickups follow stays', () => {
  test('nothing follows where nobody switched it on, and switched off they come by their rule again', async () => {
    const { say, save, visits } = await rental()
    await say(stay('a', 9, 2))
    expect(said(await visits())).toEqual(BY_RULE)
    await save()
    expect(said(await visits())[0]).toBe('03-05 08:00 skipped')
    await save({ isOn: false })
    expect(said(await visits())).toEqual(BY_RULE)
  })

  test('of two jobs of one service a stay gets one more, of another service its own; the price of each is said', async () => {
    const { say, save, visits, client, customer, propertyId, pickups } = await rental()
    const of = { customerId: customer.userId, propertyId, startsOn: addDays(TODAY, -30) }
    const bins = await buildWeeklyJob(testApp.app, { ...of, weekdays: [2] })
    const recycling = await buildWeeklyJob(testApp.app, { ...of, serviceKey: 'recycling', weekdays: [3] })
    await planVisits(testApp.app, { weeklyJobIds: [bins.weeklyJobId, recycling.weeklyJobId] })
    await save()
    // Ten nights until Saturday the 21st.
    await say(stay('a', 9, 10))
    const onSaturday = async (id?: WeeklyJobId) =>
      (id === undefined ? await visits() : await visitsOf(id)).filter(({ date }) => date === '2026-03-21')
        .length
    expect((await onSaturday()) + (await onSaturday(bins.weeklyJobId))).toBe(1)
    expect(await onSaturday(recycling.weeklyJobId)).toBe(1)
    const { extraPrices, coming } = await pickups()
    expect(extraPrices.map(({ serviceKey }) => serviceKey)).toEqual(['bins', 'recycling'])
    for (const { serviceKey, cents } of extraPrices) {
      const { visitId } = coming.find((each) => each.serviceKey === serviceKey)!
      const { body } = await client.call('GET /api/visit', { query: { id: visitId } })
      expect([cents, (cents ?? 0) > 0]).toEqual([body.priceCents, true])
    }
  })

  test('where nobody stayed it is skipped, and host and crew read why', async () => {
    const { save, visits, client, crew, pickups } = await rental()
    await save()
    const [first, ...others] = await visits()
    expect(said([first!, ...others])).toEqual(['03-05 08:00 skipped', ...BY_RULE.slice(1)])
    const { body } = await client.call('GET /api/visit-reasons', { query: { id: first!.id } })
    expect(body.reasons.map(({ kind }) => kind)).toEqual(['rule', 'skipped_since_vacant'])
    expect((await pickups()).coming[0]).toMatchObject({ visitId: first!.id, isVacant: true, extra: null })
    expect(await titlesFor(crew.userId)).toEqual(['A pickup is skipped'])
    const day = await (await signedIn(testApp, crew)).call('GET /api/day', {
      query: { date: addDays(TODAY, 3) },
    })
    expect(day.body.stops).toEqual([])
    // Nothing new: nobody is told again.
    await save()
    expect(await titlesFor(crew.userId)).toHaveLength(1)
  })

  test('a stay that comes brings it back to its crew, one that is cancelled takes it away, one that moves moves it', async () => {
    const { save, say, visits, crew } = await rental()
    await save()
    await say(stay('a', 1, 5))
    const [first] = await visits()
    expect([first!.state, first!.crew_id]).toEqual(['scheduled', crew.userId])
    await say(stay('a', 1, 5, { state: 'cancelled' }))
    expect((await visits())[0]!.state).toBe('skipped')
    await say(stay('a', 1, 1))
    expect(said(await visits())[0]).toBe('03-05 08:00 scheduled')
    // Until that very morning: nobody comes before the guests are gone.
    await say(stay('a', 1, 2))
    expect(said(await visits())[0]).toBe('03-05 11:00 scheduled')
    expect(await titlesFor(crew.userId)).toEqual([
      'A pickup is skipped',
      'A skipped pickup is back',
      'A pickup is skipped',
      'A skipped pickup is back',
      'A pickup has other hours',
    ])
  })

  test('a long or large stay brings one more, with its reason for host and crew, and takes it along', async () => {
    const { save, say, visits, client, pickups } = await rental()
    await save()
    await say(stay('a', -4, 9, { guests: 8 }))
    const extra = (await visits()).find(({ date }) => date === addDays(TODAY, 5))!
    expect(said([extra])).toEqual(['03-07 11:00 scheduled'])
    expect((await pickups()).coming.find(({ visitId }) => visitId === extra.id)).toMatchObject({
      extra: { nights: 9, guests: 8 },
      isVacant: false,
    })
    const { body } = await client.call('GET /api/visit-reasons', { query: { id: extra.id } })
    expect(body.reasons).toMatchObject([{ kind: 'extra_after_stay', nights: 9, guests: 8 }])
    const other = await buildCrew(testApp.app)
    await testApp.app.db
      .updateTable('visit')
      .set({ crew_id: other.userId, state: 'confirmed' })
      .where('id', '=', extra.id)
      .execute()
    const crewClient = await signedIn(testApp, other)
    const day = await crewClient.call('GET /api/day', { query: { date: extra.date } })
    expect(day.body.stops[0]!.jobNotes).toBe('Extra: 9 nights, 8 guests')
    await say(stay('a', -4, 10, { guests: 8 }))
    const dates = (await visits()).map(({ date, state }) => `${date.slice(5)} ${state}`)
    expect(dates.slice(0, 3)).toEqual(['03-05 scheduled', '03-07 skipped', '03-08 scheduled'])
    expect(await titlesFor(other.userId)).toEqual(['A pickup is skipped'])
    await say(stay('a', -4, 10, { state: 'cancelled' }))
    const left = (await visits()).map(({ date, state }) => `${date.slice(5)} ${state}`)
    expect(left.slice(0, 3)).toEqual(['03-05 skipped', '03-07 skipped', '03-08 skipped'])
  })

  test('an extra one is priced as the others of its job are', async () => {
    const { save, say, visits, client } = await rental()
    await save()
    // Until a Monday: weekends have prices of their own.
    await say(stay('a', 0, 7))
    const [weekly, extra] = await visits()
    expect([weekly!.date, extra!.date]).toEqual([addDays(TODAY, 3), addDays(TODAY, 7)])
    const priceOf = async (id: VisitId) =>
      (await client.call('GET /api/visit', { query: { id } })).body.priceCents
    expect(await priceOf(weekly!.id)).toBeGreaterThan(0)
    expect(await priceOf(extra!.id)).toBe(await priceOf(weekly!.id))
  })

  test('nothing that has begun is touched', async () => {
    const { save, visits, say } = await rental()
    await say(stay('a', 1, 5))
    await save()
    testApp.clock.set(instantAt(addDays(TODAY, 3), localTime('08:30'), DEFAULT_TIME_ZONE))
    const [first] = await visits()
    await testApp.app.db.updateTable('visit').set({ state: 'en_route' }).where('id', '=', first!.id).execute()
    await say(stay('a', 1, 5, { state: 'cancelled' }))
    expect((await visits())[0]).toMatchObject({ state: 'en_route', starts_at: first!.starts_at })
  })
})

describe('a feed that says nothing', () => {
  test.each<[string, object]>([
    ['failed', { failures: 1 }],
    ['is silent', { silent_since: toTimestamp(START) }],
    ['is in doubt', { doubt: 'many_missing' }],
    ['was read long ago', { good_at: toTimestamp(instant(START - 2 * DAY_MS)) }],
  ])('skips nothing where it %s, brings back what it took, and says so', async (_what, columns) => {
    const { save, visits, sourceId, pickups } = await rental()
    await save()
    expect((await visits())[0]!.state).toBe('skipped')
    const set = (values: object) =>
      testApp.app.db.updateTable('stay_feed').set(values).where('source_id', '=', sourceId).execute()
    await set(columns)
    await reviewPickups(testApp.app, 'denver')
    await testApp.work()
    expect(said(await visits())).toEqual(BY_RULE)
    expect((await pickups()).isReliable).toBe(false)
  })

  test('nothing is skipped where nothing tells of stays', async () => {
    const { save, visits, sourceId } = await rental()
    await testApp.app.db
      .updateTable('stay_source')
      .set({ ended_at: toTimestamp(START) })
      .where('id', '=', sourceId)
      .execute()
    await save()
    expect(said(await visits())).toEqual(BY_RULE)
  })
})

describe('the host', () => {
  test('brings one back that was vacant, and it stays', async () => {
    const { save, say, visits, client } = await rental()
    await save()
    const [first] = await visits()
    expect((await client.call('POST /api/unskip-visit', { body: { visitId: first!.id } })).status).toBe(200)
    await say(stay('a', 20, 2))
    await save()
    expect((await visits())[0]!.state).toBe('scheduled')
  })

  test('skips an extra one, and it stays out', async () => {
    const { save, say, visits, client } = await rental()
    await save()
    await say(stay('a', -4, 9))
    const extra = (await visits()).find(({ date }) => date === addDays(TODAY, 5))!
    await client.call('POST /api/skip-visit', { body: { visitId: extra.id } })
    await say(stay('a', -4, 9, { guests: 4 }))
    expect((await visits()).find(({ id }) => id === extra.id)!.state).toBe('skipped')
  })

  test('is told by the field what is wrong, and has only its own places', async () => {
    const { save, propertyId } = await rental()
    const wrong = await save({ extraNights: 61, extraGuests: 1 })
    expect([wrong.status, Object.keys(wrong.failure.fields ?? {}).toSorted()]).toEqual([
      400,
      ['extraGuests', 'extraNights'],
    ])
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    const tries = [
      await stranger.call('GET /api/pickups', { query: { propertyId } }),
      await stranger.call('POST /api/save-pickup-rule', { body: { propertyId, ...RULE } }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404])
  })
})

test('each day the next days are looked at, and what was said of days long over is forgotten', async () => {
  const { save, visits, sourceId, weeklyJobId, propertyId } = await rental()
  await save()
  const { app } = testApp
  const old = addDays(TODAY, -SETTING_GROUPS.keeping.stayDaysKept.byDefault - 1)
  await app.db
    .insertInto('pickup_day')
    .values({
      weekly_job_id: weeklyJobId,
      date: old,
      not_before: RULE.checkOutTime,
      created_at: toTimestamp(START),
    })
    .execute()
  testApp.clock.set(instant(START + 4 * DAY_MS))
  await app.db
    .updateTable('stay_feed')
    .set({ good_at: toTimestamp(instant(START + 4 * DAY_MS - HOUR_MS)) })
    .where('source_id', '=', sourceId)
    .execute()
  await reviewPickups(app, 'denver')
  const { rows: queued } = await sql`
    select id from task where kind = 'plan_pickups' and payload ->> 'propertyId' = ${propertyId}
  `.execute(app.db)
  expect(queued).toHaveLength(1)
  await inTransaction(app.db, (trx) => planPickupsOf(app, trx, propertyId))
  expect(said(await visits()).slice(0, 2)).toEqual(['03-05 08:00 skipped', '03-12 08:00 skipped'])
  const left = await app.db.selectFrom('pickup_day').where('date', '<', TODAY).select('date').execute()
  expect(left).toEqual([])
})

test('stays that change at once while their crew sets out: it is under way, or left out and not begun', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { save, say, visits, crew } = await rental()
    testApp.clock.set(instantAt(addDays(TODAY, 3), localTime('07:30'), DEFAULT_TIME_ZONE))
    await say(stay('a', 1, 5), stay('b', 12, 3))
    await save()
    const [first] = await visits()
    const visitId: VisitId = first!.id
    await testApp.app.db.updateTable('visit').set({ state: 'confirmed' }).where('id', '=', visitId).execute()
    const crewClient = await signedIn(testApp, crew)
    const [started] = await Promise.all([
      crewClient.call('POST /api/start-visit', { body: { visitId } }),
      say(stay('a', 1, 5, { state: 'cancelled' })),
      say(stay('b', 12, 4)),
    ])
    const [after, ...others] = await visits()
    expect(['in_progress 200', 'skipped 409', 'skipped 403', 'skipped 404']).toContain(
      `${after!.state} ${started.status}`,
    )
    expect(new Set(others.map(({ date }) => date)).size).toBe(others.length)
    testApp.clock.set(START)
  }
})
