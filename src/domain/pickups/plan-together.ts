/**
 * The pickups of one place, of all its weekly jobs. Bins and recycling are two trips of two trucks, each with its price;
 * two jobs of one service are the same trip, so a stay gets one pickup more of it, and not one of each.
 */
import { type Series, seriesVisits } from '../schedule/series.ts'
import type { LocalDate } from '../time.ts'
import { type PickupFacts, type PickupPlan, type PickupRule, planPickups } from './plan-pickups.ts'

export type PickupJob = {
  readonly serviceKey: string
  /** As its rule has it, without what stays said of it before. */
  readonly series: Series
  readonly facts: PickupFacts
}

/** In the order of the jobs: the first of a service comes besides its rule, where none of the others does anyway. */
export function planTogether(rule: PickupRule, jobs: readonly PickupJob[]): PickupPlan[] {
  const plans: PickupPlan[] = []
  for (const [at, job] of jobs.entries()) {
    const beside = jobs.flatMap((other, index) =>
      index === at || other.serviceKey !== job.serviceKey ? [] : datesOf(other, plans[index]),
    )
    plans.push(planPickups(rule, job.series, { ...job.facts, beside }))
  }
  return plans
}

/** On which it comes: by its rule, or as it is planned by now. */
function datesOf({ series, facts: { today, to } }: PickupJob, plan: PickupPlan | undefined): LocalDate[] {
  if (plan === undefined) return seriesVisits(series, today, to).map(({ date }) => date)
  const extras = plan.days.flatMap(({ date, extra }) => (extra === null ? [] : date))
  const { exceptions } = series
  const skippedDates = [...exceptions.skippedDates, ...plan.vacant]
  const planned = {
    ...series,
    exceptions: { ...exceptions, skippedDates },
    stayDays: { checkOuts: plan.days, extras },
  }
  return seriesVisits(planned, today, to).map(({ date }) => date)
}
