/**
 * The one shape of every routing question: stops to choose and order, vehicles to drive them, a matrix between them.
 * A recommended route, a day with fixed stops and the plan of a whole city differ in their numbers only.
 */

/** Driving between numbered nodes, row by row: entry `from * nodeCount + to`. Infinity where there is no way. */
export type DrivingMatrix = {
  readonly nodeCount: number
  readonly seconds: Float64Array
  readonly feet: Float64Array
}

export type Stop = {
  /** Where it is in the matrix. Several stops may share one node: a complex, a house with two services. */
  readonly node: number
  readonly serviceSeconds: number
  /** Work starts between these two; who comes early waits. Seconds on the same scale as the vehicles' hours. */
  readonly openSeconds: number
  readonly closeSeconds: number
  /** What doing it is worth, in the unit of the driving cost. Ignored where mandatory. */
  readonly prize: number
  /** Mandatory stops are left out only when no way to keep them was found. */
  readonly isMandatory: boolean
  readonly load: number
  /** Bits that a vehicle must all have. */
  readonly skills: number
  /** Indexes of the vehicles that may do it; any that can where they are not named. */
  readonly onlyVehicles?: ReadonlySet<number>
}

export type Vehicle = {
  readonly startNode: number
  readonly endNode: number
  /** It leaves no earlier than the first and is at its end no later than the second. */
  readonly startSeconds: number
  readonly endSeconds: number
  /** No stop is driven to that lies farther (by the matrix) from the start node than this. */
  readonly rangeFeet: number
  readonly capacity: number
  readonly skills: number
  /** What using it at all costs, in the unit of the driving cost. */
  readonly fixedCost: number
}

/** What driving costs, in the unit of the prizes. */
type DrivingCost = { readonly perSecond: number; readonly perFoot: number }

export type RoutingProblem = {
  readonly matrix: DrivingMatrix
  readonly stops: readonly Stop[]
  readonly vehicles: readonly Vehicle[]
  readonly drivingCost: DrivingCost
}

/** The search ends at whichever comes first. Without a clock the same problem, seed and iterations give the same answer. */
export type SearchBudget = {
  readonly seed: number
  readonly iterations: number
  readonly clock?: { readonly now: () => number; readonly budgetMs: number }
}

export type RoutingAnswer = {
  /** For each vehicle the indexes of its stops in order; empty where it stays at home. */
  readonly routes: readonly (readonly number[])[]
  readonly absentStops: readonly number[]
  /** Prizes won by optional stops less driving and fixed cost. */
  readonly score: number
  readonly drivingCost: number
  readonly iterations: number
}
