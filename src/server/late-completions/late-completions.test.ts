import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LateCompletionId, toId, type UserId, type VisitId } from '#domain/ids.ts'
import { addDays, DAY_MS, HOUR_MS, type Instant, instantAt, localDate, localTime } from '#domain/time.ts'
import type { Transition } from '#domain/visits/graph.ts'
import { type Actor, SYSTEM } from '#domain/visits/lifecycle.ts'
import { lockJobsOf } from '#server/jobs/job-queries.ts'
import { applyOneTransition } from '#server/visits/apply-transition.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = localDate('2026-03-02')
const iso = (at: number) => new Date(at).toISOString()
const WORKED_AT = (TEST_START - 20 * 60_000) as Instant

async function offlineCrew(visit: Parameters<typeof buildVisit>[2] = {}) {
  testApp.clock.set(TEST_START)
  const { app } = testApp
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const job = await buildWeeklyJob(app)
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed', ...visit })
  return { crew, client: await signedIn(testApp, crew), visitId, customerId: job.customerId }
}

function step(
  visitId: VisitId,
  transition: Transition,
  more: { actor?: Actor; to?: { userId: UserId } } = {},
) {
  return applyOneTransition(testApp.app.db, {
    app: testApp.app,
    visitId,
    transition,
    actor: more.actor ?? SYSTEM,
    now: testApp.clock.now(),
    ...(more.to === undefined ? {} : { assigneeId: more.to.userId }),
  })
}

let shade = 0
async function send(client: Client, visitId: VisitId, takenAt: number = WORKED_AT) {
  shade += 1
  const background = { r: shade % 256, g: shade >> 8, b: 60 }
  const content = await sharp({ create: { width: 24, height: 24, channels: 3, background } })
    .png()
    .toBuffer()
  return client.call('POST /api/upload-visit-photo', {
    query: { visitId, takenAt: iso(takenAt) },
    file: { type: 'image/png', content },
  })
}

function complete(client: Client, visitId: VisitId, more = {}) {
  return client.call('POST /api/complete-visit', {
    body: { visitId, ...CIVIC_CENTER, completedAt: iso(WORKED_AT), ...more },
  })
}

function start(client: Client, visitId: VisitId, step: 'en_route' | 'in_progress', at?: number) {
  return client.call('POST /api/start-visit', {
    body: { visitId, step, ...(at === undefined ? {} : { at: iso(at) }) },
  })
}

async function timelineOf(visitId: VisitId) {
  return testApp.app.db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .orderBy('id')
    .select(['transition', 'at', 'detail'])
    .execute()
}

function rowOf(visitId: VisitId) {
  return testApp.app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()
}

