/** Weekly jobs that do not come every week. The dates are a calendar's, written by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { PropertyId, WeeklyJobId } from '#domain/ids.ts'
import { instantAt, localDate, localTime } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { planVisits } from '../jobs/plan-visits.ts'

const DENVER = 'America/Denver'
/** A Monday morning; visits are planned until Monday, May 4. */
const START = instantAt(localDate('2026-04-06'), localTime('06:00'), DENVER)
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const EVERY_2 = { kind: 'weeks', every: 2 }

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(START))

type Item = BodyInput<Contract['POST /api/book-weekly-jobs']>['items'][number]
/** As somebody may send it, also what cannot be. */
type Wish = { weekdays?: number[]; rhythm?: object; startsOn?: string; endsOn?: string | null }

async function withHome() {
  const customer = await buildCustomer(testApp.app)
  const propertyId = await buildProperty(testApp.app, customer.userId)
  return { customer, propertyId, client: await signedIn(testApp, customer) }
}

function book(
  { client, propertyId }: { client: Client; propertyId: PropertyId },
  { weekdays = [3], rhythm = EVERY_2, startsOn = '2026-04-06', endsOn = null }: Wish = {},
) {
  const hours = { windowStart: '07:00', windowEnd: '09:00' }
  const item = { propertyIds: [propertyId], serviceKey: 'bins', weekdays, quantity: 1, ...hours }
  const items = [{ ...item, rhythm: rhythm as NonNullable<Item['rhythm']> }]
  return client.call('POST /api/book-weekly-jobs', { body: { items, startsOn, endsOn } })
}

async function bookJob(wish: Wish = {}) {
  const home = await withHome()
  const { status, body } = await book(home, wish)
  expect(status).toBe(200)
  return { ...home, weeklyJobId: body.weeklyJobIds[0] as WeeklyJobId, firstVisitOn: body.firstVisitOn }
}

/** Dates with their states, `scheduled` left out. */
async function datesOf(weeklyJobId: WeeklyJobId): Promise<string> {
  const visits = await testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .orderBy('date')
    .select(['date', 'state'])
    .execute()
  return visits.map(({ date, state }) => (state === 'scheduled' ? date : `${date} ${state}`)).join(' ')
}

async function visitOn(weeklyJobId: WeeklyJobId, date: string) {
  const row = await testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '=', localDate(date))
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}

function change(client: Client, body: { weeklyJobId: WeeklyJobId; from: string; [term: string]: unknown }) {
  return client.call('POST /api/change-weekly-job', { body })
}

