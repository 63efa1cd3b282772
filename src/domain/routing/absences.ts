import type { Model } from './model.ts'
import { ABSENT, type Plan } from './plan.ts'

/**
 * How often each mandatory stop was left out. A plan may leave out as many as another as long as they are the easier
 * ones (fleet minimisation by absence counters; Christiaens & Vanden Berghe, 2020, section 5.3).
 */
export class Absences {
  readonly #counts: Float64Array
  readonly #isMandatory: Uint8Array

  constructor(model: Model) {
    this.#counts = new Float64Array(model.stopCount).fill(1)
    this.#isMandatory = model.isMandatory
  }

  /** How hard what a plan leaves out is to place; 0 when nothing is missing. */
  weigh(plan: Plan): number {
    if (plan.missingCount === 0) return 0
    let sum = 0
    for (let stop = 0; stop < this.#counts.length; stop++)
      if (plan.routeOf[stop] === ABSENT && this.#isMandatory[stop] === 1) sum += this.#counts[stop]!
    return sum
  }

  count(plan: Plan): void {
    if (plan.missingCount === 0) return
    for (let stop = 0; stop < this.#counts.length; stop++)
      if (plan.routeOf[stop] === ABSENT && this.#isMandatory[stop] === 1) this.#counts[stop]!++
  }
}
