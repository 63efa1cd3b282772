/** The charges that paid an invoice, and what can go back through each; what was decided together. */
import { sql } from 'kysely'
import type { InvoiceId, PaymentId, RefundId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'

export type PaidPart = { readonly paymentId: PaymentId; readonly leftCents: Cents }

/** Newest first: a bank takes back an old charge less willingly. The invoice's bill is locked. */
export async function partsToRefund(db: Db, invoiceId: InvoiceId): Promise<PaidPart[]> {
  const { rows } = await sql<{ payment_id: PaymentId; left_cents: number }>`
    select receipt.part_payment_id as payment_id, (receipt.amount_cents
      - coalesce((
        select sum(refund.amount_cents) from refund
        where refund.through_payment_id = receipt.part_payment_id and refund.state <> 'failed'
      ), 0)
      - coalesce((
        select sum(refund.amount_cents) from refund
        where refund.payment_id = receipt.part_payment_id and refund.state <> 'failed'
      ), 0)
      - coalesce((
        select sum(chargeback.amount_cents) from chargeback
        where chargeback.payment_id = receipt.part_payment_id and chargeback.state <> 'won'
          and chargeback.fee_cents is not null
      ), 0))::bigint as left_cents
    from invoice_receipt receipt
    where receipt.invoice_id = ${invoiceId} and receipt.state = 'received' and receipt.part_payment_id is not null
    order by receipt.created_at desc, receipt.id
  `.execute(db)
  return rows.map((row) => ({
    paymentId: row.payment_id,
    leftCents: cents(Math.max(0, row.left_cents)),
  }))
}

/** The invoice that a payment pays a part of; undefined for any other payment. */
export function findInvoiceOfPart(db: Db, partPaymentId: PaymentId) {
  return db
    .selectFrom('invoice_receipt')
    .innerJoin('invoice', 'invoice.id', 'invoice_receipt.invoice_id')
    .where('invoice_receipt.part_payment_id', '=', partPaymentId)
    .select(['invoice.id', 'invoice.payment_id'])
    .executeTakeFirst()
}

/** What banks have taken back of a payment, or of the parts of an invoice, and not given up. */
export async function chargedBackCents(db: Db, paymentId: PaymentId): Promise<Cents> {
  const row = await db
    .selectFrom('chargeback')
    .where((eb) =>
      eb.or([
        eb('payment_id', '=', paymentId),
        eb(
          'payment_id',
          'in',
          eb
            .selectFrom('invoice_receipt')
            .innerJoin('invoice', 'invoice.id', 'invoice_receipt.invoice_id')
            .where('invoice.payment_id', '=', paymentId)
            .where('invoice_receipt.part_payment_id', 'is not', null)
            // What came back of a debit is open on the invoice again.
            .where('invoice_receipt.state', '<>', 'returned')
            .select('invoice_receipt.part_payment_id'),
        ),
      ]),
    )
    .where('state', '<>', 'won')
    // An inquiry has taken nothing.
    .where('fee_cents', 'is not', null)
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(row.total)
}

/** What went back, or is on its way, through the charges that paid a bill. */
export async function wentBackCents(db: Db, paymentId: PaymentId): Promise<Cents> {
  const row = await db
    .selectFrom('refund')
    .where('payment_id', '=', paymentId)
    .where('through_payment_id', 'is not', null)
    .where('state', '<>', 'failed')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(row.total)
}

/** The first, and those that follow it. */
export function listDecidedTogether(db: Db, refundId: RefundId) {
  return db
    .selectFrom('refund')
    .where((eb) => eb.or([eb('id', '=', refundId), eb('leading_id', '=', refundId)]))
    .orderBy('created_at')
    .select(['id', 'state', 'amount_cents', 'credit_cents'])
    .execute()
}

/** Another was made in its place, also for the dispute that was decided by it. */
export async function saveRetried(db: Db, refundId: RefundId, retriedAs: RefundId): Promise<void> {
  const before = await db
    .updateTable('refund')
    .set({ retried_as: retriedAs })
    .where('id', '=', refundId)
    .returning('approval_id')
    .executeTakeFirstOrThrow()
  // What two approved is the same money another way.
  if (before.approval_id !== null)
    await db
      .updateTable('refund')
      .set({ approval_id: before.approval_id })
      .where('id', '=', retriedAs)
      .execute()
  await db.updateTable('dispute').set({ refund_id: retriedAs }).where('refund_id', '=', refundId).execute()
}
