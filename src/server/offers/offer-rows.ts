/** A crew's own offers; nobody else's is found. */

import type { OfferId, VisitId } from '#domain/ids.ts'
import type { OfferFacts } from '#domain/offers/answer.ts'
import type { OfferState } from '#domain/offers/graph.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { isOpen, type OfferedVisit } from './offered-visits.ts'

const WAITING_AT_MOST = 100

export function findOffer(db: Db, scope: CrewScope, offerId: OfferId) {
  return offersOf(db, scope).where('id', '=', offerId).executeTakeFirst()
}

export type OfferRow = NonNullable<Awaited<ReturnType<typeof findOffer>>>

/** What waits for this crew's answer, the most urgent first. */
export function findWaitingOffers(db: Db, scope: CrewScope, now: Instant): Promise<OfferRow[]> {
  return offersOf(db, scope)
    .where('state', '=', 'open')
    .where('expires_at', '>', toTimestamp(now))
    .orderBy('is_standing')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(WAITING_AT_MOST)
    .execute()
}

/** As the rules see it, on the visit as it is now. */
export function factsOf(offer: OfferRow, visit: OfferedVisit, now: Instant): OfferFacts {
  return {
    crewId: offer.crew_id,
    state: offer.state,
    expiresAt: offer.expires_at,
    takenByCrewId: visit.crewId,
    isVisitOpen: isOpen(visit, now) && isAsOffered(offer, visit),
  }
}

export function isAsOffered(offer: OfferRow, visit: OfferedVisit): boolean {
  return (
    visit.startsAt === offer.starts_at && visit.endsAt === offer.ends_at && visit.quantity === offer.quantity
  )
}

/** Where a visit was moved, or given back, the crew may have been asked again since. */
export async function findNewerOffer(
  db: Db,
  scope: CrewScope,
  { id, visit_id }: OfferRow,
  now: Instant,
): Promise<string | null> {
  const newer = await offersOf(db, scope)
    .where('visit_id', '=', visit_id)
    .where('id', '!=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', toTimestamp(now))
    .executeTakeFirst()
  return newer?.id ?? null
}

export function visitIdOf(offer: OfferRow): VisitId {
  return offer.visit_id
}

/** Writes the answer where the offer is still in the state that it was decided upon. */
export async function saveAnswer(
  db: Db,
  offer: OfferRow,
  state: OfferState,
  now: Instant,
): Promise<'saved' | 'changed meanwhile'> {
  const saved = await db
    .updateTable('offer')
    .set({ state, decided_at: state === 'open' ? null : toTimestamp(now) })
    .where('id', '=', offer.id)
    .where('state', '=', offer.state)
    .executeTakeFirst()
  return Number(saved.numUpdatedRows) === 1 ? 'saved' : 'changed meanwhile'
}

function offersOf(db: Db, scope: CrewScope) {
  return db.selectFrom('offer').where('crew_id', '=', scope.userId).selectAll()
}
