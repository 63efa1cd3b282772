/** Invoices as they are made, paid, credited and closed. */
import { sql } from 'kysely'
import type { InvoiceId, PaymentId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Instant, type LocalDate, yearOf } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type NewInvoice = {
  readonly paymentId: PaymentId
  readonly customerId: UserId
  readonly issuedOn: LocalDate
  readonly dueOn: LocalDate
  readonly companyName: string
  readonly billingAddress: string
  readonly taxNumber: string
  readonly poNumber: string
  readonly copiesTo: readonly string[]
  readonly totalCents: Cents
}

/**
 * The first of so many numbers of a series. Its row is locked until the transaction ends, so that numbers follow one
 * another without a gap whoever comes at the same time, and one that fails takes none.
 */
export async function takeNumbers(
  db: Db,
  series: 'invoice' | 'credit_note',
  of: { readonly marketId: string; readonly year: number; readonly count: number },
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into paper_number as counter (market_id, series, year, last)
    values (${of.marketId}, ${series}, ${of.year}, ${of.count})
    on conflict (market_id, series, year) do update set last = counter.last + ${of.count}
    returning last
  `.execute(db)
  return rows[0]!.last - of.count + 1
}

/** All of one market, issued on one day; in their order. */
export async function insertInvoices(
  db: Db,
  marketId: string,
  invoices: readonly NewInvoice[],
  now: Instant,
): Promise<{ readonly id: InvoiceId; readonly paymentId: PaymentId }[]> {
  const year = yearOf(invoices[0]!.issuedOn)
  const first = await takeNumbers(db, 'invoice', { marketId, year, count: invoices.length })
  const rows = await db
    .insertInto('invoice')
    .values(
      invoices.map((invoice, index) => ({
        payment_id: invoice.paymentId,
        customer_id: invoice.customerId,
        market_id: marketId,
        year,
        number: first + index,
        issued_on: invoice.issuedOn,
        due_on: invoice.dueOn,
        company_name: invoice.companyName,
        billing_address: invoice.billingAddress,
        tax_number: invoice.taxNumber,
        po_number: invoice.poNumber,
        copies_to: [...invoice.copiesTo],
        total_cents: invoice.totalCents,
        created_at: toTimestamp(now),
      })),
    )
    .returning(['id', 'payment_id'])
    .execute()
  return rows.map((row) => ({ id: row.id, paymentId: row.payment_id }))
}

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

export function findInvoice(db: Db, invoiceId: InvoiceId) {
  return db.selectFrom('invoice').where('id', '=', invoiceId).selectAll().executeTakeFirst()
}

/** Locked until the transaction ends. Its payment is locked before it wherever both are. */
export function lockInvoice(db: Db, invoiceId: InvoiceId) {
  return db.selectFrom('invoice').where('id', '=', invoiceId).forUpdate().selectAll().executeTakeFirst()
}

/** The one that stands: not void. */
export function lockInvoiceOf(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('invoice')
    .where('payment_id', '=', paymentId)
    .where('voided_at', 'is', null)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
}

export function openOf(row: { total_cents: number; paid_cents: number; credited_cents: number }): Cents {
  return cents(row.total_cents - row.paid_cents - row.credited_cents)
}

/** Answers it as it stands then; closed where nothing is left, and open where something came back. */
export async function addToInvoice(
  db: Db,
  invoice: InvoiceRow,
  added: { readonly paidCents?: Cents; readonly creditedCents?: Cents },
  now: Instant,
): Promise<InvoiceRow> {
  const paid_cents = cents(invoice.paid_cents + (added.paidCents ?? 0))
  const credited_cents = cents(invoice.credited_cents + (added.creditedCents ?? 0))
  const isClosed = paid_cents + credited_cents === invoice.total_cents
  return db
    .updateTable('invoice')
    .set({ paid_cents, credited_cents, closed_at: isClosed ? toTimestamp(now) : null })
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The link that paid it ends with it; one that was paid or credited keeps its link, which says so. */
export async function markVoid(db: Db, invoiceId: InvoiceId, now: Instant): Promise<void> {
  await db
    .updateTable('invoice')
    .set({ voided_at: toTimestamp(now) })
    .where('id', '=', invoiceId)
    .execute()
  await db
    .updateTable('go_link')
    .set({ revoked_at: toTimestamp(now) })
    .where('purpose', '=', 'invoice')
    .where('subject_id', '=', invoiceId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function markReplaced(db: Db, invoiceId: InvoiceId, by: InvoiceId): Promise<void> {
  await db.updateTable('invoice').set({ replaced_by: by }).where('id', '=', invoiceId).execute()
}

/** Whose paper it is, with what its mails say. */
export function readInvoiceMail(db: Db, invoiceId: InvoiceId) {
  return db
    .selectFrom('invoice')
    .innerJoin('users', 'users.id', 'invoice.customer_id')
    .innerJoin('market', 'market.id', 'invoice.market_id')
    .where('invoice.id', '=', invoiceId)
    .select([
      'invoice.id',
      'invoice.market_id',
      'invoice.year',
      'invoice.number',
      'invoice.due_on',
      'invoice.total_cents',
      'invoice.paid_cents',
      'invoice.credited_cents',
      'invoice.copies_to',
      'invoice.customer_id',
      'invoice.voided_at',
      'users.email',
      'users.name',
      'users.locale',
      'market.time_zone',
    ])
    .executeTakeFirst()
}

/** So long overdue that the service rests. */
export async function hasInvoiceDueBefore(db: Db, customerId: UserId, day: LocalDate): Promise<boolean> {
  const row = await db
    .selectFrom('invoice')
    .where('customer_id', '=', customerId)
    .where('closed_at', 'is', null)
    .where('due_on', '<', day)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
