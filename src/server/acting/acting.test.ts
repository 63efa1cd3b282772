/** An operator does for somebody what the person can do itself: the same rule, in the log and said to the person. */
import { describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const ines = await buildOperator(app, { name: 'Ines Keller' })
const operator = await signedIn(testApp, ines)

const actingFor = (id: UserId, reason = 'Called: ñandú') => ({
  headers: { 'acting-for': id, 'acting-reason': encodeURIComponent(reason) },
})

async function build() {
  const customer = await buildCustomer(app, { name: 'Jane Cole', locale: 'es' })
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, name: 'Maple House' })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  return { customer, crew, job, visitId }
}

const stateOf = async (visitId: VisitId) =>
  await app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()
const auditOf = (subject: string) =>
  app.db.selectFrom('audit_entry').where('subject', '=', subject).orderBy('id').selectAll().execute()
const titlesTo = async (id: UserId) =>
  (
    await app.db
      .selectFrom('notice')
      .where('user_id', '=', id)
      .orderBy('created_at')
      .select('title')
      .execute()
  ).map(({ title }) => title)
const stepsOf = (visitId: VisitId) =>
  app.db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .orderBy('id')
    .select(['transition', 'actor_role', 'actor_id', 'counts_as'])
    .execute()

describe('for a customer', () => {
  test('skips a visit: the customer reads it in its language, the crew hears of it, the log has before and after', async () => {
    const { customer, crew, visitId } = await build()
    const answer = await operator.call('POST /api/skip-visit', {
      body: { visitId },
      ...actingFor(customer.userId),
    })
    expect(answer.status).toBe(200)
    expect((await stateOf(visitId)).state).toBe('skipped')
    expect(await stepsOf(visitId)).toMatchObject([
      { transition: 'skip', actor_role: 'operator', actor_id: ines.userId },
    ])
    expect(await auditOf(visitId)).toMatchObject([
      {
        actor_id: ines.userId,
        action: 'skip_visit_for',
        market_id: 'denver',
        detail: {
          for: customer.userId,
          reason: 'Called: ñandú',
          before: { state: 'confirmed' },
          after: { state: 'skipped' },
        },
      },
    ])
    expect(await titlesTo(customer.userId)).toEqual(['Omitimos una visita por ti'])
    expect(await titlesTo(crew.userId)).toEqual(['A visit is skipped'])
  })

  test('moves a visit, pauses and ends a weekly job, after reading what that would do', async () => {
    const customer = await buildCustomer(app, { name: 'Jane Cole', locale: 'es' })
    const propertyId = await buildProperty(app, customer.userId, { name: 'Maple House' })
    const acting = actingFor(customer.userId)
    const to = localDate('2026-03-06')
    const item = { propertyIds: [propertyId], serviceKey: 'bins', weekdays: [2 as const], quantity: 1 }
    const booked = await operator.call('POST /api/book-weekly-jobs', {
      body: { items: [item], startsOn: '2026-03-02' },
      ...acting,
    })
    expect(booked.body.jobCount).toBe(1)
    const weeklyJobId = booked.body.weeklyJobIds[0]!
    const seen = await operator.call('GET /api/weekly-job', { query: { id: weeklyJobId }, ...acting })
    expect(seen.body).toMatchObject({ propertyName: 'Maple House' })
    const visitId = seen.body.comingVisits[0]!.id
    const effect = await operator.call('POST /api/preview-schedule-change', {
      body: { kind: 'move', visitId, to },
      ...acting,
    })
    expect(effect.status).toBe(200)
    const moved = await operator.call('POST /api/move-visit', { body: { visitId, to }, ...acting })
    expect(moved.body).toMatchObject({ date: to })
    expect((await auditOf(visitId)).at(-1)?.detail).toMatchObject({ after: { date: to } })
    const paused = await operator.call('POST /api/pause-weekly-job', {
      body: { weeklyJobId, from: localDate('2026-03-09'), to: null },
      ...acting,
    })
    expect(paused.status).toBe(200)
    expect(
      (await operator.call('POST /api/cancel-weekly-job', { body: { weeklyJobId }, ...acting })).status,
    ).toBe(200)
    expect((await auditOf(weeklyJobId)).map(({ action }) => action)).toEqual([
      'pause_weekly_job_for',
      'cancel_weekly_job_for',
    ])
    expect((await titlesTo(customer.userId)).sort()).toEqual([
      'Movimos una visita por ti',
      'Pausamos trabajo semanal por ti',
      'Reservamos trabajo semanal por ti',
      'Terminamos trabajo semanal por ti',
    ])
  })

  test('corrects a place: the log has what stood there, the customer is notified', async () => {
    const customer = await buildCustomer(app, { locale: 'es' })
    const propertyId = await buildProperty(app, customer.userId, { name: 'Maple House' })
    const body = { propertyId, name: 'Maple Lodge', accessNotes: 'Code 9' }
    const answer = await operator.call('POST /api/update-property', { body, ...actingFor(customer.userId) })
    expect(answer.status).toBe(200)
    expect(await auditOf(propertyId)).toMatchObject([
      {
        action: 'update_property_for',
        detail: { before: { name: 'Maple House' }, after: { name: 'Maple Lodge', accessNotes: 'Code 9' } },
      },
    ])
    expect(await titlesTo(customer.userId)).toEqual(['Corregimos un lugar tuyo'])
    const other = await buildCustomer(app)
    const foreign = await operator.call('POST /api/update-property', { body, ...actingFor(other.userId) })
    expect(foreign.status).toBe(404)
  })

  test('what the rule refuses leaves nothing behind, and is said to the operator in its language', async () => {
    const { customer, visitId } = await build()
    await app.db.updateTable('visit').set({ state: 'missed' }).where('id', '=', visitId).execute()
    const refused = await operator.call('POST /api/skip-visit', {
      body: { visitId },
      ...actingFor(customer.userId),
    })
    expect(refused.status).toBe(409)
    expect(refused.failure.error).not.toMatch(/visita/)
    expect(await auditOf(visitId)).toEqual([])
    expect(await titlesTo(customer.userId)).toEqual([])
  })

  test('under a key it is done once, and logged once', async () => {
    const { customer, visitId } = await build()
    const once = {
      body: { visitId },
      headers: { ...actingFor(customer.userId).headers, 'idempotency-key': crypto.randomUUID() },
    }
    const answers = [
      await operator.call('POST /api/skip-visit', once),
      await operator.call('POST /api/skip-visit', once),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await auditOf(visitId)).toHaveLength(1)
    expect(await titlesTo(customer.userId)).toHaveLength(1)
  })

  test('under the key of what was done for somebody else it is refused, not answered with that', async () => {
    const { customer, visitId } = await build()
    const other = await buildCustomer(app)
    const key = crypto.randomUUID()
    const skipFor = (userId: UserId) =>
      operator.call('POST /api/skip-visit', {
        body: { visitId },
        headers: { ...actingFor(userId).headers, 'idempotency-key': key },
      })
    expect((await skipFor(customer.userId)).status).toBe(200)
    expect((await skipFor(other.userId)).failure.code).toBe('key_reused')
  })
})

