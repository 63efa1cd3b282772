/**
 * The rest of a crew's day from now on (field §3, 12): when each stop begins in the present order, and a better order
 * where that one misses windows. Stops with hours and stops at any time stand in one plan.
 */
import { solveRouting } from '../routing/solve.ts'
import type { DrivingMatrix, RoutingProblem } from '../routing/types.ts'
import type { Instant } from '../time.ts'
import { beginningsOf, type Leg, type PlanStop } from './beginnings.ts'

export type PlanFromNow = {
  /** When the crew can leave where it is. */
  readonly leavesAt: Instant
  /** In the present order. */
  readonly stops: readonly PlanStop[]
  /** Node 0 is where the crew is, node i + 1 is stop i, and the last one is where it goes in the evening. */
  readonly matrix: DrivingMatrix
  /** The crew is driving to the first stop already. */
  readonly isFirstFixed: boolean
}

export type EstimatedStop = {
  /** Index of `stops`. */
  readonly stop: number
  readonly beginsAt: Instant
  readonly isLate: boolean
}

const ITERATIONS = 2_000
const SEED = 1
/** Where no way is known nothing better can be said. */
const UNKNOWN_DRIVE_SECONDS = 1_800
const DAY_SECONDS = 86_400

/** When each stop begins, driven in an order of indexes: as early as its window allows. */
export function estimateAlong(plan: PlanFromNow, order: readonly number[]): EstimatedStop[] {
  return beginningsOf(legsAlong(plan, order), plan.leavesAt).map((estimate, at) => ({
    ...estimate,
    stop: order[at]!,
  }))
}

/** The stops in an order of indexes, each with the way to it. */
export function legsAlong(plan: PlanFromNow, order: readonly number[]): Leg[] {
  return order.map((index, at) => ({
    ...plan.stops[index]!,
    driveSeconds: secondsBetween(plan.matrix, at === 0 ? 0 : order[at - 1]! + 1, index + 1),
  }))
}

export function lateCountOf(estimates: readonly EstimatedStop[]): number {
  return estimates.filter(({ isLate }) => isLate).length
}

/** An order with fewer late stops than the present one, or null where there is none to be found. */
export function suggestOrder(plan: PlanFromNow): number[] | null {
  const present = plan.stops.map((_, index) => index)
  const lateNow = lateCountOf(estimateAlong(plan, present))
  if (lateNow === 0) return null
  const head = plan.isFirstFixed ? present.slice(0, 1) : []
  const tail = bestOrder(plan, present.slice(head.length), head.length)
  const order = [...head, ...tail]
  return lateCountOf(estimateAlong(plan, order)) < lateNow ? order : null
}

/** What cannot be reached in time comes last, soonest end first. */
function bestOrder(plan: PlanFromNow, free: readonly number[], headLength: number): number[] {
  if (free.length === 0) return []
  const { routes, absentStops } = solveRouting(problemOf(plan, free, headLength), {
    seed: SEED,
    iterations: ITERATIONS,
  })
  const closesAt = (index: number) => plan.stops[index]!.closesAt
  const tooLate = absentStops.map((stop) => free[stop]!).sort((a, b) => closesAt(a) - closesAt(b))
  return [...routes[0]!.map((stop) => free[stop]!), ...tooLate]
}

/** Seconds count from the moment at which the crew is free to choose. */
function problemOf(plan: PlanFromNow, free: readonly number[], headLength: number): RoutingProblem {
  const { matrix, stops } = plan
  const [first] = headLength === 0 ? [] : estimateAlong(plan, [0])
  const zero = first === undefined ? plan.leavesAt : first.beginsAt + stops[0]!.serviceSeconds * 1_000
  const seconds = (at: Instant) => (at - zero) / 1_000
  return {
    matrix,
    stops: free.map((index) => ({
      node: index + 1,
      serviceSeconds: stops[index]!.serviceSeconds,
      openSeconds: Math.max(0, seconds(stops[index]!.opensAt)),
      closeSeconds: seconds(stops[index]!.closesAt),
      prize: 0,
      isMandatory: true,
      load: 0,
      skills: 0,
    })),
    vehicles: [
      {
        startNode: headLength,
        endNode: matrix.nodeCount - 1,
        startSeconds: 0,
        endSeconds: 2 * DAY_SECONDS,
        rangeFeet: Infinity,
        capacity: Infinity,
        skills: 0,
        fixedCost: 0,
      },
    ],
    drivingCost: { perSecond: 1, perFoot: 0 },
  }
}

function secondsBetween(matrix: DrivingMatrix, from: number, to: number): number {
  const seconds = matrix.seconds[from * matrix.nodeCount + to]!
  return Number.isFinite(seconds) ? seconds : UNKNOWN_DRIVE_SECONDS
}
