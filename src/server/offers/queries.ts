/** Offers and the running state of a visit's waves, read and written for many visits at once. */
import { sql } from 'kysely'
import type { OfferId, UserId, VisitId } from '#domain/ids.ts'
import type { OfferState } from '#domain/offers/graph.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { SentWave } from './tell-crews.ts'

export type OfferingRow = {
  readonly visit_id: VisitId
  readonly began_at: Instant
  readonly waves_done: number
  readonly wave_expires_at: Instant | null
  readonly is_standing: boolean
  readonly operator_told_at: Instant | null
  readonly left_by_crew_id: UserId | null
}

export type SentOffer = {
  readonly visit_id: VisitId
  readonly crew_id: UserId
  readonly state: OfferState
  readonly sent_at: Instant
}

export type NewOffer = { readonly id: OfferId; readonly visitId: VisitId; readonly crewId: UserId }

export async function findOfferings(
  db: Db,
  visitIds: readonly VisitId[],
): Promise<Map<VisitId, OfferingRow>> {
  const rows = await db.selectFrom('offering').where(isOneOf(visitIds)).selectAll().execute()
  return new Map(rows.map((row) => [row.visit_id, { ...row, visit_id: row.visit_id }]))
}

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

export async function saveOfferings(db: Db, rows: readonly OfferingRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into offering
    select (jsonb_populate_record(null::offering, row)).* from jsonb_array_elements(${toJson(
      rows.map((row) => ({
        ...row,
        began_at: toTimestamp(row.began_at),
        wave_expires_at: row.wave_expires_at && toTimestamp(row.wave_expires_at),
        operator_told_at: row.operator_told_at && toTimestamp(row.operator_told_at),
      })),
    )}::jsonb) as given (row)
    on conflict (visit_id) do update set began_at = excluded.began_at, waves_done = excluded.waves_done,
      wave_expires_at = excluded.wave_expires_at, is_standing = excluded.is_standing,
      operator_told_at = excluded.operator_told_at, left_by_crew_id = excluded.left_by_crew_id
  `.execute(db)
}

/** Answers what is new: a crew that has a live offer of the visit already gets no second one. */
export async function insertOffers(db: Db, waves: readonly SentWave[], now: Instant): Promise<NewOffer[]> {
  const offers = waves.flatMap(({ visit, crewIds, ...wave }) =>
    crewIds.map((crewId) => ({
      visit_id: visit.id,
      crew_id: crewId,
      wave: wave.wave,
      is_standing: wave.isStanding,
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
    insert into offer (visit_id, crew_id, wave, is_standing, pay_cents, raise_cents, starts_at, ends_at, quantity,
      sent_at, expires_at)
    select visit_id, crew_id, wave, is_standing, pay_cents, raise_cents, starts_at, ends_at, quantity,
      ${toTimestamp(now)}, expires_at
    from jsonb_to_recordset(${toJson(offers)}::jsonb) as new (visit_id uuid, crew_id uuid, wave smallint,
      is_standing boolean, pay_cents bigint, raise_cents bigint, starts_at timestamptz, ends_at timestamptz,
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

/** Visits that leave the waves because somebody has them or nobody wants them any more. */
export async function endOfferings(db: Db, visitIds: readonly VisitId[], now: Instant): Promise<void> {
  if (visitIds.length === 0) return
  await db
    .updateTable('offer')
    .set({ state: 'withdrawn', decided_at: toTimestamp(now) })
    .where('state', '=', 'open')
    .where(isOneOf(visitIds))
    .execute()
  await db.deleteFrom('offering').where(isOneOf(visitIds)).execute()
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

function isOneOf(visitIds: readonly VisitId[]) {
  return sql<boolean>`visit_id = any(${[...visitIds]}::uuid[])`
}
