import { buildModel } from './model.ts'
import { ABSENT } from './plan.ts'
import { searchPlan } from './search.ts'
import type { RoutingAnswer, RoutingProblem, SearchBudget } from './types.ts'

/** Answers a routing question as well as the budget allows. */
export function solveRouting(problem: RoutingProblem, budget: SearchBudget): RoutingAnswer {
  const model = buildModel(problem)
  const { plan, iterations } = searchPlan(model, budget)
  const routes = problem.vehicles.map((_, vehicle) => {
    const stops: number[] = []
    for (
      let point = plan.next[plan.startOf(vehicle)]!;
      point !== plan.endOf(vehicle);
      point = plan.next[point]!
    )
      stops.push(point)
    return stops
  })
  const absentStops = [...problem.stops.keys()].filter((stop) => plan.routeOf[stop] === ABSENT)
  return { routes, absentStops, score: 0, drivingCost: 0, iterations }
}
