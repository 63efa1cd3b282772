import type { PaymentId, UserId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { customerTotalOf, type LineItem, sumOf } from '#domain/pricing/lines.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { DisputeRow } from './queries.ts'

const MOST_MESSAGES = 200

export async function messagesOf(db: Db, visitId: VisitId) {
  const rows = await db
    .selectFrom('visit_message')
    .where('visit_id', '=', visitId)
    .orderBy('number')
    .limit(MOST_MESSAGES)
    .select(['created_at', 'sender_role', 'text'])
    .execute()
  return rows.map((row) => ({ at: row.created_at, senderRole: row.sender_role, text: row.text }))
}

export async function earlierDisputes(db: Db, row: DisputeRow) {
  const counts = await db
    .selectFrom('dispute')
    .where('id', '<>', row.id)
    .where('state', '<>', 'withdrawn')
    .where((eb) => eb.or([eb('customer_id', '=', row.customer_id), eb('crew_id', '=', row.crew_id)]))
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('customer_id', '=', row.customer_id).as('by_customer'),
      eb.fn.countAll<number>().filterWhere('crew_id', '=', row.crew_id).as('about_crew'),
    ])
    .executeTakeFirstOrThrow()
  return { byCustomer: counts.by_customer, aboutCrew: counts.about_crew }
}

export async function visitMoney(db: Db, visitId: VisitId) {
  const row = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['price_lines', 'crew_pay_cents'])
    .executeTakeFirstOrThrow()
  return { ...owedFor(row.price_lines), crewPayCents: cents(row.crew_pay_cents ?? 0) }
}

/** What the customer pays for a visit, and the tax in it. Tips are the crew's and stay. */
export function owedFor(lines: readonly LineItem[] | null): {
  readonly owedCents: Cents
  readonly taxCents: Cents
} {
  const items = lines ?? []
  return {
    owedCents: cents(customerTotalOf(items) - sumOf(items, 'tip')),
    taxCents: sumOf(items, 'tax'),
  }
}

/** The payment that the visit stands on, paid or not. */
export async function paymentOf(db: Db, visitId: VisitId): Promise<PaymentId | null> {
  const row = await db
    .selectFrom('payment_line')
    .where('visit_id', '=', visitId)
    .select('payment_id')
    .executeTakeFirst()
  return row?.payment_id ?? null
}

/** A card that has paid gets it back; everything else becomes credit. */
export async function refundsTo(db: Db, visitId: VisitId): Promise<'card' | 'credit'> {
  const row = await db
    .selectFrom('payment_line')
    .innerJoin('payment', 'payment.id', 'payment_line.payment_id')
    .where('payment_line.visit_id', '=', visitId)
    .where('payment.state', '=', 'paid')
    .where('payment.provider_intent_id', 'is not', null)
    .select('payment.id')
    .executeTakeFirst()
  return row === undefined ? 'credit' : 'card'
}

export function findVisitToRedo(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.id', '=', visitId)
    .select([
      'visit.customer_id',
      'visit.crew_id',
      'visit.property_id',
      'visit.service_key',
      'visit.starts_at',
      'visit.ends_at',
      'visit.quantity',
      'visit.crew_pay_cents',
      'property.time_zone',
    ])
    .executeTakeFirstOrThrow()
}

/** A visit of its own that belongs to no job: priced already, and open. */
export async function insertRedoVisit(
  db: Db,
  redo: {
    readonly first: Awaited<ReturnType<typeof findVisitToRedo>>
    readonly date: LocalDate
    readonly startsAt: Instant
    readonly endsAt: Instant
    readonly lines: readonly LineItem[]
    readonly now: Instant
  },
): Promise<VisitId> {
  const { id } = await db
    .insertInto('visit')
    .values({
      customer_id: redo.first.customer_id,
      property_id: redo.first.property_id,
      service_key: redo.first.service_key,
      date: redo.date,
      starts_at: toTimestamp(redo.startsAt),
      ends_at: toTimestamp(redo.endsAt),
      quantity: redo.first.quantity,
      price_lines: toJson(redo.lines),
      created_at: toTimestamp(redo.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The customer's own visit, locked: two disputes of it opened at once are one. */
export async function lockVisit(db: Db, customerId: UserId, visitId: VisitId) {
  const visit = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .where('customer_id', '=', customerId)
    .forNoKeyUpdate()
    .select(['state', 'crew_id', 'completed_at', 'price_lines'])
    .executeTakeFirst()
  if (visit === undefined) return undefined
  const dispute = await db
    .selectFrom('dispute')
    .where('visit_id', '=', visitId)
    .where('state', '<>', 'withdrawn')
    .select('id')
    .executeTakeFirst()
  return { ...visit, hasDispute: dispute !== undefined }
}
