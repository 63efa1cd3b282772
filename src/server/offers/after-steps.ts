/** What a step of a visit means for its offers, in the transaction of the step and for very many visits at once. */
import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { readSettings } from '../settings/settings-at.ts'
import { enqueue } from '../tasks/queue.ts'

const VISITS_IN_A_TASK = 100

/**
 * A visit that its crew gave back goes to others. One of a week that is not confirmed yet waits: until then somebody
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

/** Puts visits into waves: their first goes out as soon as the hour allows it. */
export async function beginOffering(
  db: Db,
  visits: readonly { readonly visitId: VisitId; readonly leftByCrewId: UserId | null }[],
  now: Instant,
): Promise<void> {
  if (visits.length === 0) return
  const visitIds = visits.map(({ visitId }) => visitId)
  await sql`
    insert into offering (visit_id, began_at, left_by_crew_id)
    select visit_id, ${toTimestamp(now)}, left_by
    from unnest(${visitIds}::uuid[], ${visits.map(({ leftByCrewId }) => leftByCrewId)}::uuid[]) as new (visit_id, left_by)
    on conflict (visit_id) do update set began_at = excluded.began_at, left_by_crew_id = excluded.left_by_crew_id,
      waves_done = 0, wave_expires_at = null, is_standing = false, operator_told_at = null
  `.execute(db)
  for (let from = 0; from < visitIds.length; from += VISITS_IN_A_TASK)
    await enqueue(db, 'offer_visits', { visitIds: visitIds.slice(from, from + VISITS_IN_A_TASK) }, { now })
}

/** Somebody has the visit now, or nobody needs it: nothing is left to answer. */
export async function closeOffers(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  const visitIds = steps.map(({ visit }) => visit.id)
  const takers = steps.map(({ step }) => (step.timeline.transition === 'assign' ? step.changes.crewId : null))
  await sql`
    update offer set decided_at = ${toTimestamp(now)},
      state = case when closed.taker is null or closed.taker = offer.crew_id then 'withdrawn' else 'lost' end
    from unnest(${visitIds}::uuid[], ${takers}::uuid[]) as closed (visit_id, taker)
    where offer.visit_id = closed.visit_id and offer.state = 'open'
  `.execute(db)
  await withdrawAccepted(
    db,
    steps.filter(({ step }) => step.timeline.transition !== 'skip'),
    now,
  )
  await sql`delete from offering where visit_id = any(${visitIds}::uuid[])`.execute(db)
}

/** The crew that had accepted has the visit no more; a step that leaves it where it is leaves its offer, too. */
async function withdrawAccepted(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  const left = steps.filter(
    ({ visit, step }) => step.changes.crewId !== visit.crewId || step.changes.state === 'cancelled',
  )
  if (left.length === 0) return
  await sql`
    update offer set state = 'withdrawn', decided_at = ${toTimestamp(now)}
    where visit_id = any(${left.map(({ visit }) => visit.id)}::uuid[]) and state = 'accepted'
  `.execute(db)
}
