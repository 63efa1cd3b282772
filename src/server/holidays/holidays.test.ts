import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PropertyId, UserId } from '#domain/ids.ts'
import type { Rhythm } from '#domain/schedule/rhythm.ts'
import { type Instant, instantAt, localDate, localTime, MINUTE_MS, type Weekday } from '#domain/time.ts'
import { planVisits } from '#server/jobs/plan-visits.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { savePreferences } from '../notices/preference-queries.ts'

const at = (date: string, time: string, zone = 'America/Denver') =>
  instantAt(localDate(date), localTime(time), zone)
/** A Monday two weeks before Thanksgiving week. */
const START = at('2026-11-09', '06:00')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
})
afterAll(() => testApp.close())
// A schedule's clock only goes forward, so each test begins without any.
beforeEach(async () => {
  testApp.clock.set(START)
  const { db } = testApp.app
  await db.deleteFrom('task_schedule').execute()
  await db.deleteFrom('task').execute()
  await db.updateTable('weekly_job').set({ state: 'cancelled' }).execute()
  await db.updateTable('visit').set({ state: 'cancelled' }).where('state', '=', 'scheduled').execute()
  await testApp.work()
})

async function plannedJob(
  input: { weekdays?: Weekday[]; zone?: string; customerId?: UserId; name?: string; rhythm?: Rhythm } = {},
) {
  const { app } = testApp
  const customerId = input.customerId ?? (await buildCustomer(app)).userId
  const propertyId = await buildProperty(app, customerId, {
    name: input.name ?? 'Elm House',
    ...(input.zone === undefined ? {} : { timeZone: input.zone }),
  })
  const job = await buildWeeklyJob(app, {
    customerId,
    propertyId,
    weekdays: input.weekdays ?? [4],
    ...(input.rhythm === undefined ? {} : { rhythm: input.rhythm }),
  })
  await planVisits(app, { weeklyJobIds: [job.weeklyJobId] })
  return job
}

async function noticesOf(userId: UserId) {
  return testApp.app.db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('event', '=', 'day_moved')
    .orderBy('created_at')
    .select(['title', 'text', 'url'])
    .execute()
}

const mailsTo = async (userId: UserId) =>
  (
    await testApp.app.db
      .selectFrom('outbox_message')
      .where('user_id', '=', userId)
      .where('dedupe_key', 'like', 'mail:holiday-week:%')
      .select('subject')
      .execute()
  ).map(({ subject }) => subject)

const everySecondWeekFrom = (monday: string): Rhythm => ({
  kind: 'weeks',
  every: 2,
  anchor: localDate(monday),
  season: null,
})

const NAME = { nameEn: 'Thanksgiving', nameEs: 'Día de Acción de Gracias' }

/** Straight there: the days between are of no interest, and only the last quarter of an hour is worked through. */
async function goTo(date: string, time: string, zone?: string, delta = 0) {
  const { db } = testApp.app
  const until = (at(date, time, zone) + delta) as Instant
  testApp.clock.set((until - 15 * MINUTE_MS) as Instant)
  await db.deleteFrom('task_schedule').execute()
  await db.deleteFrom('task').where('kind', '<>', 'deliver_notice').where('kind', '<>', 'send_mail').execute()
  await testApp.work()
  await testApp.goTo(until)
}

