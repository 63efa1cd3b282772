/** One invoice with everything that stands on it. */
import { sql } from 'kysely'
import type { ComplexId, InvoiceId, PaymentId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import type { UserScope } from '../scope.ts'

/** More lines than a month of the largest portfolio has. */
const MOST_LINES = 20_000

/** Of the customer's own, or of the operator's market. */
export function findOwnInvoice(db: Db, scope: UserScope, invoiceId: InvoiceId) {
  return invoices(db)
    .where('invoice.id', '=', invoiceId)
    .$if(scope.type === 'Operator', (query) => query.where('invoice.market_id', '=', scope.marketId))
    .$if(scope.type !== 'Operator', (query) => query.where('invoice.customer_id', '=', scope.userId))
    .executeTakeFirst()
}

/** For whoever holds its link, and for the paper that goes with its mail. */
export function findInvoicePaper(db: Db, invoiceId: InvoiceId) {
  return invoices(db).where('invoice.id', '=', invoiceId).executeTakeFirst()
}

function invoices(db: Db) {
  return db
    .selectFrom('invoice')
    .innerJoin('payment', 'payment.id', 'invoice.payment_id')
    .innerJoin('users', 'users.id', 'invoice.customer_id')
    .innerJoin('market', 'market.id', 'invoice.market_id')
    .leftJoin('invoice as newer', 'newer.id', 'invoice.replaced_by')
    .selectAll('invoice')
    .select([
      'payment.period_start',
      'payment.period_end',
      'payment.subtotal_cents',
      'payment.tax_cents',
      'payment.coupon_cents',
      'payment.credit_cents',
      'users.name as customer_name',
      'users.email',
      'users.locale',
      'market.time_zone',
      'newer.year as newer_year',
      'newer.number as newer_number',
      sql<string>`invoice.issued_on::text`.as('mark'),
      sql<number>`(
        select coalesce(sum(receipt.amount_cents), 0)::bigint from invoice_receipt receipt
        where receipt.invoice_id = invoice.id and receipt.state = 'asked'
      )`.as('processing_cents'),
    ])
}

export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoicePaper>>>

/** Lines of one property stand together, by day. */
export async function linesOf(db: Db, paymentId: PaymentId, locale: Language) {
  const rows = await db
    .selectFrom('payment_line')
    .leftJoin('tip', 'tip.id', 'payment_line.tip_id')
    .leftJoin('visit', (join) =>
      join.on(sql<boolean>`visit.id = coalesce(payment_line.visit_id, tip.visit_id)`),
    )
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('complex', 'complex.id', 'property.complex_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .where('payment_line.payment_id', '=', paymentId)
    .orderBy('property.name', (order) => order.asc().nullsLast())
    .orderBy('property.id')
    .orderBy('visit.date')
    .orderBy('payment_line.kind')
    .orderBy('payment_line.id')
    .limit(MOST_LINES)
    .select([
      'payment_line.kind',
      'payment_line.description',
      'payment_line.amount_cents',
      'visit.date',
      'visit.state as visit_state',
      'service.name_en',
      'service.name_es',
      'property.name as place_name',
      'complex.po_number',
    ])
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    date: row.date,
    serviceName: nameIn(locale, row),
    placeName: row.place_name,
    poNumber: row.po_number ?? '',
    description: row.description,
    isCallOut: row.kind === 'visit' && row.visit_state === 'missed',
    amountCents: cents(row.amount_cents),
  }))
}

/** Oldest first. */
export async function receiptsOf(db: Db, invoiceId: InvoiceId) {
  const rows = await db
    .selectFrom('invoice_receipt')
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .selectAll()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    way: row.way,
    state: row.state,
    amountCents: cents(row.amount_cents),
    reference: row.reference === '' ? row.method_name : row.reference,
    receivedOn: row.received_on,
    failure: row.failure,
    createdAt: row.created_at,
  }))
}

/** A customer of the operator's market. */
export function findCustomer(db: Db, marketId: string, customerId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', customerId)
    .where('market_id', '=', marketId)
    .where('type', '=', 'Customer')
    .select(['id', 'name', 'email', 'locale'])
    .executeTakeFirst()
}

export async function savePoNumber(
  db: Db,
  complex: { readonly complexId: ComplexId; readonly customerId: UserId; readonly poNumber: string },
): Promise<boolean> {
  const row = await db
    .updateTable('complex')
    .set({ po_number: complex.poNumber })
    .where('id', '=', complex.complexId)
    .where('customer_id', '=', complex.customerId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
