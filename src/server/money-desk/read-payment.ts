import type { PaymentAct } from '#contract/money-desk.ts'
import { paperNumberOf } from '#domain/billing/invoices.ts'
import { paperNumber } from '#domain/billing/receipt.ts'
import type { PaymentId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import {
  findDeskPayment,
  listAttempts,
  listChargebackRows,
  listHolds,
  listRefundRows,
} from './paper-queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findDeskPayment>>>

export async function deskPaymentOf(db: Db, scope: OperatorScope, id: PaymentId): Promise<Row> {
  const row = await findDeskPayment(db, scope, id)
  if (row === undefined) throw new Refused('not_found')
  return row
}

export async function readDeskPayment(db: Db, scope: OperatorScope, id: PaymentId) {
  const row = await deskPaymentOf(db, scope, id)
  const [attempts, holds, refunds, chargebacks] = await Promise.all([
    listAttempts(db, id),
    listHolds(db, id),
    listRefundRows(db, id),
    listChargebackRows(db, id),
  ])
  const { market_id: marketId, invoice_id: invoiceId, year, number } = row
  return {
    id,
    number: paperNumber(id),
    paymentKind: row.kind,
    timeZone: row.time_zone,
    customer: { id: row.customer_id, name: row.name, phone: row.phone },
    providerId: row.provider_intent_id,
    invoice:
      invoiceId === null || year === null || number === null
        ? null
        : { id: invoiceId, number: paperNumberOf('invoice', { marketId, year, number }) },
    acts: actsOf(row),
    attempts: attempts.map(toAttempt),
    holds: holds.map(toHold),
    refunds: refunds.map(toRefund),
    chargebacks: chargebacks.map(toChargeback),
  }
}

type Each<List extends (...given: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<List>>[number]

function toAttempt(attempt: Each<typeof listAttempts>) {
  return {
    number: attempt.number,
    state: attempt.state,
    isRetry: attempt.is_retry,
    amountCents: cents(attempt.amount_cents),
    feeCents: attempt.fee_cents === null ? null : cents(attempt.fee_cents),
    declineCode: attempt.decline_code,
    providerId: attempt.provider_intent_id,
    at: attempt.created_at,
  }
}

function toHold(hold: Each<typeof listHolds>) {
  return {
    number: hold.number,
    state: hold.state,
    amountCents: cents(hold.amount_cents),
    declineCode: hold.decline_code,
    providerId: hold.provider_intent_id,
    at: hold.created_at,
    expiresAt: hold.expires_at,
  }
}

function toRefund(refund: Each<typeof listRefundRows>) {
  return {
    id: refund.id,
    state: refund.state,
    amountCents: cents(refund.amount),
    creditCents: cents(refund.credit),
    reason: refund.reason,
    failure: refund.failure,
    providerId: refund.provider_refund_id,
    isFromProvider: refund.is_from_provider,
    at: refund.created_at,
  }
}

function toChargeback(chargeback: Each<typeof listChargebackRows>) {
  return {
    id: chargeback.id,
    state: chargeback.state,
    isReturn: chargeback.is_return,
    amountCents: cents(chargeback.amount),
    feeCents: chargeback.fee === null ? null : cents(chargeback.fee),
    reason: chargeback.reason,
    providerId: chargeback.provider_chargeback_id,
    at: chargeback.opened_at,
  }
}

/** As the rules of refunding and writing off have it; each asks again. */
function actsOf(row: Row): PaymentAct[] {
  const { state, total_cents: total, credit_cents: credit, refunded_cents: refunded } = row
  const isPaid = state === 'paid' || state === 'invoiced'
  return [
    ...(isPaid && refunded < total + credit ? (['refund'] as const) : []),
    ...(state === 'declined' || (state === 'due' && total > 0) ? (['write_off'] as const) : []),
    ...(state === 'paid' && row.email !== '' ? (['send_receipt'] as const) : []),
  ]
}
