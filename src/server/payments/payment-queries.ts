/** Payments as charging, dunning and refunds need them: locked until the transaction ends. */
import { sql } from 'kysely'
import type { InvoiceId, PaymentId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Charge } from '../ports/payments/port.ts'

const OPEN_STATES = ['due', 'charging', 'declined'] as const

export function lockPayment(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .forUpdate()
    .select([
      'id',
      'customer_id',
      'kind',
      'state',
      'period_start',
      'period_end',
      'total_cents',
      'credit_cents',
      'refunded_cents',
      'attempts',
      'failed_retries',
      'first_failed_at',
      'next_attempt_at',
      'last_decline',
      'provider_intent_id',
      'paid_at',
    ])
    .executeTakeFirst()
}

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** What a customer owes on payments that were made out and not paid. Invoices are owed by a date of their own. */
export async function dueCentsOf(db: Db, customerId: UserId): Promise<Cents> {
  const row = await db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', [...OPEN_STATES])
    .where('kind', '<>', 'invoice_part')
    .select((eb) => eb.fn.sum<string | null>('total_cents').as('total'))
    .executeTakeFirstOrThrow()
  return cents(Number(row.total ?? 0))
}

/** Oldest first. */
export function listDue(db: Db, customerId: UserId, limit: number) {
  return db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', [...OPEN_STATES])
    .where('kind', '<>', 'invoice_part')
    .orderBy('period_start')
    .orderBy('id')
    .limit(limit)
    .select(['id', 'total_cents'])
    .execute()
}

export async function lastDeclineOf(db: Db, customerId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', [...OPEN_STATES])
    .where('kind', '<>', 'invoice_part')
    .where('last_decline', 'is not', null)
    .orderBy('period_start')
    .select('last_decline')
    .limit(1)
    .executeTakeFirst()
  return row?.last_decline ?? null
}

/** Declined once at least, and not paid since. */
export function listFailing(db: Db, customerId: UserId) {
  return db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['declined', 'charging'])
    .where('kind', '<>', 'invoice_part')
    .where('first_failed_at', 'is not', null)
    .select(['failed_retries', 'first_failed_at'])
    .execute()
}

export async function markCharging(db: Db, payment: LockedPayment): Promise<void> {
  await db
    .updateTable('payment')
    .set({ state: 'charging', attempts: payment.attempts + 1 })
    .where('id', '=', payment.id)
    .execute()
}

/** Nobody will pay it: it is tried no more. */
export async function markWrittenOff(db: Db, paymentId: PaymentId): Promise<void> {
  await db
    .updateTable('payment')
    .set({ state: 'written_off', next_attempt_at: null })
    .where('id', '=', paymentId)
    .execute()
}

/** Whether something was written off on condition that the service stops. */
export async function hasServiceStopped(db: Db, customerId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('write_off')
    .where('customer_id', '=', customerId)
    .where('keeps_service', '=', false)
    .select('payment_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Of an invoice that was paid: something of it came back. */
export async function markInvoiced(db: Db, paymentId: PaymentId): Promise<void> {
  await db
    .updateTable('payment')
    .set({ state: 'invoiced', paid_at: null })
    .where('id', '=', paymentId)
    .execute()
}

/** The next of our tries comes at this moment. */
export async function planNextAttempt(db: Db, paymentId: PaymentId, at: Instant): Promise<void> {
  await db
    .updateTable('payment')
    .set({ next_attempt_at: toTimestamp(at) })
    .where('id', '=', paymentId)
    .execute()
}

export async function markDue(db: Db, paymentId: PaymentId): Promise<void> {
  await db.updateTable('payment').set({ state: 'due' }).where('id', '=', paymentId).execute()
}

/** `charge` is null where nothing was left to pay: a coupon or credit paid it. */
export async function markPaid(
  db: Db,
  paymentId: PaymentId,
  { charge, now }: { charge: Charge | null; now: Instant },
): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      state: 'paid',
      paid_at: toTimestamp(now),
      next_attempt_at: null,
      last_decline: null,
      ...(charge === null
        ? {}
        : {
            provider_intent_id: charge.intentId,
            charged_brand: charge.method?.brand ?? null,
            charged_last4: charge.method?.last4 ?? null,
          }),
    })
    .where('id', '=', paymentId)
    .execute()
}

