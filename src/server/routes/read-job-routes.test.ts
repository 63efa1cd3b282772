import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceFeet, EARTH_RADIUS_FEET } from '#domain/geo.ts'
import { addDays, localDate, type Weekday } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = localDate('2026-03-02')
const MILE = 5_280
let nextPlace = 0

/** A place of this test's own, far from all others; crews reach 20 miles. */
function newPlace() {
  nextPlace += 1
  return { lat: 33 + nextPlace, lng: -100 }
}

function eastOf(place: { lat: number; lng: number }, miles: number) {
  const degrees = ((miles * MILE) / EARTH_RADIUS_FEET) * (180 / Math.PI)
  return { lat: place.lat, lng: place.lng + degrees / Math.cos((place.lat * Math.PI) / 180) }
}

async function crewAt(place: { lat: number; lng: number }, more: Parameters<typeof buildCrew>[1] = {}) {
  const crew = await buildCrew(testApp.app, { at: place, ...more })
  return signedIn(testApp, crew)
}

test('without a street router nobody knows the streets between stops', async () => {
  const base = newPlace()
  const client = await crewAt(base)
  const { body } = await client.call('POST /api/drive-line', { body: { places: [base, eastOf(base, 2)] } })
  expect(body).toEqual({ line: null })
})

describe('open work around a crew', () => {
  test('is listed nearest first with pay per visit, and without name, address or exact place', async () => {
    const base = newPlace()
    const { app } = testApp
    const near = await buildWeeklyJob(app, {
      at: eastOf(base, 1.0004),
      weekdays: [2, 6],
      name: 'The Secret Villa',
    })
    const far = await buildWeeklyJob(app, {
      at: eastOf(base, 5),
      quantity: 4,
      window: { from: '08:00', until: '11:00' },
    })
    const client = await crewAt(base)
    const { body, text, status } = await client.call('POST /api/get-job-routes')
    expect(status).toBe(200)
    expect(body.jobs.map((job) => job.weeklyJobId)).toEqual([near.weeklyJobId, far.weeklyJobId])
    expect(body.jobs[0]).toMatchObject({
      serviceKey: 'bins',
      minutes: 6,
      window: null,
      // 70 % of $10, and of $11 on a weekend.
      openDays: [
        { weekday: 2, payCents: 700 },
        { weekday: 6, payCents: 770 },
      ],
    })
    expect(body.jobs[1]).toMatchObject({
      window: { from: '08:00', until: '11:00' },
      openDays: [{ weekday: 2, payCents: 910 }],
    })
    expect(text).not.toContain('Villa')
    expect(text).not.toContain('Colfax')
    for (const job of body.jobs) expect(job.lng).toBe(Math.round(job.lng * 1_000) / 1_000)
    // From exact distances to three bases the door could be found.
    for (const job of body.jobs) expect(job.distanceFeet % 300).toBe(0)
    expect(body.openJobCount).toBe(2)
  })

  test('leaves out what is far, ended, paused, not of its services, outside its hours, and what somebody has', async () => {
    const base = newPlace()
    const { app } = testApp
    const beside = (input: Parameters<typeof buildWeeklyJob>[1] = {}) =>
      buildWeeklyJob(app, { at: eastOf(base, 1), ...input })
    const right = await beside({ weekdays: [1, 2, 3] })
    await beside({ at: eastOf(base, 20.2) })
    await beside({ startsOn: addDays(TODAY, -30), endsOn: addDays(TODAY, -1) })
    await beside({ state: 'paused' })
    await beside({ state: 'cancelled' })
    await beside({ serviceKey: 'lawn' })
    await beside({ window: { from: '20:30', until: '22:00' } })
    await beside({ weekdays: [7] })
    const holder = await crewAt(base)
    await holder.call('POST /api/take-weekly-job', {
      body: { weeklyJobId: right.weeklyJobId, weekdays: [2] },
    })
    const client = await crewAt(base, { services: ['bins'], weekdays: [1, 2, 3, 4, 5] })
    const { body } = await client.call('POST /api/get-job-routes')
    expect(body.jobs.map((job) => [job.weeklyJobId, job.openDays.map((day) => day.weekday)])).toEqual([
      [right.weeklyJobId, [1, 3]],
    ])
    expect(body.days.map((day) => day.openCount)).toEqual([1, 0, 1, 0, 0, 0, 0])
    expect(body.days[5]!.hours).toBeNull()
  })

  test('of a crew without a position is empty, not a failure', async () => {
    const { app } = testApp
    const crew = await buildCrew(app)
    await app.db.updateTable('users').set({ lat: null, lng: null }).where('id', '=', crew.userId).execute()
    const { body } = await (await signedIn(testApp, crew)).call('POST /api/get-job-routes')
    expect(body).toMatchObject({ jobs: [], recommendedRoutes: [], openJobCount: 0, base: null })
    expect(body.days).toHaveLength(7)
  })

  test('is for crews only', async () => {
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await customer.call('POST /api/get-job-routes')).status).toBe(403)
    expect((await testApp.client().call('POST /api/get-job-routes')).status).toBe(401)
  })
})

