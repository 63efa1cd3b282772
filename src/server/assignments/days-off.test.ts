import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssignmentId, toId, type UserId, type VisitId, type WeeklyJobId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, DAY_MS, HOUR_MS, type Instant, localDate, type Weekday } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildVisits, buildWeeklyJob } from '#testing/build-work.ts'
import { readReliability } from '../crews/queries.ts'
import { toTimestamp } from '../db/client.ts'
import { planVisits } from '../jobs/plan-visits.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = localDate('2026-03-02')

async function newCrew() {
  const crew = await buildCrew(testApp.app)
  return { ...crew, client: await signedIn(testApp, crew) }
}

/** A crew that took one weekday of a job yesterday, or a moment ago; four visits ahead. */
async function assignedJob(weekday: Weekday, { isPlanned = true, isFresh = false } = {}) {
  const job = await buildWeeklyJob(testApp.app, { weekdays: [weekday], at: CIVIC_CENTER })
  if (isPlanned) await buildVisits(testApp.app, job, weekday)
  const crew = await newCrew()
  const { body } = await crew.client.call('POST /api/take-weekly-job', {
    body: { weeklyJobId: job.weeklyJobId, weekdays: [weekday] },
  })
  if (!isFresh) await haveTaken(crew.userId, DAY_MS)
  return { ...crew, job, assignmentId: body.days[0]!.assignmentIds[0] as AssignmentId }
}

/** As if a crew had taken all that it took so long ago. */
async function haveTaken(crewId: UserId, agoMs: number) {
  await testApp.app.db
    .updateTable('visit_event')
    .set({ at: toTimestamp((testApp.clock.now() - agoMs) as Instant) })
    .where('crew_id', '=', crewId)
    .where('transition', 'in', ['assign', 'accept_offer'])
    .execute()
}

function visitsOf(job: { weeklyJobId: WeeklyJobId }) {
  return testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', job.weeklyJobId)
    .orderBy('date')
    .selectAll()
    .execute()
}

const crewsOf = async (job: { weeklyJobId: WeeklyJobId }) =>
  (await visitsOf(job)).map((visit) => visit.crew_id)
const addDaysOff = (client: Client, from: string, to: string) =>
  client.call('POST /api/add-time-off', { body: { from, to, note: 'Wedding' } })

