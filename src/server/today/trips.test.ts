import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EARTH_RADIUS_FEET } from '#domain/geo.ts'
import { HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { crewToday, noticesOf } from './build-day.testing.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const north = (feet: number) => ({
  lat: CIVIC_CENTER.lat + (feet / EARTH_RADIUS_FEET) * (180 / Math.PI),
  lng: CIVIC_CENTER.lng,
})

describe('on the way', () => {
  test('the customer is notified once, with the time by the matrix, however often it is pressed', async () => {
    const { worker, owner, customer, visitId } = await crewToday(testApp, { at: north(30_000) })
    const body = { visitId, step: 'en_route' } as const
    await Promise.all([1, 2, 3].map(() => worker.call('POST /api/start-visit', { body })))
    await testApp.work()
    await worker.call('POST /api/start-visit', { body })
    await testApp.work()
    const notices = await noticesOf(testApp, customer.userId, 'crew_on_the_way')
    expect(notices).toHaveLength(1)
    expect(notices[0]!.title).toBe('Maria is on the way')
    expect(notices[0]!.text).toMatch(/should be there about \d{1,2}:\d\d [AP]M MST\.$/)
    const now = await owner.call('GET /api/visit-now', { query: { id: visitId } })
    const minutes = (Date.parse(now.body.expectedAt!) - testApp.clock.now()) / MINUTE_MS
    expect(minutes).toBeGreaterThan(5)
    expect(minutes).toBeLessThan(60)
    expect(now.body).toMatchObject({ state: 'en_route', crewFirstName: 'Maria', isLate: false })
  })

  test('and once that work began; a crew that skips the way sends the arrival only', async () => {
    const { worker, customer, visitId } = await crewToday(testApp)
    const start = () => worker.call('POST /api/start-visit', { body: { visitId } })
    await start()
    await testApp.work()
    await start()
    await testApp.work()
    expect(await noticesOf(testApp, customer.userId, 'crew_on_the_way')).toEqual([])
    expect(await noticesOf(testApp, customer.userId, 'crew_arrived')).toHaveLength(1)
  })

  test('a matrix that does not answer keeps nobody from hearing', async () => {
    const silent = await createTestApp({
      ports: {
        matrix: {
          table: () => Promise.reject(new Error('down')),
          line: () => Promise.reject(new Error('down')),
        },
      },
    })
    const { worker, customer, visitId } = await crewToday(silent)
    await worker.call('POST /api/start-visit', { body: { visitId, step: 'en_route' } })
    await silent.work()
    const [notice] = await noticesOf(silent, customer.userId, 'crew_on_the_way')
    expect(notice!.text).toMatch(/for [^.]+\.$/)
    expect(notice!.text).not.toContain('about')
    await silent.close()
  })
})

describe('running late', () => {
  test('moves the stops that are left, and notifies once whoever’s window is missed', async () => {
    const { app } = testApp
    const first = await crewToday(testApp, { window: { from: '09:00', until: '09:20' } }, { position: 1 })
    const second = await buildWeeklyJob(app, { customerId: first.customer.userId, at: north(5_000) })
    const laterId = await buildVisit(app, second, {
      crewId: first.crew.userId,
      state: 'confirmed',
      position: 2,
    })
    const late = (minutes: 15 | 30 | 60) => first.worker.call('POST /api/report-late', { body: { minutes } })
    expect((await late(15)).body.notifiedCount).toBe(0)
    const reported = await late(30)
    expect(reported.body.notifiedCount).toBe(1)
    expect(reported.body.stops.map((stop) => [stop.visitId, stop.isLate])).toEqual([
      [first.visitId, true],
      [laterId, false],
    ])
    expect((await late(30)).body.notifiedCount).toBe(0)
    // Another time is news to whoever waits.
    expect((await late(60)).body.notifiedCount).toBe(1)
    const notices = await noticesOf(testApp, first.customer.userId, 'running_late')
    expect(notices.map(({ text }) => /about \d+:\d\d/.exec(text)?.[0]).toSorted()).toEqual([
      'about 10:00',
      'about 9:30',
    ])
    const now = await first.owner.call('GET /api/visit-now', { query: { id: first.visitId } })
    expect(now.body.isLate).toBe(true)
    expect(Date.parse(now.body.expectedAt!)).toBe(testApp.clock.now() + 60 * MINUTE_MS)
    const story = await first.owner.call('GET /api/visit-timeline', { query: { id: first.visitId } })
    expect(story.body.entries.map(({ what }) => what)).toContain('running_late')
  })

  test('is taken back until the stop begins, and whoever was notified hears that', async () => {
    const { worker, owner, customer, visitId } = await crewToday(testApp, {
      window: { from: '09:00', until: '09:20' },
    })
    await worker.call('POST /api/report-late', { body: { minutes: 30 } })
    const plan = async () => (await worker.call('GET /api/day-plan', { query: {} })).body
    expect((await plan()).legs).toMatchObject([{ visitId, isNotified: true }])
    const onTime = () => worker.call('POST /api/report-on-time')
    expect((await onTime()).body.notifiedCount).toBe(1)
    expect((await onTime()).body.notifiedCount).toBe(0)
    expect((await plan()).legs).toMatchObject([{ visitId, isNotified: false }])
    const titles = (await noticesOf(testApp, customer.userId, 'running_late')).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['Maria is on time again', 'Maria is running late'])
    expect((await owner.call('GET /api/visit-now', { query: { id: visitId } })).body.isLate).toBe(false)
    const story = (await owner.call('GET /api/visit-timeline', { query: { id: visitId } })).body.entries
    expect(story.map(({ what }) => what)).toEqual(['running_late', 'on_time_again'])
    // Late once more is news once more.
    await worker.call('POST /api/report-late', { body: { minutes: 30 } })
    await worker.call('POST /api/start-visit', { body: { visitId } })
    expect((await onTime()).body.notifiedCount).toBe(0)
  })

  test('said without a connection, what has gone by meanwhile is not waited for again', async () => {
    const { worker } = await crewToday(testApp, { window: { from: '09:00', until: '09:20' } })
    const at = new Date(testApp.clock.now() - 25 * MINUTE_MS).toISOString()
    const late = await worker.call('POST /api/report-late', { body: { minutes: 30, at } })
    expect(late.body.notifiedCount).toBe(0)
    expect(Date.parse(late.body.stops[0]!.expectedAt)).toBe(testApp.clock.now() + 5 * MINUTE_MS)
  })

  test('pressed at once on two phones it notifies once', async () => {
    const { worker, customer } = await crewToday(testApp, { window: { from: '08:30', until: '09:01' } })
    const pressed = await Promise.all(
      [1, 2, 3, 4].map(() => worker.call('POST /api/report-late', { body: { minutes: 30 } })),
    )
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await noticesOf(testApp, customer.userId, 'running_late')).toHaveLength(1)
  })

  test('is for crews, and only by the minutes on offer', async () => {
    const { worker, owner } = await crewToday(testApp)
    expect((await owner.call('POST /api/report-late', { body: { minutes: 15 } })).status).toBe(403)
    const odd = await worker.call('POST /api/report-late', { body: { minutes: 20 as 15 } })
    expect(odd.status).toBe(400)
    expect(odd.failure.fields).toHaveProperty('minutes')
  })
})