describe('before a weekly booking', () => {
  async function weeksFor(
    propertyIds: PropertyId[],
    weekdays: Weekday[],
    serviceKey: string,
    userId: UserId,
  ) {
    const client = await signedIn(testApp, { userId })
    const { body } = await client.call('POST /api/get-booking-holidays', {
      body: { items: [{ propertyIds, serviceKey, weekdays, quantity: 1 }], startsOn: '2026-11-12' },
    })
    return body.weeks
  }

  test('says which days a holiday moves, and that it moves none', async () => {
    const { userId } = await buildCustomer(testApp.app)
    const home = await buildProperty(testApp.app, userId)
    const thanksgiving = { ...NAME, date: '2026-11-26', propertyCount: null }
    expect(await weeksFor([home], [4], 'bins', userId)).toEqual([
      { ...thanksgiving, shifts: [{ from: '2026-11-26', to: '2026-11-27' }] },
    ])
    expect(await weeksFor([home], [2], 'bins', userId)).toEqual([{ ...thanksgiving, shifts: [] }])
  })

  test('says it by place where they keep other calendars, and that a service keeps none', async () => {
    const { userId } = await buildCustomer(testApp.app)
    const [home, rental] = [
      await buildProperty(testApp.app, userId),
      await buildProperty(testApp.app, userId),
    ]
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    const { ruleSets } = (await operator.call('GET /api/operator-schedule')).body
    const { rules } = ruleSets.find((set) => set.name === 'US federal holidays')!
    const saved = await operator.call('POST /api/save-holiday-rules', {
      body: {
        ruleSetId: null,
        name: `Hauler that rests ${rental}`,
        serviceKeys: ['recycling'],
        secondHoliday: 'once',
        rules: rules
          .filter(({ key }) => key === 'thanksgiving')
          .map((rule) => ({ ...rule, effect: 'skip' as const })),
      },
    })
    await operator.call('POST /api/assign-holiday-rules', {
      body: { propertyId: rental, ruleSetId: saved.body.ruleSetId },
    })
    const counted = (weeks: Awaited<ReturnType<typeof weeksFor>>) =>
      weeks
        .map(({ shifts, propertyCount }) => [propertyCount, shifts.map(({ to }) => to)])
        .toSorted((a, b) => String(b).localeCompare(String(a)))
    expect(counted(await weeksFor([home, rental], [4], 'recycling', userId))).toEqual([
      [1, ['2026-11-27']],
      [1, [null]],
    ])
    expect(counted(await weeksFor([rental], [4], 'bins', userId))).toEqual([[null, []]])
  })

  test('is asked for one’s own places only', async () => {
    const stranger = await buildProperty(testApp.app, (await buildCustomer(testApp.app)).userId)
    const client = await signedIn(testApp, await buildCustomer(testApp.app))
    const items = [{ propertyIds: [stranger], serviceKey: 'bins', weekdays: [4 as const], quantity: 1 }]
    const answer = await client.call('POST /api/get-booking-holidays', {
      body: { items, startsOn: '2026-11-12' },
    })
    expect(answer.status).toBe(404)
  })
})

test('an order on a holiday stays on its day, and says so before and after it is booked', async () => {
  const wanted = (date: string) => ({
    serviceKey: 'handyman',
    quantity: 1,
    when: { kind: 'window' as const, date, from: '09:00', until: '11:00' },
    place: { lat: 39.74, lng: -104.99 },
    propertyId: null,
  })
  testApp.clock.set(at('2026-11-20', '08:00'))
  const holidayOn = async (date: string) =>
    (await testApp.client().call('POST /api/quote-on-demand', { body: wanted(date) })).body.holiday
  expect(await holidayOn('2026-11-26')).toEqual(NAME)
  expect(await holidayOn('2026-11-25')).toBeNull()
})

