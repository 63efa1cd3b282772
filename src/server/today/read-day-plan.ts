/** The rest of the day as it will go, and a better sequence where it goes wrong. */
import { estimateAlong, lateCountOf, legsAlong, suggestOrder } from '#domain/today/plan.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { CrewScope } from '../scope.ts'
import { findNotifiedLate } from './queries.ts'
import { readRestOfDay, type RestOfDay, toEstimates, type Whereabouts } from './read-rest-of-day.ts'

export async function readDayPlan(app: App, scope: CrewScope, at: Whereabouts) {
  const now = app.ports.clock.now()
  const rest = await readRestOfDay(app, scope, { at, delayMinutes: 0, now })
  const inOrder = rest.rows.map((_, index) => index)
  const present = estimateAlong(rest.plan, inOrder)
  const better = suggestOrder(rest.plan)
  const suggested = better === null ? null : estimateAlong(rest.plan, better)
  return {
    stops: toEstimates(rest, present),
    leavesAt: rest.plan.leavesAt,
    legs: await readLegs(app, rest, inOrder, now),
    lateCount: lateCountOf(present),
    suggestion: suggested && { stops: toEstimates(rest, suggested), lateCount: lateCountOf(suggested) },
  }
}

async function readLegs(app: App, { rows, plan }: RestOfDay, order: readonly number[], now: Instant) {
  const notified = await findNotifiedLate(
    app.db,
    rows.map(({ id }) => id),
    now,
  )
  return legsAlong(plan, order).map((leg, at) => ({
    visitId: rows[at]!.id,
    driveSeconds: Math.round(leg.driveSeconds),
    serviceSeconds: Math.round(leg.serviceSeconds),
    opensAt: leg.opensAt,
    closesAt: leg.closesAt,
    isNotified: notified.has(rows[at]!.id),
  }))
}
