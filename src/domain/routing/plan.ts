import type { Model } from './model.ts'

export const ABSENT = -1

/** Adding the same seconds in another order may differ by less than this. */
const TOLERANCE = 1e-6

/**
 * Routes as linked lists of points over one block of memory, so that keeping or restoring a whole plan is one copy.
 * `early` and `late` are the earliest and latest start of work at a point that keep its route feasible (forward time
 * slack; Savelsbergh, 1992): whether a stop fits between two points is then decided without walking the route.
 */
export class Plan {
  readonly next: Int32Array
  readonly prev: Int32Array
  /** Stop → vehicle, or ABSENT. */
  readonly routeOf: Int32Array
  /** Per vehicle: how many stops. */
  readonly stopsOn: Int32Array
  /** Per vehicle: a number that this plan never gives to another state of any route. */
  readonly version: Int32Array
  readonly early: Float64Array
  readonly late: Float64Array
  /** Driving cost from a point to its next. */
  readonly legCost: Float64Array
  /** Service at a point and driving to its next. */
  readonly legTime: Float64Array
  readonly loadOf: Float64Array
  readonly #totals: Float64Array
  readonly #bytes: Uint8Array
  readonly #model: Model
  #versions = 0

  constructor(model: Model) {
    const { stopCount, vehicleCount } = model
    const points = stopCount + 2 * vehicleCount
    const floats = 4 * points + vehicleCount + 2
    const integers = 2 * points + stopCount + 2 * vehicleCount
    const buffer = new ArrayBuffer(8 * floats + 4 * integers)
    let offset = 0
    const takeFloats = (length: number): Float64Array => {
      offset += 8 * length
      return new Float64Array(buffer, offset - 8 * length, length)
    }
    const takeIntegers = (length: number): Int32Array => {
      offset += 4 * length
      return new Int32Array(buffer, offset - 4 * length, length)
    }
    this.#model = model
    this.#bytes = new Uint8Array(buffer)
    this.early = takeFloats(points)
    this.late = takeFloats(points)
    this.legCost = takeFloats(points)
    this.legTime = takeFloats(points)
    this.loadOf = takeFloats(vehicleCount)
    this.#totals = takeFloats(2)
    this.next = takeIntegers(points)
    this.prev = takeIntegers(points)
    this.routeOf = takeIntegers(stopCount).fill(ABSENT)
    this.stopsOn = takeIntegers(vehicleCount)
    this.version = takeIntegers(vehicleCount)
    for (let v = 0; v < vehicleCount; v++) this.#openRoute(v)
    this.#totals[0] = model.prize.reduce((sum, prize) => sum + prize, 0)
    this.#totals[1] = model.isMandatory.reduce((sum, isMandatory) => sum + isMandatory, 0)
  }

  /** Driving and fixed cost plus the prizes left lying: what the search makes small. */
  get cost(): number {
    return this.#totals[0]!
  }

  /** Mandatory stops on no route. */
  get missingCount(): number {
    return this.#totals[1]!
  }

  copyFrom(other: Plan): void {
    this.#bytes.set(other.#bytes)
  }

  startOf(vehicle: number): number {
    return this.#model.stopCount + 2 * vehicle
  }

  endOf(vehicle: number): number {
    return this.#model.stopCount + 2 * vehicle + 1
  }

  /** The stops of a vehicle in order. */
  stopsOf(vehicle: number): number[] {
    const stops: number[] = []
    const end = this.endOf(vehicle)
    for (let point = this.next[this.startOf(vehicle)]!; point !== end; point = this.next[point]!)
      stops.push(point)
    return stops
  }

  /** Puts an absent stop after a point of a route; the caller knows that it fits. */
  insert(stop: number, after: number, vehicle: number): void {
    const { next, prev, legCost, legTime } = this
    const { place, placeCount, costFrom, costTo, driveFrom, driveTo, service } = this.#model
    const before = next[after]!
    const legIn = stop * placeCount + place[after]!
    const legOut = stop * placeCount + place[before]!
    this.#totals[0]! += costTo[legIn]! + costFrom[legOut]! - legCost[after]!
    legCost[after] = costTo[legIn]!
    legCost[stop] = costFrom[legOut]!
    legTime[after] = service[after]! + driveTo[legIn]!
    legTime[stop] = service[stop]! + driveFrom[legOut]!
    next[after] = stop
    prev[stop] = after
    next[stop] = before
    prev[before] = stop
    this.#countIn(stop, vehicle)
    this.#spreadEarly(stop, this.endOf(vehicle))
    this.#spreadLate(stop, this.startOf(vehicle))
  }

