import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DrivingMatrix } from '../routing/types.ts'
import { HOUR_MS, type Instant, instant, MINUTE_MS, parseInstant } from '../time.ts'
import type { PlanStop } from './beginnings.ts'
import { estimateAlong, lateCountOf, type PlanFromNow, suggestOrder } from './plan.ts'

const NOW = parseInstant('2026-03-02T16:00:00Z')
const at = (minutes: number) => instant(NOW + minutes * MINUTE_MS)

/** Points on a line, so many minutes from one another. */
function alongLine(places: readonly number[]): DrivingMatrix {
  const nodeCount = places.length
  const seconds = new Float64Array(nodeCount * nodeCount)
  for (const [from, a] of places.entries())
    for (const [to, b] of places.entries()) seconds[from * nodeCount + to] = Math.abs(a - b) * 60
  return { nodeCount, seconds, feet: seconds.map((value) => value * 44) }
}

const anytime: PlanStop = { opensAt: at(-540), closesAt: at(900), serviceSeconds: 600 }
const within = (from: number, until: number): PlanStop => ({
  opensAt: at(from),
  closesAt: at(until),
  serviceSeconds: 600,
})

const planOf = (stops: readonly PlanStop[], places: readonly number[], change = {}): PlanFromNow => ({
  leavesAt: NOW,
  stops,
  matrix: alongLine([0, ...places, 0]),
  isFirstFixed: false,
  ...change,
})

describe('the rest of the day from now on', () => {
  it('drives, waits for windows and works, stop by stop', () => {
    const plan = planOf([anytime, within(60, 120)], [10, 20])
    expect(estimateAlong(plan, [0, 1])).toEqual([
      { stop: 0, beginsAt: at(10), isLate: false },
      { stop: 1, beginsAt: at(60), isLate: false },
    ])
    expect(estimateAlong({ ...plan, leavesAt: at(120) }, [0, 1])[1]).toEqual({
      stop: 1,
      beginsAt: at(150),
      isLate: true,
    })
  })

  it('field §3, 12: suggests the stop with hours first, those at any time after it', () => {
    const plan = planOf([anytime, anytime, within(0, 30)], [10, 20, 25])
    expect(lateCountOf(estimateAlong(plan, [0, 1, 2]))).toBe(1)
    const order = suggestOrder(plan)!
    expect(order[0] === 2 || order[1] === 2).toBe(true)
    expect(lateCountOf(estimateAlong(plan, order))).toBe(0)
  })

  it('suggests nothing while all is in time, nor where no order helps', () => {
    expect(suggestOrder(planOf([anytime, within(0, 60)], [10, 20]))).toBeNull()
    expect(suggestOrder(planOf([within(-120, -60)], [10]))).toBeNull()
    expect(suggestOrder(planOf([], []))).toBeNull()
  })

  it('leaves the stop that the crew drives to where it is', () => {
    const plan = planOf([anytime, anytime, within(0, 40)], [10, 50, 25], { isFirstFixed: true })
    expect(suggestOrder(plan)).toEqual([0, 2, 1])
  })

  it('knows no way and still says a time', () => {
    const plan = planOf([anytime], [10])
    plan.matrix.seconds[1] = Infinity
    expect(estimateAlong(plan, [0])[0]!.beginsAt).toBe(at(30))
  })

  it('never loses a stop and never makes more of them late', () => {
    const stop = fc.record({
      from: fc.integer({ min: -120, max: 300 }),
      length: fc.integer({ min: 10, max: 600 }),
      place: fc.integer({ min: 0, max: 120 }),
    })
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 8 }), fc.boolean(), (stops, isFirstFixed) => {
        const plan = planOf(
          stops.map(({ from, length }) => within(from, from + length)),
          stops.map(({ place }) => place),
          { isFirstFixed: isFirstFixed && stops.length > 0 },
        )
        const present = stops.map((_, index) => index)
        const order = suggestOrder(plan)
        if (order === null) return
        expect([...order].sort()).toEqual(present)
        if (plan.isFirstFixed) expect(order[0]).toBe(0)
        expect(lateCountOf(estimateAlong(plan, order))).toBeLessThan(
          lateCountOf(estimateAlong(plan, present)),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('S7: is told in instants, so that a clock change moves nothing', () => {
    const before = parseInstant('2026-03-08T08:30:00Z')
    const stop = { opensAt: before, closesAt: (before + 4 * HOUR_MS) as Instant, serviceSeconds: 3_600 }
    const plan = planOf([stop, stop], [60, 60], { leavesAt: before })
    expect(estimateAlong(plan, [0, 1]).map(({ beginsAt }) => beginsAt - before)).toEqual([
      HOUR_MS,
      2 * HOUR_MS,
    ])
  })
})
