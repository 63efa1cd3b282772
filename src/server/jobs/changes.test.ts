import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { DAY_MS, instant, instantAt, localDate, localTime, timeAt, type Weekday } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { planVisits } from './plan-visits.ts'

const DENVER = 'America/Denver'
/** A Monday morning, before the window of its own visit. */
const START = instantAt(localDate('2026-04-06'), localTime('06:00'), DENVER)

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(START))

type Booked = { client: Client; weeklyJobId: WeeklyJobId; customerId: UserId; propertyId: PropertyId }

async function bookJob(weekdays: Weekday[] = [3], quantity = 1): Promise<Booked> {
  const customer = await buildCustomer(testApp.app)
  const propertyId = await buildProperty(testApp.app, customer.userId)
  const client = await signedIn(testApp, customer)
  const items = [
    {
      propertyIds: [propertyId],
      serviceKey: 'bins',
      weekdays,
      quantity,
      windowStart: '07:00',
      windowEnd: '09:00',
    },
  ]
  const { body } = await client.call('POST /api/book-weekly-jobs', {
    body: { items, startsOn: '2026-04-06' },
  })
  return { client, weeklyJobId: body.weeklyJobIds[0] as WeeklyJobId, customerId: customer.userId, propertyId }
}

async function visitsOf(weeklyJobId: WeeklyJobId) {
  return testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .orderBy('date')
    .selectAll()
    .execute()
}

/** Dates with their states, `scheduled` left out. */
async function datesOf(weeklyJobId: WeeklyJobId): Promise<string[]> {
  const visits = await visitsOf(weeklyJobId)
  return visits.map(({ date, state }) => (state === 'scheduled' ? date : `${date} ${state}`))
}

async function visitOn(weeklyJobId: WeeklyJobId, date: string): Promise<VisitId> {
  return (await visitsOf(weeklyJobId)).find((visit) => visit.date === date)!.id
}

