import { sql } from 'kysely'
import type { TipId, UserId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type Tip = {
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly amountCents: Cents
}

type NewTip = Tip & { readonly tipId: TipId; readonly crewId: UserId; readonly now: Instant }

/** A tip that is booked, or one that waits and can be taken back. */
export async function findTip(db: Db, visitId: VisitId) {
  const given = await db
    .selectFrom('tip')
    .where('visit_id', '=', visitId)
    .select('amount_cents')
    .executeTakeFirst()
  if (given !== undefined) return { amountCents: cents(given.amount_cents), waitsUntil: null }
  const waiting = await db
    .selectFrom('waiting_tip')
    .where('visit_id', '=', visitId)
    .select(['amount_cents', 'waits_until'])
    .executeTakeFirst()
  return waiting && { amountCents: cents(waiting.amount_cents), waitsUntil: waiting.waits_until }
}

/** A bill that the card has declined, and that is still owed or was written off with the service. */
export async function hasUnpaidBill(db: Db, customerId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (
      select from payment where customer_id = ${customerId} and state in ('declined', 'charging')
        and kind <> 'invoice_part' and first_failed_at is not null
    ) or exists (select from write_off where customer_id = ${customerId} and not keeps_service)
  `.execute(db)
  return rows.length > 0
}

export async function insertWaitingTip(
  db: Db,
  { visitId, customerId, amountCents }: Tip,
  { now, until }: { readonly now: Instant; readonly until: Instant },
): Promise<TipId> {
  const { id } = await db
    .insertInto('waiting_tip')
    .values({
      visit_id: visitId,
      customer_id: customerId,
      amount_cents: amountCents,
      waits_until: toTimestamp(until),
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the waiting of one tip; undefined where it was taken back. */
export async function takeWaitingTip(db: Db, tipId: TipId): Promise<Tip | undefined> {
  const row = await db
    .deleteFrom('waiting_tip')
    .where('id', '=', tipId)
    .returning(['visit_id', 'customer_id', 'amount_cents'])
    .executeTakeFirst()
  return row && { visitId: row.visit_id, customerId: row.customer_id, amountCents: cents(row.amount_cents) }
}

export async function removeWaitingTip(db: Db, visitId: VisitId): Promise<void> {
  await db.deleteFrom('waiting_tip').where('visit_id', '=', visitId).execute()
}

export async function insertTip(
  db: Db,
  { tipId, visitId, customerId, crewId, amountCents, now }: NewTip,
): Promise<void> {
  await db
    .insertInto('tip')
    .values({
      id: tipId,
      visit_id: visitId,
      customer_id: customerId,
      crew_id: crewId,
      amount_cents: amountCents,
      given_at: toTimestamp(now),
    })
    .execute()
}

export async function insertTipEarning(
  db: Db,
  {
    crewId,
    visitId,
    amountCents,
    now,
    available,
  }: Omit<NewTip, 'customerId' | 'tipId'> & { readonly available: Instant },
): Promise<void> {
  await db
    .insertInto('earning')
    .values({
      crew_id: crewId,
      visit_id: visitId,
      kind: 'tip',
      amount_cents: amountCents,
      earned_at: toTimestamp(now),
      available_at: toTimestamp(available),
    })
    .execute()
}

/** The visit of a tip that waits, locked until the transaction ends: before the tip itself, as by whoever takes it back. */
export function lockTippedVisit(db: Db, tipId: TipId) {
  return db
    .selectFrom('waiting_tip')
    .innerJoin('visit', 'visit.id', 'waiting_tip.visit_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('waiting_tip.id', '=', tipId)
    .forNoKeyUpdate('visit')
    .select(['visit.state', 'visit.crew_id', 'customer.market_id'])
    .executeTakeFirst()
}
