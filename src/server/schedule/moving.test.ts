import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { DAY_MS, instant, instantAt, localDate, localTime, timeAt, type Weekday } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { planVisits } from '#server/jobs/plan-visits.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'

const DENVER = 'America/Denver'
/** A Monday morning. */
const START = instantAt(localDate('2026-04-06'), localTime('06:00'), DENVER)

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(START))

type Booked = { client: Client; weeklyJobId: WeeklyJobId; customerId: UserId }

async function bookJob(weekdays: Weekday[] = [3]): Promise<Booked> {
  const customer = await buildCustomer(testApp.app)
  const propertyId = await buildProperty(testApp.app, customer.userId)
  const client = await signedIn(testApp, customer)
  const item = { propertyIds: [propertyId], serviceKey: 'bins', weekdays, quantity: 1 }
  const { body } = await client.call('POST /api/book-weekly-jobs', {
    body: { items: [{ ...item, windowStart: '07:00', windowEnd: '09:00' }], startsOn: '2026-04-06' },
  })
  return { client, weeklyJobId: body.weeklyJobIds[0] as WeeklyJobId, customerId: customer.userId }
}

async function visitsOf(weeklyJobId: WeeklyJobId) {
  const { db } = testApp.app
  return db.selectFrom('visit').where('weekly_job_id', '=', weeklyJobId).orderBy('date').selectAll().execute()
}
async function datesOf(weeklyJobId: WeeklyJobId): Promise<string[]> {
  const visits = await visitsOf(weeklyJobId)
  return visits.map(({ date, state }) =>
    state === 'scheduled' ? date.slice(5) : `${date.slice(5)} ${state}`,
  )
}
async function visitOn(weeklyJobId: WeeklyJobId, date: string): Promise<VisitId> {
  return (await visitsOf(weeklyJobId)).find((visit) => visit.date === date)!.id
}
async function assign({ weeklyJobId }: Booked, weekday: Weekday, crewDays?: Weekday[]) {
  const crew = await buildCrew(testApp.app, crewDays === undefined ? {} : { weekdays: crewDays })
  const { db } = testApp.app
  const { id } = await db
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
  await db
    .updateTable('visit')
    .set({ crew_id: crew.userId, assignment_id: id, state: 'confirmed' })
    .where('weekly_job_id', '=', weeklyJobId)
    .execute()
  return crew
}

