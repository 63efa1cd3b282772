import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solveRouting } from './solve.ts'
import type { RoutingProblem, Stop, Vehicle } from './types.ts'
import { verifyRouting } from './verify.ts'

const DAY = 600

const stopDefaults: Stop = {
  node: 0,
  serviceSeconds: 0,
  openSeconds: 0,
  closeSeconds: 1_000,
  prize: 100,
  isMandatory: false,
  load: 1,
  skills: 0,
}
const vehicleDefaults: Vehicle = {
  startNode: 0,
  endNode: 0,
  startSeconds: 0,
  endSeconds: 1_000,
  rangeFeet: Infinity,
  capacity: Infinity,
  skills: 0,
  fixedCost: 0,
}

/** Nodes on a line, ten seconds and ten feet apart; node 0 is base. */
function onALine(
  count: number,
  stops: readonly Partial<Stop>[],
  vehicles: readonly Partial<Vehicle>[],
): RoutingProblem {
  const away = Float64Array.from(
    { length: count * count },
    (_, i) => 10 * Math.abs(Math.floor(i / count) - (i % count)),
  )
  return {
    matrix: { nodeCount: count, seconds: away, feet: away },
    stops: stops.map((stop) => ({ ...stopDefaults, ...stop })),
    vehicles: vehicles.map((vehicle) => ({ ...vehicleDefaults, ...vehicle })),
    drivingCost: { perSecond: 1, perFoot: 0 },
  }
}

const budget = { seed: 1, iterations: 200 }