describe('days off', () => {
  test('show what goes, free it, keep the assignment, and return it when undone', async () => {
    const { client, userId, job } = await assignedJob(5)
    const days = { from: addDays(TODAY, 11), to: addDays(TODAY, 20) }
    const preview = await client.call('POST /api/preview-time-off', { body: days })
    expect(preview.body).toMatchObject({ lostPayCents: 1400, lateCount: 0, reliability: null })
    expect(preview.body.visits.map((visit) => visit.date)).toEqual([addDays(TODAY, 11), addDays(TODAY, 18)])
    const added = await addDaysOff(client, days.from, days.to)
    expect(added.body).toMatchObject({ releasedVisitCount: 2, lateCount: 0 })
    expect(await crewsOf(job)).toEqual([userId, null, null, userId])
    const again = await addDaysOff(client, days.from, days.to)
    expect(again.body).toMatchObject({ timeOffId: added.body.timeOffId, releasedVisitCount: 0 })
    expect((await client.call('POST /api/get-time-off')).body.daysOff).toEqual([
      { timeOffId: added.body.timeOffId, ...days, note: 'Wedding' },
    ])
    expect((await client.call('POST /api/get-assignments')).body.assignments).toHaveLength(1)
    const body = { timeOffId: added.body.timeOffId }
    const undone = await client.call('POST /api/remove-time-off', { body })
    expect(undone.body).toEqual({ returnedVisitCount: 2 })
    expect(await crewsOf(job)).toEqual([userId, userId, userId, userId])
    expect((await visitsOf(job)).every((visit) => visit.assignment_id !== null && visit.position === 1)).toBe(
      true,
    )
    expect((await client.call('POST /api/remove-time-off', { body })).status).toBe(404)
  })

  test('inside the notice count as released late', async () => {
    const { client, job } = await assignedJob(3)
    const days = { from: addDays(TODAY, 2), to: addDays(TODAY, 2) }
    const { body } = await client.call('POST /api/preview-time-off', { body: days })
    expect(body).toMatchObject({ lateCount: 1, reliability: null, reliabilityAfter: 0 })
    expect((await addDaysOff(client, days.from, days.to)).body.lateCount).toBe(1)
    expect((await crewsOf(job))[0]).toBeNull()
    expect((await client.call('POST /api/get-reliability')).body).toMatchObject({ share: 0, lateReleases: 1 })
  })

  test('undone in time take the mark of a late release back, where the crew comes after all', async () => {
    const { client, userId, job } = await assignedJob(3)
    const days = { from: addDays(TODAY, 2), to: addDays(TODAY, 2) }
    const { timeOffId } = (await addDaysOff(client, days.from, days.to)).body
    expect((await client.call('POST /api/get-reliability')).body).toMatchObject({ lateReleases: 1 })
    const undone = await client.call('POST /api/remove-time-off', { body: { timeOffId } })
    expect(undone.body.returnedVisitCount).toBe(1)
    expect((await crewsOf(job))[0]).toBe(userId)
    expect((await client.call('POST /api/get-reliability')).body).toMatchObject({
      share: null,
      lateReleases: 0,
    })
  })

  test('ask about a visit that the crew has set out for, and leave it unless told otherwise', async () => {
    const crew = await newCrew()
    const job = await buildWeeklyJob(testApp.app, { name: 'Blue house' })
    const visitId = await buildVisit(testApp.app, job, { crewId: crew.userId, state: 'confirmed' })
    const ofToday = { from: TODAY, to: TODAY }
    const preview = async (isTripReleased: boolean) =>
      (await crew.client.call('POST /api/preview-time-off', { body: { ...ofToday, isTripReleased } })).body
    expect(await preview(false)).toMatchObject({ trip: null, visits: [{ visitId }] })
    await crew.client.call('POST /api/start-visit', { body: { visitId, step: 'en_route' } })
    expect(await preview(false)).toMatchObject({ trip: { visitId, propertyName: 'Blue house' }, visits: [] })
    expect(await preview(true)).toMatchObject({ visits: [{ visitId }] })
    const stays = await crew.client.call('POST /api/add-time-off', { body: ofToday })
    expect(stays.body.releasedVisitCount).toBe(0)
    const goes = await crew.client.call('POST /api/add-time-off', {
      body: { ...ofToday, isTripReleased: true },
    })
    expect(goes.body).toMatchObject({ timeOffId: stays.body.timeOffId, releasedVisitCount: 1 })
    expect(await crewsOf(job)).toEqual([null])
  })

  test('are seen by taking and by the planner: those weeks stay open, the others are the crew’s', async () => {
    const { client, userId } = await newCrew()
    await addDaysOff(client, addDays(TODAY, 8), addDays(TODAY, 9))
    const planned = await buildWeeklyJob(testApp.app, { weekdays: [2], at: CIVIC_CENTER })
    await buildVisits(testApp.app, planned, 2)
    const unplanned = await buildWeeklyJob(testApp.app, { weekdays: [2], at: CIVIC_CENTER })
    for (const { weeklyJobId } of [planned, unplanned])
      await client.call('POST /api/take-weekly-job', { body: { weeklyJobId, weekdays: [2] } })
    await planVisits(testApp.app, { weeklyJobIds: [unplanned.weeklyJobId] })
    expect(await crewsOf(planned)).toEqual([userId, null, userId, userId])
    expect((await crewsOf(unplanned)).slice(0, 4)).toEqual([userId, null, userId, userId])
  })

  test('are seen when a skipped date or a paused job comes back', async () => {
    const { client, job, userId } = await assignedJob(5)
    const [first, second] = (await visitsOf(job)).map((visit) => visit.id)
    const customer = await signedIn(testApp, { userId: job.customerId })
    await customer.call('POST /api/skip-visit', { body: { visitId: first! } })
    const { weeklyJobId } = job
    const pause = { weeklyJobId, from: addDays(TODAY, 11), to: addDays(TODAY, 12) }
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    await customer.call('POST /api/pause-weekly-job', { body: pause })
    await addDaysOff(client, addDays(TODAY, 4), addDays(TODAY, 11))
    await customer.call('POST /api/unskip-visit', { body: { visitId: first! } })
    await customer.call('POST /api/resume-weekly-job', { body: { weeklyJobId } })
    const visits = await visitsOf(job)
    expect(visits.slice(0, 3).map((visit) => [visit.state, visit.crew_id])).toEqual([
      ['scheduled', null],
      ['scheduled', null],
      ['scheduled', userId],
    ])
    expect(visits[1]!.id).toBe(second)
  })

  test.each([
    ['from', addDays(TODAY, -1), addDays(TODAY, 1)],
    ['to', addDays(TODAY, 3), addDays(TODAY, 2)],
    ['to', addDays(TODAY, 3), addDays(TODAY, 400)],
  ])('that cannot be are refused at %s', async (field, from, to) => {
    const { client } = await newCrew()
    const refused = await addDaysOff(client, from, to)
    expect([refused.status, Object.keys(refused.failure.fields!)]).toEqual([400, [field]])
  })

  test('of others are not found', async () => {
    const { client } = await newCrew()
    const added = await addDaysOff(client, addDays(TODAY, 5), addDays(TODAY, 5))
    const other = await newCrew()
    const body = { timeOffId: added.body.timeOffId }
    expect((await other.client.call('POST /api/remove-time-off', { body })).status).toBe(404)
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await customer.call('POST /api/get-time-off')).status).toBe(403)
  })
})

