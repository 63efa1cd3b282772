/** What a step that leaves a visit with somebody, or with nobody, means for its offers; for very many visits at once. */
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { closeOpenOffers, withdrawAcceptedOffers } from './queries.ts'

/** Somebody has the visit now, or nobody needs it: nothing is left to answer. */
export async function closeOffers(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  await closeOpenOffers(
    db,
    steps.map(({ visit, step }) => ({
      visitId: visit.id,
      takerId: step.timeline.transition === 'assign' ? step.changes.crewId : null,
    })),
    now,
  )
  await withdrawAccepted(
    db,
    steps.filter(({ step }) => step.timeline.transition !== 'skip'),
    now,
  )
}

/** The crew that had accepted no longer has the visit; a step that keeps the crew keeps its offer, too. */
export function withdrawAccepted(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  const left = steps.filter(
    ({ visit, step }) => step.changes.crewId !== visit.crewId || step.changes.state === 'cancelled',
  )
  return withdrawAcceptedOffers(
    db,
    left.map(({ visit }) => visit.id),
    now,
  )
}