describe('an answer to a routing question', () => {
  it('keeps to windows, hours, skills, range, load and visits nothing twice, whatever is asked', () => {
    fc.assert(
      fc.property(problems(12, 3), fc.integer({ min: 1, max: 1_000 }), (problem, seed) => {
        const answer = solveRouting(problem, { seed, iterations: 60 })
        expect(verifyRouting(problem, answer).faults).toEqual([])
        const named = [...answer.routes.flat(), ...answer.absentStops].sort((a, b) => a - b)
        expect(named).toEqual([...problem.stops.keys()])
      }),
      { numRuns: 150 },
    )
  })

  it('is the same for the same problem, seed and iterations', () => {
    fc.assert(
      fc.property(problems(15, 2), (problem) => {
        expect(solveRouting(problem, { seed: 7, iterations: 80 })).toEqual(
          solveRouting(problem, { seed: 7, iterations: 80 }),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('is the best there is where every possibility can be tried', () => {
    fc.assert(
      fc.property(smallProblems(), (problem) => {
        const best = bestByBruteForce(problem)
        const answer = solveRouting(problem, { seed: 3, iterations: 1_500 })
        const verdict = verifyRouting(problem, answer)
        expect(verdict.missingMandatory).toBe(best.missingMandatory)
        expect(answer.score).toBeCloseTo(best.score, 6)
      }),
      { numRuns: 100 },
    )
  })

  it('is never worse with more iterations of the same start than with none', () => {
    fc.assert(
      fc.property(problems(14, 2), (problem) => {
        const greedy = solveRouting(problem, { seed: 5, iterations: 0 })
        const searched = solveRouting(problem, { seed: 5, iterations: 150 })
        const missing = (answer: typeof greedy): number => verifyRouting(problem, answer).missingMandatory
        expect(missing(searched)).toBeLessThanOrEqual(missing(greedy))
        if (missing(searched) === missing(greedy))
          expect(searched.score).toBeGreaterThanOrEqual(greedy.score - 1e-6)
      }),
      { numRuns: 100 },
    )
  })
})

describe('which stops are visited', () => {
  it('leaves out what does not pay for its driving', () => {
    const answer = solveRouting(
      onALine(
        11,
        [
          { node: 1, prize: 50 },
          { node: 10, prize: 50 },
        ],
        [{}],
      ),
      budget,
    )
    expect(answer.routes).toEqual([[0]])
    expect(answer.absentStops).toEqual([1])
    expect(answer.score).toBe(30)
  })

  it('drives to a far street whose stops pay only together', () => {
    const street = Array.from({ length: 6 }, () => ({ node: 40, prize: 200 }))
    const answer = solveRouting(onALine(41, street, [{}]), budget)
    expect(answer.absentStops).toEqual([])
    expect(answer.score).toBe(6 * 200 - 800)
  })

  it('orders a day of stops at any time by the shortest way', () => {
    const stops = [9, 2, 7, 4, 1, 8, 3, 6, 5].map((node) => ({ node, isMandatory: true }))
    const answer = solveRouting(onALine(10, stops, [{}]), budget)
    expect(answer.drivingCost).toBe(180)
    expect(answer.absentStops).toEqual([])
  })

  it('leaves out mandatory stops too where the day is too short for all', () => {
    const stops = Array.from({ length: 9 }, (_, i) => ({
      node: i + 1,
      isMandatory: true,
      serviceSeconds: 100,
    }))
    const answer = solveRouting(onALine(10, stops, [{ endSeconds: 560 }]), budget)
    expect(answer.absentStops).toEqual([4, 5, 6, 7, 8])
  })

  it('keeps a mandatory stop that does not pay, and gives up optional ones that are in its way', () => {
    const answer = solveRouting(
      onALine(
        11,
        [
          { node: 10, prize: 0, isMandatory: true, closeSeconds: 100 },
          { node: 1, prize: 500, serviceSeconds: 60, closeSeconds: 10 },
        ],
        [{}],
      ),
      budget,
    )
    expect(answer.routes).toEqual([[0]])
  })

  it('finds a way for all mandatory stops where only one order fits the windows', () => {
    const stops = [5, 1, 4, 2, 3].map((node, i) => ({
      node,
      isMandatory: true,
      openSeconds: 100 * i,
      closeSeconds: 100 * i + 10,
    }))
    const shifted = stops.map((stop, i) => ({
      ...stop,
      openSeconds: stop.openSeconds + (i === 0 ? 50 : 0),
      closeSeconds: stop.closeSeconds + (i === 0 ? 50 : 0),
    }))
    expect(solveRouting(onALine(6, shifted, [{}]), budget).routes).toEqual([[0, 1, 2, 3, 4]])
  })

  it.each([
    ['a skill is missing', { skills: 4 }, { skills: 3 }],
    ['it is out of range', { node: 5 }, { rangeFeet: 49 }],
    ['it closes too early', { node: 5, closeSeconds: 49 }, {}],
    ['the day is too short to come back', { node: 5 }, { endSeconds: 99 }],
    ['it is too much to carry', { load: 3 }, { capacity: 2 }],
  ])('does not go where %s', (_, stop, vehicle) => {
    const answer = solveRouting(onALine(6, [{ node: 1, ...stop, isMandatory: true }], [vehicle]), budget)
    expect(answer.absentStops).toEqual([0])
    expect(answer.routes).toEqual([[]])
  })

  it('does not drive where there is no way', () => {
    const problem = onALine(3, [{ node: 1 }, { node: 2 }], [{}])
    for (const node of [0, 1]) problem.matrix.seconds[node * 3 + 2] = Infinity
    const answer = solveRouting(problem, budget)
    expect(answer.routes).toEqual([[0]])
  })

  it('reaches a place that only another place leads to', () => {
    const problem = onALine(3, [{ node: 1 }, { node: 2 }], [{}])
    problem.matrix.seconds[2] = Infinity
    const answer = solveRouting(problem, budget)
    expect(answer.routes).toEqual([[0, 1]])
  })

  it('does two jobs at one place without driving between them', () => {
    const answer = solveRouting(onALine(3, [{ node: 2 }, { node: 1 }, { node: 2 }], [{}]), budget)
    expect(answer.drivingCost).toBe(40)
    expect(answer.absentStops).toEqual([])
  })
})

describe('which vehicles are used', () => {
  it('leaves a vehicle at home whose fixed cost is more than its stops bring', () => {
    const stops = [1, 2, 3].map((node) => ({ node, isMandatory: true }))
    const fleet = [{ fixedCost: 500 }, { fixedCost: 500 }]
    const answer = solveRouting(onALine(4, stops, fleet), budget)
    expect(answer.routes.filter((route) => route.length > 0)).toHaveLength(1)
  })

  it('sends each stop to the vehicle that can do it', () => {
    const stops = [
      { node: 1, skills: 1 },
      { node: 2, skills: 2 },
      { node: 3, skills: 1 },
    ]
    const answer = solveRouting(onALine(4, stops, [{ skills: 2 }, { skills: 1 }]), budget)
    expect(answer.routes[0]).toEqual([1])
    expect([...answer.routes[1]!].sort()).toEqual([0, 2])
  })

  it('answers with nothing where there is nothing to do or nobody to do it', () => {
    expect(solveRouting(onALine(1, [], [{}]), budget).routes).toEqual([[]])
    expect(solveRouting(onALine(2, [{ node: 1 }], []), budget).absentStops).toEqual([0])
  })
})

describe('the budget', () => {
  it('ends the search when the clock says so', () => {
    let time = 0
    const clock = { now: () => time++, budgetMs: 10 }
    const answer = solveRouting(onALine(4, [{ node: 1 }, { node: 2 }, { node: 3 }], [{}]), {
      seed: 1,
      iterations: 1e9,
      clock,
    })
    expect(answer.iterations).toBeLessThan(1_000)
    expect(answer.absentStops).toEqual([])
  })
})

/** Any routing question: places in a square or with ways of any length, some of them closed, stops of every kind. */
function problems(mostStops: number, mostVehicles: number): fc.Arbitrary<RoutingProblem> {
  return fc
    .record({
      stopCount: fc.integer({ min: 0, max: mostStops }),
      vehicleCount: fc.integer({ min: 1, max: mostVehicles }),
      nodeCount: fc.integer({ min: 2, max: mostStops + 2 }),
    })
    .chain(({ stopCount, vehicleCount, nodeCount }) =>
      fc.record({
        matrix: fc.oneof(planes(nodeCount), anyWays(nodeCount)),
        stops: fc.array(stops(nodeCount), { minLength: stopCount, maxLength: stopCount }),
        vehicles: fc.array(vehicles(nodeCount), { minLength: vehicleCount, maxLength: vehicleCount }),
        drivingCost: fc.constantFrom(
          { perSecond: 1, perFoot: 0 },
          { perSecond: 0.25, perFoot: 0.5 },
          { perSecond: 0, perFoot: 0 },
        ),
      }),
    )
}

/** Small enough that every choice and order can be tried: one vehicle or two, places in a plane. */
function smallProblems(): fc.Arbitrary<RoutingProblem> {
  return fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2 }))
    .chain(([stopCount, vehicleCount]) =>
      fc.record({
        matrix: planes(6),
        stops: fc.array(stops(6), { minLength: stopCount, maxLength: stopCount }),
        vehicles: fc.array(vehicles(6), { minLength: vehicleCount, maxLength: vehicleCount }),
        drivingCost: fc.constant({ perSecond: 1, perFoot: 0 }),
      }),
    )
}

/** Tries every assignment of stops to vehicles or to none, and every order. */
function bestByBruteForce(problem: RoutingProblem): { score: number; missingMandatory: number } {
  let best = { score: -Infinity, missingMandatory: Infinity }
  const routes: number[][] = problem.vehicles.map(() => [])
  const place = (stop: number): void => {
    if (stop === problem.stops.length) {
      const verdict = verifyRouting(problem, { routes })
      if (verdict.faults.length > 0) return
      const fixed = problem.vehicles.reduce((sum, v, i) => sum + (routes[i]!.length > 0 ? v.fixedCost : 0), 0)
      const score = verdict.prize - verdict.drivingSeconds * problem.drivingCost.perSecond - fixed
      const { missingMandatory } = verdict
      const isFewer = missingMandatory < best.missingMandatory
      if (isFewer || (missingMandatory === best.missingMandatory && score > best.score))
        best = { score, missingMandatory }
      return
    }
    place(stop + 1)
    for (const route of routes)
      for (let position = 0; position <= route.length; position++) {
        route.splice(position, 0, stop)
        place(stop + 1)
        route.splice(position, 1)
      }
  }
  place(0)
  return best
}

function planes(nodeCount: number) {
  const coordinate = fc.integer({ min: 0, max: 100 })
  return fc
    .array(fc.tuple(coordinate, coordinate), { minLength: nodeCount, maxLength: nodeCount })
    .map((points) => {
      const seconds = Float64Array.from({ length: nodeCount ** 2 }, (_, entry) => {
        const [x, y] = points[Math.floor(entry / nodeCount)]!
        const [toX, toY] = points[entry % nodeCount]!
        return Math.hypot(x - toX, y - toY)
      })
      return { nodeCount, seconds, feet: seconds.map((away) => 2 * away) }
    })
}

function anyWays(nodeCount: number) {
  const way = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 150 }) },
    { weight: 1, arbitrary: fc.constant(Infinity) },
  )
  return fc.array(way, { minLength: nodeCount ** 2, maxLength: nodeCount ** 2 }).map((ways) => {
    const seconds = Float64Array.from(ways, (away, entry) =>
      Math.floor(entry / nodeCount) === entry % nodeCount ? 0 : away,
    )
    return { nodeCount, seconds, feet: seconds.slice() }
  })
}

