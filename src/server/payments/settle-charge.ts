/** Writes what the provider answered to a charge: once, under the payment's lock, whoever brings the answer. */

import { isId, type PaymentId } from '#domain/ids.ts'
import { feeKnown, paymentSucceeded } from '#domain/ledger/postings.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { isBankAccount } from '../cards/card-queries.ts'
import { earnCustomerCommission } from '../commissions/earn-commission.ts'
import { restoreCommissions } from '../commissions/reverse-commission.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { markAsked } from '../invoices/receipt-queries.ts'
import { failPart, receivePart } from '../invoices/receive-money.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import type { Charge } from '../ports/payments/port.ts'
import {
  type Attempt,
  findAttemptOf,
  listFeeless,
  readAttempt,
  reopenAttempt,
  saveEnded,
  saveFee,
  settleAttempt,
} from './attempt-queries.ts'
import { closeInvoice } from './close-invoice.ts'
import { isHoldGone, loseHold } from './hold-queries.ts'
import {
  findReturnOwedBy,
  type LockedPayment,
  lockPayment,
  markDue,
  markPaid,
  markPartFailed,
  releaseEarnings,
} from './payment-queries.ts'
import { recordFailure, recordSuccess } from './record-outcome.ts'
import { releaseHolds } from './release-holds.ts'

/** `hold_gone`: the card held nothing any more, and is to be charged instead. */
type SettleOutcome = 'paid' | 'declined' | 'processing' | 'requires_action' | 'hold_gone'

const FEES_AT_ONCE = 200

export function settleCharge(app: App, attempt: Attempt, charge: Charge): Promise<SettleOutcome> {
  return inTransaction(app.db, (trx) => settle(app, trx, attempt, charge), {
    isolation: 'read committed',
    isStep: false,
  })
}

/** What the provider says of a charge now. One that is not ours, or has its end already, changes nothing. */
export async function settleFromProvider(app: App, intentId: string): Promise<void> {
  const charge = await app.ports.payments.readCharge(intentId)
  if (charge === null || !isId<PaymentId>(charge.reference)) return
  const attempt = await findAttemptOf(app.db, {
    intentId,
    paymentId: charge.reference,
    number: charge.attempt,
  })
  // Created and not confirmed: whoever asks will.
  if (attempt !== undefined && charge.state !== 'created') await settleCharge(app, attempt, charge)
}

/** Asks about charges whose fee the provider had not said yet. */
export async function settleFees(app: App): Promise<void> {
  const before = instant(app.ports.clock.now() - MINUTE_MS)
  for (const attempt of await listFeeless(app.db, before, FEES_AT_ONCE)) {
    const charge = attempt.intentId === null ? null : await app.ports.payments.readCharge(attempt.intentId)
    if (charge === null || charge.feeCents === null) continue
    await inTransaction(app.db, (trx) => bookFee(app, trx, attempt, charge), {
      isolation: 'read committed',
      isStep: false,
    })
  }
}

async function settle(app: App, trx: Db, asked: Attempt, charge: Charge): Promise<SettleOutcome> {
  const now = app.ports.clock.now()
  const payment = (await lockPayment(trx, asked.paymentId))!
  const attempt = (await readAttempt(trx, asked.paymentId, asked.number))!
  if (attempt.state === 'succeeded') {
    await bookFee(app, trx, attempt, charge)
    return 'paid'
  }
  if (charge.amountCents !== attempt.amountCents)
    throw new ProviderFailure(
      'contract',
      `the provider charged ${charge.amountCents} cents for payment ${payment.id}, not ${attempt.amountCents}`,
    )
  switch (charge.state) {
    case 'created':
    case 'processing':
    case 'requires_action':
      return keepWaiting(trx, attempt, charge.state)
    case 'declined':
    case 'canceled':
      return settleFailed(app, trx, payment, { attempt, charge, now })
    case 'succeeded':
      return settlePaid(app, trx, payment, { attempt, charge, now })
    default:
      throw new ProviderFailure('contract', `the provider says '${String(charge.state)}' of a charge`)
  }
}

type Answered = { readonly attempt: Attempt; readonly charge: Charge; readonly now: Instant }

/** One that was taken for failed may be on its way after all: nothing new begins then. */
async function keepWaiting(
  trx: Db,
  attempt: Attempt,
  state: 'created' | 'processing' | 'requires_action',
): Promise<SettleOutcome> {
  if (attempt.state === 'failed' && state === 'processing') {
    await reopenAttempt(trx, attempt)
    await markAsked(trx, attempt.paymentId)
  }
  return state === 'requires_action' ? state : 'processing'
}

