import type { Model } from './model.ts'
import { neighboursOf } from './neighbours.ts'
import { ABSENT, type Plan } from './plan.ts'
import type { Random } from './random.ts'
import type { Ruin } from './ruin.ts'

/** So often all absent stops are tried, else only those near what was removed: where many are optional most never fit. */
const TRY_ALL_CHANCE = 0.03
/** Christiaens & Vanden Berghe (2020): a position is skipped once in a hundred times, so that greed does not repeat itself. */
const BLINK_CHANCE = 0.01
/** With more vehicles than this, far ones are not looked at. */
const FEW_VEHICLES = 30
/** No route has this version. */
const NEVER = 0

/** Puts absent stops back, one after the other in a drawn order, each where it costs least. */
export class Recreate {
  readonly #model: Model
  readonly #random: Random
  readonly #orders: readonly Order[]
  readonly #orderWeights: number
  readonly #queue: Int32Array
  readonly #kindTried: Int32Array
  readonly #vehicleTried: Int32Array
  /** What is known of `[stop * vehicleCount + vehicle]` as of a version of the route. */
  readonly #knownVersion: Int32Array
  readonly #knownCost: Float64Array
  readonly #knownAfter: Int32Array
  readonly #spareVersion: Int32Array
  readonly #spare: Float64Array
  readonly #hasOptional: boolean
  #tries = 0
  #bestCost = Infinity
  #bestAfter = ABSENT
  #bestVehicle = ABSENT

  constructor(model: Model, random: Random) {
    const { stopCount, vehicleCount } = model
    this.#model = model
    this.#random = random
    this.#orders = ordersOf(model)
    this.#orderWeights = this.#orders.reduce((sum, order) => sum + order.weight, 0)
    this.#queue = new Int32Array(stopCount)
    this.#kindTried = new Int32Array(vehicleCount)
    this.#vehicleTried = new Int32Array(vehicleCount)
    this.#hasOptional = model.isMandatory.includes(0)
    this.#spareVersion = new Int32Array(vehicleCount)
    this.#spare = new Float64Array(vehicleCount)
    this.#knownVersion = new Int32Array(stopCount * vehicleCount)
    this.#knownCost = new Float64Array(stopCount * vehicleCount)
    this.#knownAfter = new Int32Array(stopCount * vehicleCount)
  }

  /**
   * Near what `ruin` last removed, or everywhere where null. A generous run also takes optional stops that cost more
   * than they bring: a far street pays only once several of its stops are on the route.
   */
  run(plan: Plan, ruin: Ruin | null, isGenerous: boolean): void {
    this.#putBack(plan, this.#lineUp(plan, ruin), isGenerous)
  }

  /** The first plan of a fleet: one neighbourhood after the other, so that routes fill before others are begun. */
  runAlong(plan: Plan, chain: Int32Array): void {
    this.#queue.set(chain)
    this.#putBack(plan, chain.length, false)
  }

  #putBack(plan: Plan, count: number, isGenerous: boolean): void {
    for (let i = 0; i < count; i++) {
      const stop = this.#queue[i]!
      const isMandatory = this.#model.isMandatory[stop] === 1
      this.#findBest(plan, stop, false)
      // Nowhere, or only overlooked?
      if (this.#bestVehicle === ABSENT && isMandatory) this.#findBest(plan, stop, true)
      if (this.#bestVehicle === ABSENT) continue
      if (!isMandatory && !isGenerous && this.#bestCost >= this.#model.prize[stop]!) continue
      plan.insert(stop, this.#bestAfter, this.#bestVehicle)
    }
  }

  /** The absent stops in a drawn order, mandatory ones first. */
  #lineUp(plan: Plan, ruin: Ruin | null): number {
    const { stops } = this.#drawOrder()
    const round = ruin === null || this.#random.next() < TRY_ALL_CHANCE ? null : ruin
    let count = 0
    if (plan.missingCount > 0) {
      count = this.#append(plan, stops, 0, 1, null)
      if (stops === null) this.#shuffle(0, count)
    }
    if (this.#hasOptional) {
      const from = count
      count = this.#append(plan, stops, from, 0, round)
      if (stops === null) this.#shuffle(from, count)
    }
    return count
  }

  /** Queues the absent stops that are mandatory or not, where `near` is given only those near its last round. */
  #append(plan: Plan, order: Int32Array | null, from: number, mandatory: number, near: Ruin | null): number {
    const { stopCount, prize, isMandatory } = this.#model
    let count = from
    for (let i = 0; i < stopCount; i++) {
      const stop = order === null ? i : order[i]!
      if (plan.routeOf[stop] !== ABSENT || isMandatory[stop] !== mandatory) continue
      if (mandatory === 0 && prize[stop]! <= 0) continue
      if (near === null || near.lastNear[stop] === near.round) this.#queue[count++] = stop
    }
    return count
  }

  #shuffle(from: number, until: number): void {
    const queue = this.#queue
    for (let i = until - 1; i > from; i--) {
      const j = from + this.#random.below(i + 1 - from)
      const moved = queue[i]!
      queue[i] = queue[j]!
      queue[j] = moved
    }
  }

