import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  DAY_MS,
  HOUR_MS,
  instant,
  instantAt,
  localDate,
  localTime,
  timeAt,
  type Weekday,
} from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { planVisits } from '#server/jobs/plan-visits.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { type BuiltJob, buildWeeklyJob } from '#testing/build-work.ts'

/** The Monday two weeks before Thanksgiving week. */
const START = instantAt(localDate('2026-11-09'), localTime('06:00'), 'America/Denver')

let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
  operator = await signedIn(testApp, await buildOperator(testApp.app))
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.set(START)
  const set = await theSet()
  await operator.call('POST /api/save-holiday-rules', { body: written(set, FEDERAL) })
  await operator.call('POST /api/assign-holiday-rules', { body: { marketId: 'denver', ruleSetId: set.id } })
  await testApp.app.db.updateTable('weekly_job').set({ state: 'cancelled' }).execute()
  await testApp.work()
})

type RuleSet = Awaited<ReturnType<typeof theSet>>
type Effects = Readonly<Record<string, 'shift' | 'skip' | 'none'>>
const FEDERAL: Effects = { thanksgiving: 'shift', christmas: 'shift', veterans_day: 'none' }

async function theSet() {
  const { body } = await operator.call('GET /api/operator-schedule')
  return body.ruleSets.find((set) => set.name === 'US federal holidays')!
}

function written(set: RuleSet, effects: Effects) {
  return {
    ruleSetId: set.id,
    name: set.name,
    serviceKeys: set.serviceKeys,
    secondHoliday: set.secondHoliday,
    rules: set.rules.map((rule) => ({ ...rule, effect: effects[rule.key] ?? rule.effect })),
  }
}

async function job(weekdays: Weekday[], more: Parameters<typeof buildWeeklyJob>[1] = {}): Promise<BuiltJob> {
  const built = await buildWeeklyJob(testApp.app, { weekdays, ...more })
  await planVisits(testApp.app, { weeklyJobIds: [built.weeklyJobId] })
  return built
}

async function visitsOf(built: BuiltJob) {
  return testApp.app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', built.weeklyJobId)
    .where('date', '>=', localDate('2026-11-16'))
    .where('date', '<=', localDate('2026-12-05'))
    .orderBy('date')
    .selectAll()
    .execute()
}
const datesOf = async (built: BuiltJob) =>
  (await visitsOf(built)).map(({ date, state }) =>
    state === 'scheduled' ? date.slice(5) : `${date.slice(5)} ${state}`,
  )