describe('moving one visit', () => {
  test('field 9: keeps the visit itself, its crew and the count, and asks the crew again', async () => {
    const booked = await bookJob()
    const crew = await assign(booked, 3)
    const { client, weeklyJobId } = booked
    const visitId = await visitOn(weeklyJobId, '2026-04-15')
    const moved = await client.call('POST /api/move-visit', { body: { visitId, to: '2026-04-17' } })
    expect(moved.body).toMatchObject({ ok: true, date: '2026-04-17', keepsCrew: true })
    const visits = await visitsOf(weeklyJobId)
    expect(visits.map((visit) => visit.date.slice(5))).toEqual(['04-08', '04-17', '04-22', '04-29'])
    const visit = visits.find((each) => each.id === visitId)!
    expect(visit).toMatchObject({
      moved_from: '2026-04-15',
      moved_by: 'customer',
      state: 'scheduled',
      crew_id: crew.userId,
    })
    expect(timeAt(visit.starts_at, DENVER)).toBe('07:00')
    expect(visits.filter((each) => each.state === 'confirmed')).toHaveLength(3)
    const { body } = await client.call('GET /api/visit-reasons', { query: { id: visitId } })
    expect(body.reasons.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['rule', '2026-04-06', null],
      ['customer_move', '2026-04-15', '2026-04-17'],
    ])
    const card = await client.call('GET /api/visit', { query: { id: visitId } })
    expect(card.body.moved).toEqual({ from: '2026-04-15', by: 'customer', because: null })
  })

  test('field 8: stays moved whatever is changed or planned later, and its own hours stay, too', async () => {
    const { client, weeklyJobId } = await bookJob()
    const visitId = await visitOn(weeklyJobId, '2026-04-15')
    const window = { start: '14:00', end: '16:00' }
    await client.call('POST /api/move-visit', { body: { visitId, to: '2026-04-14', window, quantity: 5 } })
    const change = { weeklyJobId, from: '2026-04-07', window: { start: '10:00', end: '12:00' }, quantity: 2 }
    await client.call('POST /api/change-weekly-job', { body: change })
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    expect(await datesOf(weeklyJobId)).toEqual(['04-08', '04-14', '04-22', '04-29'])
    const visit = (await visitsOf(weeklyJobId)).find((each) => each.id === visitId)!
    expect([timeAt(visit.starts_at, DENVER), visit.quantity]).toEqual(['14:00', 5])
    const back = await client.call('POST /api/unmove-visit', { body: { visitId } })
    expect(back.body).toMatchObject({ date: '2026-04-15', quantity: 2 })
    expect(await datesOf(weeklyJobId)).toEqual(['04-08', '04-15', '04-22', '04-29'])
  })

  test('field 10: can be skipped and put back on its new day, and skipping one never ends all', async () => {
    const { client, weeklyJobId } = await bookJob()
    const visitId = await visitOn(weeklyJobId, '2026-04-15')
    await client.call('POST /api/move-visit', { body: { visitId, to: '2026-04-16' } })
    expect((await client.call('POST /api/skip-visit', { body: { visitId } })).status).toBe(200)
    expect(await datesOf(weeklyJobId)).toEqual(['04-08', '04-16 skipped', '04-22', '04-29'])
    await client.call('POST /api/change-weekly-job', {
      body: { weeklyJobId, from: '2026-04-07', quantity: 3 },
    })
    expect(await datesOf(weeklyJobId)).toEqual(['04-08', '04-16 skipped', '04-22', '04-29'])
    expect((await client.call('POST /api/unskip-visit', { body: { visitId } })).status).toBe(200)
    expect(await datesOf(weeklyJobId)).toEqual(['04-08', '04-16', '04-22', '04-29'])
  })

  test('field 6: to a day that the crew does not work leaves the visit open for others', async () => {
    const booked = await bookJob()
    await assign(booked, 3, [3])
    const visitId = await visitOn(booked.weeklyJobId, '2026-04-15')
    const moved = await booked.client.call('POST /api/move-visit', { body: { visitId, to: '2026-04-18' } })
    expect(moved.body.keepsCrew).toBe(false)
    const visit = (await visitsOf(booked.weeklyJobId)).find((each) => each.id === visitId)!
    expect([visit.crew_id, visit.state]).toEqual([null, 'scheduled'])
  })

  test('is refused with the field named, and to others', async () => {
    const { client, weeklyJobId } = await bookJob([3, 5])
    const visitId = await visitOn(weeklyJobId, '2026-04-15')
    for (const to of ['2026-04-05', '2026-04-17', '2026-04-30']) {
      const refused = await client.call('POST /api/move-visit', { body: { visitId, to } })
      expect([refused.status, Object.keys(refused.failure.fields ?? {})]).toEqual([400, ['to']])
    }
    expect((await client.call('POST /api/move-visit', { body: { visitId } })).status).toBe(400)
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    expect(
      (await stranger.call('POST /api/move-visit', { body: { visitId, to: '2026-04-16' } })).status,
    ).toBe(404)
    expect((await stranger.call('POST /api/unmove-visit', { body: { visitId } })).status).toBe(404)
    expect((await stranger.call('GET /api/visit-reasons', { query: { id: visitId } })).status).toBe(404)
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    expect((await operator.call('GET /api/visit-reasons', { query: { id: visitId } })).status).toBe(200)
    testApp.clock.set(instant(START + 10 * DAY_MS))
    const late = await client.call('POST /api/move-visit', { body: { visitId, to: '2026-04-21' } })
    expect(late.status).toBe(409)
  })

  test('twenty moves at once leave every day once', async () => {
    const { client, weeklyJobId } = await bookJob([1, 3, 5])
    const visits = await visitsOf(weeklyJobId)
    await Promise.all(
      visits.flatMap((visit) => [
        client.call('POST /api/move-visit', { body: { visitId: visit.id, to: '2026-04-16' } }),
        client.call('POST /api/move-visit', { body: { visitId: visit.id, to: '2026-04-18' } }),
      ]),
    )
    await planVisits(testApp.app, { weeklyJobIds: [weeklyJobId] })
    const dates = (await visitsOf(weeklyJobId)).map((visit) => visit.date)
    expect([dates.length, new Set(dates).size]).toEqual([visits.length, visits.length])
  })
})

describe('the effect of a change, shown before', () => {
  test.each<[string, object, number, number]>([
    ['skipping one', { kind: 'skip' }, 1, 0],
    ['moving one', { kind: 'move', to: '2026-04-16' }, 1, 1],
    ['pausing two weeks', { kind: 'pause', from: '2026-04-13', to: '2026-04-26' }, 2, 0],
    ['pausing without an end', { kind: 'pause', from: '2026-04-13' }, 4, 0],
    ['ending it', { kind: 'cancel' }, 4, 0],
    ['a second weekday', { kind: 'change', from: '2026-04-13', weekdays: [2, 3] }, 4, 8],
  ])('of %s', async (_name, change, before, after) => {
    const { client, weeklyJobId } = await bookJob()
    const isOne = 'kind' in change && (change.kind === 'skip' || change.kind === 'move')
    const subject = isOne ? { visitId: await visitOn(weeklyJobId, '2026-04-15') } : { weeklyJobId }
    const body = { ...change, ...subject } as Parameters<typeof preview>[1]
    const shown = await preview(client, body)
    expect([shown.body.visitsBefore, shown.body.visitsAfter]).toEqual([before, after])
    const each = shown.body.centsBefore! / before
    expect(each).toBeGreaterThan(0)
    expect(shown.body.centsAfter).toBe(each * after)
    expect(await datesOf(weeklyJobId)).toEqual(['04-08', '04-15', '04-22', '04-29'])
  })

  function preview(
    client: Client,
    body: Parameters<typeof client.call<'POST /api/preview-schedule-change'>>[1] extends infer Options
      ? Options extends { body: infer Body }
        ? Body
        : never
      : never,
  ) {
    return client.call('POST /api/preview-schedule-change', { body })
  }
})
