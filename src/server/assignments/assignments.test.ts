import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toId, type WeeklyJobId } from '#domain/ids.ts'
import { addDays, DAY_MS, type Instant, instantAt, localDate, localTime, type Weekday } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { type BuiltJob, buildVisit, buildVisits, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = localDate('2026-03-02')

async function newCrew(more: Parameters<typeof buildCrew>[1] = {}) {
  const crew = await buildCrew(testApp.app, more)
  return { ...crew, client: await signedIn(testApp, crew) }
}

function newCrews(count: number) {
  return Promise.all(Array.from({ length: count }, () => newCrew()))
}

async function newJobs(count: number, weekday: Weekday = 3): Promise<BuiltJob[]> {
  const jobs: BuiltJob[] = []
  for (let index = 0; index < count; index++) {
    const at = { lat: CIVIC_CENTER.lat + index / 500, lng: CIVIC_CENTER.lng }
    const job = await buildWeeklyJob(testApp.app, { weekdays: [weekday], at })
    await buildVisits(testApp.app, job, weekday)
    jobs.push(job)
  }
  return jobs
}

function take(client: Client, jobs: readonly { weeklyJobId: WeeklyJobId }[], weekday: Weekday = 3) {
  const stops = jobs.map(({ weeklyJobId }) => ({ weeklyJobId }))
  return client.call('POST /api/take-route', { body: { weekday, stops } })
}

function visitsOf(job: BuiltJob) {
  return testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', job.weeklyJobId)
    .orderBy('date')
    .selectAll()
    .execute()
}

function liveHolders(jobs: readonly BuiltJob[]) {
  return testApp.app.db
    .selectFrom('assignment')
    .where(
      'weekly_job_id',
      'in',
      jobs.map((job) => job.weeklyJobId),
    )
    .where('released_at', 'is', null)
    .selectAll()
    .execute()
}

describe('taking a route', () => {
  test('gives the crew its stops in order with all their coming visits', async () => {
    const jobs = await newJobs(3)
    const { client, userId } = await newCrew()
    const taken = await take(client, jobs)
    expect(taken.body).toMatchObject({ weekday: 3, visitCount: 12, firstDate: addDays(TODAY, 2) })
    expect(taken.body.assignmentIds).toHaveLength(3)
    for (const [index, job] of jobs.entries())
      expect(await visitsOf(job)).toMatchObject(
        Array.from({ length: 4 }, () => ({ crew_id: userId, position: index + 1 })),
      )
    const day = await client.call('GET /api/day', { query: { date: addDays(TODAY, 2) } })
    expect(day.body.stops).toHaveLength(3)
  })

  test('confirms the visits of a week whose confirmation is past', async () => {
    const [job] = await newJobs(1)
    await take((await newCrew()).client, [job!])
    expect((await visitsOf(job!)).map((visit) => visit.state)).toEqual([
      'confirmed',
      'scheduled',
      'scheduled',
      'scheduled',
    ])
  })

  test('again answers that nothing new was taken', async () => {
    const jobs = await newJobs(2)
    const { client } = await newCrew()
    await take(client, jobs)
    const again = await take(client, jobs)
    expect(again.body).toEqual({ weekday: 3, assignmentIds: [], firstDate: null, visitCount: 0 })
    expect(await liveHolders(jobs)).toHaveLength(2)
  })

  test('orders a day anew when single jobs come to it', async () => {
    const jobs = await newJobs(4)
    const { client } = await newCrew()
    await take(client, [jobs[0]!, jobs[3]!])
    for (const job of [jobs[2]!, jobs[1]!])
      await client.call('POST /api/take-weekly-job', {
        body: { weeklyJobId: job.weeklyJobId, weekdays: [3] },
      })
    const { body } = await client.call('POST /api/get-assignments')
    const order = body.assignments.map((stop) =>
      jobs.findIndex((job) => job.weeklyJobId === stop.weeklyJobId),
    )
    const turn = order.indexOf(3)
    expect(order.slice(0, turn)).toEqual(order.slice(0, turn).sort())
    expect(order.slice(turn)).toEqual(order.slice(turn).sort().reverse())
    expect(body.assignments.map((stop) => stop.position)).toEqual([1, 2, 3, 4])
  })

  test('threats S1: has one winner among twenty at once, and answers the others what is gone', async () => {
    const jobs = await newJobs(3)
    const crews = await newCrews(20)
    const answers = await Promise.all(crews.map(({ client }) => take(client, jobs)))
    const winners = answers.filter((answer) => answer.status === 200)
    const losers = answers.filter((answer) => answer.status === 409)
    expect([winners.length, losers.length]).toEqual([1, 19])
    for (const { failure } of losers) {
      expect(failure.code).toBe('offer_taken')
      expect(failure.error).toContain('Bins to the curb and back')
      expect(Object.keys(failure.fields!)).toEqual([0, 1, 2].map((index) => `stops.${index}.weeklyJobId`))
    }
    const holders = await liveHolders(jobs)
    expect(holders).toHaveLength(3)
    expect(new Set(holders.map((holder) => holder.crew_id)).size).toBe(1)
    expect(new Set((await visitsOf(jobs[0]!)).map((visit) => visit.crew_id)).size).toBe(1)
  })

  test('that overlaps another: no stop is lost and none is doubled', async () => {
    const jobs = await newJobs(6)
    for (let round = 0; round < 3; round++) {
      const [one, other] = await newCrews(2)
      const [first, second] = await Promise.all([
        take(
          one!.client,
          [0, 1, 2, 3].map((index) => jobs[index]!),
        ),
        take(
          other!.client,
          [3, 2, 4, 5].map((index) => jobs[index]!),
        ),
      ])
      expect([first.status, second.status].sort()).toEqual([200, 409])
      const holders = await liveHolders(jobs)
      expect(holders).toHaveLength(4)
      const loser = first.status === 409 ? first : second
      expect(Object.keys(loser.failure.fields!)).toHaveLength(2)
      for (const { id, crew_id } of holders) {
        const winner = crew_id === one!.userId ? one! : other!
        await winner.client.call('POST /api/release-assignment', { body: { assignmentId: id } })
      }
    }
  })

  test('threats S2: of one crew twice at once has both and keeps one order', async () => {
    const jobs = await newJobs(6)
    const { client } = await newCrew()
    const answers = await Promise.all([
      take(client, jobs.slice(0, 3)),
      take(client, jobs.slice(3)),
      take(client, jobs.slice(0, 3)),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    const holders = await liveHolders(jobs)
    expect(holders.map((holder) => holder.position).sort()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('racing a customer who cancels the job ends in one of two ways', async () => {
    for (let round = 0; round < 6; round++) {
      const [job] = await newJobs(1)
      const { client } = await newCrew()
      const customer = await signedIn(testApp, { userId: job!.customerId })
      const [taken, cancelled] = await Promise.all([
        take(client, [job!]),
        customer.call('POST /api/cancel-weekly-job', { body: { weeklyJobId: job!.weeklyJobId } }),
      ])
      expect(cancelled.status).toBe(200)
      expect([200, 409]).toContain(taken.status)
      expect((await visitsOf(job!)).every((visit) => visit.state === 'cancelled')).toBe(true)
      expect(await liveHolders([job!])).toEqual([])
    }
  })

  test.each<[string, Parameters<typeof buildWeeklyJob>[1], Parameters<typeof buildCrew>[1], string]>([
    ['beyond the range', { at: { lat: 41, lng: -105 } }, {}, 'out_of_range'],
    ['without the skill', { serviceKey: 'pool' }, { services: ['bins'] }, 'skill_missing'],
    ['on a day off', {}, { weekdays: [1, 2] }, 'day_not_worked'],
    ['outside the hours', { window: { from: '20:30', until: '22:00' } }, {}, 'outside_hours'],
    ['that has ended', { startsOn: addDays(TODAY, -9), endsOn: addDays(TODAY, -1) }, {}, 'no_longer_open'],
    ['that is paused', { state: 'paused' }, {}, 'no_longer_open'],
    ['on a weekday that it does not have', { weekdays: [5] }, {}, 'no_longer_open'],
  ])('is refused for a job %s, and takes none of the others', async (_name, job, crew, code) => {
    const { client } = await newCrew(crew)
    const wrong = await buildWeeklyJob(testApp.app, { weekdays: [3], ...job })
    const [right] = await newJobs(1)
    const refused = await take(client, [right!, wrong])
    expect([refused.status, refused.failure.code]).toEqual([409, code])
    expect(refused.failure.error).toMatch(/^[A-Z].*\.$/)
    expect(await liveHolders([right!, wrong])).toEqual([])
  })

  test('is refused where the day has no room left', async () => {
    const { client } = await newCrew()
    const tight = { weekdays: [3 as Weekday], window: { from: '08:00', until: '09:00' }, serviceKey: 'pool' }
    const jobs = [await buildWeeklyJob(testApp.app, tight), await buildWeeklyJob(testApp.app, tight)]
    expect((await take(client, [jobs[0]!])).status).toBe(200)
    const refused = await take(client, [jobs[1]!])
    expect(refused.status).toBe(409)
    expect(['overlapping_work', 'outside_hours']).toContain(refused.failure.code)
  })

  test('is refused to a frozen crew, to others than crews, of unknown jobs, and of nothing', async () => {
    const [job] = await newJobs(1)
    const frozen = await newCrew({ frozenUntil: (testApp.clock.now() + DAY_MS) as Instant })
    expect((await take(frozen.client, [job!])).failure.code).toBe('account_frozen')
    expect((await take(await signedIn(testApp, await buildCustomer(testApp.app)), [job!])).status).toBe(403)
    expect((await take(testApp.client(), [job!])).status).toBe(401)
    const { client } = await newCrew()
    expect((await take(client, [job!, { weeklyJobId: toId(crypto.randomUUID()) }])).status).toBe(404)
    expect((await take(client, [])).status).toBe(400)
    expect((await take(client, [job!, job!])).status).toBe(400)
    expect((await take(client, [{ weeklyJobId: 'x' as WeeklyJobId }])).status).toBe(400)
    expect(await liveHolders([job!])).toEqual([])
  })
})

describe('taking a weekly job', () => {
  test('takes all its weekdays or none', async () => {
    const job = await buildWeeklyJob(testApp.app, { weekdays: [1, 3, 5] })
    const other = await newCrew()
    await other.client.call('POST /api/take-weekly-job', {
      body: { weeklyJobId: job.weeklyJobId, weekdays: [5] },
    })
    const { client } = await newCrew()
    const body = { weeklyJobId: job.weeklyJobId, weekdays: [1, 3, 5] }
    const refused = await client.call('POST /api/take-weekly-job', { body })
    expect([refused.status, refused.failure.code, Object.keys(refused.failure.fields!)]).toEqual([
      409,
      'offer_taken',
      ['weekdays.2'],
    ])
    expect(await liveHolders([job])).toHaveLength(1)
    const taken = await client.call('POST /api/take-weekly-job', { body: { ...body, weekdays: [1, 3] } })
    expect(taken.body.days.map((day) => [day.weekday, day.assignmentIds.length])).toEqual([
      [1, 1],
      [3, 1],
    ])
  })

  test('threats S1: has one winner among twenty at once', async () => {
    const [job] = await newJobs(1)
    const crews = await newCrews(20)
    const answers = await Promise.all(
      crews.map(({ client }) =>
        client.call('POST /api/take-weekly-job', { body: { weeklyJobId: job!.weeklyJobId, weekdays: [3] } }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ])
    expect(await liveHolders([job!])).toHaveLength(1)
  })
})

describe('what is open of a job is known with it', () => {
  const openDays = async ({ weeklyJobId }: BuiltJob) => {
    const { open_days } = await testApp.app.db
      .selectFrom('weekly_job')
      .where('id', '=', weeklyJobId)
      .select('open_days')
      .executeTakeFirstOrThrow()
    return open_days
  }
  const isShown = async ({ client }: { client: Client }, { weeklyJobId }: BuiltJob) => {
    const { body } = await client.call('POST /api/get-job-routes')
    return JSON.stringify(body).includes(weeklyJobId)
  }

  test('whoever takes, releases or changes days of it', async () => {
    const customer = await buildCustomer(testApp.app)
    const job = await buildWeeklyJob(testApp.app, { weekdays: [1, 3, 5], customerId: customer.userId })
    const [one, other, looking] = await newCrews(3)
    const takeDays = (client: Client, weekdays: readonly Weekday[]) =>
      client.call('POST /api/take-weekly-job', {
        body: { weeklyJobId: job.weeklyJobId, weekdays: [...weekdays] },
      })
    expect([await openDays(job), await isShown(looking!, job)]).toEqual([3, true])
    expect((await takeDays(one!.client, [1, 3])).status).toBe(200)
    expect([await openDays(job), await isShown(looking!, job)]).toEqual([1, true])
    expect((await takeDays(other!.client, [5])).status).toBe(200)
    expect([await openDays(job), await isShown(looking!, job)]).toEqual([0, false])
    const { body } = await one!.client.call('POST /api/get-assignments')
    const [first] = body.assignments
    await one!.client.call('POST /api/release-assignment', { body: { assignmentId: first!.assignmentId } })
    expect([await openDays(job), await isShown(looking!, job)]).toEqual([1, true])
    const owner = await signedIn(testApp, customer)
    const change = (weekdays: readonly Weekday[]) =>
      owner.call('POST /api/change-weekly-job', {
        body: { weeklyJobId: job.weeklyJobId, from: addDays(TODAY, 1), weekdays: [...weekdays] },
      })
    expect((await change([3, 5])).status).toBe(200)
    expect([await openDays(job), await isShown(looking!, job)]).toEqual([0, false])
    expect((await change([3, 5, 6])).status).toBe(200)
    expect([await openDays(job), await isShown(looking!, job)]).toEqual([1, true])
  })

  test('by many at once', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 6 }, () => buildWeeklyJob(testApp.app, { weekdays: [1, 2, 3, 4, 5] })),
    )
    const crews = await newCrews(8)
    await Promise.all(
      crews.flatMap(({ client }, at) =>
        jobs.map(async ({ weeklyJobId }, which) => {
          const weekday = (((at + which) % 5) + 1) as Weekday
          const taken = await client.call('POST /api/take-weekly-job', {
            body: { weeklyJobId, weekdays: [weekday] },
          })
          const assignmentId = taken.status === 200 ? taken.body.days[0]?.assignmentIds[0] : undefined
          if (at % 3 === 0 && assignmentId !== undefined)
            await client.call('POST /api/release-assignment', { body: { assignmentId } })
        }),
      ),
    )
    for (const job of jobs) {
      const held = new Set((await liveHolders([job])).map(({ weekday }) => weekday))
      expect(await openDays(job)).toBe(5 - held.size)
    }
    expect((await liveHolders(jobs)).length).toBeGreaterThan(0)
  })
})

describe('releasing an assignment', () => {
  async function assignedJob(weekday: Weekday) {
    const [job] = await newJobs(1, weekday)
    const crew = await newCrew()
    const taken = await take(crew.client, [job!], weekday)
    return { job: job!, ...crew, assignmentId: taken.body.assignmentIds[0]! }
  }

  test('opens its coming visits for others and leaves the customer’s calendar as it is', async () => {
    const { job, client, assignmentId } = await assignedJob(5)
    const { body: before } = await client.call('POST /api/get-assignments')
    expect(before.assignments[0]).toMatchObject({
      assignmentId,
      weekday: 5,
      payCents: 700,
      isLateToRelease: false,
    })
    const released = await client.call('POST /api/release-assignment', { body: { assignmentId } })
    expect(released.body).toEqual({
      assignmentId,
      isLate: false,
      releasedVisitCount: 4,
      releasedFrom: addDays(TODAY, 4),
    })
    expect((await visitsOf(job)).map((visit) => [visit.state, visit.crew_id, visit.assignment_id])).toEqual(
      Array.from({ length: 4 }, () => ['scheduled', null, null]),
    )
    const again = await client.call('POST /api/release-assignment', { body: { assignmentId } })
    expect(again.body).toEqual(released.body)
    expect((await client.call('POST /api/get-assignments')).body.assignments).toEqual([])
    expect((await take((await newCrew()).client, [job], 5)).status).toBe(200)
  })

  test.each([
    ['48 hours before', '2026-03-04T00:00', 0, false],
    ['a minute less', '2026-03-04T00:00', 60_000, true],
  ])('%s the next visit is late: %s', async (_name, _at, lateness, isLate) => {
    const { client, assignmentId } = await assignedJob(4)
    const notice = instantAt(addDays(TODAY, 3), localTime('00:00'), 'America/Denver') - 2 * DAY_MS
    testApp.clock.set((notice + lateness) as Instant)
    const { body } = await client.call('POST /api/release-assignment', { body: { assignmentId } })
    testApp.clock.set(TEST_START)
    expect(body.isLate).toBe(isLate)
  })

  test('leaves a visit under way with who began it', async () => {
    const { app } = testApp
    const job = await buildWeeklyJob(app, { weekdays: [1] })
    const visitId = await buildVisit(app, job)
    const crew = await newCrew()
    const taken = await take(crew.client, [job], 1)
    await crew.client.call('POST /api/start-visit', { body: { visitId } })
    const assignmentId = taken.body.assignmentIds[0]!
    const { body } = await crew.client.call('POST /api/release-assignment', { body: { assignmentId } })
    expect(body.releasedVisitCount).toBe(0)
    expect(await visitsOf(job)).toMatchObject([{ state: 'in_progress', crew_id: crew.userId }])
  })

  test('is refused to others', async () => {
    const { assignmentId } = await assignedJob(5)
    const release = (client: Client) =>
      client.call('POST /api/release-assignment', { body: { assignmentId } })
    expect((await release((await newCrew()).client)).status).toBe(404)
    expect((await release(await signedIn(testApp, await buildCustomer(testApp.app)))).status).toBe(403)
    expect((await release(testApp.client())).status).toBe(401)
    expect((await testApp.client().call('POST /api/get-assignments')).status).toBe(401)
  })
})
