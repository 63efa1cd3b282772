import { Absences } from './absences.ts'
import type { Model } from './model.ts'
import { chainOfStops } from './neighbours.ts'
import { Plan } from './plan.ts'
import type { Progress } from './progress.ts'
import { Random } from './random.ts'
import { Recreate } from './recreate.ts'
import { Ruin } from './ruin.ts'
import type { SearchBudget } from './types.ts'

/** How often the clock is asked, in iterations. */
const CLOCK_EVERY = 16

/** How often optional stops are taken whatever they cost. */
const GENEROUS_CHANCE = 0.03
/** First and last temperature, in what one stop is about worth. */
const HOTTEST = 1
const COLDEST = 0.01

/** Slack induction by string removals with simulated annealing (Christiaens & Vanden Berghe, 2020): the best plan found. */
export function searchPlan(
  model: Model,
  budget: SearchBudget,
  progress: Progress,
): { plan: Plan; iterations: number } {
  const random = new Random(budget.seed)
  const ruin = new Ruin(model, random)
  const recreate = new Recreate(model, random)
  const absences = new Absences(model)
  const plan = firstPlan(model, recreate)
  const current = copyOf(model, plan)
  const best = copyOf(model, plan)
  const unit = temperatureUnit(model, plan)
  let iterations = 0
  let temperature = unit * HOTTEST
  for (; iterations < budget.iterations; iterations++) {
    if (iterations % CLOCK_EVERY === 0) {
      const done = progress(iterations)
      if (done >= 1) break
      temperature = unit * HOTTEST * (COLDEST / HOTTEST) ** done
    }
    ruin.run(plan)
    recreate.run(plan, ruin, random.next() < GENEROUS_CHANCE)
    const isCheaper =
      plan.missingCount === current.missingCount &&
      plan.cost < current.cost - temperature * Math.log(random.next())
    const isAccepted = isCheaper || absences.weigh(plan) < absences.weigh(current)
    absences.count(plan)
    if (!isAccepted) {
      plan.copyFrom(current)
      continue
    }
    current.copyFrom(plan)
    if (isBetter(plan, best)) best.copyFrom(plan)
  }
  return { plan: best, iterations }
}

/** Every stop put where it costs least, the worth of each weighed or not: whichever is better. */
function firstPlan(model: Model, recreate: Recreate): Plan {
  const plan = new Plan(model)
  if (!model.isMandatory.includes(0)) {
    recreate.runAlong(plan, chainOfStops(model))
    return plan
  }
  const nothing = copyOf(model, plan)
  recreate.run(plan, null, false)
  const modest = copyOf(model, plan)
  // One plan is changed throughout: its versions tell the recreation what it knows already.
  plan.copyFrom(nothing)
  recreate.run(plan, null, true)
  if (isBetter(modest, plan)) plan.copyFrom(modest)
  return plan
}

function isBetter(plan: Plan, best: Plan): boolean {
  if (plan.missingCount !== best.missingCount) return plan.missingCount < best.missingCount
  return plan.cost < best.cost - 1e-9
}

function copyOf(model: Model, plan: Plan): Plan {
  const copy = new Plan(model)
  copy.copyFrom(plan)
  return copy
}

/** What one stop is about worth: temperatures are counted in it. */
function temperatureUnit(model: Model, plan: Plan): number {
  const { stopCount, prize } = model
  let sum = 0
  for (let stop = 0; stop < stopCount; stop++) sum += prize[stop]!
  const driving = plan.legCost.reduce((total, cost) => total + cost, 0)
  return (sum > 0 ? sum : driving) / Math.max(1, stopCount)
}