function stops(nodeCount: number): fc.Arbitrary<Stop> {
  const anytime = fc.constant({ openSeconds: 0, closeSeconds: DAY })
  const window = fc
    .tuple(fc.integer({ min: 0, max: DAY }), fc.integer({ min: 0, max: 120 }))
    .map(([openSeconds, length]) => ({ openSeconds, closeSeconds: openSeconds + length }))
  return fc
    .record({
      node: fc.integer({ min: 0, max: nodeCount - 1 }),
      serviceSeconds: fc.integer({ min: 0, max: 60 }),
      window: fc.oneof(anytime, window),
      prize: fc.integer({ min: 0, max: 200 }),
      isMandatory: fc.boolean(),
      load: fc.integer({ min: 0, max: 5 }),
      skills: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ window: hours, ...stop }) => ({ ...stop, ...hours }))
}

function vehicles(nodeCount: number): fc.Arbitrary<Vehicle> {
  return fc.record({
    startNode: fc.integer({ min: 0, max: nodeCount - 1 }),
    endNode: fc.integer({ min: 0, max: nodeCount - 1 }),
    startSeconds: fc.integer({ min: 0, max: 100 }),
    endSeconds: fc.integer({ min: 100, max: DAY }),
    rangeFeet: fc.constantFrom(Infinity, 120),
    capacity: fc.constantFrom(Infinity, 12),
    skills: fc.integer({ min: 0, max: 3 }),
    fixedCost: fc.constantFrom(0, 40),
  })
}