describe('planning over a holiday', () => {
  test('field 6: Thanksgiving moves Thursday and Friday, with one notice of why, and no other week', async () => {
    const built = await job([3, 4, 5])
    const expected = ['11-18', '11-19', '11-20', '11-25', '11-27', '11-28', '12-02', '12-03', '12-04']
    expect(await datesOf(built)).toEqual(expected)
    await planVisits(testApp.app)
    expect(await datesOf(built)).toEqual(expected)
    const friday = (await visitsOf(built)).find((visit) => visit.date === '2026-11-27')!
    const client = await signedIn(testApp, { userId: built.customerId })
    const { body } = await client.call('GET /api/visit-reasons', { query: { id: friday.id } })
    expect(body.reasons[1]).toMatchObject({
      kind: 'holiday',
      from: '2026-11-26',
      to: '2026-11-27',
      nameEn: 'Thanksgiving',
    })
  })

  test('field 7: on the moved day it is today’s', async () => {
    const built = await job([4])
    const friday = (await visitsOf(built)).find((visit) => visit.moved_from === '2026-11-26')!
    testApp.clock.set(instantAt(localDate('2026-11-27'), localTime('08:00'), 'America/Denver'))
    const client = await signedIn(testApp, { userId: built.customerId })
    const { body } = await client.call('GET /api/customer-summary')
    expect(body.today).toBe('2026-11-27')
    expect(body.todayVisits.map((visit) => visit.id)).toEqual([friday.id])
    const because = { en: 'Thanksgiving', es: 'Día de Acción de Gracias' }
    expect(body.todayVisits[0]!.moved).toEqual({ from: '2026-11-26', by: 'holiday', because })
  })

  test('field 4: keeps the wall clock of each place, with and without summer time', async () => {
    const customer = await buildCustomer(testApp.app)
    for (const timeZone of ['America/New_York', 'America/Phoenix', 'America/Denver']) {
      const propertyId = await buildProperty(testApp.app, customer.userId, { timeZone })
      const built = await job([4], {
        customerId: customer.userId,
        propertyId,
        window: { from: '07:00', until: '09:00' },
      })
      const moved = (await visitsOf(built)).find((visit) => visit.moved_from !== null)!
      expect([moved.date, timeAt(moved.starts_at, timeZone)]).toEqual(['2026-11-27', '07:00'])
    }
  })

  test('field 6: a crew that does not work the new day leaves the visit open', async () => {
    const crew = await buildCrew(testApp.app, { weekdays: [4, 5] })
    const [free, saturday] = [
      await buildWeeklyJob(testApp.app, { weekdays: [4] }),
      await buildWeeklyJob(testApp.app, { weekdays: [5] }),
    ]
    for (const [built, weekday] of [
      [free, 4],
      [saturday, 5],
    ] as const)
      await testApp.app.db
        .insertInto('assignment')
        .values({
          weekly_job_id: built.weeklyJobId,
          weekday,
          crew_id: crew.userId,
          taken_at: toTimestamp(START),
          from_date: localDate('2026-11-09'),
        })
        .execute()
    await testApp.app.db.deleteFrom('task').execute()
    testApp.clock.set(instantAt(localDate('2026-11-10'), localTime('01:00'), 'America/Denver'))
    await testApp.work()
    const [onFriday, onSaturday] = [await visitsOf(free), await visitsOf(saturday)]
    expect(onFriday.find((visit) => visit.date === '2026-11-27')!.crew_id).toBe(crew.userId)
    expect(onSaturday.find((visit) => visit.date === '2026-11-28')!.crew_id).toBeNull()
    expect(onSaturday.filter((visit) => visit.crew_id === null)).toHaveLength(1)
  })

  test('field 6: of two that are moved onto a day with time for one the crew keeps one, and none is doubled', async () => {
    const crew = await buildCrew(testApp.app)
    await testApp.app.db
      .updateTable('crew_hours')
      .set({ starts: localTime('06:00'), ends: localTime('06:09') })
      .where('crew_id', '=', crew.userId)
      .where('weekday', '=', 5)
      .execute()
    const jobs = [
      await buildWeeklyJob(testApp.app, { weekdays: [4] }),
      await buildWeeklyJob(testApp.app, { weekdays: [4] }),
    ]
    for (const { weeklyJobId } of jobs)
      await testApp.app.db
        .insertInto('assignment')
        .values({
          weekly_job_id: weeklyJobId,
          weekday: 4,
          crew_id: crew.userId,
          taken_at: toTimestamp(START),
          from_date: localDate('2026-11-09'),
        })
        .execute()
    // The next night's planning.
    testApp.clock.set(instantAt(localDate('2026-11-11'), localTime('01:00'), 'America/Denver'))
    await testApp.work()
    const visits = (await Promise.all(jobs.map(visitsOf))).flat()
    const moved = visits.filter((visit) => visit.date === '2026-11-27')
    expect(moved.map((visit) => visit.crew_id).sort()).toEqual([crew.userId, null])
    expect(visits.filter((visit) => visit.crew_id === null)).toHaveLength(1)
    for (const job of jobs) expect(await datesOf(job)).toEqual(['11-19', '11-27', '12-03'])
  })
})

describe('changing the rules', () => {
  test('is shown before by day, then planned visits follow as the same visits, and back', async () => {
    const [built, second] = [await job([3, 4, 5]), await job([4])]
    const before = await visitsOf(built)
    const set = await theSet()
    const none = written(set, { thanksgiving: 'none' })
    const { ruleSetId, secondHoliday, rules } = none
    const seen = await operator.call('POST /api/preview-holiday-rules', {
      body: { ruleSetId, secondHoliday, rules },
    })
    expect(seen.body).toMatchObject({ visitCount: 3, customerCount: 2 })
    expect(seen.body.days.filter((day) => day.visitCount > 0)).toEqual([
      { date: '2026-11-26', before: '2026-11-27', after: '2026-11-26', visitCount: 2 },
      { date: '2026-11-27', before: '2026-11-28', after: '2026-11-27', visitCount: 1 },
    ])
    await operator.call('POST /api/save-holiday-rules', { body: none })
    await testApp.work()
    expect((await datesOf(built)).slice(3, 6)).toEqual(['11-25', '11-26', '11-27'])
    expect((await datesOf(second))[1]).toBe('11-26')
    expect(await theSet()).toMatchObject({ isFollowing: false, followTotal: 2, followDone: 2 })
    await operator.call('POST /api/save-holiday-rules', { body: written(set, FEDERAL) })
    await testApp.work()
    // Calendars are told of both changes: the count of revisions stays.
    const asBefore = before.map((visit) => ({
      ...visit,
      revision: expect.any(Number),
      revised_at: expect.any(Number),
    }))
    expect(await visitsOf(built)).toEqual(asBefore)
  })

  test('to skipping drops the day, and back revives the same visit with its crew asked again', async () => {
    const built = await job([4])
    const ids = (await visitsOf(built)).map((visit) => visit.id)
    const set = await theSet()
    await operator.call('POST /api/save-holiday-rules', { body: written(set, { thanksgiving: 'skip' }) })
    await testApp.work()
    expect(await datesOf(built)).toEqual(['11-19', '11-27 skipped', '12-03'])
    await operator.call('POST /api/save-holiday-rules', { body: written(set, FEDERAL) })
    await testApp.work()
    expect((await visitsOf(built)).map((visit) => visit.id)).toEqual(ids)
    expect(await datesOf(built)).toEqual(['11-19', '11-27', '12-03'])
  })

  test('field 8: leaves what a customer moved or skipped, and never touches what is past or begun', async () => {
    const built = await job([4, 5])
    const client = await signedIn(testApp, { userId: built.customerId })
    const [thursday, friday] = (await visitsOf(built)).filter((visit) => visit.moved_from !== null)
    await client.call('POST /api/move-visit', {
      body: { visitId: thursday!.id, to: '2026-11-24' },
    })
    await client.call('POST /api/skip-visit', { body: { visitId: friday!.id } })
    const set = await theSet()
    await operator.call('POST /api/save-holiday-rules', { body: written(set, { thanksgiving: 'none' }) })
    await testApp.work()
    expect(await datesOf(built)).toEqual(['11-19', '11-20', '11-24', '11-28 skipped', '12-03', '12-04'])
    testApp.clock.set(instant(START + 17 * DAY_MS + 12 * HOUR_MS))
    operator = await signedIn(testApp, await buildOperator(testApp.app))
    await operator.call('POST /api/save-holiday-rules', { body: written(set, FEDERAL) })
    await testApp.work()
    expect((await datesOf(built)).slice(2)).toEqual(['11-24 missed', '11-28 skipped', '12-03', '12-04'])
  })

  test('field 11: two workers and two planners racing leave every date once, where the rules want it', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 12 }, () => buildWeeklyJob(testApp.app, { weekdays: [4, 5] })),
    )
    const set = await theSet()
    await Promise.all([
      planVisits(testApp.app),
      operator
        .call('POST /api/save-holiday-rules', { body: written(set, { thanksgiving: 'none' }) })
        .then(() => Promise.all([testApp.work(), testApp.work()])),
      planVisits(testApp.app),
    ])
    await planVisits(testApp.app)
    await testApp.work()
    const { isFollowing, followDone, followTotal } = await theSet()
    expect([isFollowing, followDone]).toEqual([false, followTotal])
    for (const built of jobs)
      expect(await datesOf(built)).toEqual(['11-19', '11-20', '11-26', '11-27', '12-03', '12-04'])
  })
})

