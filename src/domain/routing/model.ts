import type { RoutingProblem } from './types.ts'

/**
 * The problem laid out for the inner loop. Points: stops 0…n-1, then for vehicle v its start n+2v and its end n+2v+1.
 * Places: one a stop, then one a distinct depot node; matrices are kept in both directions so that all that one
 * stop needs lies in its own rows; where a matrix is symmetric, or equal to another, it is one and the same array.
 */
export type Model = {
  readonly stopCount: number
  readonly vehicleCount: number
  readonly placeCount: number
  /** Point → place. */
  readonly place: Int32Array
  /** Driving seconds and cost `[from * placeCount + to]`, and turned over `[to * placeCount + from]`. */
  readonly driveFrom: Float64Array
  readonly driveTo: Float64Array
  readonly costFrom: Float64Array
  readonly costTo: Float64Array
  /** Per point. */
  readonly open: Float64Array
  readonly close: Float64Array
  readonly service: Float64Array
  /** Per stop. */
  readonly prize: Float64Array
  readonly isMandatory: Uint8Array
  readonly load: Float64Array
  /** Per vehicle. */
  readonly capacity: Float64Array
  readonly fixedCost: Float64Array
  /** Vehicles of one kind are interchangeable: only one idle one of a kind needs to be tried. */
  readonly kind: Int32Array
  /** `[vehicle * stopCount + stop]`: it is named or nobody is; skills, range and load fit. */
  readonly isAllowed: Uint8Array
  /** Stop → its nearest stops, itself first; filled when first asked for. */
  readonly neighbours: (Int32Array | undefined)[]
}

/** Seconds and cost where there is no way: beyond every day's end, yet sums and differences with it stay numbers. */
const UNREACHABLE = 1e9

export function buildModel(problem: RoutingProblem): Model {
  const { stops, vehicles } = problem
  const stopCount = stops.length
  const depotNodes = [...new Set(vehicles.flatMap((vehicle) => [vehicle.startNode, vehicle.endNode]))]
  const depotPlace = new Map(depotNodes.map((node, index) => [node, stopCount + index]))
  const ends = vehicles.flatMap((vehicle) => [vehicle.startNode, vehicle.endNode])
  const lastEnd = vehicles.reduce((last, vehicle) => Math.max(last, vehicle.endSeconds), -Infinity)
  const hours = vehicles.flatMap((vehicle) => [vehicle, vehicle])
  return {
    stopCount,
    vehicleCount: vehicles.length,
    placeCount: stopCount + depotNodes.length,
    place: Int32Array.from([...stops.keys(), ...ends.map((node) => depotPlace.get(node)!)]),
    ...layMatrices(problem, [...stops.map((stop) => stop.node), ...depotNodes]),
    open: Float64Array.from([...stops.map((stop) => stop.openSeconds), ...hours.map((v) => v.startSeconds)]),
    close: Float64Array.from([
      ...stops.map((stop) => Math.min(stop.closeSeconds, lastEnd)),
      ...hours.map((v) => v.endSeconds),
    ]),
    service: Float64Array.from([...stops.map((stop) => stop.serviceSeconds), ...hours.map(() => 0)]),
    prize: Float64Array.from(stops, (stop) => (stop.isMandatory ? 0 : stop.prize)),
    isMandatory: Uint8Array.from(stops, (stop) => (stop.isMandatory ? 1 : 0)),
    load: Float64Array.from(stops, (stop) => stop.load),
    capacity: Float64Array.from(vehicles, (vehicle) => vehicle.capacity),
    fixedCost: Float64Array.from(vehicles, (vehicle) => vehicle.fixedCost),
    kind: kindsOf(problem),
    isAllowed: allowedPairs(problem),
    neighbours: Array.from({ length: stopCount }),
  }
}

/** The same question with other prizes; all else is shared. */
export function withPrizes(model: Model, prizeOf: (stop: number) => number): Model {
  const prize = model.prize.map((_, stop) => (model.isMandatory[stop] === 1 ? 0 : prizeOf(stop)))
  return { ...model, prize }
}

function layMatrices({ matrix, drivingCost }: RoutingProblem, nodes: readonly number[]) {
  const placeCount = nodes.length
  const { perSecond, perFoot } = drivingCost
  const driveFrom = new Float64Array(placeCount * placeCount)
  for (let from = 0; from < placeCount; from++) {
    const row = nodes[from]! * matrix.nodeCount
    for (let to = 0; to < placeCount; to++)
      driveFrom[from * placeCount + to] = Math.min(matrix.seconds[row + nodes[to]!]!, UNREACHABLE)
  }
  const driveTo = turnedOver(driveFrom, placeCount)
  if (perSecond === 1 && perFoot === 0) return { driveFrom, driveTo, costFrom: driveFrom, costTo: driveTo }
  const costFrom = driveFrom.map((seconds) => (seconds < UNREACHABLE ? seconds * perSecond : UNREACHABLE))
  if (perFoot !== 0)
    for (let from = 0; from < placeCount; from++) {
      const row = nodes[from]! * matrix.nodeCount
      for (let to = 0; to < placeCount; to++) {
        const cost = costFrom[from * placeCount + to]! + matrix.feet[row + nodes[to]!]! * perFoot
        costFrom[from * placeCount + to] = Math.min(cost, UNREACHABLE)
      }
    }
  return { driveFrom, driveTo, costFrom, costTo: turnedOver(costFrom, placeCount) }
}

/** The transposed matrix; a symmetric one is its own. */
function turnedOver(matrix: Float64Array, size: number): Float64Array {
  if (isSymmetric(matrix, size)) return matrix
  const turned = new Float64Array(size * size)
  for (let from = 0; from < size; from++)
    for (let to = 0; to < size; to++) turned[to * size + from] = matrix[from * size + to]!
  return turned
}

/** Whether every way is as long as the way back. */
export function isSymmetric(matrix: Float64Array, size: number): boolean {
  for (let from = 1; from < size; from++)
    for (let to = 0; to < from; to++) if (matrix[from * size + to] !== matrix[to * size + from]) return false
  return true
}

function kindsOf({ vehicles }: RoutingProblem): Int32Array {
  const numbers = new Map<string, number>()
  return Int32Array.from(vehicles, (vehicle) => {
    const key = Object.entries(vehicle)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, value]) => value)
      .join()
    if (!numbers.has(key)) numbers.set(key, numbers.size)
    return numbers.get(key)!
  })
}

function allowedPairs({ matrix, stops, vehicles }: RoutingProblem): Uint8Array {
  const isAllowed = new Uint8Array(vehicles.length * stops.length)
  for (const [v, vehicle] of vehicles.entries()) {
    const row = vehicle.startNode * matrix.nodeCount
    for (const [s, stop] of stops.entries()) {
      const hasSkills = (stop.skills & vehicle.skills) === stop.skills
      const isInRange = matrix.feet[row + stop.node]! <= vehicle.rangeFeet
      const isNamed = stop.onlyVehicles === undefined || stop.onlyVehicles.has(v)
      if (isNamed && hasSkills && isInRange && stop.load <= vehicle.capacity)
        isAllowed[v * stops.length + s] = 1
    }
  }
  return isAllowed
}