describe('field §3, 12: planning anew from now', () => {
  async function dayWithFixedStopLast() {
    const { app } = testApp
    const crew = await buildCrew(app)
    const worker = await signedIn(testApp, crew)
    const stop = async (position: number, feet: number, window: { from: string; until: string } | null) =>
      buildVisit(app, await buildWeeklyJob(app, { at: north(feet), window, quantity: 40 }), {
        crewId: crew.userId,
        state: 'confirmed',
        position,
        quantity: 40,
      })
    const ids = [
      await stop(1, 20_000, null),
      await stop(2, 40_000, null),
      await stop(3, 10_000, { from: '09:00', until: '09:30' }),
    ]
    return { crew, worker, ids }
  }

  test('a better order is suggested where the present one is late; one tap takes it, another undoes it', async () => {
    const { worker, ids } = await dayWithFixedStopLast()
    const plan = await worker.call('GET /api/day-plan', { query: {} })
    expect(plan.body.lateCount).toBe(1)
    expect(plan.body.suggestion!.lateCount).toBe(0)
    const visitIds = plan.body.suggestion!.stops.map((stop) => stop.visitId)
    expect(visitIds[0]).toBe(ids[2])
    const taken = await worker.call('POST /api/reorder-day', { body: { visitIds } })
    expect(taken.body.visitIdsBefore).toEqual(ids)
    const dayOf = async () => (await worker.call('GET /api/day')).body.stops.map((stop) => stop.visitId)
    expect(await dayOf()).toEqual(visitIds)
    expect((await worker.call('GET /api/day-plan', { query: {} })).body.suggestion).toBeNull()
    await worker.call('POST /api/reorder-day', { body: { visitIds: taken.body.visitIdsBefore } })
    expect(await dayOf()).toEqual(ids)
  })

  test('Z2: stops of others are refused, and nothing is moved', async () => {
    const { worker, ids } = await dayWithFixedStopLast()
    const other = await crewToday(testApp)
    const refused = await worker.call('POST /api/reorder-day', {
      body: { visitIds: [ids[2]!, other.visitId] },
    })
    expect(refused.status).toBe(404)
    expect((await worker.call('GET /api/day')).body.stops.map((stop) => stop.visitId)).toEqual(ids)
  })

  test('what is being worked on stays out of it, and the rest follows when it is done', async () => {
    const { worker, ids } = await dayWithFixedStopLast()
    await worker.call('POST /api/start-visit', { body: { visitId: ids[0]! } })
    const plan = await worker.call('GET /api/day-plan', { query: {} })
    expect(plan.body.stops.map((stop) => stop.visitId)).toEqual(ids.slice(1))
  })
})

describe('the timeline', () => {
  test('names who did what and when, each reader as much as concerns it', async () => {
    const { worker, owner, visitId } = await crewToday(testApp)
    await worker.call('POST /api/start-visit', { body: { visitId, step: 'en_route' } })
    const read = async (client: typeof owner) =>
      (await client.call('GET /api/visit-timeline', { query: { id: visitId } })).body.entries
    expect((await read(owner))[0]).toMatchObject({
      what: 'start_travel',
      by: 'crew',
      byName: 'Maria',
      isMe: false,
      receivedAt: null,
    })
    expect((await read(worker))[0]).toMatchObject({ isMe: true })
    const stranger = await signedIn(testApp, await buildCrew(testApp.app))
    for (const key of ['GET /api/visit-timeline', 'GET /api/visit-now'] as const)
      expect((await stranger.call(key, { query: { id: visitId } })).status).toBe(404)
  })

  test('shows the time of a phone that was offline, and when it was received', async () => {
    const { worker, owner, visitId } = await crewToday(testApp)
    const at = instant(TEST_START - HOUR_MS / 2)
    await worker.call('POST /api/start-visit', { body: { visitId, at: new Date(at).toISOString() } })
    const { body } = await owner.call('GET /api/visit-timeline', { query: { id: visitId } })
    const started = body.entries.find(({ what }) => what === 'start')!
    expect(Date.parse(started.at)).toBe(at)
    expect(Date.parse(started.receivedAt!)).toBe(testApp.clock.now())
  })
})
