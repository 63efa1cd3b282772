/** Puts visits into waves, in the transaction of the step that opened them and for very many at once. */
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import type { Db } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { readSettings } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { withdrawAccepted } from './close-offers.ts'
import { beginOfferings } from './wave-queries.ts'

const VISITS_IN_A_TASK = 100

/**
 * A visit that its crew released goes to others. One of a week that is not confirmed yet waits: until then somebody
 * may take the weekly job itself.
 */
export async function offerVisits(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  const book = await readSettings(db)
  await withdrawAccepted(db, steps, now)
  const open = steps.filter(
    ({ visit }) =>
      visit.kind === 'on_demand' ||
      isConfirmedByTaking(visit.date, now, visit.zone, book.at(visit.marketId, now)),
  )
  await beginOffering(
    db,
    open.map(({ visit }) => ({ visitId: visit.id, leftByCrewId: visit.crewId })),
    now,
  )
}

/** The first wave goes out as soon as the hour allows it. */
export async function beginOffering(
  db: Db,
  visits: readonly { readonly visitId: VisitId; readonly leftByCrewId: UserId | null }[],
  now: Instant,
): Promise<void> {
  if (visits.length === 0) return
  await beginOfferings(db, visits, now)
  const visitIds = visits.map(({ visitId }) => visitId)
  for (let from = 0; from < visitIds.length; from += VISITS_IN_A_TASK)
    await enqueue(db, 'offer_visits', { visitIds: visitIds.slice(from, from + VISITS_IN_A_TASK) }, { now })
}
