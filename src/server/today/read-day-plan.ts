/** The rest of the day as it will go, and a better sequence where it goes wrong. */
import { estimateAlong, lateCountOf, suggestOrder } from '#domain/today/plan.ts'
import type { App } from '../app.ts'
import type { CrewScope } from '../scope.ts'
import { readRestOfDay, toEstimates, type Whereabouts } from './read-rest-of-day.ts'

export async function readDayPlan(app: App, scope: CrewScope, at: Whereabouts) {
  const now = app.ports.clock.now()
  const rest = await readRestOfDay(app, scope, { at, delayMinutes: 0, now })
  const present = estimateAlong(
    rest.plan,
    rest.rows.map((_, index) => index),
  )
  const better = suggestOrder(rest.plan)
  const suggested = better === null ? null : estimateAlong(rest.plan, better)
  return {
    stops: toEstimates(rest, present),
    lateCount: lateCountOf(present),
    suggestion: suggested && { stops: toEstimates(rest, suggested), lateCount: lateCountOf(suggested) },
  }
}