export async function markDeclined(
  db: Db,
  paymentId: PaymentId,
  declined: {
    readonly attempts: number
    readonly declineCode: string
    readonly firstFailedAt: Instant
    readonly failedRetries: number
    /** Undefined where the plan of the retries stays as it is. */
    readonly nextAttemptAt: Instant | null | undefined
  },
): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      state: 'declined',
      attempts: declined.attempts,
      last_decline: declined.declineCode,
      first_failed_at: toTimestamp(declined.firstFailedAt),
      failed_retries: declined.failedRetries,
      ...(declined.nextAttemptAt === undefined
        ? {}
        : {
            next_attempt_at: declined.nextAttemptAt === null ? null : toTimestamp(declined.nextAttemptAt),
          }),
    })
    .where('id', '=', paymentId)
    .execute()
}

/** Credit that pays a part of a bill after it was made: it owes less, and says so in a line. */
export async function saveCreditUsed(db: Db, payment: LockedPayment, usedCents: Cents): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      credit_cents: cents(payment.credit_cents + usedCents),
      total_cents: cents(payment.total_cents - usedCents),
    })
    .where('id', '=', payment.id)
    .execute()
  await db
    .insertInto('payment_line')
    .values({
      payment_id: payment.id,
      kind: 'credit',
      description: 'Credit',
      amount_cents: cents(-usedCents),
    })
    .execute()
}

/** Of an invoice: it is over, and the invoice says how. No retry, no dunning. */
export async function markPartFailed(
  db: Db,
  payment: LockedPayment,
  { declineCode, now }: { declineCode: string; now: Instant },
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ state: 'declined', last_decline: declineCode, first_failed_at: toTimestamp(now) })
    .where('id', '=', payment.id)
    .execute()
}

/** Refunds of it that are in the books. */
export async function bookedBackCents(db: Db, paymentId: PaymentId): Promise<Cents> {
  const row = await db
    .selectFrom('refund')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'succeeded')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(row.total)
}

/** The crews need not wait any longer for what this payment paid (product §3, Payouts). */
export async function releaseEarnings(db: Db, paymentId: PaymentId, now: Instant): Promise<void> {
  // A tip is a line of its own, perhaps of a later payment than its visit's.
  await sql`
    update earning set available_at = ${toTimestamp(now)}
    where available_at > ${toTimestamp(now)} and (
      (kind <> 'tip' and visit_id in (
        select visit_id from payment_line where payment_id = ${paymentId} and visit_id is not null
      )) or (kind = 'tip' and visit_id in (
        select tip.visit_id from payment_line line join tip on tip.id = line.tip_id
        where line.payment_id = ${paymentId}
      ))
    )
  `.execute(db)
}

export function readPayer(db: Db, customerId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', customerId)
    .select(['id', 'name', 'email', 'locale', 'time_zone', 'market_id'])
    .executeTakeFirstOrThrow()
}

export type Payer = Awaited<ReturnType<typeof readPayer>>

/** The returns of what had paid an invoice. */
export function listReturnsOf(db: Db, invoiceId: InvoiceId) {
  return db
    .selectFrom('chargeback')
    .innerJoin('invoice_receipt', 'invoice_receipt.part_payment_id', 'chargeback.payment_id')
    .where('invoice_receipt.invoice_id', '=', invoiceId)
    .where('chargeback.is_return', '=', true)
    .select('chargeback.id')
    .execute()
}

/** The return for which a payment is owed, with the payment that came back. */
export async function findReturnOwedBy(db: Db, owedPaymentId: PaymentId) {
  const row = await db
    .selectFrom('chargeback')
    .where('owed_payment_id', '=', owedPaymentId)
    .select(['id', 'payment_id'])
    .executeTakeFirst()
  return row === undefined || row.payment_id === null ? null : { id: row.id, paymentId: row.payment_id }
}