describe('releasing', () => {
  test('an assignment says before what it costs', async () => {
    const { client, assignmentId } = await assignedJob(3)
    const { body } = await client.call('POST /api/preview-release-assignment', { body: { assignmentId } })
    expect(body).toMatchObject({ lostPayCents: 2800, lateCount: 1, reliability: null, reliabilityAfter: 0 })
    expect(body.visits.map(({ isLate }) => isLate)).toEqual([true, false, false, false])
    const other = await newCrew()
    const foreign = await other.client.call('POST /api/preview-release-assignment', {
      body: { assignmentId },
    })
    expect(foreign.status).toBe(404)
  })

  test('one visit leaves the others, counts inside the notice, and answers the same again', async () => {
    const { client, userId, job } = await assignedJob(3)
    const [soon, later] = (await visitsOf(job)).map((visit) => visit.id)
    const preview = await client.call('POST /api/preview-release-visit', { body: { visitId: soon! } })
    expect(preview.body).toMatchObject({ lostPayCents: 700, lateCount: 1 })
    const released = await client.call('POST /api/release-visit', { body: { visitId: soon! } })
    expect(released.body).toEqual({ visitId: soon, date: addDays(TODAY, 2), isLate: true })
    expect((await client.call('POST /api/release-visit', { body: { visitId: soon! } })).body).toEqual(
      released.body,
    )
    const free = await client.call('POST /api/release-visit', { body: { visitId: later! } })
    expect(free.body.isLate).toBe(false)
    expect(await crewsOf(job)).toEqual([null, null, userId, userId])
    const other = await newCrew()
    expect((await other.client.call('POST /api/release-visit', { body: { visitId: later! } })).status).toBe(
      404,
    )
    expect(
      (await other.client.call('POST /api/preview-release-visit', { body: { visitId: later! } })).status,
    ).toBe(404)
  })

  test('security 10: another crew’s visit is answered as one that does not exist, whatever became of it', async () => {
    const { job } = await assignedJob(3)
    const [coming, completed] = (await visitsOf(job)).map((visit) => visit.id)
    await testApp.app.db
      .updateTable('visit')
      .set({
        state: 'completed',
        completed_at: toTimestamp(testApp.clock.now()),
        price_cents: cents(1_000),
        crew_pay_cents: cents(700),
      })
      .where('id', '=', completed!)
      .execute()
    const other = await newCrew()
    const answerTo = async (visitId: VisitId) => {
      const { status, failure } = await other.client.call('POST /api/release-visit', {
        body: { visitId },
      })
      return { status, failure }
    }
    const unknown = await answerTo(toId<VisitId>(crypto.randomUUID()))
    expect(unknown.status).toBe(404)
    expect([await answerTo(coming!), await answerTo(completed!)]).toEqual([unknown, unknown])
  })

  describe('ux 3: soon after taking it is never late', () => {
    const reliabilityOf = async (client: Client) => (await client.call('POST /api/get-reliability')).body

    test('an assignment, however near its first visit is, and what that is worth is said before', async () => {
      const { client, assignmentId } = await assignedJob(3, { isFresh: true })
      const { body } = await client.call('POST /api/preview-release-assignment', { body: { assignmentId } })
      expect(body).toMatchObject({ lateCount: 0, reliability: null, reliabilityAfter: null, noticeHours: 48 })
      expect(body.visits[0]).toMatchObject({
        isLate: false,
        freeUntil: new Date(testApp.clock.now() + 2 * HOUR_MS).toISOString(),
        timeZone: 'America/Denver',
      })
      const listed = await client.call('POST /api/get-assignments')
      expect(listed.body.assignments[0]!.isLateToRelease).toBe(false)
      const released = await client.call('POST /api/release-assignment', { body: { assignmentId } })
      expect(released.body).toMatchObject({ isLate: false, releasedVisitCount: 4 })
      expect(await reliabilityOf(client)).toMatchObject({ share: null, lateReleases: 0, graceMinutes: 120 })
    })

    test.each([
      ['two hours after', 2 * HOUR_MS, false],
      ['a moment later', 2 * HOUR_MS + 1, true],
    ])('a single visit and a day off, %s: late is %s', async (_name, agoMs, isLate) => {
      const { client, userId, job } = await assignedJob(3, { isFresh: true })
      await haveTaken(userId, agoMs)
      const days = { from: addDays(TODAY, 2), to: addDays(TODAY, 2) }
      const preview = await client.call('POST /api/preview-time-off', { body: days })
      expect(preview.body.lateCount).toBe(isLate ? 1 : 0)
      const [visit] = await visitsOf(job)
      const { body } = await client.call('POST /api/release-visit', { body: { visitId: visit!.id } })
      expect(body.isLate).toBe(isLate)
      expect((await reliabilityOf(client)).lateReleases).toBe(isLate ? 1 : 0)
    })

    test('who gives a visit back and takes it again does not begin anew', async () => {
      const { client, userId, job, assignmentId } = await assignedJob(3, { isFresh: true })
      await client.call('POST /api/release-assignment', { body: { assignmentId } })
      await haveTaken(userId, 3 * HOUR_MS)
      const again = await client.call('POST /api/take-weekly-job', {
        body: { weeklyJobId: job.weeklyJobId, weekdays: [3] },
      })
      const assignedAgain = again.body.days[0]!.assignmentIds[0]!
      const released = await client.call('POST /api/release-assignment', {
        body: { assignmentId: assignedAgain },
      })
      expect(released.body.isLate).toBe(true)
    })

    test('who has set out gives back late', async () => {
      const { client, job } = await assignedJob(1, { isFresh: true })
      const [visit] = await visitsOf(job)
      const body = { visitId: visit!.id }
      await client.call('POST /api/start-visit', { body: { ...body, step: 'en_route' } })
      expect((await client.call('POST /api/preview-release-visit', { body })).body.lateCount).toBe(1)
      expect((await client.call('POST /api/release-visit', { body })).body.isLate).toBe(true)
    })
  })

  test('notifies the customer once, and only when nobody has come for it an hour later', async () => {
    const { client, job, assignmentId } = await assignedJob(5)
    const taken = await assignedJob(5)
    const subjects = async (userId: UserId) =>
      (
        await testApp.app.db
          .selectFrom('notice')
          .where('user_id', '=', userId)
          .where('event', '=', 'visit_unassigned')
          .select('key')
          .execute()
      ).length
    for (const each of [{ client, assignmentId }, taken])
      await each.client.call('POST /api/release-assignment', { body: { assignmentId: each.assignmentId } })
    const next = await newCrew()
    await next.client.call('POST /api/take-weekly-job', {
      body: { weeklyJobId: taken.job.weeklyJobId, weekdays: [5] },
    })
    expect(await subjects(job.customerId)).toBe(0)
    testApp.clock.set((TEST_START + HOUR_MS) as Instant)
    await testApp.app.db
      .deleteFrom('task')
      .where('kind', 'in', ['offer_visits', 'offer_open_visits'])
      .execute()
    await testApp.work()
    testApp.clock.set(TEST_START)
    expect(await subjects(job.customerId)).toBe(1)
    expect(await subjects(taken.job.customerId)).toBe(0)
  })
})