  /** Takes a stop off its route. The times of the route are wrong until `refresh`. */
  unlink(stop: number): void {
    const { next, prev, legCost, legTime } = this
    const { place, placeCount, costFrom, driveFrom, service } = this.#model
    const before = prev[stop]!
    const after = next[stop]!
    const leg = place[before]! * placeCount + place[after]!
    const isLast = this.stopsOn[this.routeOf[stop]!] === 1
    const cost = isLast ? 0 : costFrom[leg]!
    this.#totals[0]! += cost - legCost[before]! - legCost[stop]!
    legCost[before] = cost
    legTime[before] = isLast ? 0 : service[before]! + driveFrom[leg]!
    next[before] = after
    prev[after] = before
    this.#countOut(stop)
  }

  /** Works out the times of a whole route anew; says whether it can be driven in time. */
  refresh(vehicle: number): boolean {
    const { next, prev, early, late, legTime } = this
    const { open, close } = this.#model
    const start = this.startOf(vehicle)
    const end = this.endOf(vehicle)
    for (let point = start; point !== end; point = next[point]!) {
      const to = next[point]!
      const arrival = early[point]! + legTime[point]!
      early[to] = arrival < open[to]! ? open[to]! : arrival
    }
    let isInTime = early[end]! <= late[end]! + TOLERANCE
    for (let point = end; point !== start; point = prev[point]!) {
      const from = prev[point]!
      const latest = late[point]! - legTime[from]!
      late[from] = latest > close[from]! ? close[from]! : latest
      if (early[from]! > late[from] + TOLERANCE) isInTime = false
    }
    this.version[vehicle] = ++this.#versions
    return isInTime
  }

  #openRoute(vehicle: number): void {
    const { open, close } = this.#model
    const start = this.startOf(vehicle)
    const end = this.endOf(vehicle)
    this.next[start] = end
    this.prev[end] = start
    this.next[end] = this.prev[start] = ABSENT
    // A vehicle without stops stays where it is.
    this.legCost[start] = 0
    this.early[start] = open[start]!
    this.late[end] = close[end]!
    this.refresh(vehicle)
  }

  #countIn(stop: number, vehicle: number): void {
    const { load, prize, isMandatory, fixedCost } = this.#model
    this.routeOf[stop] = vehicle
    this.loadOf[vehicle]! += load[stop]!
    if (this.stopsOn[vehicle]!++ === 0) this.#totals[0]! += fixedCost[vehicle]!
    this.#totals[0]! -= prize[stop]!
    this.#totals[1]! -= isMandatory[stop]!
    this.version[vehicle] = ++this.#versions
  }

  #countOut(stop: number): void {
    const { load, prize, isMandatory, fixedCost } = this.#model
    const vehicle = this.routeOf[stop]!
    this.routeOf[stop] = ABSENT
    this.loadOf[vehicle]! -= load[stop]!
    if (--this.stopsOn[vehicle]! === 0) this.#totals[0]! -= fixedCost[vehicle]!
    this.#totals[0]! += prize[stop]!
    this.#totals[1]! += isMandatory[stop]!
  }

  #spreadEarly(from: number, end: number): void {
    const { next, prev, early, legTime } = this
    const { open } = this.#model
    for (let point = from; ; point = next[point]!) {
      const before = prev[point]!
      const arrival = early[before]! + legTime[before]!
      const start = arrival < open[point]! ? open[point]! : arrival
      if (point !== from && start === early[point]!) return
      early[point] = start
      if (point === end) return
    }
  }

  #spreadLate(from: number, start: number): void {
    const { next, prev, late, legTime } = this
    const { close } = this.#model
    for (let point = from; ; point = prev[point]!) {
      const after = next[point]!
      const latest = late[after]! - legTime[point]!
      const limit = latest > close[point]! ? close[point]! : latest
      if (point !== from && limit === late[point]!) return
      late[point] = limit
      if (point === start) return
    }
  }
}