describe('every second week', () => {
  test('has a visit in every other week, and goes on so when time goes on', async () => {
    const { weeklyJobId, firstVisitOn } = await bookJob()
    expect(firstVisitOn).toBe('2026-04-08')
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-22')
    testApp.clock.set(instantAt(localDate('2026-05-11'), localTime('06:00'), DENVER))
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-22 2026-05-20 2026-06-03')
  })

  test('keeps its weeks through a skip, a pause and every edit', async () => {
    const { client, weeklyJobId } = await bookJob()
    await client.call('POST /api/skip-visit', { body: { visitId: await visitOn(weeklyJobId, '2026-04-22') } })
    await change(client, { weeklyJobId, from: '2026-04-14', quantity: 2 })
    await change(client, { weeklyJobId, from: '2026-04-15', weekdays: [3], rhythm: EVERY_2 })
    const pause = { weeklyJobId, from: '2026-04-27', to: '2026-05-10' }
    await client.call('POST /api/pause-weekly-job', { body: pause })
    await client.call('POST /api/resume-weekly-job', { body: { weeklyJobId } })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-22 skipped')
    const { body } = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    expect(body.rhythm).toEqual({ kind: 'weeks', every: 2, anchor: '2026-04-06', season: null })
    expect(body.nextDates.slice(0, 4)).toEqual(['2026-04-08', '2026-05-06', '2026-05-20', '2026-06-03'])
  })

  test('on another weekday stays in its weeks', async () => {
    const { client, weeklyJobId } = await bookJob()
    await change(client, { weeklyJobId, from: '2026-04-13', weekdays: [5] })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-22 skipped 2026-04-24')
  })

  test('turns to every third from a day on, as shown before: which visits go and which come', async () => {
    const { client, weeklyJobId } = await bookJob()
    const terms = { weeklyJobId, from: '2026-04-13', rhythm: { kind: 'weeks', every: 3 } } as const
    const preview = await client.call('POST /api/preview-schedule-change', {
      body: { kind: 'change', ...terms },
    })
    expect(preview.body).toMatchObject({
      from: '2026-04-13',
      to: '2026-07-05',
      visitsBefore: 6,
      visitsAfter: 4,
      goneDates: ['2026-04-22', '2026-05-20', '2026-06-03', '2026-07-01'],
      // Memorial Day moves the Wednesday of its week by a day.
      newDates: ['2026-04-15', '2026-05-28'],
    })
    expect((await change(client, terms)).body).toMatchObject({ createdVisitCount: 1, removedVisitCount: 1 })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-15 2026-04-22 skipped')
    const { body } = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    expect(body.nextDates.slice(0, 4)).toEqual(['2026-04-08', '2026-04-15', '2026-05-06', '2026-05-28'])
    expect(body.termsUntil).toMatchObject([{ until: '2026-04-12', rhythm: { every: 2 } }])
  })

  test('comes in the other weeks where one of them is chosen', async () => {
    const { client, weeklyJobId } = await bookJob()
    await change(client, { weeklyJobId, from: '2026-04-09', rhythm: { ...EVERY_2, weekOf: '2026-04-15' } })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-15 2026-04-22 skipped 2026-04-29')
  })

  test('becomes every week again', async () => {
    const { client, weeklyJobId } = await bookJob()
    await change(client, { weeklyJobId, from: '2026-04-20', rhythm: { kind: 'weeks', every: 1 } })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-22 2026-04-29')
    const stored = await testApp.app.db
      .selectFrom('weekly_job')
      .where('id', '=', weeklyJobId)
      .select('rhythm')
      .executeTakeFirstOrThrow()
    expect(stored.rhythm).toBeNull()
  })

  test('lets another job have the weeks between, and no other the same', async () => {
    const home = await withHome()
    expect((await book(home)).status).toBe(200)
    const between = { rhythm: { ...EVERY_2, weekOf: '2026-04-15' } }
    const [one, other] = await Promise.all([book(home, between), book(home, between)])
    expect([one.status, other.status].sort((a, b) => a - b)).toEqual([200, 409])
    const weekly = await book(home, { rhythm: { kind: 'weeks', every: 1 } })
    expect(weekly.body).toMatchObject({ code: 'already_booked' })
    expect((await book(home, { rhythm: { kind: 'weeks', every: 4, weekOf: '2026-04-20' } })).status).toBe(409)
  })

  test('costs half as much on average, and says about how much a month', async () => {
    const { client, weeklyJobId, propertyId } = await bookJob()
    const { body } = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    const perVisit = body.perVisitCents as number
    expect(perVisit).toBeGreaterThan(0)
    expect(body.perWeekCents).toBe(Math.round(perVisit / 2))
    expect(body.perMonthCents).toBe(Math.round((perVisit * 26) / 12))
    const item = { propertyIds: [propertyId], serviceKey: 'bins', weekdays: [3 as const], quantity: 1 }
    const quote = await client.call('POST /api/get-quote', {
      body: {
        items: [{ ...item, rhythm: { kind: 'weeks', every: 2 } }],
        startsOn: '2026-04-06',
        insteadOf: weeklyJobId,
      },
    })
    expect(quote.body).toMatchObject({
      visitsPerWeek: 1,
      perWeekCents: Math.round(perVisit / 2),
      perMonthCents: Math.round((perVisit * 26) / 12),
      firstWeekCents: perVisit,
      duplicateCount: 0,
    })
  })

  test('is taken by a crew with its weekday, every visit of it, and given back', async () => {
    const { weeklyJobId } = await bookJob()
    const crew = await buildCrew(testApp.app)
    const client = await signedIn(testApp, crew)
    const open = await client.call('POST /api/get-job-routes', {})
    const job = (open.body.jobs as { weeklyJobId: string }[]).find((each) => each.weeklyJobId === weeklyJobId)
    expect(job).toMatchObject({ rhythm: { kind: 'weeks', every: 2 } })
    const taken = await client.call('POST /api/take-weekly-job', { body: { weeklyJobId, weekdays: [3] } })
    expect(taken.body).toMatchObject({ days: [{ firstDate: '2026-04-08', visitCount: 2 }] })
    const { body } = await client.call('POST /api/get-assignments', {})
    expect(body.assignments).toMatchObject([{ weekday: 3, rhythm: { every: 2 }, nextDate: '2026-04-08' }])
    testApp.clock.set(instantAt(localDate('2026-04-27'), localTime('06:00'), DENVER))
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    const held = await testApp.app.db
      .selectFrom('visit')
      .where('weekly_job_id', '=', weeklyJobId)
      .where('crew_id', '=', crew.userId)
      .orderBy('date')
      .select('date')
      .execute()
    expect(held.map(({ date }) => date)).toEqual(['2026-04-08', '2026-04-22', '2026-05-06', '2026-05-20'])
    const { assignmentId } = body.assignments[0]!
    const later = await signedIn(testApp, crew)
    const released = await later.call('POST /api/release-assignment', { body: { assignmentId } })
    expect(released.body).toMatchObject({ releasedVisitCount: 2 })
  })
})