describe('reliability', () => {
  test('counts the last word on each visit of the last 90 days, for many crews at once', async () => {
    const [one, other] = [await newCrew(), await newCrew()]
    const { job } = await assignedJob(4)
    const visits = await visitsOf(job)
    const event = (
      index: number,
      crew: UserId,
      counts: 'kept' | 'late_release' | 'missed',
      daysAgo: number,
    ) => ({
      visit_id: visits[index]!.id,
      at: toTimestamp((testApp.clock.now() - daysAgo * DAY_MS) as Instant),
      actor_role: 'system' as const,
      transition: 'miss',
      from_state: 'confirmed',
      to_state: 'missed',
      crew_id: crew,
      counts_as: counts,
    })
    await testApp.app.db
      .insertInto('visit_event')
      .values([
        event(0, one.userId, 'missed', 3),
        // The phone had been offline: it was kept after all.
        event(0, one.userId, 'kept', 2),
        event(1, one.userId, 'kept', 2),
        event(2, one.userId, 'late_release', 1),
        event(3, one.userId, 'missed', 90),
        event(2, other.userId, 'missed', 1),
        event(1, other.userId, 'missed', -1),
      ])
      .execute()
    const third = await newCrew()
    const known = await readReliability(
      testApp.app.db,
      [one.userId, other.userId, third.userId],
      testApp.clock.now(),
    )
    expect([...known.values()]).toEqual([
      { kept: 2, lateReleases: 1, missed: 0, share: 2 / 3 },
      { kept: 0, lateReleases: 0, missed: 1, share: 0 },
      { kept: 0, lateReleases: 0, missed: 0, share: null },
    ])
    expect((await one.client.call('POST /api/get-reliability')).body).toMatchObject({
      kept: 2,
      windowDays: 90,
      noticeHours: 48,
    })
  })
})