describe('field 39: a start that was tapped offline', () => {
  test('keeps its own time beside the time at which we received it', async () => {
    const { client, visitId, customerId } = await offlineCrew()
    expect((await start(client, visitId, 'en_route', WORKED_AT)).body.state).toBe('en_route')
    expect((await start(client, visitId, 'in_progress', WORKED_AT + 60_000)).body.state).toBe('in_progress')
    expect((await rowOf(visitId)).started_at).toBe(WORKED_AT + 60_000)
    const events = await timelineOf(visitId)
    expect(events.map(({ transition, at, detail }) => [transition, at, detail])).toEqual([
      ['start_travel', TEST_START, { happenedAt: iso(WORKED_AT) }],
      ['start', TEST_START, { happenedAt: iso(WORKED_AT + 60_000) }],
    ])
    const customer = await signedIn(testApp, { userId: customerId })
    const { timeline } = (await customer.call('GET /api/visit', { query: { id: visitId } })).body
    expect(timeline.at(-1)).toMatchObject({ at: iso(TEST_START), happenedAt: iso(WORKED_AT + 60_000) })
  })

  test('changes nothing where what came later was reported first', async () => {
    const { client, visitId } = await offlineCrew()
    await send(client, visitId)
    const done = await complete(client, visitId)
    const before = await rowOf(visitId)
    for (const each of ['in_progress', 'en_route'] as const)
      expect((await start(client, visitId, each, WORKED_AT - HOUR_MS)).body).toEqual({
        visitId,
        state: 'completed',
      })
    expect(await rowOf(visitId)).toEqual(before)
    expect((await complete(client, visitId)).text).toBe(done.text)
  })

  test.each([
    ['more than a minute ahead', TEST_START + 60_001, 'clock_ahead'],
    ['before the day of the visit', instantAt(TODAY, localTime('00:00'), 'America/Denver') - 1, 'too_early'],
  ])('%s is refused', async (_name, at, code) => {
    const { client, visitId } = await offlineCrew()
    const refused = await start(client, visitId, 'in_progress', at)
    expect([refused.status, refused.failure.code]).toEqual([409, code])
    expect((await rowOf(visitId)).state).toBe('confirmed')
  })

  test('a clock that is half a minute ahead counts as now, and a missed visit stays missed', async () => {
    const { client, visitId } = await offlineCrew()
    expect((await start(client, visitId, 'in_progress', TEST_START + 30_000)).status).toBe(200)
    expect((await rowOf(visitId)).started_at).toBe(TEST_START)
    const missed = await offlineCrew({ state: 'missed' })
    expect((await start(missed.client, missed.visitId, 'in_progress', WORKED_AT)).body.state).toBe('missed')
  })

  test('of a visit that went to somebody else is answered with that, to strangers with nothing', async () => {
    const { client, visitId } = await offlineCrew()
    const other = await buildCrew(testApp.app)
    await step(visitId, 'assign', { to: other })
    const refused = await start(client, visitId, 'in_progress', WORKED_AT)
    expect([refused.status, refused.failure.code]).toEqual([409, 'visit_reassigned'])
    const stranger = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await start(stranger, visitId, 'in_progress', WORKED_AT)).status).toBe(404)
  })
})

