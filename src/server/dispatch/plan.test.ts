/** Planning everything: proposed in the background, applied whole or refused by name, undone exactly. */
import { describe, expect, test } from 'vitest'
import type { DispatchPlanId, UserId, VisitId } from '#domain/ids.ts'
import { addDays, DAY_MS, instant, localDate, MINUTE_MS } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { runPlan } from '#server/dispatch/plan-market.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const owner = await buildOperator(app)
const operator = await signedIn(testApp, owner)
/** Each test has days of its own: a plan is of everything in them. */
let date = localDate('2026-03-10')
const nextDay = () => (date = addDays(date, 1))

async function visitOn(input: { crewId?: UserId; name?: string; state?: 'scheduled' | 'confirmed' } = {}) {
  const customer = await buildCustomer(app)
  const job = await buildWeeklyJob(app, {
    customerId: customer.userId,
    ...(input.name === undefined ? {} : { name: input.name }),
  })
  const { crewId, state } = input
  return buildVisit(app, job, {
    date,
    ...(crewId === undefined ? {} : { crewId }),
    ...(state === undefined ? {} : { state }),
  })
}

async function plan(): Promise<DispatchPlanId> {
  const { body } = await operator.call('POST /api/plan-dispatch', { body: { date, span: 'day' } })
  await runPlan(app, body.planId)
  return body.planId
}
const read = async (id: DispatchPlanId) =>
  (await operator.call('GET /api/dispatch-plan', { query: { id } })).body
const apply = (planId: DispatchPlanId) => operator.call('POST /api/apply-dispatch-plan', { body: { planId } })
const undo = (planId: DispatchPlanId) => operator.call('POST /api/undo-dispatch-plan', { body: { planId } })
const rowOf = (id: VisitId) =>
  app.db
    .selectFrom('visit')
    .where('id', '=', id)
    .select(['crew_id', 'position', 'state', 'assignment_id'])
    .executeTakeFirstOrThrow()
const newsOf = async (userId: UserId) =>
  (await app.db.selectFrom('notice').where('user_id', '=', userId).select('title').execute()).map(
    ({ title }) => title,
  )