/** As when a crew takes the weekday: the assignment and the coming visits. */
async function assignJob(
  { weeklyJobId }: Booked,
  weekday: Weekday,
  state: 'scheduled' | 'confirmed' = 'confirmed',
) {
  const crew = await buildCrew(testApp.app)
  const assignment = await testApp.app.db
    .insertInto('assignment')
    .values({
      weekly_job_id: weeklyJobId,
      weekday,
      crew_id: crew.userId,
      taken_at: toTimestamp(START),
      from_date: localDate('2026-04-06'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dates = (await visitsOf(weeklyJobId)).filter(
    (visit) => new Date(`${visit.date}T00:00:00Z`).getUTCDay() === weekday % 7,
  )
  await testApp.app.db
    .updateTable('visit')
    .set({ crew_id: crew.userId, assignment_id: assignment.id, state })
    .where(
      'id',
      'in',
      dates.map((visit) => visit.id),
    )
    .execute()
  return crew
}

async function mailsTo(userId: UserId) {
  await testApp.work()
  return testApp.app.db.selectFrom('outbox_message').where('user_id', '=', userId).selectAll().execute()
}

describe('skipping a date', () => {
  test('field 8: keeps it skipped whatever is changed later', async () => {
    const { client, weeklyJobId } = await bookJob([3])
    const visitId = await visitOn(weeklyJobId, '2026-04-15')
    expect((await client.call('POST /api/skip-visit', { body: { visitId } })).status).toBe(200)
    const change = { weeklyJobId, from: '2026-04-07', quantity: 2, window: { start: '10:00', end: '12:00' } }
    const changed = await client.call('POST /api/change-weekly-job', { body: change })
    expect(changed.body).toMatchObject({ changedVisitCount: 3, createdVisitCount: 0, removedVisitCount: 0 })
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    expect(await datesOf(weeklyJobId)).toEqual([
      '2026-04-08',
      '2026-04-15 skipped',
      '2026-04-22',
      '2026-04-29',
    ])
    const away = { weeklyJobId, from: '2026-04-07', weekdays: [4] }
    await client.call('POST /api/change-weekly-job', { body: away })
    await client.call('POST /api/change-weekly-job', { body: { ...away, weekdays: [3] } })
    expect(await datesOf(weeklyJobId)).toContain('2026-04-15 skipped')
    const job = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    expect(job.body.skippedDates).toEqual(['2026-04-15'])
  })

  test('notifies the crew, counts once, and can be taken back with the same crew', async () => {
    const booked = await bookJob([3])
    const crew = await assignJob(booked, 3)
    const { client, weeklyJobId } = booked
    const visitId = await visitOn(weeklyJobId, '2026-04-15')
    await client.call('POST /api/skip-visit', { body: { visitId } })
    expect((await client.call('POST /api/skip-visit', { body: { visitId } })).status).toBe(200)
    const mails = await mailsTo(crew.userId)
    expect(mails.map((mail) => mail.subject)).toEqual(['A visit is skipped'])
    expect((await client.call('POST /api/unskip-visit', { body: { visitId } })).status).toBe(200)
    const visit = (await visitsOf(weeklyJobId)).find((each) => each.id === visitId)!
    expect([visit.state, visit.crew_id]).toEqual(['scheduled', crew.userId])
    expect((await mailsTo(crew.userId)).map((mail) => mail.subject)).toContain('A skipped visit is back')
    const job = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    expect(job.body.skippedDates).toEqual([])
  })

  test('is refused once it is over, to others, and to crews', async () => {
    const { client, weeklyJobId } = await bookJob([3])
    const visitId = await visitOn(weeklyJobId, '2026-04-08')
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    for (const path of ['POST /api/skip-visit', 'POST /api/unskip-visit'] as const) {
      expect((await stranger.call(path, { body: { visitId } })).status).toBe(404)
      expect((await crew.call(path, { body: { visitId } })).status).toBe(403)
      expect((await testApp.client().call(path, { body: { visitId } })).status).toBe(401)
      expect((await client.call(path, { body: { visitId: randomUUID() } })).status).toBe(404)
      expect((await client.call(path, { body: { visitId: 'x' } })).failure.fields).toHaveProperty('visitId')
    }
    testApp.clock.set(instant(START + 3 * DAY_MS))
    const late = await client.call('POST /api/skip-visit', { body: { visitId } })
    expect([late.status, late.failure.code]).toEqual([409, 'too_late'])
  })
})

describe('pausing', () => {
  test('takes a range out and resuming puts it back, without what was skipped by hand', async () => {
    const { client, weeklyJobId } = await bookJob([1, 3])
    const skipped = await visitOn(weeklyJobId, '2026-04-20')
    await client.call('POST /api/skip-visit', { body: { visitId: skipped } })
    const pause = { weeklyJobId, from: '2026-04-13', to: '2026-04-22' }
    const paused = await client.call('POST /api/pause-weekly-job', { body: pause })
    expect(paused.body.skippedVisitCount).toBe(3)
    const job = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    expect(job.body.pauses).toEqual([{ from: '2026-04-13', to: '2026-04-22', reason: 'customer' }])
    expect(job.body.state).toBe('active')
    const within = await client.call('POST /api/unskip-visit', { body: { visitId: skipped } })
    expect(within.failure.code).toBe('wrong_state')
    const resumed = await client.call('POST /api/resume-weekly-job', {
      body: { weeklyJobId, from: '2026-04-15' },
    })
    expect(resumed.body.plannedVisitCount).toBe(2)
    expect(await datesOf(weeklyJobId)).toEqual([
      '2026-04-06',
      '2026-04-08',
      '2026-04-13 skipped',
      '2026-04-15',
      '2026-04-20 skipped',
      '2026-04-22',
      '2026-04-27',
      '2026-04-29',
      '2026-05-04',
    ])
  })

  test('without an end stops the planner until it is resumed', async () => {
    const booked = await bookJob([3])
    const { client, weeklyJobId } = booked
    const crew = await assignJob(booked, 3)
    await client.call('POST /api/pause-weekly-job', { body: { weeklyJobId, from: '2026-04-06' } })
    expect((await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })).body.state).toBe(
      'paused',
    )
    testApp.clock.set(instant(START + 10 * DAY_MS))
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    expect((await visitsOf(weeklyJobId)).filter((visit) => visit.state === 'scheduled')).toEqual([])
    await client.call('POST /api/resume-weekly-job', { body: { weeklyJobId } })
    const live = (await visitsOf(weeklyJobId)).filter((visit) => visit.state === 'scheduled')
    expect(live.map((visit) => visit.date)).toEqual(['2026-04-22', '2026-04-29', '2026-05-06', '2026-05-13'])
    expect(live.every((visit) => visit.crew_id === crew.userId)).toBe(true)
    const subjects = (await mailsTo(crew.userId)).map((mail) => mail.subject)
    expect(subjects).toEqual(expect.arrayContaining(['A weekly job is paused', 'A weekly job resumes']))
  })

  test('is refused in the past, backwards, to others and while a payment is overdue', async () => {
    const { client, weeklyJobId } = await bookJob([3])
    const pauses = [
      [{ weeklyJobId, from: '2026-04-01' }, 'from'],
      [{ weeklyJobId, from: '2026-04-10', to: '2026-04-09' }, 'to'],
    ] as const
    for (const [body, field] of pauses) {
      const refused = await client.call('POST /api/pause-weekly-job', { body })
      expect([refused.status, Object.keys(refused.failure.fields!)]).toEqual([400, [field]])
    }
    const late = await client.call('POST /api/resume-weekly-job', {
      body: { weeklyJobId, from: '2026-04-01' },
    })
    expect(late.failure.fields).toHaveProperty('from')
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    const body = { weeklyJobId, from: '2026-04-10' }
    expect((await stranger.call('POST /api/pause-weekly-job', { body })).status).toBe(404)
    expect((await stranger.call('POST /api/resume-weekly-job', { body: { weeklyJobId } })).status).toBe(404)
    await testApp.app.db
      .insertInto('weekly_job_pause')
      .values({
        weekly_job_id: weeklyJobId,
        from_date: localDate('2026-04-07'),
        reason: 'dunning',
        created_at: toTimestamp(START),
      })
      .execute()
    const overdue = await client.call('POST /api/resume-weekly-job', { body: { weeklyJobId } })
    expect([overdue.status, overdue.failure.code]).toEqual([409, 'payment_overdue'])
  })
})

describe('changing', () => {
  test('field 9: another weekday from a day on keeps the count and everything before', async () => {
    const { client, weeklyJobId } = await bookJob([3])
    const changed = await client.call('POST /api/change-weekly-job', {
      body: { weeklyJobId, from: '2026-04-20', weekdays: [4] },
    })
    expect(changed.body).toMatchObject({ createdVisitCount: 2, removedVisitCount: 2, changedVisitCount: 0 })
    expect(await datesOf(weeklyJobId)).toEqual([
      '2026-04-08',
      '2026-04-15',
      '2026-04-22 skipped',
      '2026-04-23',
      '2026-04-29 skipped',
      '2026-04-30',
    ])
    const job = await client.call('GET /api/weekly-job', { query: { id: weeklyJobId } })
    expect(job.body.termsUntil).toMatchObject([{ until: '2026-04-19', weekdays: [3], quantity: 1 }])
    const shown = await client.call('POST /api/get-visits', {
      body: { from: '2026-04-06', to: '2026-05-03' },
    })
    expect(shown.body.visits.map((visit) => visit.date)).toEqual([
      '2026-04-08',
      '2026-04-15',
      '2026-04-23',
      '2026-04-30',
    ])
    testApp.clock.set(instant(START + 7 * DAY_MS))
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    expect((await datesOf(weeklyJobId)).at(-1)).toBe('2026-05-07')
  })

  test('field 9: one, this and following, or all of it moved: the count stays equal', async () => {
    const live = async (weeklyJobId: WeeklyJobId) =>
      (await datesOf(weeklyJobId)).filter((date) => !date.includes(' '))
    const moved: [string[], (job: Booked) => Promise<unknown>][] = [
      [
        ['2026-04-08', '2026-04-16', '2026-04-22', '2026-04-29'],
        async ({ client, weeklyJobId }) =>
          client.call('POST /api/move-visit', {
            body: { visitId: await visitOn(weeklyJobId, '2026-04-15'), to: '2026-04-16' },
          }),
      ],
      [
        ['2026-04-08', '2026-04-16', '2026-04-23', '2026-04-30'],
        ({ client, weeklyJobId }) =>
          client.call('POST /api/change-weekly-job', {
            body: { weeklyJobId, from: '2026-04-13', weekdays: [4] },
          }),
      ],
      [
        ['2026-04-09', '2026-04-16', '2026-04-23', '2026-04-30'],
        ({ client, weeklyJobId }) =>
          client.call('POST /api/change-weekly-job', {
            body: { weeklyJobId, from: '2026-04-06', weekdays: [4] },
          }),
      ],
    ]
    for (const [expected, move] of moved) {
      const job = await bookJob([3])
      expect(await live(job.weeklyJobId)).toHaveLength(4)
      expect(await move(job)).toMatchObject({ status: 200 })
      expect(await live(job.weeklyJobId)).toEqual(expected)
      await planVisits(testApp.app, { weeklyJobIds: [job.weeklyJobId] })
      expect(await live(job.weeklyJobId)).toEqual(expected)
      const { body } = await job.client.call('POST /api/get-weekly-jobs', { body: {} })
      expect(body.jobs.map(({ id }) => id)).toEqual([job.weeklyJobId])
    }
  })

  test('there and back revives the same visits, and twice the same changes nothing', async () => {
    const { client, weeklyJobId } = await bookJob([3])
    const before = (await visitsOf(weeklyJobId)).map((visit) => visit.id)
    const to = (weekdays: number[]) =>
      client.call('POST /api/change-weekly-job', { body: { weeklyJobId, from: '2026-04-07', weekdays } })
    await to([4])
    await to([3])
    await to([3])
    const live = (await visitsOf(weeklyJobId)).filter((visit) => visit.state === 'scheduled')
    expect(live.map((visit) => visit.id)).toEqual(before)
  })

  test('never touches what is done or under way', async () => {
    const booked = await bookJob([1, 3])
    const { client, weeklyJobId } = booked
    await assignJob(booked, 1)
    const monday = await visitOn(weeklyJobId, '2026-04-06')
    await testApp.app.db.updateTable('visit').set({ state: 'in_progress' }).where('id', '=', monday).execute()
    await client.call('POST /api/change-weekly-job', {
      body: { weeklyJobId, from: '2026-04-06', weekdays: [5], window: null },
    })
    const kept = (await visitsOf(weeklyJobId)).find((visit) => visit.id === monday)!
    expect([kept.state, timeAt(kept.starts_at, DENVER)]).toEqual(['in_progress', '07:00'])
    expect((await datesOf(weeklyJobId)).filter((date) => !date.includes(' '))).toEqual([
      '2026-04-10',
      '2026-04-17',
      '2026-04-24',
      '2026-05-01',
    ])
  })

  test('asks a crew that had confirmed again, releases a weekday that is no longer served, and notifies both', async () => {
    const booked = await bookJob([1, 3])
    const { client, weeklyJobId } = booked
    const monday = await assignJob(booked, 1)
    const wednesday = await assignJob(booked, 3)
    await client.call('POST /api/change-weekly-job', {
      body: { weeklyJobId, from: '2026-04-13', weekdays: [3], quantity: 4 },
    })
    const visits = await visitsOf(weeklyJobId)
    const on = (date: string) => visits.find((visit) => visit.date === date)!
    expect([on('2026-04-08').state, on('2026-04-08').quantity]).toEqual(['confirmed', 1])
    expect([on('2026-04-15').state, on('2026-04-15').quantity]).toEqual(['scheduled', 4])
    expect(on('2026-04-15').crew_id).toBe(wednesday.userId)
    const assignments = await testApp.app.db
      .selectFrom('assignment')
      .where('weekly_job_id', '=', weeklyJobId)
      .orderBy('weekday')
      .select(['weekday', 'released_from'])
      .execute()
    expect(assignments).toEqual([
      { weekday: 1, released_from: '2026-04-13' },
      { weekday: 3, released_from: null },
    ])
    for (const crew of [monday, wednesday])
      expect((await mailsTo(crew.userId)).map((mail) => mail.subject)).toEqual(['A weekly job changed'])
  })

  test('is refused in the past, onto another job of the same service, when nothing changes, and to others', async () => {
    const { client, weeklyJobId, propertyId } = await bookJob([3])
    await client.call('POST /api/book-weekly-jobs', {
      body: {
        items: [{ propertyIds: [propertyId as never], serviceKey: 'bins', weekdays: [5], quantity: 1 }],
        startsOn: '2026-04-06',
      },
    })
    const change = (body: object) =>
      client.call('POST /api/change-weekly-job', { body: { weeklyJobId, ...body } as never })
    expect((await change({ from: '2026-04-05', quantity: 2 })).failure.fields).toHaveProperty('from')
    expect((await change({ from: '2030-04-05', quantity: 2 })).failure.fields).toHaveProperty('from')
    expect((await change({ from: '2026-04-07' })).status).toBe(400)
    expect((await change({ from: '2026-04-07', window: { start: '10:00', end: '09:00' } })).status).toBe(400)
    const clash = await change({ from: '2026-04-07', weekdays: [3, 5] })
    expect([clash.status, Object.keys(clash.failure.fields!)]).toEqual([409, ['weekdays']])
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    const body = { weeklyJobId, from: '2026-04-07', quantity: 2 }
    expect((await stranger.call('POST /api/change-weekly-job', { body })).status).toBe(404)
    expect((await stranger.call('GET /api/weekly-job', { query: { id: weeklyJobId } })).status).toBe(404)
  })

  test('racing with the planner and itself leaves every date once', async () => {
    const { client, weeklyJobId } = await bookJob([1])
    const days = [[2], [3], [4], [5]]
    testApp.clock.set(instant(START + DAY_MS))
    await Promise.all([
      ...days.map((weekdays) =>
        client.call('POST /api/change-weekly-job', { body: { weeklyJobId, from: '2026-04-08', weekdays } }),
      ),
      planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] }),
    ])
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    const [job] = (await client.call('POST /api/get-weekly-jobs', { body: {} })).body.jobs
    const live = (await visitsOf(weeklyJobId)).filter(
      (visit) => visit.state === 'scheduled' && visit.date >= '2026-04-08',
    )
    const weekdays = live.map((visit) => new Date(`${visit.date}T00:00:00Z`).getUTCDay())
    expect(new Set(weekdays)).toEqual(new Set(job!.weekdays))
    expect(live.length).toBe(4)
  })
})