describe('field 39: a completion whose visit has changed meanwhile', () => {
  test.each([
    ['cancel', 'visit_cancelled', 'cancelled'],
    ['skip', 'visit_skipped', 'skipped'],
    ['assign', 'visit_reassigned', 'reassigned'],
    ['release', 'visit_reassigned', 'reassigned'],
  ] as const)('after %s keeps its photos and a report, once', async (transition, code, reason) => {
    const { client, visitId, customerId } = await offlineCrew()
    await send(client, visitId)
    await step(visitId, transition, transition === 'assign' ? { to: await buildCrew(testApp.app) } : {})
    expect((await send(client, visitId)).body).toMatchObject({ photoCount: 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(client, visitId)))
    expect(answers.map(({ status, failure }) => [status, failure.code])).toEqual(
      answers.map(() => [409, code]),
    )
    const { lateCompletions } = (await client.call('GET /api/my-late-completions')).body
    expect(lateCompletions).toMatchObject([
      {
        visitId,
        reason,
        doneAt: iso(WORKED_AT),
        changedAt: iso(TEST_START),
        changedBy: 'system',
        photoCount: 2,
        state: 'waiting',
      },
    ])
    const events = (await timelineOf(visitId)).filter((event) => event.transition === 'late_completion')
    expect(events).toMatchObject([{ detail: { happenedAt: iso(WORKED_AT), late: reason } }])
    const customer = await signedIn(testApp, { userId: customerId })
    const seen = (await customer.call('GET /api/visit', { query: { id: visitId } })).body
    expect(seen.timeline.at(-1)?.transition).toBe('late_completion')
  })

  test('threats S3: a cancel that races with it ends in one of two ways, and never in none', async () => {
    for (let round = 0; round < 8; round++) {
      const { client, visitId } = await offlineCrew()
      await send(client, visitId)
      const [done] = await Promise.all([
        complete(client, visitId),
        step(visitId, 'cancel').catch((error: unknown) => error),
      ])
      const { state } = await rowOf(visitId)
      const { lateCompletions } = (await client.call('GET /api/my-late-completions')).body
      expect([state, done.status, lateCompletions.length]).toEqual(
        state === 'completed' ? ['completed', 200, 0] : ['cancelled', 409, 1],
      )
    }
  })

  test('three days after the window is kept as a report; nobody else’s visit is ever reported', async () => {
    const { client, visitId } = await offlineCrew({ date: addDays(TODAY, -5), state: 'missed' })
    const late = await complete(client, visitId, { completedAt: iso(TEST_START - 5 * DAY_MS) })
    expect([late.status, late.failure.code]).toEqual([409, 'too_late'])
    expect((await client.call('GET /api/my-late-completions')).body.lateCompletions).toMatchObject([
      { reason: 'too_late', changedAt: null, changedBy: null },
    ])
    const stranger = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await complete(stranger, visitId)).status).toBe(404)
    expect((await stranger.call('GET /api/my-late-completions')).body.lateCompletions).toEqual([])
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await customer.call('GET /api/my-late-completions')).status).toBe(403)
  })

  test('threats U8: who never had the visit, or lost it days before, adds no photo to it', async () => {
    const { client, visitId } = await offlineCrew()
    const stranger = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await send(stranger, visitId)).status).toBe(404)
    const next = await buildCrew(testApp.app)
    await step(visitId, 'assign', { to: next })
    testApp.clock.advance(25 * HOUR_MS)
    expect((await send(client, visitId, testApp.clock.now())).status).toBe(404)
    // What was taken in time may still come, but is no proof of the next crew's.
    expect((await send(client, visitId)).status).toBe(200)
    const refused = await complete(await signedIn(testApp, next), visitId, { completedAt: undefined })
    expect(refused.failure.code).toBe('photos_missing')
  })

  test('threats U8: a crew sends no more than its share in a day', async () => {
    const { client, visitId, crew } = await offlineCrew()
    await testApp.app.db
      .insertInto('photo')
      .values(
        Array.from({ length: 500 }, () => {
          const key = crypto.randomUUID()
          const size = { width: 8, height: 8, size_bytes: 8 }
          return {
            owner_id: crew.userId,
            storage_key: key,
            sha256: Buffer.from(key),
            ...size,
            created_at: new Date(TEST_START - HOUR_MS),
          }
        }),
      )
      .execute()
    const refused = await send(client, visitId)
    expect([refused.status, refused.failure.code]).toEqual([409, 'photo_quota_reached'])
    testApp.clock.advance(DAY_MS)
    expect((await send(client, visitId)).status).toBe(200)
  })
})

