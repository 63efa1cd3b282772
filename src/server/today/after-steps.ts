/** What the acts of the day have to do with the steps of visits: see `follow-ups/visits.ts`. */
import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { enqueue } from '../tasks/queue.ts'

/** Measuring the way is a call to the world, so the customer is told by a task. */
export async function tellTrips(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  for (const { visit, step } of steps) {
    const trip = step.changes.state === 'en_route' ? 'on_the_way' : 'arrived'
    const payload = { visitId: visit.id, trip, at: now } as const
    await enqueue(db, 'notify_of_trip', payload, { now, dedupeKey: `${trip}:${visit.id}` })
  }
}

/** A question without an answer when the visit ends is over; what was approved stays. */
export async function closeActs(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  const visitIds: VisitId[] = steps.map(({ visit }) => visit.id)
  const at = toTimestamp(now)
  await db
    .updateTable('extra_work')
    .set({ state: 'expired', closed_at: at })
    .where('visit_id', 'in', visitIds)
    .where('state', '=', 'proposed')
    .execute()
  await db
    .updateTable('access_problem')
    .set({ state: 'solved', closed_at: at })
    .where('visit_id', 'in', visitIds)
    .where('closed_at', 'is', null)
    .execute()
}