describe('for a crew', () => {
  test('gives a visit back, which says nothing of the crew', async () => {
    const { crew, visitId } = await build()
    const answer = await operator.call('POST /api/release-visit', {
      body: { visitId },
      ...actingFor(crew.userId),
    })
    expect(answer.body).toMatchObject({ visitId, isLate: false })
    expect((await stateOf(visitId)).crew_id).toBeNull()
    expect(await stepsOf(visitId)).toMatchObject([
      { transition: 'release', actor_role: 'operator', counts_as: null },
    ])
    expect(await titlesTo(crew.userId)).toEqual(['We gave a visit back for you'])
  })

  test('completes without photos only with a reason, and the visit is flagged', async () => {
    const { crew, visitId } = await build()
    const acting = actingFor(crew.userId)
    const silent = await operator.call('POST /api/complete-visit', { body: { visitId }, ...acting })
    expect([silent.status, Object.keys(silent.failure.fields ?? {})]).toEqual([400, ['note']])
    const body = { visitId, note: 'The phone fell into the pool' }
    const done = await operator.call('POST /api/complete-visit', { body, ...acting })
    expect(done.body).toMatchObject({ state: 'completed', isFlagged: true })
    expect((await stepsOf(visitId)).at(-1)).toMatchObject({ transition: 'complete', actor_role: 'operator' })
    const crewsOwn = await signedIn(testApp, crew)
    const again = await crewsOwn.call('POST /api/complete-visit', { body: { visitId } })
    expect(again.body).toMatchObject({ state: 'completed' })
  })

  test('a crew itself still needs its photos', async () => {
    const { crew, visitId } = await build()
    const own = await signedIn(testApp, crew)
    const answer = await own.call('POST /api/complete-visit', { body: { visitId, note: 'No photos' } })
    expect(answer.failure.code).toBe('photos_missing')
  })

  test('reaches no visit of another crew', async () => {
    const { visitId } = await build()
    const other = await buildCrew(app)
    const body = { visitId, note: 'x' }
    const acting = actingFor(other.userId)
    expect((await operator.call('POST /api/complete-visit', { body, ...acting })).status).toBe(404)
    expect((await operator.call('POST /api/release-visit', { body: { visitId }, ...acting })).status).toBe(
      404,
    )
    expect((await stateOf(visitId)).state).toBe('confirmed')
  })
})

