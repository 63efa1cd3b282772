import type { Model } from './model.ts'
import { neighboursOf } from './neighbours.ts'
import { ABSENT, type Plan } from './plan.ts'
import type { Random } from './random.ts'

/** Christiaens & Vanden Berghe (2020), table 2: stops removed on average, longest string, chance to split a string. */
const AVERAGE_REMOVED = 10
const LONGEST_STRING = 10
const SPLIT_CHANCE = 0.5
/** Chance that a split keeps one stop more; the paper has 0.01, which was worse where stops are optional. */
const KEEP_MORE_CHANCE = 0.5
/** So many of the stops nearest to the seed count as near what was removed. */
const NEAR_COUNT = 30

/** Removes strings of consecutive stops from routes that pass near a randomly chosen stop. */
export class Ruin {
  readonly #model: Model
  readonly #random: Random
  readonly #wasRuined: Uint8Array
  readonly #ruined: Int32Array
  /** A single route without windows is better broken up in several places at once; the paper has one a route. */
  readonly #isRepeatable: boolean
  /** Stop → the last round in which it was removed or lay near what was. */
  readonly lastNear: Int32Array
  round = 0

  constructor(model: Model, random: Random) {
    this.#model = model
    this.#random = random
    this.#wasRuined = new Uint8Array(model.vehicleCount)
    this.#ruined = new Int32Array(model.vehicleCount + 2 * AVERAGE_REMOVED)
    this.#isRepeatable = model.vehicleCount === 1 && !hasWindows(model)
    this.lastNear = new Int32Array(model.stopCount)
  }

  run(plan: Plan): void {
    const { stopCount, vehicleCount } = this.#model
    let served = 0
    let used = 0
    for (let v = 0; v < vehicleCount; v++) {
      served += plan.stopsOn[v]!
      if (plan.stopsOn[v]! > 0) used++
    }
    if (used === 0) return
    const longest = Math.min(LONGEST_STRING, served / used)
    const mostStrings = (4 * AVERAGE_REMOVED) / (1 + longest) - 1
    const strings = Math.floor(1 + this.#random.next() * mostStrings)
    const seed = this.#random.below(stopCount)
    this.round++
    const neighbours = neighboursOf(this.#model, seed)
    for (let i = 0; i < NEAR_COUNT && i < neighbours.length; i++) this.lastNear[neighbours[i]!] = this.round
    let count = 0
    for (const stop of neighbours) {
      if (count >= strings) break
      const vehicle = plan.routeOf[stop]!
      if (vehicle === ABSENT || (this.#wasRuined[vehicle] === 1 && !this.#isRepeatable)) continue
      this.#wasRuined[vehicle] = 1
      this.#ruined[count++] = vehicle
      this.#removeString(plan, stop, vehicle, longest)
    }
    for (let i = 0; i < count; i++) {
      const vehicle = this.#ruined[i]!
      if (this.#wasRuined[vehicle] === 0) continue
      this.#wasRuined[vehicle] = 0
      this.#refresh(plan, vehicle)
    }
  }

  #removeString(plan: Plan, through: number, vehicle: number, longest: number): void {
    const random = this.#random
    const size = plan.stopsOn[vehicle]!
    const length = Math.floor(1 + random.next() * Math.min(size, longest))
    let kept = 0
    if (length > 1 && length < size && random.next() < SPLIT_CHANCE) {
      kept = 1
      while (length + kept < size && random.next() < KEEP_MORE_CHANCE) kept++
    }
    this.#unlinkAround(plan, through, vehicle, length, kept)
  }

  /** Unlinks a random string of `length + kept` stops through a stop, but for `kept` in a row inside it. */
  #unlinkAround(plan: Plan, through: number, vehicle: number, length: number, kept: number): void {
    const start = plan.startOf(vehicle)
    const end = plan.endOf(vehicle)
    const total = length + kept
    let first = through
    let back = this.#random.below(total)
    while (back > 0 && plan.prev[first] !== start) {
      first = plan.prev[first]!
      back--
    }
    let last = first
    let ahead = 1
    while (ahead < total && plan.next[last] !== end) {
      last = plan.next[last]!
      ahead++
    }
    for (; ahead < total; ahead++) first = plan.prev[first]!
    const keepFrom = kept > 0 ? 1 + this.#random.below(length - 1) : total
    let point = first
    for (let i = 0; i < total; i++) {
      const following = plan.next[point]!
      if (i < keepFrom || i >= keepFrom + kept) this.#unlink(plan, point)
      point = following
    }
  }

  #unlink(plan: Plan, stop: number): void {
    this.lastNear[stop] = this.round
    plan.unlink(stop)
  }

  /** Where the way from one stop to the next is longer than over a third, a route may be late without the third. */
  #refresh(plan: Plan, vehicle: number): void {
    if (plan.refresh(vehicle)) return
    const start = plan.startOf(vehicle)
    const end = plan.endOf(vehicle)
    while (plan.next[start] !== end) this.#unlink(plan, plan.next[start]!)
    plan.refresh(vehicle)
  }
}

/** Whether any stop is closed for a part of the first vehicle's hours. */
function hasWindows({ stopCount, open, close }: Model): boolean {
  for (let stop = 0; stop < stopCount; stop++)
    if (open[stop]! > open[stopCount]! || close[stop]! < close[stopCount]!) return true
  return false
}
