/** Offers: of many visits at once, and a crew's own, beside which nobody else's is found. */
import { sql } from 'kysely'
import type { OfferId, UserId, VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { OfferFacts } from '#domain/offers/answer.ts'
import type { OfferState } from '#domain/offers/graph.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { isOpen, type OfferedVisit } from './visit-queries.ts'
import { isOneOf } from './wave-queries.ts'

const WAITING_AT_MOST = 100

export type SentOffer = {
  readonly visit_id: VisitId
  readonly crew_id: UserId
  readonly state: OfferState
  readonly sent_at: Instant
}

export type NewOffer = { readonly id: OfferId; readonly visitId: VisitId; readonly crewId: UserId }

/** The latest offer of each visit to each crew. */
export async function findSentOffers(db: Db, visitIds: readonly VisitId[]): Promise<SentOffer[]> {
  const rows = await db
    .selectFrom('offer')
    .distinctOn(['visit_id', 'crew_id'])
    .where(isOneOf(visitIds))
    .orderBy('visit_id')
    .orderBy('crew_id')
    .orderBy('sent_at', 'desc')
    .select(['visit_id', 'crew_id', 'state', 'sent_at'])
    .execute()
  return rows
}

export type SentWave = {
  readonly visit: OfferedVisit
  readonly crewIds: readonly UserId[]
  readonly wave: number
  readonly isStanding: boolean
  readonly isChosen: boolean
  /** The raise included. */
  readonly payCents: Cents
  readonly raiseCents: Cents
  readonly expiresAt: Instant
}

/** Answers what is new: a crew that has a live offer of the visit already gets no second one. */
export async function insertOffers(db: Db, waves: readonly SentWave[], now: Instant): Promise<NewOffer[]> {
  const offers = waves.flatMap(({ visit, crewIds, ...wave }) =>
    crewIds.map((crewId) => ({
      visit_id: visit.id,
      crew_id: crewId,
      wave: wave.wave,
      is_standing: wave.isStanding,
      is_chosen: wave.isChosen,
      pay_cents: wave.payCents,
      raise_cents: wave.raiseCents,
      starts_at: toTimestamp(visit.startsAt),
      ends_at: toTimestamp(visit.endsAt),
      quantity: visit.quantity,
      expires_at: toTimestamp(wave.expiresAt),
    })),
  )
  if (offers.length === 0) return []
  const { rows } = await sql<{ id: OfferId; visit_id: VisitId; crew_id: UserId }>`
    insert into offer (visit_id, crew_id, wave, is_standing, is_chosen, pay_cents, raise_cents, starts_at, ends_at, quantity,
      sent_at, expires_at)
    select visit_id, crew_id, wave, is_standing, is_chosen, pay_cents, raise_cents, starts_at, ends_at, quantity,
      ${toTimestamp(now)}, expires_at
    from jsonb_to_recordset(${toJson(offers)}::jsonb) as new (visit_id uuid, crew_id uuid, wave smallint,
      is_standing boolean, is_chosen boolean, pay_cents bigint, raise_cents bigint, starts_at timestamptz, ends_at timestamptz,
      quantity integer, expires_at timestamptz)
    order by visit_id, crew_id
    on conflict (visit_id, crew_id) where state in ('open', 'accepted') do nothing
    returning id, visit_id, crew_id
  `.execute(db)
  return rows.map((row) => ({ id: row.id, visitId: row.visit_id, crewId: row.crew_id }))
}

/** Offers whose time is over, of some visits or of all. */
export async function expireOffers(
  db: Db,
  { visitIds, now }: { visitIds?: readonly VisitId[]; now: Instant },
): Promise<void> {
  await db
    .updateTable('offer')
    .set({ state: 'expired', decided_at: toTimestamp(now) })
    .where('state', '=', 'open')
    .where('expires_at', '<=', toTimestamp(now))
    .$if(visitIds !== undefined, (query) => query.where(isOneOf(visitIds!)))
    .execute()
}

/** Open offers of visits that somebody took or nobody needs; who was given the visit has not lost it. */
export async function closeOpenOffers(
  db: Db,
  visits: readonly { readonly visitId: VisitId; readonly takerId: UserId | null }[],
  now: Instant,
): Promise<void> {
  const visitIds = visits.map(({ visitId }) => visitId)
  await sql`
    update offer set decided_at = ${toTimestamp(now)},
      state = case when closed.taker is null or closed.taker = offer.crew_id then 'withdrawn' else 'lost' end
    from unnest(${visitIds}::uuid[], ${visits.map(({ takerId }) => takerId)}::uuid[]) as closed (visit_id, taker)
    where offer.visit_id = closed.visit_id and offer.state = 'open'
  `.execute(db)
  await sql`delete from offering where visit_id = any(${visitIds}::uuid[])`.execute(db)
}

export async function withdrawAcceptedOffers(
  db: Db,
  visitIds: readonly VisitId[],
  now: Instant,
): Promise<void> {
  if (visitIds.length === 0) return
  await sql`
    update offer set state = 'withdrawn', decided_at = ${toTimestamp(now)}
    where visit_id = any(${[...visitIds]}::uuid[]) and state = 'accepted'
  `.execute(db)
}

/** Where an ended visit lives again with the crew that had accepted it: its acceptance does, too. */
export async function acceptAgain(db: Db, visitIds: readonly VisitId[], now: Instant): Promise<void> {
  if (visitIds.length === 0) return
  await sql`
    update offer set state = 'accepted', decided_at = ${toTimestamp(now)}
    where id in (
      select distinct on (offer.visit_id) offer.id
      from visit
      join offer on offer.visit_id = visit.id and offer.crew_id = visit.crew_id and offer.state = 'withdrawn'
      where visit.id = any(${[...visitIds]}::uuid[]) and visit.assignment_id is null and exists (
        select from visit_event event
        where event.visit_id = visit.id and event.transition = 'accept_offer'
          and event.detail ->> 'offerId' = offer.id::text
      )
      order by offer.visit_id, offer.sent_at desc
    )
  `.execute(db)
}

/** A visit that was moved or has another quantity since it was offered is offered anew: answers which those are. */
export async function withdrawOutdated(
  db: Db,
  visitIds: readonly VisitId[],
  now: Instant,
): Promise<ReadonlySet<VisitId>> {
  const { rows } = await sql<{ visit_id: VisitId }>`
    with outdated as (
      select offer.id, offer.visit_id, offer.state
      from offer
      join visit on visit.id = offer.visit_id
      join offering on offering.visit_id = offer.visit_id
      where offer.visit_id = any(${[...visitIds]}::uuid[]) and offer.sent_at >= offering.began_at
        and (visit.starts_at, visit.ends_at, visit.quantity)
          is distinct from (offer.starts_at, offer.ends_at, offer.quantity)
    ), withdrawn as (
      update offer set state = 'withdrawn', decided_at = ${toTimestamp(now)}
      where id in (select id from outdated where state = 'open')
    )
    select distinct visit_id from outdated
  `.execute(db)
  return new Set(rows.map((row) => row.visit_id))
}

/** One crew has accepted: the offers of the others are lost. */
export async function loseOtherOffers(
  db: Db,
  { visitId, winnerId, now }: { visitId: VisitId; winnerId: UserId; now: Instant },
): Promise<void> {
  await db
    .updateTable('offer')
    .set({ state: 'lost', decided_at: toTimestamp(now) })
    .where('visit_id', '=', visitId)
    .where('crew_id', '<>', winnerId)
    .where('state', '=', 'open')
    .execute()
  await db.deleteFrom('offering').where('visit_id', '=', visitId).execute()
}

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

/** Where a visit was moved or released, the crew may have been asked again since. */
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
