import type { RoutingAnswer, RoutingProblem, Stop, Vehicle } from './types.ts'

export type Verdict = {
  /** Sentences that say what is wrong; empty for a sound answer. */
  readonly faults: readonly string[]
  /** By the matrix, over all routes. */
  readonly drivingSeconds: number
  readonly drivingFeet: number
  /** Of optional stops. */
  readonly prize: number
  readonly missingMandatory: number
}

/** Rounding of sums of fractions is not a fault. */
const TOLERANCE = 1e-6

/** Drives an answer's routes with nothing but the problem: shares no code with the search that it judges. */
export function verifyRouting(problem: RoutingProblem, answer: Pick<RoutingAnswer, 'routes'>): Verdict {
  const faults: string[] = []
  const visited = new Set<number>()
  let drivingSeconds = 0
  let drivingFeet = 0
  let prize = 0
  for (const [v, route] of answer.routes.entries()) {
    for (const index of route) {
      const stop = problem.stops[index]
      if (stop === undefined) faults.push(`stop ${index} does not exist`)
      else if (visited.has(index)) faults.push(`stop ${index} is visited twice`)
      else if (!stop.isMandatory) prize += stop.prize
      visited.add(index)
    }
    const drive = driveRoute(problem, v, route)
    faults.push(...drive.faults.map((fault) => `vehicle ${v}: ${fault}`))
    drivingSeconds += drive.seconds
    drivingFeet += drive.feet
  }
  if (answer.routes.length !== problem.vehicles.length) faults.push('not one route per vehicle')
  const missingMandatory = problem.stops.filter(
    (stop, index) => stop.isMandatory && !visited.has(index),
  ).length
  return { faults, drivingSeconds, drivingFeet, prize, missingMandatory }
}

function driveRoute({ matrix, stops, vehicles }: RoutingProblem, v: number, route: readonly number[]) {
  const vehicle = vehicles[v]!
  const faults: string[] = []
  let time = vehicle.startSeconds
  let node = vehicle.startNode
  let seconds = 0
  let feet = 0
  const driveTo = (to: number): void => {
    seconds += matrix.seconds[node * matrix.nodeCount + to]!
    feet += matrix.feet[node * matrix.nodeCount + to]!
    time += matrix.seconds[node * matrix.nodeCount + to]!
    node = to
  }
  if (route.length === 0) return { faults, seconds, feet }
  for (const index of route) {
    const stop = stops[index]!
    driveTo(stop.node)
    time = Math.max(time, stop.openSeconds)
    if (time > stop.closeSeconds + TOLERANCE) faults.push(`late at stop ${index}`)
    faults.push(...conflicting(matrix, stop, vehicle).map((conflict) => `${conflict} stop ${index}`))
    if (stop.onlyVehicles?.has(v) === false) faults.push(`is not one of those for stop ${index}`)
    time += stop.serviceSeconds
  }
  driveTo(vehicle.endNode)
  if (!(time <= vehicle.endSeconds + TOLERANCE)) faults.push('is back after its hours')
  const load = route.reduce((sum, index) => sum + stops[index]!.load, 0)
  if (load > vehicle.capacity + TOLERANCE) faults.push('carries more than it can')
  return { faults, seconds, feet }
}

function conflicting(matrix: RoutingProblem['matrix'], stop: Stop, vehicle: Vehicle): string[] {
  const found: string[] = []
  if ((stop.skills & ~vehicle.skills) !== 0) found.push('lacks a skill for')
  if (matrix.feet[vehicle.startNode * matrix.nodeCount + stop.node]! > vehicle.rangeFeet)
    found.push('has not the range for')
  return found
}
