import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WeeklyJobId } from '#domain/ids.ts'
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  instant,
  instantAt,
  localDate,
  localTime,
  parseInstant,
  timeAt,
} from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { planVisits } from './plan-visits.ts'

const DENVER = 'America/Denver'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

function visitsOf(weeklyJobId: WeeklyJobId) {
  return testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .orderBy('date')
    .selectAll()
    .execute()
}

async function planAt(at: Instant, weeklyJobId: WeeklyJobId) {
  testApp.clock.set(at)
  return planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
}

async function zonedJob(
  timeZone: string,
  weekday: 1 | 7,
  window: { from: string; until: string },
  startsOn: string,
) {
  const customer = await buildCustomer(testApp.app)
  const propertyId = await buildProperty(testApp.app, customer.userId, { timeZone })
  const job = await buildWeeklyJob(testApp.app, {
    customerId: customer.userId,
    propertyId,
    weekdays: [weekday],
    window,
    startsOn: localDate(startsOn),
  })
  return { ...job, customer }
}

describe('the planner and the wall clock', () => {
  test('field 1: keeps Mondays 07:00 at 07:00 over both changes of the clock, once a week', async () => {
    const spring = await zonedJob(DENVER, 1, { from: '07:00', until: '09:00' }, '2026-03-02')
    await planAt(parseInstant('2026-03-01T12:00:00Z'), spring.weeklyJobId)
    const inSpring = (await visitsOf(spring.weeklyJobId)).slice(0, 3)
    expect(inSpring.map((visit) => new Date(visit.starts_at).toISOString())).toEqual([
      '2026-03-02T14:00:00.000Z',
      '2026-03-09T13:00:00.000Z',
      '2026-03-16T13:00:00.000Z',
    ])
    const autumn = await zonedJob(DENVER, 1, { from: '07:00', until: '09:00' }, '2026-10-26')
    await planAt(parseInstant('2026-10-25T12:00:00Z'), autumn.weeklyJobId)
    const inAutumn = (await visitsOf(autumn.weeklyJobId)).slice(0, 3)
    expect(inAutumn.map((visit) => new Date(visit.starts_at).toISOString())).toEqual([
      '2026-10-26T13:00:00.000Z',
      '2026-11-02T14:00:00.000Z',
      '2026-11-09T14:00:00.000Z',
    ])
    const phoenix = await zonedJob('America/Phoenix', 1, { from: '07:00', until: '09:00' }, '2026-10-26')
    await planAt(parseInstant('2026-10-25T12:00:00Z'), phoenix.weeklyJobId)
    const starts = (await visitsOf(phoenix.weeklyJobId)).map((visit) => timeAt(visit.starts_at, 'UTC'))
    expect(new Set(starts)).toEqual(new Set(['14:00']))
  })

  test('field 2: gives an hour that does not exist, or exists twice, one visit at a real instant', async () => {
    const gap = await zonedJob(DENVER, 7, { from: '02:30', until: '04:00' }, '2026-03-08')
    await planAt(parseInstant('2026-03-07T12:00:00Z'), gap.weeklyJobId)
    const [skipped] = await visitsOf(gap.weeklyJobId)
    expect([skipped!.date, timeAt(skipped!.starts_at, DENVER)]).toEqual(['2026-03-08', '03:30'])
    const twice = await zonedJob(DENVER, 7, { from: '01:30', until: '03:00' }, '2026-11-01')
    await planAt(parseInstant('2026-10-31T12:00:00Z'), twice.weeklyJobId)
    const visits = await visitsOf(twice.weeklyJobId)
    expect(visits.filter((visit) => visit.date === '2026-11-01')).toHaveLength(1)
    expect(new Date(visits[0]!.starts_at).toISOString()).toBe('2026-11-01T07:30:00.000Z')
  })

  test('field 3: puts a late evening on the day of the place, not of UTC', async () => {
    const job = await zonedJob(DENVER, 1, { from: '19:00', until: '21:00' }, '2026-07-06')
    await planAt(parseInstant('2026-07-05T12:00:00Z'), job.weeklyJobId)
    const [first] = await visitsOf(job.weeklyJobId)
    expect([first!.date, new Date(first!.starts_at).toISOString()]).toEqual([
      '2026-07-06',
      '2026-07-07T01:00:00.000Z',
    ])
    testApp.clock.set(parseInstant('2026-07-07T01:30:00Z'))
    const client = await signedIn(testApp, job.customer)
    const monday = await client.call('POST /api/get-visits', {
      body: { from: '2026-07-06', to: '2026-07-06' },
    })
    const tuesday = await client.call('POST /api/get-visits', {
      body: { from: '2026-07-07', to: '2026-07-07' },
    })
    expect([monday.body.totalCount, tuesday.body.totalCount]).toEqual([1, 0])
    expect((await client.call('GET /api/customer-summary')).body.today).toBe('2026-07-06')
  })

  test('lets a day at any time last from midnight to the next local midnight, whatever its hours', async () => {
    const customer = await buildCustomer(testApp.app)
    const job = await buildWeeklyJob(testApp.app, {
      customerId: customer.userId,
      weekdays: [7],
      startsOn: localDate('2026-03-08'),
    })
    await planAt(parseInstant('2026-03-07T12:00:00Z'), job.weeklyJobId)
    const [short] = await visitsOf(job.weeklyJobId)
    expect((short!.ends_at - short!.starts_at) / HOUR_MS).toBe(23)
  })
})

