/**
 * Charges a payment so that no crash, retry, second worker or webhook can charge it twice: what is asked is written
 * first, the provider is asked outside any transaction under a key of that attempt, and the answer is written under
 * the payment's lock. Until an attempt has its answer, everybody who wants to charge asks the very same thing. Where a
 * card holds the amount back, it is taken from there; where it holds it no more, the card is charged (field 26).
 */
import { chargeKey } from '#domain/billing/dunning.ts'
import type { PaymentId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import type { Charge } from '../ports/payments/port.ts'
import { recordFailure } from './dunning.ts'
import { findHoldFor, type StandingHold } from './holds.ts'
import { type ChargeOutcome, type LockedPayment, lockPayment } from './locked-payment.ts'
import { bookFree, settleCharge } from './settle-charge.ts'

type Attempt = {
  readonly number: number
  readonly provider_customer_id: string
  readonly provider_method_id: string
  readonly amount_cents: Cents
  /** The hold that it takes; null where the card is asked anew. */
  readonly captures_intent_id: string | null
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
    isStep: false,
  })
  if (typeof begun === 'string') return begun
  const charge = await ask(app, paymentId, begun)
  const outcome = await settleCharge(app, { paymentId, number: begun.number }, charge)
  return outcome === 'hold_gone' ? chargePayment(app, paymentId, { isRetry }) : outcome
}

function ask(app: App, paymentId: PaymentId, attempt: Attempt): Promise<Charge> {
  const key = chargeKey(paymentId, attempt.number)
  const amountCents = cents(attempt.amount_cents)
  const { captures_intent_id: intentId } = attempt
  if (intentId !== null) return app.ports.payments.capture({ key, intentId, amountCents })
  return app.ports.payments.charge({
    key,
    customerId: attempt.provider_customer_id,
    methodId: attempt.provider_method_id,
    amountCents,
    reference: paymentId,
  })
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
  if (payment.total_cents === 0) return bookFree(trx, payment, now)
  const hold = await findHoldFor(trx, paymentId, payment.total_cents)
  if (hold !== null) return insertAttempt(trx, payment, hold, { isRetry, now })
  const card = await trx
    .selectFrom('payment_method')
    .where('user_id', '=', payment.customer_id)
    .select(['provider_customer_id', 'provider_method_id'])
    .executeTakeFirst()
  if (card === undefined) {
    await recordFailure(app, trx, payment, { isRetry, declineCode: 'no_card', now })
    return 'declined'
  }
  return insertAttempt(trx, payment, { ...card, captures_intent_id: null }, { isRetry, now })
}

async function insertAttempt(
  trx: Db,
  payment: LockedPayment,
  source: StandingHold,
  { isRetry, now }: { isRetry: boolean; now: Instant },
): Promise<Attempt> {
  const attempt: Attempt = { number: payment.attempts, amount_cents: payment.total_cents, ...source }
  await trx
    .insertInto('charge_attempt')
    .values({
      ...attempt,
      payment_id: payment.id,
      is_retry: isRetry,
      state: 'asked',
      created_at: toTimestamp(now),
    })
    .execute()
  await trx
    .updateTable('payment')
    .set({ state: 'charging', attempts: payment.attempts + 1 })
    .where('id', '=', payment.id)
    .execute()
  return attempt
}

function openAttempt(db: Db, paymentId: PaymentId): Promise<Attempt | undefined> {
  return db
    .selectFrom('charge_attempt')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'asked')
    .select(['number', 'provider_customer_id', 'provider_method_id', 'amount_cents', 'captures_intent_id'])
    .executeTakeFirst()
}
