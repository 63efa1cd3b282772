/**
 * A turnover stands still while its crew is under way and when its hours are over. Once it is done, missed or given back
 * its place is planned again: a stay that went on meanwhile still wants its turnover. In a task, since this transaction
 * holds the visit, and planning wants the place first.
 */
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import { findPlacesOf } from './queries.ts'

export async function followStaysLater(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  const places = await findPlacesOf(
    db,
    steps.map(({ visit }) => visit.id),
  )
  await enqueueAll(
    db,
    places.map((place) => taskRow('plan_turnovers', place, { now })),
  )
}
