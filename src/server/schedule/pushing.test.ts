import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { HOUR_MS, instant, instantAt, localDate, localTime, type Weekday } from '#domain/time.ts'
import { planVisits } from '#server/jobs/plan-visits.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { type BuiltJob, buildWeeklyJob } from '#testing/build-work.ts'
import { runPush } from './push-day.ts'

/** Sunday evening before a snowy Tuesday. */
const START = instantAt(localDate('2026-01-18'), localTime('20:00'), 'America/Denver')
const FAR = { lat: CIVIC_CENTER.lat + 0.5, lng: CIVIC_CENTER.lng }

let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
  operator = await signedIn(testApp, await buildOperator(testApp.app))
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.set(START)
  await testApp.app.db.deleteFrom('task').execute()
  await testApp.app.db.updateTable('weekly_job').set({ state: 'cancelled' }).execute()
  await testApp.app.db
    .updateTable('visit')
    .set({ state: 'cancelled' })
    .where('state', '<>', 'completed')
    .execute()
})

const push = { marketId: 'denver', date: '2026-01-20', to: '2026-01-21', reason: 'snow' as const }

async function job(weekdays: Weekday[], at = CIVIC_CENTER): Promise<BuiltJob> {
  const built = await buildWeeklyJob(testApp.app, { weekdays, at })
  await planVisits(testApp.app, { weeklyJobIds: [built.weeklyJobId] })
  return built
}

async function assign(built: BuiltJob, crewId: UserId, state: 'scheduled' | 'confirmed' = 'confirmed') {
  await testApp.app.db
    .updateTable('visit')
    .set({ crew_id: crewId, state, position: 3 })
    .where('weekly_job_id', '=', built.weeklyJobId)
    .execute()
}

/** Everything of a visit that undoing must put back. */
async function visitsOf(...jobs: BuiltJob[]) {
  return testApp.app.db
    .selectFrom('visit')
    .where(
      'weekly_job_id',
      'in',
      jobs.map((each) => each.weeklyJobId),
    )
    .where('date', '<', localDate('2026-01-26'))
    .orderBy('id')
    .select(['id', 'date', 'state', 'starts_at', 'ends_at', 'crew_id', 'assignment_id', 'position'])
    .select(['moved_from', 'moved_by', 'moved_source'])
    .execute()
}

const stateOf = async (...jobs: BuiltJob[]) =>
  (await visitsOf(...jobs))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date, state, moved_from }) => `${date.slice(5)} ${state}${moved_from === null ? '' : ' moved'}`)

