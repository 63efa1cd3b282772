import fc from 'fast-check'
import type { RoutingProblem, Stop, Vehicle } from './types.ts'
import { verifyRouting } from './verify.ts'

const DAY = 600

/** Any routing question: places in a square or with ways of any length, some of them closed, stops of every kind. */
export function problems(mostStops: number, mostVehicles: number): fc.Arbitrary<RoutingProblem> {
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
export function smallProblems(): fc.Arbitrary<RoutingProblem> {
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
export function bestByBruteForce(problem: RoutingProblem): { score: number; missingMandatory: number } {
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
