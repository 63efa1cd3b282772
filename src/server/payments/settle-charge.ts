/** Writes what the provider answered to a charge: once, under the payment's lock, whoever brings the answer. */

import { isId, type PaymentId } from '#domain/ids.ts'
import { paymentSucceeded } from '#domain/ledger/postings.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { earnCustomerCommission } from '../commissions/earn-commission.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import type { Charge } from '../ports/payments/port.ts'
import { recordFailure, recordSuccess } from './dunning.ts'
import { endHolds, isHoldGone, loseHold } from './holds.ts'
import { type ChargeOutcome, type LockedPayment, lockPayment } from './locked-payment.ts'

/** `hold_gone`: the card held nothing any more, and is to be charged instead. */
type SettleOutcome = ChargeOutcome | 'hold_gone'

export function settleCharge(
  app: App,
  attempt: { readonly paymentId: PaymentId; readonly number: number },
  charge: Charge,
): Promise<SettleOutcome> {
  return inTransaction(app.db, (trx) => settle(app, trx, attempt, charge), {
    isolation: 'read committed',
    isStep: false,
  })
}

/** What the provider says of a charge now. A charge that is not ours, or has its end already, changes nothing. */
export async function settleFromProvider(app: App, intentId: string): Promise<void> {
  const known = await findAttempt(app.db).where('provider_intent_id', '=', intentId).executeTakeFirst()
  if (known !== undefined && known.state !== 'asked') return
  const charge = await app.ports.payments.readCharge(intentId)
  if (charge === null || !isId<PaymentId>(charge.reference)) return
  // Where the answer was lost on its way, the attempt that still waits for one is the one that asked.
  const attempt =
    known ??
    (await findAttempt(app.db)
      .where('captures_intent_id', '=', intentId)
      .where('state', '=', 'asked')
      .executeTakeFirst()) ??
    (await findAttempt(app.db)
      .where('payment_id', '=', charge.reference)
      .where('state', '=', 'asked')
      .where('provider_intent_id', 'is', null)
      .executeTakeFirst())
  if (attempt === undefined) return
  await settleCharge(app, { paymentId: attempt.payment_id, number: attempt.number }, charge)
}

function findAttempt(db: Db) {
  return db.selectFrom('charge_attempt').select(['payment_id', 'number', 'state'])
}

async function settle(
  app: App,
  trx: Db,
  { paymentId, number }: { readonly paymentId: PaymentId; readonly number: number },
  charge: Charge,
): Promise<SettleOutcome> {
  const now = app.ports.clock.now()
  const payment = (await lockPayment(trx, paymentId))!
  const attempt = await trx
    .selectFrom('charge_attempt')
    .where('payment_id', '=', paymentId)
    .where('number', '=', number)
    .select(['state', 'is_retry', 'amount_cents', 'captures_intent_id'])
    .executeTakeFirstOrThrow()
  if (attempt.state !== 'asked') return attempt.state === 'succeeded' ? 'paid' : 'declined'
  if (charge.amountCents !== attempt.amount_cents)
    throw new Error(`the provider charged ${charge.amountCents} cents for payment ${paymentId}`)
  const hasFailed = charge.state === 'declined' || charge.state === 'requires_action'
  await writeAnswer(trx, { paymentId, number }, charge, { hasFailed, now })
  if (charge.state === 'processing') return 'processing'
  if (hasFailed && attempt.captures_intent_id !== null && isHoldGone(charge)) {
    await loseHold(trx, { paymentId, intentId: charge.intentId, now })
    return 'hold_gone'
  }
  if (hasFailed) {
    const declineCode = charge.declineCode ?? 'card_declined'
    // Counted when it was asked; here only the failure is written.
    await recordFailure(app, trx, payment, { isRetry: attempt.is_retry, declineCode, now, isCounted: true })
    return 'declined'
  }
  await bookPaid(trx, payment, charge, now)
  await recordSuccess(app, trx, payment, now)
  return 'paid'
}

async function writeAnswer(
  trx: Db,
  { paymentId, number }: { readonly paymentId: PaymentId; readonly number: number },
  charge: Charge,
  { hasFailed, now }: { hasFailed: boolean; now: Instant },
): Promise<void> {
  await trx
    .updateTable('charge_attempt')
    .set({
      provider_intent_id: charge.intentId,
      ...(charge.state === 'processing'
        ? {}
        : {
            state: hasFailed ? ('failed' as const) : ('succeeded' as const),
            fee_cents: charge.feeCents,
            decline_code: charge.declineCode,
            settled_at: toTimestamp(now),
          }),
    })
    .where('payment_id', '=', paymentId)
    .where('number', '=', number)
    .execute()
}

/** Nothing is left to pay: a coupon or credit paid it. */
export async function bookFree(trx: Db, payment: LockedPayment, now: Instant): Promise<'paid'> {
  await trx
    .updateTable('payment')
    .set({ state: 'paid', paid_at: toTimestamp(now), next_attempt_at: null })
    .where('id', '=', payment.id)
    .execute()
  await endHolds(trx, { paymentId: payment.id, capturedIntentId: null, now })
  await releaseEarnings(trx, payment.id, now)
  return 'paid'
}

async function bookPaid(trx: Db, payment: LockedPayment, charge: Charge, now: Instant): Promise<void> {
  await trx
    .updateTable('payment')
    .set({
      state: 'paid',
      paid_at: toTimestamp(now),
      provider_intent_id: charge.intentId,
      next_attempt_at: null,
      last_decline: null,
    })
    .where('id', '=', payment.id)
    .execute()
  await postJournal(trx, {
    ...paymentSucceeded({
      paymentId: payment.id,
      customerId: payment.customer_id,
      amountCents: charge.amountCents,
      feeCents: charge.feeCents,
    }),
    kind: 'payment_succeeded',
    at: now,
    subjectId: payment.id,
  })
  await endHolds(trx, { paymentId: payment.id, capturedIntentId: charge.intentId, now })
  await releaseEarnings(trx, payment.id, now)
  await earnCustomerCommission(trx, { paymentId: payment.id, customerId: payment.customer_id, now })
}

/** The crews need not wait any longer for what this payment paid (product §3, Payouts). */
export async function releaseEarnings(db: Db, paymentId: PaymentId, now: Instant): Promise<void> {
  await db
    .updateTable('earning')
    .set({ available_at: toTimestamp(now) })
    // A tip is a line of its own, perhaps of a later payment than its visit's.
    .where((eb) =>
      eb.or([
        eb.and([
          eb('kind', '<>', 'tip'),
          eb(
            'visit_id',
            'in',
            eb
              .selectFrom('payment_line')
              .where('payment_id', '=', paymentId)
              .where('visit_id', 'is not', null)
              .select('visit_id'),
          ),
        ]),
        eb.and([
          eb('kind', '=', 'tip'),
          eb(
            'visit_id',
            'in',
            eb
              .selectFrom('payment_line')
              .innerJoin('tip', 'tip.id', 'payment_line.tip_id')
              .where('payment_line.payment_id', '=', paymentId)
              .select('tip.visit_id'),
          ),
        ]),
      ]),
    )
    .where('available_at', '>', toTimestamp(now))
    .execute()
}
