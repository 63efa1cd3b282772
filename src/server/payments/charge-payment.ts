/**
 * Charges a payment so that no crash, retry, second worker, webhook or forgetful provider can charge it twice. What is
 * asked is written first (`asked`), under the payment's lock. Outside of any transaction the charge is created, which
 * moves nothing, its id is saved, and it is confirmed by that id, which works once; the answer is written under the
 * lock again. From then on the attempt is only read until it has its end, and the next begins after the older one was
 * ended at the provider. Where a card holds the amount back, it is taken from there; where it holds it no more, the
 * card is charged (field 26).
 */
import { isFinalReturn } from '#domain/billing/dunning.ts'
import type { PaymentId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findCardOf } from '../cards/card-queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { methodOfPart } from '../invoices/receipt-queries.ts'
import type { NextAction } from '../ports/payments/port.ts'
import { askCharge, endCharge } from './ask-charge.ts'
import { type Attempt, insertAttempt, lastMethodId, openAttempt, unendedAttempt } from './attempt-queries.ts'
import { findHoldFor, type StandingHold } from './hold-queries.ts'
import { type LockedPayment, lockPayment, markCharging } from './payment-queries.ts'
import { recordFailure } from './record-outcome.ts'
import { bookFree, settleCharge } from './settle-charge.ts'
import { useCreditOn } from './use-credit.ts'

type ChargeOutcome = 'paid' | 'declined' | 'processing' | 'requires_action' | 'nothing_due'

export type ChargeResult = {
  readonly outcome: ChargeOutcome
  /** What the customer's browser must still do; only where the outcome is `requires_action`. */
  readonly nextAction: NextAction | null
}

type Begun =
  | { readonly outcome: ChargeOutcome }
  /** An older one must be ended first. */
  | { readonly ends: Attempt }
  | { readonly asks: Attempt; readonly hasOtherCard: boolean }

/** An invoice is paid by parts of its own. */
const CAN_BE_CHARGED: ReadonlySet<LockedPayment['state']> = new Set(['due', 'charging', 'declined'])

/** A hold that is gone, an older attempt to end, a card that was replaced: each takes one turn. */
const MOST_TURNS = 6

/**
 * `isRetry`: one of ours, at its time, with nobody there to answer the bank; else the customer asked for it. Throws
 * ProviderFailure where the provider gave no answer; asking again is then safe and finds out what happened.
 */
export async function chargePayment(
  app: App,
  paymentId: PaymentId,
  { isRetry }: { isRetry: boolean },
): Promise<ChargeResult> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const begun = await inTransaction(app.db, (trx) => beginAttempt(app, trx, paymentId, isRetry), {
      isolation: 'read committed',
      isStep: false,
    })
    if ('outcome' in begun) return { outcome: begun.outcome, nextAction: null }
    if ('ends' in begun) {
      await settleCharge(app, begun.ends, await endCharge(app, begun.ends))
      continue
    }
    const { asks: attempt, hasOtherCard } = begun
    const charge = await askCharge(app, attempt, { isOffSession: isRetry, hasOtherCard })
    const outcome = await settleCharge(app, attempt, charge)
    // Ended because the customer gave another card meanwhile: that one is charged.
    const isReplaced = outcome === 'declined' && hasOtherCard && !isRetry
    if (outcome === 'hold_gone' || isReplaced) continue
    if (outcome === 'requires_action' && isRetry) return { outcome: 'processing', nextAction: null }
    return { outcome, nextAction: outcome === 'requires_action' ? charge.nextAction : null }
  }
  throw new Error(`the charge of payment ${paymentId} does not come to an end`)
}

/** The attempt that is to be asked: the one that waits for its answer, or a new one. */
async function beginAttempt(app: App, trx: Db, paymentId: PaymentId, isRetry: boolean): Promise<Begun> {
  const now = app.ports.clock.now()
  const payment = await lockPayment(trx, paymentId)
  if (payment === undefined || !CAN_BE_CHARGED.has(payment.state)) return { outcome: 'nothing_due' }
  const isPart = payment.kind === 'invoice_part'
  const card = isPart ? await methodOfPart(trx, paymentId) : await findCardOf(trx, payment.customer_id)
  const asked = await openAttempt(trx, paymentId)
  if (asked !== undefined)
    return { asks: asked, hasOtherCard: card !== undefined && card.methodId !== asked.methodId }
  if (isRetry && isEarly(payment, now)) return { outcome: 'nothing_due' }
  const unended = await unendedAttempt(trx, paymentId)
  if (unended !== undefined) return { ends: unended }
  const left = isPart ? payment : await useCreditOn(trx, payment, { app, now })
  if (left.total_cents === 0) return { outcome: await bookFree(app, trx, left, now) }
  const hold = await findHoldFor(trx, paymentId, left.total_cents)
  if (hold !== null) return begin(trx, left, hold, { isRetry, now })
  if (left.total_cents < app.ports.payments.minimumChargeCents) return { outcome: 'nothing_due' }
  if (card === undefined) {
    await recordFailure(app, trx, left, { isRetry, declineCode: 'no_card', now })
    return { outcome: 'declined' }
  }
  const isHopeless = isRetry && isFinalReturn(payment.last_decline)
  if (isHopeless && card.methodId === (await lastMethodId(trx, paymentId))) {
    await recordFailure(app, trx, left, { isRetry, declineCode: payment.last_decline!, now, isDebit: true })
    return { outcome: 'declined' }
  }
  return begin(trx, left, { ...card, capturesIntentId: null }, { isRetry, now })
}

function isEarly({ state, next_attempt_at: next }: LockedPayment, now: Instant): boolean {
  return state === 'declined' && (next === null || next > now)
}

async function begin(
  trx: Db,
  payment: LockedPayment,
  source: StandingHold,
  { isRetry, now }: { isRetry: boolean; now: Instant },
): Promise<Begun> {
  const attempt = await insertAttempt(
    trx,
    {
      paymentId: payment.id,
      number: payment.attempts,
      amountCents: cents(payment.total_cents),
      isRetry,
      ...source,
    },
    now,
  )
  await markCharging(trx, payment)
  return { asks: attempt, hasOtherCard: false }
}