describe('who may act for whom', () => {
  test('only operators, only where the endpoint says so, only in their market, only for its kind of person', async () => {
    const { customer, crew, visitId } = await build()
    const body = { visitId }
    const skip = (client: typeof operator, headers: Record<string, string> = {}) =>
      client.call('POST /api/skip-visit', { body, headers })
    const customersOwn = await signedIn(testApp, await buildCustomer(app))
    expect((await skip(operator)).status).toBe(403)
    expect((await skip(customersOwn, actingFor(customer.userId).headers)).status).toBe(403)
    expect((await skip(testApp.client(), actingFor(customer.userId).headers)).status).toBe(401)
    expect((await skip(operator, actingFor(crew.userId).headers)).status).toBe(404)
    expect((await skip(operator, { 'acting-for': 'x' })).status).toBe(404)
    const sessions = await operator.call('GET /api/customer-summary', actingFor(customer.userId))
    expect(sessions.status).toBe(403)
    // The forms of a customer read the catalogue, which is the same for everybody; their own account is not.
    expect((await operator.call('GET /api/services', actingFor(customer.userId))).status).toBe(200)
    expect(
      (await operator.call('GET /api/user', { query: { fields: '*' }, ...actingFor(customer.userId) }))
        .status,
    ).toBe(403)
    await app.db
      .insertInto('market')
      .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
      .execute()
    await app.db
      .updateTable('users')
      .set({ market_id: 'elsewhere' })
      .where('id', '=', customer.userId)
      .execute()
    expect((await skip(operator, actingFor(customer.userId).headers)).status).toBe(404)
    expect((await stateOf(visitId)).state).toBe('confirmed')
    expect(await auditOf(visitId)).toEqual([])
  })

  test('a frozen account stays frozen, and an unreadable reason is refused', async () => {
    const { crew, visitId } = await build()
    const headers = { 'acting-for': crew.userId, 'acting-reason': '%E0%A4%A' }
    expect((await operator.call('POST /api/release-visit', { body: { visitId }, headers })).status).toBe(400)
    await app.db
      .updateTable('users')
      .set({ frozen_until: toTimestamp((TEST_START + 1e9) as typeof TEST_START) })
      .where('id', '=', crew.userId)
      .execute()
    const frozen = await operator.call('POST /api/complete-visit', {
      body: { visitId, note: 'x' },
      ...actingFor(crew.userId),
    })
    expect(frozen.failure.code).toBe('account_frozen')
  })
})
