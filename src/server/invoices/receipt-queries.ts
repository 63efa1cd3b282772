/** Money that comes for invoices: asked for, received, or not. */
import { sql } from 'kysely'
import type { InvoiceId, InvoiceReceiptId, PaymentId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { InvoiceRow } from './invoice-queries.ts'

/** What is on its way by charges that have no end yet. */
export async function processingCents(db: Db, invoiceId: InvoiceId): Promise<Cents> {
  const row = await db
    .selectFrom('invoice_receipt')
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'asked')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(row.total)
}

/** A payment of its own, which is charged as any other. */
export async function insertPart(
  db: Db,
  invoice: InvoiceRow,
  part: {
    readonly amountCents: Cents
    readonly way: 'card' | 'bank_account'
    readonly providerCustomerId: string
    readonly methodId: string
    readonly methodName: string
    readonly askedAs: string
    /** As the line of its payment says it. */
    readonly description: string
    readonly today: LocalDate
    readonly now: Instant
  },
): Promise<PaymentId> {
  const { amountCents, today } = part
  const payment = await db
    .insertInto('payment')
    .values({
      customer_id: invoice.customer_id,
      kind: 'invoice_part',
      period_start: today,
      period_end: today,
      state: 'due',
      subtotal_cents: amountCents,
      total_cents: amountCents,
      created_at: toTimestamp(part.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_line')
    .values({
      payment_id: payment.id,
      kind: 'invoice',
      description: part.description,
      amount_cents: amountCents,
    })
    .execute()
  await db
    .insertInto('invoice_receipt')
    .values({
      invoice_id: invoice.id,
      way: part.way,
      state: 'asked',
      amount_cents: amountCents,
      part_payment_id: payment.id,
      provider_customer_id: part.providerCustomerId,
      provider_method_id: part.methodId,
      method_name: part.methodName,
      asked_as: part.askedAs,
      created_at: toTimestamp(part.now),
    })
    .execute()
  return payment.id
}

export async function insertByHand(
  db: Db,
  receipt: {
    readonly invoiceId: InvoiceId
    readonly way: 'check' | 'wire' | 'other'
    readonly amountCents: Cents
    readonly reference: string
    readonly receivedOn: LocalDate
    readonly recordedBy: UserId
    readonly now: Instant
  },
): Promise<InvoiceReceiptId> {
  const row = await db
    .insertInto('invoice_receipt')
    .values({
      invoice_id: receipt.invoiceId,
      way: receipt.way,
      state: 'received',
      amount_cents: receipt.amountCents,
      reference: receipt.reference,
      received_on: receipt.receivedOn,
      recorded_by: receipt.recordedBy,
      created_at: toTimestamp(receipt.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The one that a form was used for already. */
export function findAsked(db: Db, askedAs: string) {
  return db
    .selectFrom('invoice_receipt')
    .where('asked_as', '=', askedAs)
    .select(['invoice_id', 'state', 'part_payment_id', 'amount_cents'])
    .executeTakeFirst()
}

/** Of the payment that charges it. */
export function findPart(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('invoice_receipt')
    .where('part_payment_id', '=', paymentId)
    .select(['id', 'invoice_id', 'state', 'amount_cents', 'way', 'method_name'])
    .executeTakeFirst()
}

/** What a part is charged to: not what its customer has on file. */
export async function methodOfPart(
  db: Db,
  paymentId: PaymentId,
): Promise<{ readonly customerId: string; readonly methodId: string } | undefined> {
  const row = await db
    .selectFrom('invoice_receipt')
    .where('part_payment_id', '=', paymentId)
    .select(['provider_customer_id', 'provider_method_id'])
    .executeTakeFirst()
  if (row === undefined || row.provider_customer_id === null || row.provider_method_id === null)
    return undefined
  return { customerId: row.provider_customer_id, methodId: row.provider_method_id }
}

export async function markReceived(db: Db, receiptId: InvoiceReceiptId, on: LocalDate): Promise<void> {
  await db
    .updateTable('invoice_receipt')
    .set({ state: 'received', received_on: on, failure: null })
    .where('id', '=', receiptId)
    .execute()
}

export async function markFailed(db: Db, receiptId: InvoiceReceiptId, failure: string): Promise<void> {
  await db
    .updateTable('invoice_receipt')
    .set({ state: 'failed', failure })
    .where('id', '=', receiptId)
    .execute()
}

/** It had come, and its bank took it back. */
export async function markReturned(db: Db, receiptId: InvoiceReceiptId, failure: string): Promise<void> {
  await db
    .updateTable('invoice_receipt')
    .set({ state: 'returned', received_on: null, failure })
    .where('id', '=', receiptId)
    .execute()
}

/** One that was taken for failed is on its way after all. */
export async function markAsked(db: Db, paymentId: PaymentId): Promise<void> {
  await db
    .updateTable('invoice_receipt')
    .set({ state: 'asked', failure: null })
    .where('part_payment_id', '=', paymentId)
    .where('state', '=', 'failed')
    .execute()
}