describe('pushing a whole day (list 13)', () => {
  test('shows what it would do, moves what is in the area, and notifies each person once', async () => {
    const [near, daily, away] = [await job([2]), await job([2, 3]), await job([2], FAR)]
    const crew = await buildCrew(testApp.app)
    await assign(near, crew.userId)
    const area = { ...CIVIC_CENTER, radiusFeet: 52_800 }
    const seen = await operator.call('POST /api/preview-pushed-day', {
      body: { marketId: push.marketId, date: push.date, to: push.to, area },
    })
    expect(seen.body).toMatchObject({
      movedCount: 1,
      conflictCount: 1,
      skippedCount: 0,
      customerCount: 2,
      crewCount: 1,
      standbyCents: 0,
    })
    expect(seen.body.lostCents).toBeGreaterThan(0)
    const before = await visitsOf(near)
    await operator.call('POST /api/push-day', { body: { ...push, area } })
    await testApp.work()
    expect(await stateOf(near)).toEqual(['01-21 scheduled moved'])
    expect(await stateOf(daily)).toEqual(['01-20 skipped', '01-21 scheduled'])
    expect(await stateOf(away)).toEqual(['01-20 scheduled'])
    const [after] = await visitsOf(near)
    expect([after!.id, after!.crew_id]).toEqual([before[0]!.id, crew.userId])
    const notices = await testApp.app.db
      .selectFrom('notice')
      .where('event', '=', 'day_moved')
      .select('user_id')
      .execute()
    const people = [near.customerId, daily.customerId, crew.userId]
    expect(notices.map((notice) => notice.user_id).sort()).toEqual(people.sort())
    const { body } = await operator.call('GET /api/operator-schedule')
    expect(body.pushedDays[0]).toMatchObject({ state: 'done', movedCount: 1, skippedCount: 1, canUndo: true })
    const why = await operator.call('GET /api/visit-reasons', { query: { id: after!.id } })
    expect(why.body.reasons.at(-1)).toMatchObject({
      kind: 'pushed',
      nameEn: 'snow',
      from: '2026-01-20',
      to: '2026-01-21',
    })
  })

  test('is undone exactly: days, hours, crews, places in the route, confirmations', async () => {
    const [near, daily, free] = [await job([2]), await job([2, 3]), await job([2])]
    // Works on no Wednesday, so the push takes the visit off its list.
    const crew = await buildCrew(testApp.app, { weekdays: [1, 2] })
    const other = await buildCrew(testApp.app)
    await assign(near, crew.userId)
    await assign(daily, other.userId, 'scheduled')
    const before = await visitsOf(near, daily, free)
    const { body } = await operator.call('POST /api/push-day', { body: push })
    await testApp.work()
    expect((await visitsOf(near))[0]!.crew_id).toBeNull()
    testApp.clock.set(instant(START + HOUR_MS))
    const undo = { pushedDayId: body.pushedDayId }
    expect((await operator.call('POST /api/undo-pushed-day', { body: undo })).status).toBe(200)
    await testApp.work()
    expect(await visitsOf(near, daily, free)).toEqual(before)
    const rest = await testApp.app.db
      .selectFrom('schedule_move')
      .where('pushed_day_id', '=', undo.pushedDayId)
      .selectAll()
      .execute()
    expect(rest).toEqual([])
    testApp.clock.set(instant(START + 3 * HOUR_MS))
    await testApp.work()
    expect((await operator.call('POST /api/undo-pushed-day', { body: undo })).status).toBe(200)
    const audited = await testApp.app.db
      .selectFrom('audit_entry')
      .where('subject', '=', undo.pushedDayId)
      .orderBy('id')
      .select('action')
      .execute()
    expect(audited.map((entry) => entry.action)).toEqual(['push_day', 'undo_pushed_day'])
  })

  test('cannot be undone after two hours, and then pays crews that were notified too late, once', async () => {
    testApp.clock.set(instantAt(localDate('2026-01-19'), localTime('22:00'), 'America/Denver'))
    const near = await job([2])
    const crew = await buildCrew(testApp.app)
    await assign(near, crew.userId)
    const seen = await operator.call('POST /api/preview-pushed-day', {
      body: { marketId: push.marketId, date: push.date, to: push.to },
    })
    expect(seen.body.standbyCents).toBeGreaterThan(0)
    const { body } = await operator.call('POST /api/push-day', { body: push })
    await testApp.work()
    const earned = () =>
      testApp.app.db
        .selectFrom('earning')
        .where('crew_id', '=', crew.userId)
        .select(['kind', 'amount_cents'])
        .execute()
    expect(await earned()).toEqual([])
    testApp.clock.set(instant(testApp.clock.now() + 2 * HOUR_MS))
    await testApp.work()
    const undo = await operator.call('POST /api/undo-pushed-day', { body: { pushedDayId: body.pushedDayId } })
    expect([undo.status, undo.failure.code]).toEqual([409, 'too_late'])
    expect(await earned()).toEqual([{ kind: 'adjustment', amount_cents: seen.body.standbyCents }])
    const journals = await testApp.app.db
      .selectFrom('ledger_journal')
      .where('key', 'like', `pushed-day:${body.pushedDayId}:%`)
      .select('kind')
      .execute()
    expect(journals).toEqual([{ kind: 'standby' }])
  })

  test('field 11: survives a crash midway, a second worker and the planner beside it', async () => {
    const jobs: BuiltJob[] = []
    for (let index = 0; index < 8; index++) jobs.push(await job([2]))
    const { body } = await operator.call('POST /api/push-day', { body: push })
    await Promise.all([
      runPush(testApp.app, body.pushedDayId),
      runPush(testApp.app, body.pushedDayId),
      planVisits(testApp.app),
    ])
    await testApp.work()
    await testApp.app.db
      .updateTable('pushed_day')
      .set({ state: 'running', after_visit_id: null })
      .where('id', '=', body.pushedDayId)
      .execute()
    await runPush(testApp.app, body.pushedDayId)
    expect(await stateOf(...jobs)).toEqual(jobs.map(() => '01-21 scheduled moved'))
    const { rows } = {
      rows: await testApp.app.db
        .selectFrom('pushed_day')
        .where('id', '=', body.pushedDayId)
        .selectAll()
        .execute(),
    }
    expect(rows[0]).toMatchObject({ total_count: 8, moved_count: 8, skipped_count: 0, state: 'done' })
  })

  test('field 8: skips the day where no new day is given, and later edits leave it so', async () => {
    const near = await job([2])
    await operator.call('POST /api/push-day', { body: { ...push, to: null } })
    await testApp.work()
    const client = await signedIn(testApp, { userId: near.customerId })
    await client.call('POST /api/change-weekly-job', {
      body: { weeklyJobId: near.weeklyJobId, from: '2026-01-19', quantity: 4 },
    })
    expect(await stateOf(near)).toEqual(['01-20 skipped'])
  })

  test('is refused for days that cannot be, and to everybody but operators', async () => {
    const bad = async (change: object) =>
      (await operator.call('POST /api/push-day', { body: { ...push, ...change } })).failure.fields
    expect(await bad({ date: '2026-01-17' })).toHaveProperty('date')
    expect(await bad({ to: '2026-01-19' })).toHaveProperty('to')
    expect(await bad({ to: '2026-02-20' })).toHaveProperty('to')
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await customer.call('POST /api/push-day', { body: push })).status).toBe(403)
    expect((await customer.call('GET /api/operator-schedule')).status).toBe(403)
  })
})
