import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { type LocalTime, minutesOfDay } from '../time.ts'
import { selectCandidates } from './candidates.ts'
import { greatCircleMatrix } from './matrix.ts'
import { DEFAULT_RECOMMEND_SETTINGS, recommendFrom } from './recommend.ts'
import type { OpenStop, RecommendedRoute, RecommendRequest } from './recommend.types.ts'

const base = { lat: 39.74, lng: -104.99 }
const time = (text: string): LocalTime => text as LocalTime

function openStop(given: Partial<OpenStop> & { readonly id: string }): OpenStop {
  return {
    place: base,
    serviceMinutes: 20,
    window: null,
    payCents: cents(2_500),
    serviceKey: 'bins',
    ...given,
  }
}

function requestFor(openStops: readonly OpenStop[], given: Partial<RecommendRequest> = {}): RecommendRequest {
  return {
    crew: {
      base,
      hours: { from: time('08:00'), until: time('16:00') },
      rangeFeet: 60_000,
      serviceKeys: ['bins', 'lawn'],
    },
    openStops,
    assignedStops: [],
    settings: DEFAULT_RECOMMEND_SETTINGS,
    budget: { seed: 1, iterations: 150 },
    ...given,
  }
}

function recommend(request: RecommendRequest): RecommendedRoute[] {
  const candidates = selectCandidates(request)
  return recommendFrom(candidates, greatCircleMatrix(candidates.places), request.settings, request.budget)
}

/** A street of stops, the first so many hundredths of a degree north of base. */
function street(name: string, north: number, count: number): OpenStop[] {
  return Array.from({ length: count }, (_, i) =>
    openStop({ id: `${name}${i}`, place: { lat: base.lat + north / 100 + i / 1_000, lng: base.lng } }),
  )
}

const windows = fc.constantFrom(
  null,
  { from: time('07:00'), until: time('09:00') },
  { from: time('09:30'), until: time('11:00') },
  { from: time('15:00'), until: time('22:00') },
  { from: time('20:00'), until: time('02:00') },
)

const anyStops = fc
  .array(
    fc.record({
      north: fc.integer({ min: -20, max: 20 }),
      east: fc.integer({ min: -20, max: 20 }),
      serviceMinutes: fc.integer({ min: 1, max: 90 }),
      window: windows,
      pay: fc.integer({ min: 0, max: 9_000 }),
      serviceKey: fc.constantFrom('bins', 'lawn', 'pool'),
    }),
    { maxLength: 60 },
  )
  .map((rows) =>
    rows.map(({ north, east, pay, ...row }, index) => ({
      ...row,
      id: `stop${index}`,
      place: { lat: base.lat + north / 100, lng: base.lng + east / 100 },
      payCents: cents(pay),
    })),
  )

describe('recommended routes', () => {
  it('keep to the crew’s hours, range and services and the windows of the stops, and add up', () => {
    fc.assert(
      fc.property(anyStops, fc.integer({ min: 1, max: 99 }), (stops, seed) => {
        const request = requestFor(stops, { budget: { seed, iterations: 40 } })
        const eligible = new Set(selectCandidates(request).stops.map((stop) => stop.id))
        for (const route of recommend(request)) {
          expectSound(route, stops)
          expect(route.stops.every((stop) => eligible.has(stop.id))).toBe(true)
        }
      }),
      { numRuns: 80 },
    )
  })

  it('are the same for the same request and seed', () => {
    fc.assert(
      fc.property(anyStops, (stops) => {
        expect(recommend(requestFor(stops))).toEqual(recommend(requestFor(stops)))
      }),
      { numRuns: 20 },
    )
  })

  it('come best first and are clearly different', () => {
    fc.assert(
      fc.property(anyStops, (stops) => {
        const routes = recommend(requestFor(stops))
        const scores = routes.map((route) => route.scoreCents)
        expect(scores).toEqual([...scores].sort((a, b) => b - a))
        for (const [i, one] of routes.entries())
          for (const other of routes.slice(i + 1)) expect(overlap(one, other)).toBeLessThanOrEqual(0.5)
      }),
      { numRuns: 40 },
    )
  })

  it('offer three different streets where three streets of work are open', () => {
    const stops = [...street('a', 1, 20), ...street('b', 5, 20), ...street('c', -5, 20)]
    const routes = recommend(requestFor(stops))
    expect(routes).toHaveLength(3)
    expect(new Set(routes.flatMap((route) => route.stops.map((stop) => stop.id))).size).toBeGreaterThan(50)
  })

  it('take two jobs at one house in one go', () => {
    const place = { lat: base.lat + 0.03, lng: base.lng }
    const stops = [openStop({ id: 'bins', place }), openStop({ id: 'lawn', place, serviceKey: 'lawn' })]
    const [route] = recommend(requestFor(stops))
    expect(route!.stops).toHaveLength(2)
    expect(route!.legs[1]).toEqual({ drivingFeet: 0, drivingSeconds: 0 })
  })

  it('leave out what pays less than its driving', () => {
    const place = { lat: base.lat + 0.1, lng: base.lng }
    expect(recommend(requestFor([openStop({ id: 'far', place, payCents: cents(500) })]))).toEqual([])
  })

  it('are none without open work, without services and without hours', () => {
    const stops = street('a', 1, 5)
    const { crew } = requestFor([])
    expect(recommend(requestFor([]))).toEqual([])
    expect(recommend(requestFor(stops, { crew: { ...crew, serviceKeys: [] } }))).toEqual([])
    const noTime = { from: time('08:00'), until: time('08:01') }
    expect(recommend(requestFor(stops, { crew: { ...crew, hours: noTime } }))).toEqual([])
  })
})

