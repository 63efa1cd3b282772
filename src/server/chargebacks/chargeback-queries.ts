/** Chargebacks and warnings, as the provider reports them. */
import type { ChargebackId, PaymentId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { LockedPayment } from '../payments/payment-queries.ts'
import type { Chargeback, FraudWarning } from '../ports/payments/port.ts'

export type ChargebackRow = NonNullable<Awaited<ReturnType<typeof lockChargeback>>>

export function lockChargeback(db: Db, providerChargebackId: string) {
  return db
    .selectFrom('chargeback')
    .where('provider_chargeback_id', '=', providerChargebackId)
    .forUpdate()
    .select(['id', 'payment_id', 'state', 'amount_cents', 'fee_cents', 'claws_back_crew_pay', 'is_return'])
    .executeTakeFirst()
}

/** The payment that a charge paid, with its customer. */
export function findCharged(
  db: Db,
  intentId: string,
): Promise<{ paymentId: PaymentId; customerId: UserId; customerName: string; marketId: string } | undefined> {
  return db
    .selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('payment.provider_intent_id', '=', intentId)
    .select([
      'payment.id as paymentId',
      'users.id as customerId',
      'users.name as customerName',
      'users.market_id as marketId',
    ])
    .executeTakeFirst()
}

/** False where we know it already. */
export async function insertChargeback(
  db: Db,
  chargeback: Chargeback,
  { paymentId, now }: { paymentId: PaymentId | null; now: Instant },
): Promise<boolean> {
  const row = await db
    .insertInto('chargeback')
    .values({
      provider_chargeback_id: chargeback.chargebackId,
      payment_id: paymentId,
      provider_intent_id: chargeback.intentId,
      amount_cents: chargeback.amountCents,
      state: chargeback.state,
      reason: chargeback.reason,
      is_return: chargeback.isReturn,
      evidence_due_at: timestampOf(chargeback.evidenceDueAt),
      opened_at: toTimestamp(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function saveChargeback(
  db: Db,
  id: ChargebackId,
  chargeback: Chargeback,
  now: Instant,
): Promise<void> {
  const isClosed = chargeback.state === 'won' || chargeback.state === 'lost'
  await db
    .updateTable('chargeback')
    .set({
      state: chargeback.state,
      fee_cents: chargeback.feeCents,
      reason: chargeback.reason,
      evidence_due_at: timestampOf(chargeback.evidenceDueAt),
      closed_at: isClosed ? toTimestamp(now) : null,
    })
    .where('id', '=', id)
    .execute()
}

/** A payment of its own over what a returned debit had paid; the original stays as it was charged. */
export async function insertOwedAgain(
  db: Db,
  id: ChargebackId,
  {
    of,
    amountCents,
    description,
    now,
  }: { of: LockedPayment; amountCents: Cents; description: string; now: Instant },
): Promise<PaymentId> {
  const owed = await db
    .insertInto('payment')
    .values({
      customer_id: of.customer_id,
      kind: 'returned_debit',
      period_start: of.period_start,
      period_end: of.period_end,
      state: 'due',
      subtotal_cents: amountCents,
      total_cents: amountCents,
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { kind: 'invoice', description, amount_cents: amountCents } as const
  await db
    .insertInto('payment_line')
    .values({ ...line, payment_id: owed.id })
    .execute()
  await db.updateTable('chargeback').set({ owed_payment_id: owed.id }).where('id', '=', id).execute()
  return owed.id
}

export async function savePaymentOf(db: Db, id: ChargebackId, paymentId: PaymentId): Promise<void> {
  await db.updateTable('chargeback').set({ payment_id: paymentId }).where('id', '=', id).execute()
}

/** False where it was said before, and says the same. */
export async function saveWarning(
  db: Db,
  warning: FraudWarning,
  { paymentId, now }: { paymentId: PaymentId | null; now: Instant },
): Promise<boolean> {
  const row = await db
    .insertInto('fraud_warning')
    .values({
      id: warning.warningId,
      payment_id: paymentId,
      provider_intent_id: warning.intentId,
      is_actionable: warning.isActionable,
      warned_at: toTimestamp(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) return true
  await db
    .updateTable('fraud_warning')
    .set({ is_actionable: warning.isActionable })
    .where('id', '=', warning.warningId)
    .execute()
  return false
}

function timestampOf(at: Instant | null) {
  return at === null ? null : toTimestamp(at)
}