describe('recommended routes', () => {
  async function townOf(weekday: Weekday, count: number) {
    const base = newPlace()
    const jobs = []
    for (let index = 0; index < count; index++) {
      const at = eastOf(base, 1 + (index % 6) / 4)
      jobs.push(
        await buildWeeklyJob(testApp.app, {
          at: { lat: at.lat + index / 3_000, lng: at.lng },
          weekdays: [weekday],
          serviceKey: index % 3 === 0 ? 'lawn' : 'bins',
          ...(index % 4 === 0 ? { window: { from: '09:00', until: '12:00' } } : {}),
        }),
      )
    }
    return { base, jobs }
  }

  test('are ordered, add up, keep hours and windows, and come best first', async () => {
    const { base, jobs } = await townOf(4, 18)
    const client = await crewAt(base)
    const { body } = await client.call('POST /api/get-job-routes')
    expect(body.recommendedRoutes.length).toBeGreaterThan(0)
    const known = new Set<string>(jobs.map((job) => job.weeklyJobId))
    for (const route of body.recommendedRoutes) {
      expect(route.weekday).toBe(4)
      expect(route.legs).toHaveLength(route.stops.length + 1)
      expect(route.stops.every((stop) => known.has(stop.weeklyJobId))).toBe(true)
      expect(route.payCents).toBe(route.stops.reduce((sum, stop) => sum + stop.payCents, 0))
      expect(route.newPayCents).toBe(route.payCents)
      expect(route.serviceMinutes).toBe(route.stops.reduce((sum, stop) => sum + stop.minutes, 0))
      expect(route.leaveTime >= '06:00' && route.returnTime <= '20:00').toBe(true)
      const starts = route.stops.map((stop) => stop.startTime)
      expect([...starts].sort()).toEqual(starts)
      expect(route.payPerHourCents).toBeGreaterThan(0)
    }
    const again = await client.call('POST /api/get-job-routes')
    expect(again.body.recommendedRoutes.map((route) => route.routeKey)).toEqual(
      body.recommendedRoutes.map((route) => route.routeKey),
    )
  })

  test('taken as they are shown keep their order, and the next ones are built around them', async () => {
    const { base } = await townOf(4, 12)
    const client = await crewAt(base)
    const [route] = (await client.call('POST /api/get-job-routes')).body.recommendedRoutes
    const half = route!.stops.slice(0, 4)
    const taken = await client.call('POST /api/take-route', {
      body: { weekday: 4, stops: half.map(({ weeklyJobId }) => ({ weeklyJobId })) },
    })
    expect(taken.status).toBe(200)
    const { body: assigned } = await client.call('POST /api/get-assignments')
    expect(assigned.assignments.map((stop) => stop.weeklyJobId)).toEqual(half.map((stop) => stop.weeklyJobId))
    const { body } = await client.call('POST /api/get-job-routes')
    expect(body.days[3]).toMatchObject({ assignedCount: 4, openCount: 8 })
    for (const next of body.recommendedRoutes) {
      expect(next.stops.filter((stop) => stop.isAssigned)).toHaveLength(4)
      expect(next.newStopCount).toBe(next.stopCount - 4)
      expect(next.newPayCents).toBeLessThan(next.payCents)
    }
    const whole = body.recommendedRoutes[0]!
    await client.call('POST /api/take-route', {
      body: { weekday: 4, stops: whole.stops.map(({ weeklyJobId }) => ({ weeklyJobId })) },
    })
    const { body: all } = await client.call('POST /api/get-assignments')
    expect(all.assignments.map((stop) => stop.weeklyJobId)).toEqual(
      whole.stops.map((stop) => stop.weeklyJobId),
    )
  })

  test('never reach beyond the range', async () => {
    const { base } = await townOf(4, 12)
    const client = await crewAt(base, { rangeFeet: 6_000 })
    const { body } = await client.call('POST /api/get-job-routes')
    expect(body.jobs.length).toBeGreaterThan(0)
    // Shown places are rounded to about 100 m.
    for (const job of body.jobs) expect(distanceFeet(base, job)).toBeLessThan(6_400)
  })
})