describe('ending a weekly job', () => {
  test('field 10: cancels its coming visits only, releases its crews and notifies each once', async () => {
    const booked = await bookJob([1, 3])
    const other = await bookJob([3])
    const crew = await assignJob(booked, 3)
    const { client, weeklyJobId } = booked
    const monday = await visitOn(weeklyJobId, '2026-04-06')
    await assignJob(booked, 1)
    await testApp.app.db.updateTable('visit').set({ state: 'in_progress' }).where('id', '=', monday).execute()
    const ended = await client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId } })
    expect(ended.body.cancelledVisitCount).toBe(8)
    const again = await client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId } })
    expect(again.body.cancelledVisitCount).toBe(0)
    const states = (await visitsOf(weeklyJobId)).map((visit) => visit.state)
    expect(states[0]).toBe('in_progress')
    expect(new Set(states.slice(1))).toEqual(new Set(['cancelled']))
    const assignments = await testApp.app.db
      .selectFrom('assignment')
      .where('weekly_job_id', '=', weeklyJobId)
      .where('released_at', 'is', null)
      .select('id')
      .execute()
    expect(assignments).toEqual([])
    expect((await mailsTo(crew.userId)).map((mail) => mail.subject)).toEqual(['A weekly job ended'])
    expect((await datesOf(other.weeklyJobId)).every((date) => !date.includes('cancelled'))).toBe(true)
    for (const act of ['POST /api/pause-weekly-job', 'POST /api/change-weekly-job'] as const) {
      const body = { weeklyJobId, from: '2026-04-20', quantity: 2 }
      const { quantity: _, ...pause } = body
      const answer = await client.call(act, { body: (act.includes('pause') ? pause : body) as never })
      expect([answer.status, answer.failure.code]).toEqual([409, 'job_ended'])
    }
    const resume = await client.call('POST /api/resume-weekly-job', { body: { weeklyJobId } })
    expect(resume.failure.code).toBe('job_ended')
  })

  test('is nobody else’s to do', async () => {
    const { weeklyJobId } = await bookJob([3])
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await stranger.call('POST /api/cancel-weekly-job', { body: { weeklyJobId } })).status).toBe(404)
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await crew.call('POST /api/cancel-weekly-job', { body: { weeklyJobId } })).status).toBe(403)
  })
})