describe('a crew that already has stops on that day', () => {
  const assigned = openStop({
    id: 'assigned',
    place: { lat: base.lat + 0.05, lng: base.lng },
    window: { from: time('12:00'), until: time('12:30') },
    payCents: cents(100),
  })

  it('keeps them on every route, at their time', () => {
    const routes = recommend(
      requestFor([...street('a', 1, 30), ...street('b', -4, 30)], { assignedStops: [assigned] }),
    )
    expect(routes.length).toBeGreaterThan(1)
    for (const route of routes) {
      const stop = route.stops.find((visited) => visited.id === 'assigned')!
      expect(stop.isAssigned).toBe(true)
      expect(stop.startTime >= '12:00' && stop.startTime <= '12:30').toBe(true)
    }
  })

  it('is recommended nothing when nothing can be added', () => {
    expect(recommend(requestFor([], { assignedStops: [assigned] }))).toEqual([])
    const allDay = { ...assigned, serviceMinutes: 230 }
    expect(
      recommend(requestFor([openStop({ id: 'long', serviceMinutes: 240 })], { assignedStops: [allDay] })),
    ).toEqual([])
  })
})

describe('the timetable of a route', () => {
  it('leaves just in time for the first stop and tells arrival, start and departure', () => {
    const stop = openStop({ id: 'a', window: { from: time('10:00'), until: time('11:00') } })
    const [route] = recommend(requestFor([stop]))
    expect(route).toMatchObject({
      leaveTime: '10:00',
      returnTime: '10:20',
      stops: [{ arriveTime: '10:00', startTime: '10:00', departTime: '10:20', isAssigned: false }],
      totals: { stopCount: 1, serviceMinutes: 20, totalMinutes: 20, payCents: 2_500, payPerHourCents: 7_500 },
      scoreCents: 2_500,
    })
  })
})

describe('the choice of candidates', () => {
  it('keeps the asked number and prefers work that lies close together', () => {
    const crowd = street('near', 2, 60)
    const strewn = Array.from({ length: 60 }, (_, i) =>
      openStop({
        id: `far${i}`,
        place: { lat: base.lat - 0.1 + (i % 8) / 50, lng: base.lng + 0.1 + i / 500 },
      }),
    )
    const settings = { ...DEFAULT_RECOMMEND_SETTINGS, candidateCount: 40 }
    const { stops } = selectCandidates(requestFor([...strewn, ...crowd], { settings }))
    expect(stops).toHaveLength(40)
    expect(stops.filter((stop) => stop.id.startsWith('near')).length).toBeGreaterThan(30)
  })

  it('keeps some work for every part of the day', () => {
    const morning = street('m', 2, 100).map((stop) => ({
      ...stop,
      window: { from: time('08:00'), until: time('09:00') },
    }))
    const late = street('l', 6, 10).map((stop) => ({
      ...stop,
      window: { from: time('14:00'), until: time('15:00') },
    }))
    const settings = { ...DEFAULT_RECOMMEND_SETTINGS, candidateCount: 60 }
    const { stops } = selectCandidates(requestFor([...morning, ...late], { settings }))
    expect(stops.some((stop) => stop.id.startsWith('l'))).toBe(true)
  })
})

function overlap(one: RecommendedRoute, other: RecommendedRoute): number {
  const ids = new Set(one.stops.map((stop) => stop.id))
  const shared = other.stops.filter((stop) => ids.has(stop.id)).length
  return shared / Math.min(one.stops.length, other.stops.length)
}

/** Walks a route by its own legs and compares it with the stops it names. */
function expectSound(route: RecommendedRoute, stops: readonly OpenStop[]): void {
  expect(route.legs).toHaveLength(route.stops.length + 1)
  expect(route.leaveTime >= '08:00' && route.returnTime <= '16:00').toBe(true)
  expect(new Set(route.stops.map((stop) => stop.id)).size).toBe(route.stops.length)
  let clock = minutesOfDay(route.leaveTime)
  for (const [i, visited] of route.stops.entries()) {
    const stop = stops.find((open) => open.id === visited.id)!
    clock += route.legs[i]!.drivingSeconds / 60
    // Times are cut to the minute, leaving included.
    expect(Math.abs(minutesOfDay(visited.arriveTime) - clock)).toBeLessThanOrEqual(1.01)
    expect(visited.arriveTime <= visited.startTime).toBe(true)
    if (stop.window !== null) {
      const isOvernight = stop.window.until <= stop.window.from
      expect(visited.startTime >= stop.window.from).toBe(true)
      expect(visited.startTime <= (isOvernight ? '24:00' : stop.window.until)).toBe(true)
    }
    clock = Math.max(clock, minutesOfDay(visited.startTime)) + stop.serviceMinutes
  }
  const named = route.stops.map((visited) => stops.find((stop) => stop.id === visited.id)!)
  expect(route.totals.payCents).toBe(named.reduce((sum, stop) => sum + stop.payCents, 0))
  expect(route.totals.serviceMinutes).toBe(named.reduce((sum, stop) => sum + stop.serviceMinutes, 0))
  const feet = route.legs.reduce((sum, leg) => sum + leg.drivingFeet, 0)
  expect(route.totals.drivingFeet).toBe(Math.round(feet))
  expect(route.scoreCents).toBeLessThanOrEqual(route.totals.payCents)
}