describe('field 11: the planner run again', () => {
  const start = instantAt(localDate('2026-03-02'), localTime('09:00'), DENVER)

  test('by two workers at once makes every visit once', async () => {
    testApp.clock.set(start)
    const customer = await buildCustomer(testApp.app)
    const propertyId = await buildProperty(testApp.app, customer.userId)
    await sql`
      insert into weekly_job (customer_id, property_id, service_key, weekdays, quantity, starts_on, created_at, updated_at)
      select ${customer.userId}, ${propertyId}, 'bins', '{1,3,5}', 1, '2026-03-02', now(), now()
      from generate_series(1, 1500)
    `.execute(testApp.app.db)
    const input = { customerId: customer.userId }
    const planned = await Promise.all([1, 2, 3].map(() => planVisits(testApp.app, input)))
    const rows = await testApp.app.db
      .selectFrom('visit')
      .where('customer_id', '=', customer.userId)
      .select(sql<number>`count(*)`.as('count'))
      .select(sql<number>`count(distinct (weekly_job_id, date))`.as('distinct'))
      .executeTakeFirstOrThrow()
    expect(rows).toEqual({ count: 1_500 * 13, distinct: 1_500 * 13 })
    expect(planned.reduce((sum, each) => sum + each.visitCount, 0)).toBe(1_500 * 13)
    expect(await planVisits(testApp.app, input)).toEqual({ jobCount: 0, visitCount: 0 })
  })

  test('goes on after days off without visits in the past, and does nothing with the clock set back', async () => {
    const job = await buildWeeklyJob(testApp.app, {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      startsOn: localDate('2026-03-01'),
    })
    await planAt(start, job.weeklyJobId)
    expect(await visitsOf(job.weeklyJobId)).toHaveLength(29)
    expect((await planAt(instant(start - 2 * HOUR_MS), job.weeklyJobId)).visitCount).toBe(0)
    expect((await planAt(instant(start + 3 * DAY_MS), job.weeklyJobId)).visitCount).toBe(3)
    expect((await planAt(instant(start + 60 * DAY_MS), job.weeklyJobId)).visitCount).toBe(29)
    const dates = (await visitsOf(job.weeklyJobId)).map((visit) => visit.date)
    expect(new Set(dates).size).toBe(dates.length)
    expect(dates).not.toContain('2026-04-10')
  })

  test('after a crash midway fills what is missing and doubles nothing', async () => {
    testApp.clock.set(start)
    const customer = await buildCustomer(testApp.app)
    const propertyId = await buildProperty(testApp.app, customer.userId)
    await sql`
      insert into weekly_job (customer_id, property_id, service_key, weekdays, quantity, starts_on, created_at, updated_at)
      select ${customer.userId}, ${propertyId}, 'bins', '{4}', 1, '2026-03-02', now(), now()
      from generate_series(1, 1200)
    `.execute(testApp.app.db)
    const crashing = {
      customerId: customer.userId,
      onBatch: () => {
        throw new Error('the process died')
      },
    }
    await expect(planVisits(testApp.app, crashing)).rejects.toThrow('died')
    const count = async () =>
      (
        await testApp.app.db
          .selectFrom('visit')
          .where('customer_id', '=', customer.userId)
          .select(sql<number>`count(*)`.as('count'))
          .executeTakeFirstOrThrow()
      ).count
    expect([500 * 4, 1_000 * 4]).toContain(await count())
    await planVisits(testApp.app, { customerId: customer.userId })
    expect(await count()).toBe(1_200 * 4)
  })

  test('runs by itself at one in the morning of the market', async () => {
    testApp.clock.set(start)
    const job = await buildWeeklyJob(testApp.app, { weekdays: [2], startsOn: localDate('2026-03-02') })
    await testApp.work()
    await testApp.goTo(instantAt(localDate('2026-03-03'), localTime('00:30'), DENVER))
    expect(await visitsOf(job.weeklyJobId)).toEqual([])
    await testApp.goTo(instantAt(localDate('2026-03-03'), localTime('01:30'), DENVER))
    expect((await visitsOf(job.weeklyJobId)).map((visit) => visit.date)).toEqual([
      '2026-03-03',
      '2026-03-10',
      '2026-03-17',
      '2026-03-24',
      '2026-03-31',
    ])
  })

  test('gives a visit the crew to which its weekday is assigned on that date', async () => {
    testApp.clock.set(start)
    const crew = await buildCrew(testApp.app)
    const job = await buildWeeklyJob(testApp.app, { weekdays: [2, 4], startsOn: localDate('2026-03-02') })
    await testApp.app.db
      .insertInto('assignment')
      .values({
        weekly_job_id: job.weeklyJobId,
        weekday: 2,
        crew_id: crew.userId,
        position: 3,
        taken_at: toTimestamp(start),
        from_date: localDate('2026-03-10'),
      })
      .execute()
    await planAt(start, job.weeklyJobId)
    const assigned = (await visitsOf(job.weeklyJobId)).filter((visit) => visit.crew_id !== null)
    expect(assigned.map((visit) => [visit.date, visit.position])).toEqual([
      ['2026-03-10', 3],
      ['2026-03-17', 3],
      ['2026-03-24', 3],
    ])
  })

  test('plans nothing for places that are gone and jobs that ended', async () => {
    testApp.clock.set(start)
    const gone = await buildWeeklyJob(testApp.app, { weekdays: [2] })
    await testApp.app.db
      .updateTable('property')
      .set({ removed_at: toTimestamp(start) })
      .where('id', '=', gone.propertyId)
      .execute()
    const ended = await buildWeeklyJob(testApp.app, { weekdays: [2], state: 'cancelled' })
    await planVisits(testApp.app, { weeklyJobIds: [gone.weeklyJobId, ended.weeklyJobId] })
    expect([...(await visitsOf(gone.weeklyJobId)), ...(await visitsOf(ended.weeklyJobId))]).toEqual([])
  })
})
