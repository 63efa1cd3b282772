import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { closeProblems } from './access-queries.ts'
import { closeProposals } from './extra-queries.ts'

/** A question without an answer when the visit ends is over; what was approved stays. */
export async function closeActs(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  const visitIds = steps.map(({ visit }) => visit.id)
  await closeProposals(db, visitIds, now)
  await closeProblems(db, visitIds, now)
}