describe('an operator decides', () => {
  async function reported(transition: 'cancel' | 'assign' = 'cancel') {
    const made = await offlineCrew()
    const other = await buildCrew(testApp.app)
    await send(made.client, made.visitId)
    await step(made.visitId, transition, transition === 'assign' ? { to: other } : {})
    await complete(made.client, made.visitId, { note: 'Gate was open' })
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    const [report] = (await made.client.call('GET /api/my-late-completions')).body.lateCompletions
    return { ...made, other, operator, lateCompletionId: report!.id }
  }
  const decide = (operator: Client, how: 'accept' | 'dismiss', lateCompletionId: LateCompletionId) => {
    const body = { lateCompletionId, note: 'Photos are clear.' }
    return how === 'accept'
      ? operator.call('POST /api/accept-late-completion', { body })
      : operator.call('POST /api/dismiss-late-completion', { body })
  }

  test.each(['cancel', 'assign'] as const)(
    'after %s: accepting completes the visit as it was and pays its crew once',
    async (transition) => {
      const { operator, lateCompletionId, visitId, crew, client } = await reported(transition)
      const listed = (await operator.call('POST /api/get-late-completions', { body: {} })).body
      expect(listed.waitingCount).toBeGreaterThan(0)
      expect(listed.lateCompletions.find((each) => each.id === lateCompletionId)).toMatchObject({
        crewName: 'Maria Lopez',
        note: 'Gate was open',
        distanceFeet: expect.any(Number),
        decidedByName: null,
      })
      const opened = (await operator.call('GET /api/late-completion', { query: { id: lateCompletionId } }))
        .body
      expect(opened).toMatchObject({
        photos: [{ width: 24 }],
        canAccept: true,
        canDismiss: true,
        ifAccepted: { payCents: 700 },
      })
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => decide(operator, 'accept', lateCompletionId)),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409])
      expect(await rowOf(visitId)).toMatchObject({
        state: 'completed',
        crew_id: crew.userId,
        completed_at: WORKED_AT,
        crew_pay_cents: 700,
      })
      const earnings = await testApp.app.db
        .selectFrom('earning')
        .where('visit_id', '=', visitId)
        .selectAll()
        .execute()
      expect(earnings).toMatchObject([{ crew_id: crew.userId, amount_cents: 700 }])
      expect((await client.call('GET /api/my-late-completions')).body.lateCompletions[0]).toMatchObject({
        state: 'accepted',
        decisionNote: 'Photos are clear.',
      })
    },
  )

  test('dismissing leaves the visit, and can be taken back', async () => {
    const { operator, lateCompletionId, visitId } = await reported()
    expect((await decide(operator, 'dismiss', lateCompletionId)).status).toBe(200)
    expect((await rowOf(visitId)).state).toBe('cancelled')
    expect((await decide(operator, 'dismiss', lateCompletionId)).failure.code).toBe('late_completion_decided')
    expect((await decide(operator, 'accept', lateCompletionId)).status).toBe(200)
    expect((await rowOf(visitId)).state).toBe('completed')
  })

  test('what somebody else completed is not paid twice', async () => {
    const { operator, lateCompletionId, visitId, other } = await reported('assign')
    const client = await signedIn(testApp, other)
    await send(client, visitId)
    expect((await complete(client, visitId)).status).toBe(200)
    const refused = await decide(operator, 'accept', lateCompletionId)
    expect([refused.status, refused.failure.code]).toEqual([409, 'done_by_another'])
    expect(
      (await operator.call('GET /api/late-completion', { query: { id: lateCompletionId } })).body,
    ).toMatchObject({
      canAccept: false,
      canDismiss: true,
      ifAccepted: null,
    })
    expect((await rowOf(visitId)).crew_id).toBe(other.userId)
  })

  test('only operators decide, and only on what is there', async () => {
    const { client, lateCompletionId, operator } = await reported()
    for (const how of ['accept', 'dismiss'] as const) {
      expect((await decide(client, how, lateCompletionId)).status).toBe(403)
      expect((await decide(testApp.client(), how, lateCompletionId)).status).toBe(401)
      expect((await decide(operator, how, toId(crypto.randomUUID()))).status).toBe(404)
    }
    expect((await client.call('POST /api/get-late-completions', { body: {} })).status).toBe(403)
    expect((await client.call('GET /api/late-completion', { query: { id: lateCompletionId } })).status).toBe(
      403,
    )
    const unknown = await operator.call('GET /api/late-completion', { query: { id: crypto.randomUUID() } })
    expect(unknown.status).toBe(404)
  })
})

test('a visit is completed while its weekly job is being changed: it does not wait for that', async () => {
  const { client, visitId, customerId } = await offlineCrew()
  await send(client, visitId)
  const { weekly_job_id: jobId } = await rowOf(visitId)
  const answer = await testApp.app.db.transaction().execute(async (trx) => {
    await lockJobsOf(trx, customerId, [jobId!])
    return Promise.race([complete(client, visitId), setTimeout(3_000, 'waited')])
  })
  expect(answer).toMatchObject({ status: 200, body: { state: 'completed' } })
})