describe('a plan', () => {
  test('gives what is open to who can do it, leaves with crews what they have, and moves nothing yet', async () => {
    nextDay()
    const [has, other] = [await buildCrew(app), await buildCrew(app, { services: ['pool'] })]
    const kept = await visitOn({ crewId: has.userId, state: 'confirmed' })
    const open = await visitOn()
    const planned = await read(await plan())
    expect(planned).toMatchObject({ state: 'ready', progress: 100, changedCount: 1, open: [] })
    expect(planned.before.open).toBe(1)
    expect(planned.after.open).toBe(0)
    expect(planned.lanes.map(({ crewId }) => crewId)).not.toContain(other.userId)
    expect((await rowOf(open)).crew_id).toBeNull()
    expect((await rowOf(kept)).crew_id).toBe(has.userId)
  })

  test('says stop by stop who has what then, in which order, and who had it', async () => {
    nextDay()
    const gone = await buildCrew(app, { name: 'Gail Gone' })
    const taken = await visitOn({ crewId: gone.userId, state: 'confirmed', name: 'Taken Row' })
    const open = await visitOn({ name: 'Open Row' })
    await app.db
      .updateTable('users')
      .set({ frozen_until: toTimestamp(instant(testApp.clock.now() + 60 * DAY_MS)) })
      .where('id', '=', gone.userId)
      .execute()
    const { lanes } = await read(await plan())
    const own = lanes.find(({ crewId }) => crewId === gone.userId)!
    const others = lanes.filter((lane) => lane !== own)
    const holderOf = (id: VisitId) => others.find(({ stops }) => stops.some(({ visitId }) => visitId === id))!
    const stopOf = (id: VisitId) => holderOf(id).stops.find(({ visitId }) => visitId === id)
    expect(own.stops).toEqual([
      {
        visitId: taken,
        placeName: 'Taken Row',
        serviceKey: 'bins',
        place: null,
        wasPlace: 1,
        otherCrewName: holderOf(taken).crewName,
      },
    ])
    expect(stopOf(taken)).toMatchObject({ wasPlace: null, otherCrewName: 'Gail Gone' })
    expect(stopOf(open)).toMatchObject({ wasPlace: null, otherCrewName: null, placeName: 'Open Row' })
    for (const { stops } of others)
      expect(stops.map(({ place }) => place)).toEqual(stops.map((_, at) => at + 1))
  })

  test('says why a visit stays open', async () => {
    nextDay()
    const customer = await buildCustomer(app)
    const job = await buildWeeklyJob(app, { customerId: customer.userId, at: { lat: 44, lng: -104.9903 } })
    const visitId = await buildVisit(app, job, { date })
    const { open } = await read(await plan())
    expect(open).toMatchObject([{ visitId, why: 'range' }])
  })

  test('applied, its crews are asked, each once; undone, everything is as it was', async () => {
    nextDay()
    const visits = [await visitOn(), await visitOn(), await visitOn()]
    const planId = await plan()
    expect((await apply(planId)).status).toBe(200)
    const given = await Promise.all(visits.map(rowOf))
    for (const row of given) expect(row).toMatchObject({ crew_id: expect.any(String), state: 'scheduled' })
    const crewIds = [...new Set(given.map(({ crew_id }) => crew_id!))]
    for (const crewId of crewIds)
      expect((await newsOf(crewId)).filter((title) => title === 'Your days have changed')).toHaveLength(1)
    expect(await read(planId)).toMatchObject({ state: 'applied', canUndo: true })
    expect((await undo(planId)).body).toEqual({ leftCount: 0 })
    for (const id of visits)
      expect(await rowOf(id)).toEqual({ crew_id: null, position: 0, state: 'scheduled', assignment_id: null })
  })

  test('that was applied is on the board of its days for as long as it can be undone', async () => {
    nextDay()
    await visitOn()
    const planId = await plan()
    const applied = async (span: 'day' | 'week', of = date) =>
      (await operator.call('GET /api/dispatch', { query: { date: of, span } })).body.applied
    expect(await applied('day')).toBeNull()
    await apply(planId)
    const undoUntil = new Date(testApp.clock.now() + 30 * MINUTE_MS).toISOString()
    expect(await applied('day')).toEqual({ planId, undoUntil })
    expect(await applied('week')).toEqual({ planId, undoUntil })
    expect(await applied('day', addDays(date, 30))).toBeNull()
    testApp.clock.advance(31 * MINUTE_MS)
    expect(await applied('day')).toBeNull()
  })

  test('is refused by name where something moved meanwhile, and nothing is half done', async () => {
    nextDay()
    const crew = await buildCrew(app)
    const [moved, other] = [await visitOn({ name: 'Birch Yard' }), await visitOn()]
    const planId = await plan()
    const body = { visitId: moved, fromCrewId: null, toCrewId: crew.userId }
    expect((await operator.call('POST /api/dispatch-visit', { body })).status).toBe(200)
    expect(await apply(planId)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringContaining('Birch Yard') },
    })
    expect((await rowOf(other)).crew_id).toBeNull()
    expect((await rowOf(moved)).crew_id).toBe(crew.userId)
  })

  test('leaves what somebody changed since it was applied', async () => {
    nextDay()
    const [mine, other] = [await visitOn(), await visitOn()]
    const planId = await plan()
    await apply(planId)
    const crew = await buildCrew(app)
    const held = (await rowOf(mine)).crew_id
    await operator.call('POST /api/dispatch-visit', {
      body: { visitId: mine, fromCrewId: held, toCrewId: crew.userId },
    })
    expect((await undo(planId)).body).toEqual({ leftCount: 1 })
    expect((await rowOf(mine)).crew_id).toBe(crew.userId)
    expect((await rowOf(other)).crew_id).toBeNull()
  })

  test('cannot be undone for ever', async () => {
    nextDay()
    await visitOn()
    const planId = await plan()
    await apply(planId)
    testApp.clock.advance(31 * MINUTE_MS)
    expect(await undo(planId)).toMatchObject({ status: 409, body: { code: 'too_late' } })
  })

  test('is forgotten a month later, with what was applied', async () => {
    nextDay()
    await visitOn()
    const planId = await plan()
    await apply(planId)
    /** Plans something else, and asks for the first plan. */
    const statusAfter = async (ms: number) => {
      testApp.clock.advance(ms)
      const again = await signedIn(testApp, owner)
      const body = { date: addDays(date, 60), span: 'day' } as const
      expect((await again.call('POST /api/plan-dispatch', { body })).status).toBe(200)
      return (await again.call('GET /api/dispatch-plan', { query: { id: planId } })).status
    }
    expect(await statusAfter(29 * DAY_MS)).toBe(200)
    expect(await statusAfter(2 * DAY_MS)).toBe(404)
  })
})