async function settleFailed(
  app: App,
  trx: Db,
  payment: LockedPayment,
  { attempt, charge, now }: Answered,
): Promise<SettleOutcome> {
  if (attempt.state === 'failed') {
    if (charge.state === 'canceled') await saveEnded(trx, attempt, now)
    return 'declined'
  }
  // Whoever let the bank's question be has not answered it.
  const unanswered = charge.state === 'canceled' ? 'authentication_required' : 'card_declined'
  const declineCode = charge.declineCode ?? unanswered
  await settleAttempt(trx, attempt, { charge, declineCode, now })
  if (attempt.capturesIntentId !== null && isHoldGone(charge)) {
    await loseHold(trx, charge.intentId, now)
    await markDue(trx, payment.id)
    return 'hold_gone'
  }
  if (payment.kind === 'invoice_part') {
    await markPartFailed(trx, payment, { declineCode, now })
    await failPart(trx, payment.id, { failure: declineCode, now })
    return 'declined'
  }
  // Counted when it was asked; here only the failure is written.
  const isDebit = await isBankAccount(trx, attempt.methodId)
  const failure = { isRetry: attempt.isRetry, declineCode, now, isDebit }
  await recordFailure(app, trx, payment, { ...failure, isCounted: true })
  return 'declined'
}

async function settlePaid(
  app: App,
  trx: Db,
  payment: LockedPayment,
  { attempt, charge, now }: Answered,
): Promise<SettleOutcome> {
  if (payment.state === 'paid' || payment.state === 'written_off' || payment.state === 'invoiced')
    throw new Error(`payment ${payment.id} is ${payment.state} and was charged again by ${charge.intentId}`)
  await settleAttempt(trx, attempt, { charge, declineCode: null, now })
  await bookPaid(trx, payment, charge, now)
  if (payment.kind === 'invoice_part') await closeInvoice(trx, await receivePart(trx, payment.id, now), now)
  else await recordSuccess(app, trx, payment, now)
  return 'paid'
}

/** Nothing is left to pay: a coupon or credit paid it. */
export async function bookFree(app: App, trx: Db, payment: LockedPayment, now: Instant): Promise<'paid'> {
  await markPaid(trx, payment.id, { charge: null, now })
  await releaseHolds(trx, { paymentId: payment.id, capturedIntentId: null, now })
  await releaseEarnings(trx, payment.id, now)
  await restoreReturned(trx, payment, now)
  // Where a card was declined before, what that had stopped goes on.
  if (payment.first_failed_at !== null) await recordSuccess(app, trx, payment, now)
  return 'paid'
}

async function bookPaid(trx: Db, payment: LockedPayment, charge: Charge, now: Instant): Promise<void> {
  const { amountCents, feeCents, intentId } = charge
  const { id: paymentId, customer_id: customerId } = payment
  await markPaid(trx, paymentId, { charge, now })
  await postJournal(trx, {
    ...paymentSucceeded({ paymentId, customerId, amountCents, feeCents: feeCents ?? ZERO_CENTS }),
    kind: 'payment_succeeded',
    at: now,
    subjectId: paymentId,
  })
  await releaseHolds(trx, { paymentId, capturedIntentId: intentId, now })
  await releaseEarnings(trx, paymentId, now)
  await earnCustomerCommission(trx, { paymentId, customerId, now })
  await restoreReturned(trx, payment, now)
}

/** What a bank had taken back is paid at last: its sponsors have their part again. */
async function restoreReturned(trx: Db, { id, kind }: LockedPayment, now: Instant): Promise<void> {
  const returned = kind === 'returned_debit' ? await findReturnOwedBy(trx, id) : null
  if (returned === null) return
  await restoreCommissions(trx, { paymentId: returned.paymentId, becauseId: returned.id }, now)
}

async function bookFee(app: App, trx: Db, attempt: Attempt, { feeCents }: Charge): Promise<void> {
  if (feeCents === null || !(await saveFee(trx, attempt, feeCents))) return
  await postJournal(trx, {
    ...feeKnown({ paymentId: attempt.paymentId, feeCents }),
    kind: 'fee_known',
    at: app.ports.clock.now(),
    subjectId: attempt.paymentId,
  })
}
