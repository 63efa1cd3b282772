import { buildModel, isSymmetric } from './model.ts'
import { ABSENT } from './plan.ts'
import { type Progress, progressOf } from './progress.ts'
import { searchPlan } from './search.ts'
import { searchTour } from './tour-search.ts'
import type { RoutingAnswer, RoutingProblem, SearchBudget } from './types.ts'
import { verifyRouting } from './verify.ts'

/** Fewer stops than this have no use for neighbour lists. */
const SMALLEST_TOUR = 8

/**
 * Answers a routing question as well as the budget allows; every route keeps to windows, hours, range, skills and
 * capacity. Stops that do not fit, or do not pay for their driving, are absent.
 */
export function solveRouting(problem: RoutingProblem, budget: SearchBudget): RoutingAnswer {
  const progress = progressOf(budget)
  if (isSingleTour(problem)) {
    const answer = solveTour(problem, budget, progress)
    // A tour that does not fit into the day must leave stops out, which is a question of choice.
    if (verifyRouting(problem, answer).faults.length === 0) return answer
  }
  const { plan, iterations } = searchPlan(buildModel(problem), budget, progress)
  const routes = problem.vehicles.map((_, vehicle) => plan.stopsOf(vehicle))
  const absentStops = [...problem.stops.keys()].filter((stop) => plan.routeOf[stop] === ABSENT)
  return answerOf(problem, routes, absentStops, iterations)
}

/** One vehicle, back where it began, every stop at any time, the same distance both ways: nothing to choose but order. */
function isSingleTour({ matrix, stops, vehicles, drivingCost }: RoutingProblem): boolean {
  const vehicle = vehicles[0]
  if (vehicles.length !== 1 || vehicle === undefined || stops.length < SMALLEST_TOUR) return false
  if (vehicle.startNode !== vehicle.endNode || (drivingCost.perSecond === 0 && drivingCost.perFoot === 0))
    return false
  const isFree = stops.every(
    (stop) =>
      stop.isMandatory && stop.openSeconds <= vehicle.startSeconds && stop.closeSeconds >= vehicle.endSeconds,
  )
  return isFree && isSymmetric(matrix.seconds, matrix.nodeCount) && isSymmetric(matrix.feet, matrix.nodeCount)
}

function solveTour(problem: RoutingProblem, budget: SearchBudget, progress: Progress): RoutingAnswer {
  const { matrix, stops, vehicles, drivingCost } = problem
  const nodes = [vehicles[0]!.startNode, ...stops.map((stop) => stop.node)]
  const size = nodes.length
  const distances = new Float64Array(size * size)
  for (let from = 0; from < size; from++)
    for (let to = 0; to < size; to++) {
      const entry = nodes[from]! * matrix.nodeCount + nodes[to]!
      const cost = matrix.seconds[entry]! * drivingCost.perSecond + matrix.feet[entry]! * drivingCost.perFoot
      distances[from * size + to] = Number.isFinite(cost) ? cost : Number.MAX_SAFE_INTEGER
    }
  const { order, iterations } = searchTour(distances, size, budget, progress)
  const base = order.indexOf(0)
  const route = [...order.slice(base + 1), ...order.slice(0, base)].map((node) => node - 1)
  return answerOf(problem, [route], [], iterations)
}

function answerOf(
  problem: RoutingProblem,
  routes: readonly (readonly number[])[],
  absentStops: readonly number[],
  iterations: number,
): RoutingAnswer {
  const { prize, drivingSeconds, drivingFeet } = verifyRouting(problem, { routes })
  const { perSecond, perFoot } = problem.drivingCost
  const drivingCost = drivingSeconds * perSecond + drivingFeet * perFoot
  const fixedCost = problem.vehicles.reduce(
    (sum, vehicle, index) => sum + (routes[index]!.length > 0 ? vehicle.fixedCost : 0),
    0,
  )
  return { routes, absentStops, score: prize - drivingCost - fixedCost, drivingCost, iterations }
}
