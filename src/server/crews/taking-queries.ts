/** What one crew took of offers, and gave back. */
import { sql } from 'kysely'
import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'

/** Of what it has still to do. */
export async function findTakenAt(db: Db, scope: CrewScope, since: Instant): Promise<Instant[]> {
  const { rows } = await sql<{ at: Instant }>`
    select offer.decided_at as at from offer join visit on visit.id = offer.visit_id
    where offer.crew_id = ${scope.userId} and offer.state = 'accepted' and offer.decided_at > ${toTimestamp(since)}
      and visit.crew_id = offer.crew_id and visit.state in ('scheduled', 'confirmed')
  `.execute(db)
  return rows.map(({ at }) => at)
}

/** Of what it had taken by an offer; what is given back otherwise hurts its reliability, and is nobody's hoard. */
export async function findReleasedAt(db: Db, scope: CrewScope, since: Instant): Promise<Instant[]> {
  const { rows } = await sql<{ at: Instant }>`
    select offer.decided_at as at from offer
    where offer.crew_id = ${scope.userId} and offer.state = 'withdrawn' and offer.decided_at > ${toTimestamp(since)}
      and exists (
        select from visit_event where visit_event.visit_id = offer.visit_id and transition = 'release'
          and actor_id = offer.crew_id and visit_event.at = offer.decided_at
      )
  `.execute(db)
  return rows.map(({ at }) => at)
}

export async function countReleasesOf(db: Db, scope: CrewScope, visitId: VisitId): Promise<number> {
  const { count } = await db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .where('transition', '=', 'release')
    .where('actor_id', '=', scope.userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