describe('who keeps which calendar', () => {
  test('a place can keep its own hauler’s, and a market none', async () => {
    const [built, other] = [await job([4]), await job([4])]
    const { body } = await operator.call('POST /api/save-holiday-rules', {
      body: { ruleSetId: null, name: 'Hauler that never rests', secondHoliday: 'once', rules: [] },
    })
    await operator.call('POST /api/assign-holiday-rules', {
      body: { propertyId: built.propertyId, ruleSetId: body.ruleSetId },
    })
    await testApp.work()
    expect([(await datesOf(built))[1], (await datesOf(other))[1]]).toEqual(['11-26', '11-27'])
    await operator.call('POST /api/assign-holiday-rules', { body: { marketId: 'denver', ruleSetId: null } })
    await operator.call('POST /api/assign-holiday-rules', {
      body: { propertyId: built.propertyId, ruleSetId: (await theSet()).id },
    })
    await testApp.work()
    expect([(await datesOf(built))[1], (await datesOf(other))[1]]).toEqual(['11-27', '11-26'])
    const audited = await testApp.app.db
      .selectFrom('audit_entry')
      .where('action', '=', 'assign_holiday_rules')
      .select('id')
      .execute()
    expect(audited.length).toBeGreaterThan(2)
  })

  test('are not written over by whoever read them before somebody else’s change', async () => {
    const { name, secondHoliday, rules } = await theSet()
    const [first, second] = [{ thanksgiving: 'none' }, { christmas: 'none' }] as const
    const was = { name, secondHoliday, rules: rules.toReversed() }
    const save = async (effects: Effects) =>
      operator.call('POST /api/save-holiday-rules', {
        body: { ...written({ ...(await theSet()), rules }, effects), was },
      })
    expect((await save(first)).status).toBe(200)
    const late = await save(second)
    expect([late.status, late.failure.code]).toEqual([409, 'changed_meanwhile'])
    const kept = (await theSet()).rules
    const effectOf = (key: string) => kept.find((rule) => rule.key === key)?.effect
    expect([effectOf('thanksgiving'), effectOf('christmas')]).toEqual(['none', 'shift'])
  })

  test('bad rules name the field, and only operators write them', async () => {
    const set = await theSet()
    const bad = written(set, FEDERAL)
    const rules = [{ ...bad.rules[0]!, day: null, nth: null, weekday: null }]
    const refused = await operator.call('POST /api/save-holiday-rules', { body: { ...bad, rules } })
    expect(refused.failure.fields).toHaveProperty('rules.0.day')
    const both = await operator.call('POST /api/assign-holiday-rules', { body: { ruleSetId: set.id } })
    expect(both.failure.fields).toHaveProperty('marketId')
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await crew.call('POST /api/save-holiday-rules', { body: bad })).status).toBe(403)
  })
})
