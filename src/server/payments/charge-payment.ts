/**
 * Charges a payment so that no crash, retry, second worker or webhook can charge it twice: what is asked is written
 * first, the provider is asked outside any transaction under a key of that attempt, and the answer is written under
 * the payment's lock. Until an attempt has its answer, everybody who wants to charge asks the very same thing.
 */
import { chargeKey } from '#domain/billing/dunning.ts'
import type { PaymentId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App, Db } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { recordFailure } from './dunning.ts'
import { type ChargeOutcome, lockPayment } from './locked-payment.ts'
import { settleCharge } from './settle-charge.ts'

type Attempt = {
  readonly number: number
  readonly provider_customer_id: string
  readonly provider_method_id: string
  readonly amount_cents: number
}

/**
 * `isRetry`: one of ours, at its time; else the customer asked for it. Throws ProviderUnavailable where the provider
 * did not answer; asking again is then safe and finds out what happened.
 */
export async function chargePayment(
  app: App,
  paymentId: PaymentId,
  { isRetry }: { isRetry: boolean },
): Promise<ChargeOutcome> {
  const begun = await inTransaction(app.db, (trx) => beginAttempt(app, trx, paymentId, isRetry), {
    isolation: 'read committed',
  })
  if (typeof begun === 'string') return begun
  const charge = await app.ports.payments.charge({
    key: chargeKey(paymentId, begun.number),
    customerId: begun.provider_customer_id,
    methodId: begun.provider_method_id,
    amountCents: cents(begun.amount_cents),
    reference: paymentId,
  })
  return settleCharge(app, { paymentId, number: begun.number }, charge)
}

/** The attempt that is to be asked: the one that waits for its answer, or a new one. */
async function beginAttempt(
  app: App,
  trx: Db,
  paymentId: PaymentId,
  isRetry: boolean,
): Promise<Attempt | ChargeOutcome> {
  const now = app.ports.clock.now()
  const payment = await lockPayment(trx, paymentId)
  if (payment === undefined || payment.state === 'paid' || payment.state === 'written_off')
    return 'nothing_due'
  const asked = await openAttempt(trx, paymentId)
  if (asked !== undefined) return asked
  const isEarly = payment.next_attempt_at === null || payment.next_attempt_at > now
  if (isRetry && payment.state === 'declined' && isEarly) return 'nothing_due'
  const card = await trx
    .selectFrom('payment_method')
    .where('user_id', '=', payment.customer_id)
    .select(['provider_customer_id', 'provider_method_id'])
    .executeTakeFirst()
  if (card === undefined) {
    await recordFailure(app, trx, payment, { isRetry, declineCode: 'no_card', now })
    return 'declined'
  }
  const attempt: Attempt = { number: payment.attempts, amount_cents: payment.total_cents, ...card }
  await trx
    .insertInto('charge_attempt')
    .values({
      ...attempt,
      payment_id: paymentId,
      is_retry: isRetry,
      state: 'asked',
      created_at: toTimestamp(now),
    })
    .execute()
  await trx
    .updateTable('payment')
    .set({ state: 'charging', attempts: payment.attempts + 1 })
    .where('id', '=', paymentId)
    .execute()
  return attempt
}

function openAttempt(db: Db, paymentId: PaymentId): Promise<Attempt | undefined> {
  return db
    .selectFrom('charge_attempt')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'asked')
    .select(['number', 'provider_customer_id', 'provider_method_id', 'amount_cents'])
    .executeTakeFirst()
}
