/** The board of dispatchers: what it shows, and moving visits on it. */
import { describe, expect, test, vi } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { DAY_MS, instant, localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const operator = await signedIn(testApp, await buildOperator(app))
const DATE = localDate('2026-03-10')

async function build(input: { crewId?: UserId; name?: string; position?: number } = {}) {
  const customer = await buildCustomer(app)
  const job = await buildWeeklyJob(app, { customerId: customer.userId, name: input.name ?? 'Maple House' })
  const { crewId, position } = input
  const visitId = await buildVisit(app, job, {
    date: DATE,
    ...(crewId === undefined ? {} : { crewId }),
    ...(position === undefined ? {} : { position }),
  })
  return { visitId, customerId: customer.userId }
}

const read = async (span: 'day' | 'week' = 'day', date = DATE) =>
  (await operator.call('GET /api/dispatch', { query: { date, span } })).body
const move = (
  visitId: VisitId,
  fromCrewId: UserId | null,
  toCrewId: UserId | null,
  beforeVisitId: VisitId | null = null,
) => operator.call('POST /api/dispatch-visit', { body: { visitId, fromCrewId, toCrewId, beforeVisitId } })
const laneOf = async (crewId: UserId) =>
  (await read()).visits
    .filter((visit) => visit.crewId === crewId)
    .toSorted((a, b) => a.position - b.position)
    .map(({ id }) => id)
const newsOf = async (userId: UserId) =>
  (await app.db.selectFrom('notice').where('user_id', '=', userId).select('title').execute()).map(
    ({ title }) => title,
  )

describe('the board', () => {
  test('shows a day or the week around it on the market’s clock, with crews, hours, pay and blocks', async () => {
    const crew = await buildCrew(app, { name: 'Maria Lopez', weekdays: [2, 3] })
    const { visitId, customerId } = await build()
    await app.db
      .insertInto('customer_crew_mark')
      .values({
        customer_id: customerId,
        crew_id: crew.userId,
        mark: 'blocked',
        created_at: toTimestamp(TEST_START),
      })
      .execute()
    const week = await read('week', localDate('2026-03-12'))
    expect(week).toMatchObject({
      timeZone: 'America/Denver',
      from: '2026-03-09',
      to: '2026-03-15',
      isCut: false,
    })
    expect(week.visits.find(({ id }) => id === visitId)).toMatchObject({
      date: DATE,
      crewId: null,
      state: 'scheduled',
      placeName: 'Maple House',
      isAnytime: true,
      isStanding: false,
      payCents: expect.any(Number),
      blockedCrewIds: [crew.userId],
    })
    expect(week.crews.find(({ id }) => id === crew.userId)?.hours).toEqual([
      { weekday: 2, from: '06:00', until: '20:00' },
      { weekday: 3, from: '06:00', until: '20:00' },
    ])
    expect((await read('day', localDate('2026-03-11'))).visits.map(({ id }) => id)).not.toContain(visitId)
  })

  test('asks the street router for the way of a crew, and says nothing where there is none', async () => {
    const places = [
      { lat: 39.74, lng: -105 },
      { lat: 39.75, lng: -105.01 },
    ]
    const asked = () => operator.call('POST /api/dispatch-line', { body: { places } })
    expect((await asked()).body).toEqual({ line: null })
    const corner = { lat: 39.74, lng: -105.01 }
    const line = vi
      .spyOn(app.ports.matrix, 'line')
      .mockImplementation(async ([from, to]) => [from!, corner, to!])
    expect((await asked()).body).toEqual({ line: [places[0], corner, places[1]] })
    line.mockRestore()
  })

  test('knows no other city', async () => {
    const { visitId } = await build()
    await app.db
      .insertInto('market')
      .values({ id: 'mesa', name: 'Mesa', time_zone: 'America/Phoenix' })
      .execute()
    const elsewhere = await buildOperator(app)
    await app.db.updateTable('users').set({ market_id: 'mesa' }).where('id', '=', elsewhere.userId).execute()
    const client = await signedIn(testApp, elsewhere)
    const body = { visitId, fromCrewId: null, toCrewId: null }
    expect(
      (await client.call('GET /api/dispatch', { query: { date: DATE, span: 'day' } })).body.visits,
    ).toEqual([])
    expect((await client.call('POST /api/dispatch-visit', { body })).status).toBe(404)
  })
})

describe('moving a visit', () => {
  test('gives it to a crew at a place of its day; the crew is asked before the cutoff', async () => {
    const crew = await buildCrew(app)
    const [first, second] = [
      await build({ crewId: crew.userId, position: 1 }),
      await build({ crewId: crew.userId, position: 2 }),
    ]
    const { visitId } = await build()
    const moved = await move(visitId, null, crew.userId, second.visitId)
    expect(moved.body).toEqual({ visitId, handing: 'asked' })
    expect(await laneOf(crew.userId)).toEqual([first.visitId, visitId, second.visitId])
    expect(await newsOf(crew.userId)).toEqual(['A visit is yours'])
  })

  test('reorders without notifying anybody', async () => {
    const crew = await buildCrew(app)
    const [first, second] = [
      await build({ crewId: crew.userId, position: 1 }),
      await build({ crewId: crew.userId, position: 2 }),
    ]
    const moved = await move(second.visitId, crew.userId, crew.userId, first.visitId)
    expect(moved.body.handing).toBe('kept')
    expect(await laneOf(crew.userId)).toEqual([second.visitId, first.visitId])
    expect(await newsOf(crew.userId)).toEqual([])
  })

  test('hands it over, and both crews hear of it', async () => {
    const [from, to] = [await buildCrew(app), await buildCrew(app)]
    const { visitId } = await build({ crewId: from.userId })
    expect((await move(visitId, from.userId, to.userId)).status).toBe(200)
    expect(await newsOf(from.userId)).toEqual(['A visit went to another crew'])
    expect(await newsOf(to.userId)).toEqual(['A visit is yours'])
  })

  test('takes it away from a crew, to be offered again', async () => {
    const crew = await buildCrew(app)
    const { visitId } = await build({ crewId: crew.userId })
    expect((await move(visitId, crew.userId, null)).body.handing).toBe('released')
    expect((await read()).visits.find(({ id }) => id === visitId)).toMatchObject({ crewId: null })
    expect(await newsOf(crew.userId)).toEqual(['A visit is no longer yours'])
  })

  test('leaves an entry of its own in the log', async () => {
    const [from, to] = [await buildCrew(app), await buildCrew(app)]
    const { visitId } = await build({ crewId: from.userId })
    await move(visitId, from.userId, to.userId)
    const entries = await app.db
      .selectFrom('audit_entry')
      .where('subject', '=', visitId)
      .select(['action', 'detail'])
      .execute()
    expect(entries).toEqual([
      { action: 'dispatch_visit', detail: { crewId: to.userId, before: from.userId, beforeVisitId: null } },
    ])
  })

  test('refuses a frozen crew and leaves everything as it was', async () => {
    const frozen = await buildCrew(app, { frozenUntil: instant(app.ports.clock.now() + DAY_MS) })
    const { visitId } = await build()
    const refused = await move(visitId, null, frozen.userId)
    expect(refused).toMatchObject({ status: 409, body: { code: 'crew_frozen' } })
    expect((await read()).visits.find(({ id }) => id === visitId)).toMatchObject({
      crewId: null,
      position: 0,
    })
  })
})

describe('two at once', () => {
  test('who comes second hears who has the visit, and nothing of theirs is done', async () => {
    const [one, other] = [await buildCrew(app, { name: 'Ana Diaz' }), await buildCrew(app)]
    const { visitId } = await build()
    const answers = await Promise.all([move(visitId, null, one.userId), move(visitId, null, other.userId)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const loser = answers.find(({ status }) => status === 409)!
    const winner = answers[0].status === 200 ? one : other
    expect(loser.body).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining('has this visit by now'),
    })
    expect((await read()).visits.find(({ id }) => id === visitId)?.crewId).toBe(winner.userId)
    expect(await newsOf(winner === one ? other.userId : one.userId)).toEqual([])
  })

  test('two who swap visits between the same crews do not wait for each other for ever', async () => {
    const [one, other] = [await buildCrew(app), await buildCrew(app)]
    const [mine, theirs] = [await build({ crewId: one.userId }), await build({ crewId: other.userId })]
    const answers = await Promise.all([
      move(mine.visitId, one.userId, other.userId),
      move(theirs.visitId, other.userId, one.userId),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})
