import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Reported } from '#domain/stays/truth.ts'
import {
  addDays,
  dateAt,
  DEFAULT_TIME_ZONE,
  instantAt,
  type LocalDate,
  localDate,
  localTime,
} from '#domain/time.ts'
import { quantityFor } from '#domain/turnovers/wanted-turnovers.ts'
import { findUnbilled } from '#server/billing/billing-queries.ts'
import { toTimestamp } from '#server/db/client.ts'
import { recordReports } from '#server/stays/record-reports.ts'
import { saveSource } from '#server/stays/source-queries.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { completeWork } from '#testing/build-order.ts'

const TODAY = localDate('2026-03-02')
const RULE = {
  isOn: true,
  bedrooms: 2,
  checkInTime: localTime('16:00'),
  checkOutTime: localTime('11:00'),
  finishBy: localTime('20:00'),
  countsClosed: false,
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const stay = (
  externalId: string,
  from: number,
  nights: number,
  changes: Partial<Reported> = {},
): Reported => ({
  externalId,
  kind: 'stay',
  isGuess: false,
  state: 'booked',
  checkIn: addDays(TODAY, from),
  checkOut: addDays(TODAY, from + nights),
  checkInTime: null,
  checkOutTime: null,
  guests: null,
  pets: null,
  platform: 'direct',
  code: externalId,
  ...changes,
})

async function rental() {
  const { app } = testApp
  const customer = await buildCustomer(app)
  const client = await signedIn(testApp, customer)
  const propertyId = await buildProperty(app, customer.userId, { name: 'Loft' })
  const source = { propertyId, kind: 'account', platform: 'hospitable', externalRef: propertyId } as const
  const sourceId = await saveSource(app.db, { ...source, now: app.ports.clock.now() })
  const say = (...reports: Reported[]) => recordReports(app, app.db, { sourceId, reports, isWhole: false })
  const save = (changes: Partial<typeof RULE> = {}) =>
    client.call('POST /api/save-turnover-rule', { body: { propertyId, ...RULE, ...changes } })
  const coming = async () => (await client.call('GET /api/turnovers', { query: { propertyId } })).body.coming
  const visits = () =>
    app.db
      .selectFrom('visit')
      .where('property_id', '=', propertyId)
      .orderBy('created_at')
      .selectAll()
      .execute()
  return { customer, client, propertyId, say, save, coming, visits }
}

/** Given to a crew as an operator or a wave would. */
async function give(visitId: VisitId, state: 'scheduled' | 'confirmed' | 'en_route' = 'confirmed') {
  const crew = await buildCrew(testApp.app)
  await testApp.app.db
    .updateTable('visit')
    .set({ crew_id: crew.userId, state })
    .where('id', '=', visitId)
    .execute()
  return { ...crew, client: await signedIn(testApp, crew) }
}

/** Every try at its card has failed; or the payment has come. */
async function stopWork(customerId: UserId, isStopped: boolean): Promise<void> {
  const { app } = testApp
  const now = testApp.clock.now()
  const at = toTimestamp(now)
  if (isStopped)
    await app.db
      .insertInto('payment')
      .values({
        customer_id: customerId,
        period_start: addDays(TODAY, -21),
        period_end: addDays(TODAY, -15),
        state: 'declined',
        subtotal_cents: cents(2_000),
        total_cents: cents(2_000),
        first_failed_at: at,
        failed_retries: 9,
        last_decline: 'insufficient_funds',
        created_at: at,
      })
      .execute()
  else
    await app.db
      .updateTable('payment')
      .set({ state: 'paid', paid_at: at, first_failed_at: null })
      .where('customer_id', '=', customerId)
      .execute()
  await enqueue(app.db, 'apply_service_pause', { customerId }, { now })
  await testApp.work()
}

const titlesFor = async (userId: UserId) =>
  (await testApp.app.db.selectFrom('notice').where('user_id', '=', userId).select('title').execute()).map(
    ({ title }) => title,
  )

describe('turnovers follow stays', () => {
  test('nothing follows where nobody switched it on, and everything known once somebody does', async () => {
    const { say, save, coming } = await rental()
    await say(stay('a', 0, 3, { guests: 5, pets: 1 }), stay('b', 3, 4))
    expect(await coming()).toEqual([])
    await save()
    expect(await coming()).toMatchObject([
      {
        date: '2026-03-05',
        startsAt: '2026-03-05T18:00:00.000Z',
        endsAt: '2026-03-05T23:00:00.000Z',
        isSameDay: true,
        guests: 5,
        nights: 3,
        pets: 1,
      },
      { date: '2026-03-09', isSameDay: false, guests: null, nights: 4 },
    ])
  })

  test('it is priced by size and guests through the prices in force', async () => {
    const { say, save, visits, client, propertyId } = await rental()
    await save()
    await say(stay('a', 0, 3, { guests: 7 }))
    const [visit] = await visits()
    expect(visit!.quantity).toBe(quantityFor(RULE, 7))
    const { body } = await client.call('GET /api/visit', { query: { id: visit!.id } })
    const quoted = await client.call('POST /api/get-visits', {
      body: { from: TODAY, to: addDays(TODAY, 9), propertyId },
    })
    expect(body.priceCents).toBe(6_500 + 4 * 3_500)
    expect(quoted.body.visits.map(({ priceCents }) => priceCents)).toEqual([body.priceCents])
  })

  test('a stay that moves takes its turnover along; its crew is told, asked again and keeps it', async () => {
    const { say, save, visits } = await rental()
    await save()
    await say(stay('a', 0, 3))
    const [before] = await visits()
    const crew = await give(before!.id)
    await say(stay('a', 0, 5))
    const [after, ...more] = await visits()
    expect(more).toEqual([])
    expect(after).toMatchObject({
      id: before!.id,
      date: '2026-03-07',
      state: 'scheduled',
      crew_id: crew.userId,
    })
    expect(await titlesFor(crew.userId)).toEqual(['A turnover moved'])
    await say(stay('a', 0, 5))
    expect(await titlesFor(crew.userId)).toHaveLength(1)
  })

  test('a crew that has the new day off does not keep it', async () => {
    const { say, save, visits } = await rental()
    await save()
    await say(stay('a', 0, 3))
    const [before] = await visits()
    const crew = await give(before!.id)
    await testApp.app.db
      .insertInto('time_off')
      .values({
        crew_id: crew.userId,
        from_date: addDays(TODAY, 5),
        to_date: addDays(TODAY, 5),
        created_at: toTimestamp(testApp.clock.now()),
      })
      .execute()
    await say(stay('a', 0, 5))
    expect((await visits())[0]).toMatchObject({ date: '2026-03-07', crew_id: null, state: 'scheduled' })
  })

  test('a stay that is cancelled takes it away, and one that is back brings another', async () => {
    const { say, save, visits } = await rental()
    await save()
    await say(stay('a', 0, 3))
    const [before] = await visits()
    const crew = await give(before!.id)
    await say(stay('a', 0, 3, { state: 'cancelled' }))
    expect((await visits()).map(({ state }) => state)).toEqual(['cancelled'])
    expect(await titlesFor(crew.userId)).toEqual(['A turnover is off'])
    await say(stay('a', 0, 3))
    expect((await visits()).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'scheduled'])
  })

  test('field 32: a crew on its way is left alone, and the host is told once', async () => {
    const { say, save, visits, customer } = await rental()
    await save()
    await say(stay('a', -2, 2))
    const [before] = await visits()
    await give(before!.id, 'en_route')
    await say(stay('a', -2, 4))
    await say(stay('a', -2, 5))
    await say(stay('a', -2, 5, { state: 'cancelled' }))
    expect(await visits()).toEqual([
      expect.objectContaining({ id: before!.id, state: 'en_route', date: TODAY }),
    ])
    expect(await titlesFor(customer.userId)).toEqual(['A stay changed while your crew is there'])
  })

  test('field 32: guests who stay on while the crew is there get their turnover once it has left', async () => {
    const { say, save, visits } = await rental()
    await save()
    await say(stay('a', -2, 2))
    const [before] = await visits()
    const crew = await give(before!.id, 'en_route')
    await say(stay('a', -2, 4))
    await completeWork(crew.client, before!.id, 4)
    await testApp.work()
    expect(await visits()).toMatchObject([
      { id: before!.id, state: 'completed', date: '2026-03-02' },
      { state: 'scheduled', date: '2026-03-04' },
    ])
  })

  test('field 32: a crew that turns back leaves a turnover that goes where its stay went meanwhile', async () => {
    const { say, save, visits } = await rental()
    await save()
    await say(stay('a', -2, 2))
    await say(stay('b', 4, 2))
    const [before] = await visits()
    const crew = await give(before!.id, 'en_route')
    await say(stay('a', -2, 4))
    await crew.client.call('POST /api/release-visit', { body: { visitId: before!.id } })
    await testApp.work()
    expect(await visits()).toMatchObject([
      { id: before!.id, state: 'scheduled', date: '2026-03-04', crew_id: null },
      { state: 'scheduled', date: '2026-03-08' },
    ])
  })

  test('none is made for the past', async () => {
    const { say, save, visits } = await rental()
    await save()
    await say(stay('a', -9, 3), stay('b', -3, 2))
    expect(await visits()).toEqual([])
  })

  test('switched off they go, switched on they come', async () => {
    const { say, save, coming } = await rental()
    await save()
    await say(stay('a', 0, 3))
    await save({ isOn: false })
    expect(await coming()).toEqual([])
    await save({ checkOutTime: localTime('10:00') })
    expect(await coming()).toMatchObject([{ startsAt: '2026-03-05T17:00:00.000Z' }])
  })
})