describe('a week before days move', () => {
  test('the customer is notified once, in one notice for all of them, at the hour of reminders', async () => {
    const { userId } = await buildCustomer(testApp.app)
    const { weeklyJobId } = await plannedJob({ customerId: userId, weekdays: [3, 4] })
    await plannedJob({ customerId: userId, weekdays: [5], name: 'Oak House' })
    await plannedJob({ customerId: userId, weekdays: [5], name: 'Pine House' })
    await goTo('2026-11-19', '18:00', undefined, -MINUTE_MS)
    expect(await noticesOf(userId)).toEqual([])
    await goTo('2026-11-19', '18:00')
    const notices = [
      {
        title: 'Thanksgiving week: your days move',
        text: [
          'Bins to the curb and back, Elm House: Thu, Nov 26 moves to Fri, Nov 27.',
          '2 visits move from Fri, Nov 27 to Sat, Nov 28.',
        ].join('\n'),
        url: '/jobs?week=2026-11-27',
      },
    ]
    expect(await noticesOf(userId)).toEqual(notices)
    const client = await signedIn(testApp, { userId })
    const home = (await client.call('GET /api/customer-summary')).body
    expect(home.movedDays).toEqual([
      { ...NAME, from: '2026-11-26', to: '2026-11-27', visitCount: 1 },
      // Later than a week from now.
    ])
    const changed = await client.call('POST /api/change-weekly-job', {
      body: { weeklyJobId, from: '2026-11-21', weekdays: [4, 5] },
    })
    expect(changed.status).toBe(200)
    await goTo('2026-11-20', '19:00')
    expect((await client.call('GET /api/customer-summary')).body.movedDays).toMatchObject([
      { to: '2026-11-27', visitCount: 1 },
      { to: '2026-11-28', visitCount: 3 },
    ])
    await goTo('2026-11-25', '19:00')
    expect(await noticesOf(userId)).toEqual(notices)
  })

  test('on the clock of the place, in the language of the person, where the person wants it', async () => {
    const { app } = testApp
    const eastern = await buildCustomer(app, { locale: 'es' })
    const western = await buildCustomer(app)
    await savePreferences(app.db, western.userId, [{ event: 'day_moved', channel: 'mail', isOn: false }])
    await plannedJob({ customerId: eastern.userId, zone: 'America/New_York' })
    await plannedJob({ customerId: western.userId, zone: 'America/Los_Angeles' })
    await goTo('2026-11-19', '18:00', 'America/New_York')
    expect(await noticesOf(eastern.userId)).toMatchObject([
      { title: 'Día de Acción de Gracias: cambia tu día' },
    ])
    expect(await noticesOf(western.userId)).toEqual([])
    await goTo('2026-11-19', '18:00', 'America/Los_Angeles')
    expect(await noticesOf(western.userId)).toHaveLength(1)
    await goTo('2026-11-20', '09:00')
    expect(await mailsTo(western.userId)).toEqual([])
    expect(await mailsTo(eastern.userId)).toEqual(['Día de Acción de Gracias: cambia tu día'])
  })

  test('a day that a holiday leaves out is notified a week before, too: once, on the clock of each place', async () => {
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    const saved = await operator.call('POST /api/save-holiday-rules', {
      body: {
        ruleSetId: null,
        name: `Rests on Thanksgiving ${(await buildCustomer(testApp.app)).userId}`,
        serviceKeys: ['bins'],
        secondHoliday: 'once',
        rules: [
          {
            key: 'thanksgiving',
            ...NAME,
            month: 11,
            day: null,
            nth: 4,
            weekday: 4,
            effect: 'skip',
            weekend: 'ignore',
          },
        ],
      },
    })
    const { ruleSetId } = saved.body
    const people = {
      eastern: await buildCustomer(testApp.app, { locale: 'es' }),
      western: await buildCustomer(testApp.app),
      paused: await buildCustomer(testApp.app),
      otherDay: await buildCustomer(testApp.app),
      otherWeek: await buildCustomer(testApp.app),
    }
    const restingJob = async (userId: UserId, input: Parameters<typeof plannedJob>[0] = {}) => {
      const job = await plannedJob({ ...input, customerId: userId })
      const body = { propertyId: job.propertyId, ruleSetId }
      expect((await operator.call('POST /api/assign-holiday-rules', { body })).status).toBe(200)
      await testApp.work()
      return job
    }
    await restingJob(people.eastern.userId, { zone: 'America/New_York' })
    await restingJob(people.western.userId, { zone: 'America/Los_Angeles' })
    await restingJob(people.western.userId, {
      zone: 'America/Los_Angeles',
      name: 'Oak House',
      rhythm: everySecondWeekFrom('2026-11-23'),
    })
    await restingJob(people.otherWeek.userId, { rhythm: everySecondWeekFrom('2026-11-16') })
    await restingJob(people.otherDay.userId, { weekdays: [3] })
    const { weeklyJobId } = await restingJob(people.paused.userId)
    const client = await signedIn(testApp, people.paused)
    await client.call('POST /api/pause-weekly-job', { body: { weeklyJobId, from: '2026-11-20', to: null } })
    await goTo('2026-11-19', '18:00', 'America/New_York', -MINUTE_MS)
    expect(await noticesOf(people.eastern.userId)).toEqual([])
    await goTo('2026-11-19', '18:00', 'America/New_York')
    const eastern = [
      {
        title: 'Día de Acción de Gracias: tu día no hay servicio',
        text: expect.stringMatching(/^.*Elm House: el jue, 26 de nov no hay servicio\. La próxima visita/),
        url: '/jobs?week=2026-11-26',
      },
    ]
    expect(await noticesOf(people.eastern.userId)).toEqual(eastern)
    expect(await noticesOf(people.western.userId)).toEqual([])
    await goTo('2026-11-19', '18:00', 'America/Los_Angeles')
    const western = [
      {
        title: 'Thanksgiving week: no service on your day',
        text: 'No service on Thu, Nov 26: 2 visits are left out.',
        url: '/jobs?week=2026-11-26',
      },
    ]
    expect(await noticesOf(people.western.userId)).toEqual(western)
    await goTo('2026-11-25', '19:00')
    expect(await noticesOf(people.eastern.userId)).toEqual(eastern)
    expect(await noticesOf(people.western.userId)).toEqual(western)
    expect(await noticesOf(people.paused.userId)).toEqual([])
    expect(await noticesOf(people.otherDay.userId)).toEqual([])
    expect(await noticesOf(people.otherWeek.userId)).toEqual([])
  })

  test.each(['cancelled', 'paused', 'moved by the customer'])('not where the visit is %s', async (how) => {
    const { userId } = await buildCustomer(testApp.app)
    const { weeklyJobId } = await plannedJob({ customerId: userId })
    const client = await signedIn(testApp, { userId })
    const visit = await testApp.app.db
      .selectFrom('visit')
      .where('weekly_job_id', '=', weeklyJobId)
      .where('date', '=', localDate('2026-11-27'))
      .select('id')
      .executeTakeFirstOrThrow()
    if (how === 'cancelled') await client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId } })
    else if (how === 'paused')
      await client.call('POST /api/pause-weekly-job', { body: { weeklyJobId, from: '2026-11-20', to: null } })
    else await client.call('POST /api/move-visit', { body: { visitId: visit.id, to: '2026-11-24' } })
    await goTo('2026-11-26', '09:00')
    expect(await noticesOf(userId)).toEqual([])
  })

  test('also over a change of the clocks', async () => {
    const { userId } = await buildCustomer(testApp.app)
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    const propertyId = await buildProperty(testApp.app, userId)
    const saved = await operator.call('POST /api/save-holiday-rules', {
      body: {
        ruleSetId: null,
        name: `Of the day after the clocks ${propertyId}`,
        serviceKeys: null,
        secondHoliday: 'once',
        rules: [
          {
            key: 'day_after',
            nameEn: 'Day After',
            nameEs: 'Día siguiente',
            month: 3,
            day: 15,
            nth: null,
            weekday: null,
            effect: 'shift',
            weekend: 'ignore',
          },
        ],
      },
    })
    await operator.call('POST /api/assign-holiday-rules', {
      body: { propertyId, ruleSetId: saved.body.ruleSetId },
    })
    // Clocks go forward on Sunday, 14 March 2027; the notice of the Monday after is due on the 8th.
    testApp.clock.set(at('2027-03-07', '06:00'))
    await testApp.app.db.deleteFrom('task_schedule').execute()
    await testApp.app.db.deleteFrom('task').execute()
    const job = await buildWeeklyJob(testApp.app, { customerId: userId, propertyId, weekdays: [1] })
    await planVisits(testApp.app, { weeklyJobIds: [job.weeklyJobId] })
    await goTo('2027-03-08', '18:00', undefined, -MINUTE_MS)
    expect(await noticesOf(userId)).toEqual([])
    await goTo('2027-03-08', '18:00')
    expect(await noticesOf(userId)).toHaveLength(1)
  })
})
