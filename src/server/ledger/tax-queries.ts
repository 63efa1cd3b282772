/** What the books say of sales tax, sale by sale: written with the journal that moves the tax, in its transaction. */
import { sql } from 'kysely'
import type { DisputeId, PaymentId, RefundId, UserId, VisitId } from '#domain/ids.ts'
import { type LineItem, salesOf, sumOf } from '#domain/pricing/lines.ts'
import { treatmentOf } from '#domain/pricing/sales-tax.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'

/** The market to which a customer's tax belongs. */
export async function marketOfCustomer(db: Db, customerId: UserId): Promise<string> {
  const row = await db.selectFrom('users').where('id', '=', customerId).select('market_id').executeTakeFirst()
  if (row === undefined) throw new Error(`there is no customer ${customerId}`)
  return row.market_id
}

/** A fee for having come in vain is no sale, and a visit that a coupon paid sold nothing. */
export async function insertSale(
  db: Db,
  sale: {
    readonly marketId: string
    readonly journalKey: string
    readonly visitId: VisitId
    readonly lines: readonly LineItem[]
    readonly at: Instant
  },
): Promise<void> {
  const salesCents = salesOf(sale.lines)
  const taxCents = sumOf(sale.lines, 'tax')
  if (salesCents === 0 && taxCents === 0) return
  const tax = sale.lines.find((line) => line.kind === 'tax')?.tax
  await db
    .insertInto('sales_tax_entry')
    .columns([
      'market_id',
      'journal_key',
      'visit_id',
      'at',
      'kind',
      'service_key',
      'treatment',
      'sales_cents',
      'tax_cents',
      'parts',
      'exemption_id',
    ])
    .expression((from) =>
      from
        .selectFrom('visit')
        .where('id', '=', sale.visitId)
        .select((the) => [
          the.val(sale.marketId).as('market_id'),
          the.val(sale.journalKey).as('journal_key'),
          'id',
          sql<Date>`${toTimestamp(sale.at)}::timestamptz`.as('at'),
          the.val('sale').as('kind'),
          'service_key',
          the.val(treatmentOf(tax, taxCents)).as('treatment'),
          sql<number>`${salesCents}::bigint`.as('sales_cents'),
          sql<number>`${taxCents}::bigint`.as('tax_cents'),
          sql`${tax?.parts ? toJson(tax.parts) : null}::jsonb`.as('parts'),
          sql`${tax?.exemptionId ?? null}::uuid`.as('exemption_id'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * What a refund or a credit for a visit refunds of sales, in proportion as its journal does; `isUndone` takes it
 * in again.
 */
export async function insertTaxBack(
  db: Db,
  back: {
    readonly because: { readonly refundId: RefundId } | { readonly disputeId: DisputeId }
    readonly journalKey: string
    readonly at: Instant
    readonly isUndone?: boolean
  },
): Promise<void> {
  const isOf =
    'refundId' in back.because
      ? sql`part.refund_id = ${back.because.refundId}`
      : sql`part.dispute_id = ${back.because.disputeId}`
  const sign = back.isUndone ? 1 : -1
  await sql`
    insert into sales_tax_entry
      (market_id, journal_key, visit_id, at, kind, service_key, treatment, sales_cents, tax_cents, parts, exemption_id)
    select sale.market_id, ${back.journalKey}, sale.visit_id, ${toTimestamp(back.at)}::timestamptz, 'refund',
      sale.service_key, sale.treatment, ${sign} * part.sales, ${sign} * part.tax, sale.parts, sale.exemption_id
    from (
      select part.visit_id, sum(part.amount_cents - part.tax_cents)::bigint as sales,
        sum(part.tax_cents)::bigint as tax
      from refund_part part where ${isOf} and part.kind = 'work' group by part.visit_id
    ) as part
    join sales_tax_entry sale on sale.visit_id = part.visit_id and sale.kind = 'sale'
    on conflict do nothing
  `.execute(db)
}

/** By which certificates what a payment is for was not taxed, by their numbers. */
export function exemptionsOf(
  db: Db,
  paymentId: PaymentId,
): Promise<{ readonly number: string; readonly issuedBy: string }[]> {
  return db
    .selectFrom('payment_line')
    .innerJoin('sales_tax_entry as sale', (join) =>
      join.onRef('sale.visit_id', '=', 'payment_line.visit_id').on('sale.kind', '=', 'sale'),
    )
    .innerJoin('tax_exemption as exemption', 'exemption.id', 'sale.exemption_id')
    .where('payment_line.payment_id', '=', paymentId)
    .groupBy(['exemption.number', 'exemption.issued_by'])
    .orderBy('exemption.number')
    .orderBy('exemption.issued_by')
    .select(['exemption.number', 'exemption.issued_by as issuedBy'])
    .execute()
}
