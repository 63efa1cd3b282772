import { planningRange } from '#domain/schedule/recurrence.ts'
import { addDays, DEFAULT_TIME_ZONE } from '#domain/time.ts'
import type { App } from '../app.ts'
import { runBulk } from '../bulk/run-bulk.ts'
import { planVisits as plan, widestHorizon } from '../jobs/plan-visits.ts'
import { enqueue } from '../tasks/queue.ts'
import { planPickupsOf, reviewPickups } from '../pickups/plan-pickups.ts'
import { beginServiceChanges } from '../price-desk/plan-service-change.ts'
import { checkAccess } from '../sharing/check-access.ts'
import type { Task } from '../tasks/task.ts'
import { planPlace } from '../turnovers/plan-place.ts'
import { customerOf } from './queries.ts'

/** Commits batch by batch and goes on where it stopped, so a second worker or a second try does nothing twice. */
export const planVisits: Task<'plan_visits'> = {
  kind: 'plan_visits',
  tries: 5,
  outside: async (app, { marketId, customerId }) => {
    await plan(app, {
      ...(marketId === undefined ? {} : { marketId }),
      ...(customerId === undefined ? {} : { customerId }),
    })
    await settlePlanned(app)
  },
}

/** Visits that a holiday moves to a day on which their crew does not work are open at once, not on that day. */
async function settlePlanned(app: App): Promise<void> {
  const now = app.ports.clock.now()
  const { from, to } = planningRange(now, DEFAULT_TIME_ZONE, await widestHorizon(app.db, now))
  await enqueue(
    app.db,
    'settle_moved',
    { from, to: addDays(to, 7), after: null },
    { now, dedupeKey: 'planned' },
  )
}

/** One change of many weekly jobs, a part of it each time. */
export const runBulkChangeTask: Task<'run_bulk_change'> = {
  kind: 'run_bulk_change',
  tries: 8,
  outside: async (app, { bulkChangeId, customerId }) => {
    const scope = await customerOf(app.db, customerId)
    if (scope !== null) await runBulk(app, scope, bulkChangeId, checkAccess)
  },
}

/** Of the places whose pickups follow stays. */
export const reviewPickupsTask: Task<'review_pickups'> = {
  kind: 'review_pickups',
  tries: 5,
  outside: (app, { marketId }) => reviewPickups(app, marketId),
}

export const planPickupsTask: Task<'plan_pickups'> = {
  kind: 'plan_pickups',
  tries: 8,
  inTransaction: (app, db, { propertyId }) => planPickupsOf(app, db, propertyId),
}

export const planTurnoversTask: Task<'plan_turnovers'> = {
  kind: 'plan_turnovers',
  tries: 8,
  inTransaction: (app, db, { propertyId }) => planPlace(app, db, propertyId, app.ports.clock.now()),
}

export const beginServiceChangesTask: Task<'begin_service_changes'> = {
  kind: 'begin_service_changes',
  tries: 5,
  inTransaction: ({ ports }, db) => beginServiceChanges(db, ports.clock.now()),
}