describe('every month', () => {
  test('on the 31st it comes on the last day', async () => {
    const rhythm = { kind: 'month_day', day: 31 }
    const { client, weeklyJobId, firstVisitOn } = await bookJob({ rhythm, weekdays: EVERY_DAY })
    expect(firstVisitOn).toBe('2026-04-30')
    expect(await datesOf(weeklyJobId)).toBe('2026-04-30')
    const { body } = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    expect(body.nextDates).toEqual(
      '2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31 2026-11-30 2026-12-31 2027-01-31 2027-02-28 2027-03-31'.split(
        ' ',
      ),
    )
  })

  test('on the last Friday, and then on the first and third Tuesday', async () => {
    const rhythm = { kind: 'month_weekday', nth: -1 }
    const { client, weeklyJobId } = await bookJob({ rhythm, weekdays: [5] })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-24')
    const first = {
      weeklyJobId,
      from: '2026-04-07',
      weekdays: [2],
      rhythm: { kind: 'month_weekday', nth: 1 },
    }
    expect((await change(client, first)).status).toBe(200)
    expect(await datesOf(weeklyJobId)).toBe('2026-04-07 2026-04-24 skipped')
  })

  test('leaves its days for weekdays only where some are chosen', async () => {
    const { client, weeklyJobId } = await bookJob({
      rhythm: { kind: 'month_day', day: 15 },
      weekdays: EVERY_DAY,
    })
    const weekly = { weeklyJobId, from: '2026-04-16', rhythm: { kind: 'weeks', every: 1 } }
    const refused = await change(client, weekly)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ fields: { weekdays: 'Choose at least one weekday.' } })
    const narrowed = await change(client, { weeklyJobId, from: '2026-04-16', weekdays: [1] })
    expect(narrowed.body).toMatchObject({
      fields: { weekdays: 'A day of the month can fall on any weekday: choose all seven.' },
    })
    expect((await change(client, { ...weekly, weekdays: [4] })).status).toBe(200)
    expect(await datesOf(weeklyJobId)).toBe('2026-04-15 2026-04-16 2026-04-23 2026-04-30')
  })
})

describe('a season', () => {
  test('has its first visit when it begins, also further ahead than visits are planned', async () => {
    const season = { from: '05-05', to: '10-31' }
    const { client, weeklyJobId, firstVisitOn } = await bookJob({
      rhythm: { kind: 'weeks', every: 1, season },
    })
    expect(firstVisitOn).toBe('2026-05-06')
    expect(await datesOf(weeklyJobId)).toBe('')
    const { body } = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    expect(body).toMatchObject({ rhythm: { season }, nextDates: expect.arrayContaining(['2026-05-06']) })
  })

  test('ends what is planned already when it is set later', async () => {
    const { client, weeklyJobId } = await bookJob({ rhythm: { kind: 'weeks', every: 1 } })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-15 2026-04-22 2026-04-29')
    const rhythm = { kind: 'weeks', every: 1, season: { from: '11-01', to: '04-22' } }
    await change(client, { weeklyJobId, from: '2026-04-09', rhythm })
    expect(await datesOf(weeklyJobId)).toBe('2026-04-08 2026-04-15 2026-04-22 2026-04-29 skipped')
  })
})

describe('what cannot be is said at its field', () => {
  test.each<[string, Wish, string, string]>([
    [
      'a day of the month on one weekday',
      { rhythm: { kind: 'month_day', day: 15 } },
      'items.0.weekdays',
      'A day of the month can fall on any weekday: choose all seven.',
    ],
    [
      'the 32nd',
      { rhythm: { kind: 'month_day', day: 32 }, weekdays: EVERY_DAY },
      'items.0.rhythm.day',
      'Choose a day of the month from 1 to 31. In a shorter month it is the last day.',
    ],
    [
      'every fifth week',
      { rhythm: { kind: 'weeks', every: 5 } },
      'items.0.rhythm.every',
      'Choose every 1, 2, 3 or 4 weeks.',
    ],
    [
      'the fifth Monday',
      { rhythm: { kind: 'month_weekday', nth: 5 } },
      'items.0.rhythm.nth',
      'Choose the first to fourth, or -1 for the last.',
    ],
    [
      'a season from 30 February',
      { rhythm: { kind: 'weeks', every: 1, season: { from: '02-30', to: '10-31' } } },
      'items.0.rhythm.season.from',
      'Write a day of the year as MM-DD, such as 04-01.',
    ],
    [
      'an end before the season',
      { rhythm: { kind: 'weeks', every: 1, season: { from: '06-01', to: '10-31' } }, endsOn: '2026-05-31' },
      'endsOn',
      'No visit would ever fall on these days. Choose another rhythm, season or last day.',
    ],
  ])('%s', async (_name, wish, field, sentence) => {
    const { status, body } = await book(await withHome(), wish)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'bad_input', fields: { [field]: sentence } })
  })

  test('in Spanish to who reads Spanish', async () => {
    const customer = await buildCustomer(testApp.app, { locale: 'es' })
    const propertyId = await buildProperty(testApp.app, customer.userId)
    const client = await signedIn(testApp, customer)
    const { body } = await book(
      { client, propertyId },
      {
        rhythm: { kind: 'weeks', every: 1, season: { from: '06-01', to: '10-31' } },
        endsOn: '2026-05-31',
      },
    )
    expect(body).toMatchObject({
      fields: {
        endsOn: 'Ninguna visita caería en estos días. Elige otra frecuencia, temporada o último día.',
      },
    })
  })
})
