import { FEET_PER_MILE } from '../geo.ts'
import { buildModel, withPrizes } from './model.ts'
import { crewVehicle, stopInHours } from './one-crew.ts'
import { progressOf } from './progress.ts'
import type { CandidateSet, RecommendedRoute, RecommendSettings } from './recommend.types.ts'
import { searchPlan } from './search.ts'
import { rangeSeconds } from './times.ts'
import { routeOf } from './timetable.ts'
import type { DrivingMatrix, RoutingProblem, SearchBudget } from './types.ts'

/** 70 ¢ a mile is the IRS standard mileage rate of 2025; an hour at the wheel is valued at a modest wage. */
export const DEFAULT_RECOMMEND_SETTINGS: RecommendSettings = {
  routeCount: 3,
  candidateCount: 150,
  maxOverlap: 0.5,
  drivingCentsPerMile: 70,
  drivingCentsPerHour: 1_500,
}

/** Where open work is scarce, a stop of a route already found counts this much for the next one. */
const REPEAT_VALUE = 0.3

/**
 * Several clearly different routes for one crew and weekday, best first (product §3, Recommended routes); empty when
 * nothing pays for its driving. `matrix` is that of `candidates.places`, the budget is for each route. Same candidates,
 * same matrix: same answer, unless the budget has a clock.
 */
export function recommendFrom(
  candidates: CandidateSet,
  matrix: DrivingMatrix,
  settings: RecommendSettings,
  budget: SearchBudget,
): RecommendedRoute[] {
  const found: (readonly number[])[] = []
  const model = buildModel(problemOf(candidates, matrix, settings))
  const timesUsed = candidates.stops.map(() => 0)
  // A few more tries than routes: a try that comes out too much like another is not shown.
  for (let attempt = 0; attempt < settings.routeCount + 2 && found.length < settings.routeCount; attempt++) {
    const repeat = isPlenty(candidates, timesUsed) ? 0 : REPEAT_VALUE
    const worth = withPrizes(
      model,
      (index) => candidates.stops[index]!.payCents * repeat ** timesUsed[index]!,
    )
    const { plan } = searchPlan(worth, { ...budget, seed: budget.seed + attempt }, progressOf(budget))
    const order = plan.stopsOf(0)
    const fresh = order.filter((index) => index >= candidates.assignedCount)
    if (plan.missingCount > 0 || fresh.length === 0) break
    for (const index of fresh) timesUsed[index]!++
    if (found.every((other) => overlap(other, fresh) <= settings.maxOverlap)) found.push(order)
  }
  return found
    .map((order) => routeOf(candidates, matrix, settings, order))
    .sort((a, b) => b.scoreCents - a.scoreCents)
}

/** Whether the stops of no route yet fill the crew's hours: then the next route does without the others. */
function isPlenty({ crew, stops, assignedCount }: CandidateSet, timesUsed: readonly number[]): boolean {
  const hours = rangeSeconds(crew.hours)
  const unused = stops.filter((_, index) => index >= assignedCount && timesUsed[index] === 0)
  return unused.reduce((sum, stop) => sum + stop.serviceMinutes * 60, 0) >= hours.until - hours.from
}

function problemOf(
  { crew, stops, nodes, assignedCount }: CandidateSet,
  matrix: DrivingMatrix,
  settings: RecommendSettings,
): RoutingProblem {
  const hours = rangeSeconds(crew.hours)
  return {
    matrix,
    stops: stops.map((stop, index) => ({
      ...stopInHours(stop, hours),
      node: nodes[index]!,
      prize: stop.payCents,
      isMandatory: index < assignedCount,
    })),
    vehicles: [crewVehicle(hours)],
    drivingCost: {
      perSecond: settings.drivingCentsPerHour / 3_600,
      perFoot: settings.drivingCentsPerMile / FEET_PER_MILE,
    },
  }
}

/** The share of the smaller route's stops that both have. */
function overlap(one: readonly number[], other: readonly number[]): number {
  const members = new Set(one)
  return other.filter((index) => members.has(index)).length / Math.max(1, Math.min(one.length, other.length))
}
