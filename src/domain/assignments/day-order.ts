/** In which order a crew drives all the stops of one weekday, and whether they fit into its hours at all. */
import { type Refusal, refuse } from '../refusals.ts'
import { crewVehicle, stopInHours } from '../routing/one-crew.ts'
import type { OpenStop, RoutingCrew } from '../routing/recommend.types.ts'
import { solveRouting } from '../routing/solve.ts'
import { rangeSeconds } from '../routing/times.ts'
import type { DrivingMatrix, RoutingProblem } from '../routing/types.ts'
import { verifyRouting } from '../routing/verify.ts'

/** Enough for a day of a hundred stops to be ordered well; a few milliseconds for a usual one. */
const ITERATIONS = 2_000
const SEED = 1

export type DayOrder = {
  /** Indexes of `stops`. */
  readonly order: readonly number[]
  readonly drivingSeconds: number
  readonly drivingFeet: number
}

/**
 * Keeps the order given where it can be driven and no stop lacks one, else finds the best. `matrix` is that of base
 * and then each stop. Refuses `outside_hours` where no order was found that serves every window within the hours.
 */
export function orderDay(
  crew: Pick<RoutingCrew, 'hours'>,
  stops: readonly OpenStop[],
  matrix: DrivingMatrix,
  wanted: readonly number[] | null,
): DayOrder | Refusal {
  const problem = problemOf(crew, stops, matrix)
  const order = wanted ?? solveRouting(problem, { seed: SEED, iterations: ITERATIONS }).routes[0]!
  const verdict = verifyRouting(problem, { routes: [order] })
  if (verdict.faults.length === 0 && verdict.missingMandatory === 0)
    return { order, drivingSeconds: verdict.drivingSeconds, drivingFeet: verdict.drivingFeet }
  return wanted === null ? refuse('outside_hours') : orderDay(crew, stops, matrix, null)
}

function problemOf(
  crew: Pick<RoutingCrew, 'hours'>,
  stops: readonly OpenStop[],
  matrix: DrivingMatrix,
): RoutingProblem {
  const hours = rangeSeconds(crew.hours)
  return {
    matrix,
    stops: stops.map((stop, index) => ({
      ...stopInHours(stop, hours),
      node: index + 1,
      prize: 0,
      isMandatory: true,
    })),
    vehicles: [crewVehicle(hours)],
    drivingCost: { perSecond: 1, perFoot: 0 },
  }
}
