/** What we know of the work that a payment paid for, and of who paid. */
import { sql } from 'kysely'
import type { ChargebackId, PaymentId, UserId, VisitId } from '#domain/ids.ts'
import { toJournalKind } from '#domain/ledger/journal-kinds.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'

/** More is not read by any bank. */
const MOST_VISITS = 20
const MOST_MESSAGES = 200

export function visitsOf(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('payment_line')
    .innerJoin('visit', 'visit.id', 'payment_line.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .where('payment_line.payment_id', '=', paymentId)
    .where('payment_line.kind', 'in', ['visit', 'fee'])
    .orderBy('visit.date')
    .orderBy('visit.id')
    .limit(MOST_VISITS)
    .select([
      'visit.id',
      'visit.date',
      'visit.service_key',
      'visit.crew_id',
      'visit.starts_at',
      'visit.ends_at',
      'visit.started_at',
      'visit.completed_at',
      'visit.completed_lat',
      'visit.completed_lng',
      'visit.completed_distance_feet',
      'payment_line.amount_cents',
      'property.name as place_name',
      'property.address',
      'property.time_zone',
      'service.name_en as service_name',
      'crew.name as crew_name',
    ])
    .execute()
}

export async function messagesOf(db: Db, visitIds: readonly VisitId[]) {
  if (visitIds.length === 0) return []
  return db
    .selectFrom('visit_message')
    .where('visit_id', 'in', visitIds)
    .orderBy('number')
    .limit(MOST_MESSAGES)
    .select(['visit_id', 'created_at', 'sender_role', 'text'])
    .execute()
}

/** Of this customer, beside this payment. */
export async function historyOf(db: Db, customerId: UserId, exceptId: PaymentId) {
  const paid = await db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'paid')
    .where('id', '<>', exceptId)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(total_cents), 0)::bigint`.as('total'),
    ])
    .executeTakeFirstOrThrow()
  const chargebacks = await db
    .selectFrom('chargeback')
    .innerJoin('payment', 'payment.id', 'chargeback.payment_id')
    .where('payment.customer_id', '=', customerId)
    .where('payment.id', '<>', exceptId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return {
    paidCount: paid.count,
    paidCents: cents(paid.total),
    chargebackCount: chargebacks.count,
  }
}

/** What a chargeback moved, each journal by its kind. */
export async function journalsOf(db: Db, chargebackId: ChargebackId) {
  const keys = ['taken', 'fee', 'won'].map((end) => `chargeback:${chargebackId}:${end}`)
  const rows = await db
    .selectFrom('ledger_journal')
    .innerJoin('ledger_posting', 'ledger_posting.journal_id', 'ledger_journal.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
    .where('ledger_journal.key', 'in', keys)
    .where('ledger_account.kind', '=', 'provider_clearing')
    .orderBy('ledger_journal.id')
    .select(['ledger_journal.kind', 'ledger_journal.at', 'ledger_posting.amount_cents'])
    .execute()
  return rows.map((row) => ({
    kind: toJournalKind(row.kind),
    at: row.at,
    amountCents: cents(row.amount_cents),
  }))
}
