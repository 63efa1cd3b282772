import type { RoutingProblem } from './types.ts'

/**
 * The problem laid out for the inner loop. Points: stops 0…n-1, then for vehicle v its start n+2v and its end n+2v+1.
 * Places: one a stop, then one a distinct depot node; every matrix row is stored in both directions so that all that
 * one stop needs lies in two rows.
 */
export type Model = {
  readonly stopCount: number
  readonly vehicleCount: number
  readonly placeCount: number
  /** Point → place. */
  readonly place: Int32Array
  /** Service at `from` plus driving, seconds: `[from * placeCount + to]`, and the same turned over. */
  readonly travelFrom: Float64Array
  readonly travelTo: Float64Array
  readonly costFrom: Float64Array
  readonly costTo: Float64Array
  /** Per point. */
  readonly open: Float64Array
  readonly close: Float64Array
  /** Per stop. */
  readonly prize: Float64Array
  readonly isMandatory: Uint8Array
  readonly load: Float64Array
  readonly service: Float64Array
  /** Per vehicle. */
  readonly capacity: Float64Array
  readonly fixedCost: Float64Array
  /** Vehicles of one kind are interchangeable: only one idle one of a kind needs to be tried. */
  readonly kind: Int32Array
  /** `[vehicle * stopCount + stop]`: skills, range and load fit. */
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
    prize: Float64Array.from(stops, (stop) => (stop.isMandatory ? 0 : stop.prize)),
    isMandatory: Uint8Array.from(stops, (stop) => (stop.isMandatory ? 1 : 0)),
    load: Float64Array.from(stops, (stop) => stop.load),
    service: Float64Array.from(stops, (stop) => stop.serviceSeconds),
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

function layMatrices({ matrix, stops, drivingCost }: RoutingProblem, nodes: readonly number[]) {
  const placeCount = nodes.length
  const travelFrom = new Float64Array(placeCount * placeCount)
  const travelTo = new Float64Array(placeCount * placeCount)
  const costFrom = new Float64Array(placeCount * placeCount)
  const costTo = new Float64Array(placeCount * placeCount)
  for (let from = 0; from < placeCount; from++) {
    const service = stops[from]?.serviceSeconds ?? 0
    const row = nodes[from]! * matrix.nodeCount
    for (let to = 0; to < placeCount; to++) {
      const given = matrix.seconds[row + nodes[to]!]!
      const isWay = given < UNREACHABLE
      const seconds = isWay ? given : UNREACHABLE
      const cost = isWay
        ? seconds * drivingCost.perSecond + matrix.feet[row + nodes[to]!]! * drivingCost.perFoot
        : UNREACHABLE
      travelFrom[from * placeCount + to] = seconds + service
      travelTo[to * placeCount + from] = seconds + service
      costFrom[from * placeCount + to] = cost
      costTo[to * placeCount + from] = cost
    }
  }
  return { travelFrom, travelTo, costFrom, costTo }
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
      if (hasSkills && isInRange && stop.load <= vehicle.capacity) isAllowed[v * stops.length + s] = 1
    }
  }
  return isAllowed
}