  #drawOrder(): Order {
    let draw = this.#random.next() * this.#orderWeights
    for (const order of this.#orders) {
      draw -= order.weight
      if (draw < 0) return order
    }
    return this.#orders[0]!
  }

  /** Looks for the cheapest place of a stop: in few routes in all of them, else in those of its neighbours. */
  #findBest(plan: Plan, stop: number, isThorough: boolean): void {
    const { vehicleCount } = this.#model
    this.#bestCost = Infinity
    this.#bestVehicle = ABSENT
    this.#tries++
    if (isThorough || vehicleCount <= FEW_VEHICLES) {
      for (let vehicle = 0; vehicle < vehicleCount; vehicle++) this.#tryVehicle(plan, stop, vehicle)
      return
    }
    for (const neighbour of neighboursOf(this.#model, stop)) {
      const vehicle = plan.routeOf[neighbour]!
      if (vehicle === ABSENT || this.#vehicleTried[vehicle] === this.#tries) continue
      this.#vehicleTried[vehicle] = this.#tries
      this.#tryVehicle(plan, stop, vehicle)
    }
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++)
      if (plan.stopsOn[vehicle] === 0) this.#tryVehicle(plan, stop, vehicle)
  }

  #tryVehicle(plan: Plan, stop: number, vehicle: number): void {
    const { vehicleCount, stopCount, isAllowed, kind, capacity, load, service } = this.#model
    if (plan.stopsOn[vehicle] === 0) {
      if (this.#kindTried[kind[vehicle]!] === this.#tries) return
      this.#kindTried[kind[vehicle]!] = this.#tries
    }
    if (isAllowed[vehicle * stopCount + stop] === 0) return
    if (plan.loadOf[vehicle]! + load[stop]! > capacity[vehicle]!) return
    if (this.#hasOptional && service[stop]! > this.#spareOf(plan, vehicle)) return
    const known = stop * vehicleCount + vehicle
    if (this.#knownVersion[known] !== plan.version[vehicle]) this.#scan(plan, stop, vehicle, known)
    if (this.#knownCost[known]! < this.#bestCost && this.#random.next() >= BLINK_CHANCE) {
      this.#bestCost = this.#knownCost[known]!
      this.#bestAfter = this.#knownAfter[known]!
      this.#bestVehicle = vehicle
    }
  }

  /**
   * The longest time that can be put in anywhere on a route. A full route then turns most stops away at one glance;
   * where a way over a third place is shorter than the straight one this may turn one away too many.
   */
  #spareOf(plan: Plan, vehicle: number): number {
    if (this.#spareVersion[vehicle] === plan.version[vehicle]) return this.#spare[vehicle]!
    const { next, early, late, legTime } = plan
    const end = plan.endOf(vehicle)
    let most = 0
    for (let point = plan.startOf(vehicle); point !== end; point = next[point]!) {
      const spare = late[next[point]!]! - early[point]! - legTime[point]!
      if (spare > most) most = spare
    }
    this.#spareVersion[vehicle] = plan.version[vehicle]!
    this.#spare[vehicle] = most
    return most
  }

  /** The cheapest feasible position of a stop in one route. */
  #scan(plan: Plan, stop: number, vehicle: number, known: number): void {
    const { place, placeCount, driveFrom, driveTo, costFrom, costTo, open, close, service, fixedCost } =
      this.#model
    const { next, early, late, legCost } = plan
    const random = this.#random
    const row = stop * placeCount
    const opens = open[stop]!
    const closes = close[stop]!
    const works = service[stop]!
    const end = plan.endOf(vehicle)
    let least = Infinity
    let best = ABSENT
    let hasBlinked = false
    for (let point = plan.startOf(vehicle); point !== end; ) {
      if (early[point]! > closes) break
      const following = next[point]!
      const from = row + place[point]!
      const to = row + place[following]!
      const arrival = early[point]! + service[point]! + driveTo[from]!
      const start = arrival < opens ? opens : arrival
      if (start <= closes && start + works + driveFrom[to]! <= late[following]!) {
        const cost = costTo[from]! + costFrom[to]! - legCost[point]!
        if (cost < least) {
          if (random.next() >= BLINK_CHANCE) {
            least = cost
            best = point
          } else hasBlinked = true
        }
      }
      point = following
    }
    if (plan.stopsOn[vehicle] === 0) least += fixedCost[vehicle]!
    // What was overlooked once must be looked at again.
    this.#knownVersion[known] = hasBlinked ? NEVER : plan.version[vehicle]!
    this.#knownCost[known] = least
    this.#knownAfter[known] = best
  }
}

/** An order to put stops back in; null is a fresh shuffle each time. */
type Order = { readonly weight: number; readonly stops: Int32Array | null }

function ordersOf(model: Model): Order[] {
  const { stopCount, placeCount, vehicleCount, place, load, open, close, prize, costFrom } = model
  const depot = place[stopCount] ?? 0
  const away = (stop: number): number => costFrom[depot * placeCount + stop]!
  const by = (weight: number, key: (stop: number) => number): Order => ({
    weight,
    stops: Int32Array.from({ length: stopCount }, (_, stop) => stop).sort((a, b) => key(a) - key(b) || a - b),
  })
  const orders: Order[] = [{ weight: 4, stops: null }]
  if (stopCount === 0 || vehicleCount === 0) return orders
  const differs = (values: Float64Array): boolean => values.some((value) => value !== values[0])
  if (differs(load)) orders.push(by(4, (stop) => -load[stop]!))
  orders.push(
    by(2, (stop) => -away(stop)),
    by(1, (stop) => away(stop)),
  )
  if (differs(open) || differs(close))
    orders.push(
      by(2, (stop) => close[stop]! - open[stop]!),
      by(2, (stop) => open[stop]!),
      by(2, (stop) => -close[stop]!),
    )
  if (differs(prize)) orders.push(by(4, (stop) => -prize[stop]!))
  return orders
}
