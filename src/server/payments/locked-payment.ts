/** Payments as charging, dunning and refunds need them: locked until the transaction ends. */
import type { PaymentId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'

export type ChargeOutcome = 'paid' | 'declined' | 'processing' | 'nothing_due'

export function lockPayment(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .forUpdate()
    .select([
      'id',
      'customer_id',
      'state',
      'period_start',
      'period_end',
      'total_cents',
      'tax_cents',
      'refunded_cents',
      'attempts',
      'failed_retries',
      'first_failed_at',
      'next_attempt_at',
      'provider_intent_id',
      'paid_at',
    ])
    .executeTakeFirst()
}

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** What a customer owes on payments that were made out and not paid. */
export async function dueCentsOf(db: Db, customerId: UserId): Promise<Cents> {
  const row = await db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['due', 'charging', 'declined'])
    .select((eb) => eb.fn.sum<string | null>('total_cents').as('total'))
    .executeTakeFirstOrThrow()
  return cents(Number(row.total ?? 0))
}
