import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VisitId } from '#domain/ids.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import { inTransaction } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { actorOf, applyOneTransition, applyTransition } from './apply-transition.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

function step(transition: 'assign' | 'cancel' | 'skip') {
  return { app: testApp.app, transition, actor: SYSTEM, now: testApp.clock.now() }
}

async function newVisit(input: Parameters<typeof buildVisit>[2] = {}): Promise<VisitId> {
  return buildVisit(testApp.app, await buildWeeklyJob(testApp.app), input)
}

test('many visits take a step each by itself, and the answer has each', async () => {
  const { db } = testApp.app
  const [open, again, done] = [
    await newVisit(),
    await newVisit({ state: 'cancelled' }),
    await newVisit({ state: 'skipped' }),
  ]
  const result = await inTransaction(db, (transaction) =>
    applyTransition(transaction, {
      ...step('cancel'),
      visitIds: [open, open, again, done, crypto.randomUUID() as VisitId],
      detail: { reason: 'customer' },
    }),
  )
  expect(result.applied.map(({ visitId, from, to }) => [visitId, from, to])).toEqual([
    [open, 'scheduled', 'cancelled'],
  ])
  expect(result.alreadyDone).toEqual([again])
  expect(result.refused).toEqual([{ visitId: done, reason: 'wrong_state' }])
  const events = await db
    .selectFrom('visit_event')
    .where('visit_id', 'in', [open, again, done])
    .selectAll()
    .execute()
  expect(events).toMatchObject([
    { visit_id: open, transition: 'cancel', actor_role: 'system', detail: { reason: 'customer' } },
  ])
})

test('a visit that changes hands leaves its position in the route', async () => {
  const { app } = testApp
  const [one, other] = [await buildCrew(app), await buildCrew(app)]
  const visitId = await newVisit({ crewId: one.userId, position: 7 })
  await applyOneTransition(app.db, { ...step('assign'), visitId, assigneeId: other.userId })
  const row = await app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ crew_id: other.userId, position: 0, assignment_id: null })
})

test('what is not allowed is thrown with its reason, what is not there as not found', async () => {
  const { app } = testApp
  const crew = await buildCrew(app)
  const actor = actorOf(crew.scope, testApp.clock.now())
  const visitId = await newVisit()
  const start = { ...step('cancel'), transition: 'start' as const, actor }
  await expect(applyOneTransition(app.db, { ...start, visitId })).rejects.toMatchObject({ code: 'not_yours' })
  const nowhere = crypto.randomUUID() as VisitId
  await expect(applyOneTransition(app.db, { ...start, visitId: nowhere })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('of many who take the same step at once one counts', async () => {
  const { db } = testApp.app
  const visitId = await newVisit()
  const results = await Promise.all(
    Array.from({ length: 10 }, () =>
      inTransaction(db, (transaction) => applyOneTransition(transaction, { ...step('cancel'), visitId })),
    ),
  )
  expect(results.filter((result) => !('alreadyDone' in result))).toHaveLength(1)
  expect(
    await db.selectFrom('visit_event').where('visit_id', '=', visitId).selectAll().execute(),
  ).toHaveLength(1)
})