describe('the host', () => {
  test('leaves one out, and it stays out wherever the stay goes, until it is wanted again', async () => {
    const { say, save, coming, client } = await rental()
    await save()
    await say(stay('a', 0, 3))
    const { visitId } = (await coming())[0]!
    await client.call('POST /api/skip-turnover', { body: { visitId } })
    await say(stay('a', 0, 5))
    expect(await coming()).toMatchObject([{ visitId, state: 'skipped', date: '2026-03-05' }])
    await client.call('POST /api/unskip-turnover', { body: { visitId } })
    expect(await coming()).toMatchObject([{ visitId, state: 'scheduled', date: '2026-03-07' }])
  })

  test('chooses the hours of one, and they stay when the stay moves, until it follows its stay again', async () => {
    const { say, save, coming, client } = await rental()
    await save()
    await say(stay('a', 1, 3))
    const { visitId } = (await coming())[0]!
    const set = (hours: { from: string; until: string } | null) =>
      client.call('POST /api/set-turnover-hours', { body: { visitId, hours } })
    expect((await set({ from: '12:30', until: '15:00' })).status).toBe(200)
    const chosen = { startsAt: '2026-03-06T19:30:00.000Z', hasOwnHours: true, date: '2026-03-06' }
    expect(await coming()).toMatchObject([chosen])
    await say(stay('a', 1, 3, { checkOutTime: localTime('10:00') }))
    expect(await coming()).toMatchObject([chosen])
    await say(stay('a', 1, 4))
    expect(await coming()).toMatchObject([
      { visitId, date: '2026-03-07', startsAt: '2026-03-07T19:30:00.000Z', hasOwnHours: true },
    ])
    expect((await set(null)).status).toBe(200)
    expect(await coming()).toMatchObject([{ startsAt: '2026-03-07T18:00:00.000Z', hasOwnHours: false }])
  })

  test('is told what is wrong with hours, and cannot change those of what has begun', async () => {
    const { say, save, coming, client } = await rental()
    await save()
    await say(stay('a', -2, 2))
    const { visitId } = (await coming())[0]!
    const set = (from: string, until: string) =>
      client.call('POST /api/set-turnover-hours', { body: { visitId, hours: { from, until } } })
    const short = await set('12:00', '12:59')
    expect([short.status, short.failure.fields]).toEqual([
      400,
      { 'hours.until': 'Choose an end at least an hour after the beginning.' },
    ])
    const over = await set('08:00', '12:00')
    expect([over.status, over.failure.fields]).toEqual([400, { 'hours.from': 'This time is over.' }])
    await give(visitId, 'en_route')
    expect((await set('12:00', '14:00')).status).toBe(409)
  })

  test('who has not paid gets none from tomorrow on, is told why, and gets them back with the payment', async () => {
    const { say, save, coming, client, customer, propertyId } = await rental()
    await save()
    await say(stay('a', 1, 3))
    const crew = await give((await coming())[0]!.visitId)
    const stop = (isStopped: boolean) => stopWork(customer.userId, isStopped)
    await stop(true)
    expect(await coming()).toEqual([])
    const { body } = await client.call('GET /api/turnovers', { query: { propertyId } })
    expect(body.isPausedForPayment).toBe(true)
    const notices = await testApp.app.db
      .selectFrom('notice')
      .where('user_id', '=', crew.userId)
      .select('text')
      .execute()
    expect(notices.filter(({ text }) => text.startsWith('This customer’s work is paused'))).toHaveLength(1)
    await say(stay('b', 5, 2))
    expect(await coming()).toEqual([])
    await stop(false)
    expect((await coming()).map(({ date }) => date)).toEqual(['2026-03-06', '2026-03-09'])
  })

  test('is told what is wrong with a rule, by its field, and has only its own places', async () => {
    const { save, propertyId, say, coming } = await rental()
    const wrong = await save({ finishBy: localTime('10:00') })
    expect([wrong.status, wrong.failure.fields]).toEqual([
      400,
      { finishBy: 'Choose a time after the check-out.' },
    ])
    await save()
    await say(stay('a', 0, 3))
    const { visitId } = (await coming())[0]!
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    const tries = [
      await stranger.call('GET /api/turnovers', { query: { propertyId } }),
      await stranger.call('POST /api/save-turnover-rule', { body: { propertyId, ...RULE } }),
      await stranger.call('POST /api/set-turnover-hours', { body: { visitId, hours: null } }),
      await stranger.call('POST /api/skip-turnover', { body: { visitId } }),
      await stranger.call('POST /api/unskip-turnover', { body: { visitId } }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
})

describe('the crew', () => {
  test('reads who left and who comes, does it, and it is billed with the week', async () => {
    const { say, save, visits, customer } = await rental()
    await save()
    await say(stay('a', -2, 2, { guests: 3, pets: 1 }), stay('b', 0, 2))
    const [visit] = await visits()
    const crew = await give(visit!.id)
    const [stop] = (await crew.client.call('GET /api/day')).body.stops
    expect(stop!.jobNotes).toBe(
      'Same day: the next guests come when this is done.\n3 guests, 2 nights, 1 pet',
    )
    testApp.clock.set(instantAt(TODAY, localTime('12:00'), DEFAULT_TIME_ZONE))
    await completeWork(crew.client, visit!.id, 4)
    const billed = await findUnbilled(testApp.app.db, customer.userId, addDays(TODAY, 1))
    expect(billed.map(({ visitId }) => visitId)).toEqual([visit!.id])
  })
})

describe('races', () => {
  test('ten sources at once make one turnover for a stay', async () => {
    const { say, save, visits } = await rental()
    await save()
    await Promise.all(Array.from({ length: 10 }, () => say(stay('a', 2, 3))))
    expect(await visits()).toHaveLength(1)
  })

  test('a stay moves while its crew sets out: the visit is under way where it was, or moved and not begun', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 6; round += 1) {
      const { say, save, visits } = await rental()
      await save()
      const today: LocalDate = dateAt(testApp.clock.now(), DEFAULT_TIME_ZONE)
      await say(stay('a', -2, 2))
      const [before] = await visits()
      const crew = await give(before!.id)
      const [started] = await Promise.all([
        crew.client.call('POST /api/start-visit', { body: { visitId: before!.id } }),
        say(stay('a', -2, 4)),
      ])
      const [after] = await visits()
      const end = `${after!.state} ${after!.date === today ? 'here' : 'moved'} ${started.status}`
      expect(['in_progress here 200', 'scheduled moved 409']).toContain(end)
      ends.add(end)
    }
    expect(ends.size).toBeGreaterThan(0)
  })
})

test('guests who stay on when the hours of a turnover are over get theirs once it is done late', async () => {
  const { say, save, visits } = await rental()
  await save()
  await say(stay('a', -2, 2))
  const [before] = await visits()
  const crew = await give(before!.id)
  testApp.clock.set(instantAt(TODAY, localTime('21:00'), DEFAULT_TIME_ZONE))
  await say(stay('a', -2, 4))
  await completeWork(crew.client, before!.id, 4)
  await testApp.work()
  expect(await visits()).toMatchObject([
    { id: before!.id, state: 'completed', date: '2026-03-02' },
    { state: 'scheduled', date: '2026-03-04' },
  ])
})
