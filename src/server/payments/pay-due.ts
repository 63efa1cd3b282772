/** Charges everything that a customer owes, now, because the customer asks or has given a new card. */
import type { PaymentId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { findCardOf } from '../cards/card-queries.ts'
import { isUnavailable } from '../ports/payments/failure.ts'
import type { NextAction } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { type ChargeResult, chargePayment } from './charge-payment.ts'
import { dueCentsOf, lastDeclineOf, listDue } from './payment-queries.ts'

export type DueResult = {
  readonly state: ChargeResult['outcome']
  readonly paidCents: Cents
  readonly dueCents: Cents
  readonly declineCode: string | null
  /** What the browser must still do before it calls again; only where the state is `requires_action`. */
  readonly nextAction: NextAction | null
}

/** Nobody owes more weeks than this before the service is paused. */
const PAYMENTS_AT_ONCE = 20

export async function payNow(app: App, scope: CustomerScope): Promise<DueResult> {
  const card = await findCardOf(app.db, scope.userId)
  if (card === undefined && (await dueCentsOf(app.db, scope.userId)) > 0) throw new Refused('no_card')
  return payDue(app, scope.userId)
}

/**
 * Oldest first; stops at the first that is not paid, so that a bad card is asked once and a bank's question comes
 * alone. A provider that does not answer leaves the charge `processing`: the background work finds out.
 */
export async function payDue(app: App, customerId: UserId): Promise<DueResult> {
  const due = await listDue(app.db, customerId, PAYMENTS_AT_ONCE)
  let last: ChargeResult = { outcome: 'nothing_due', nextAction: null }
  let paid = 0
  for (const payment of due) {
    const result = await chargeOnce(app, payment.id)
    if (result.outcome === 'nothing_due') continue
    last = result
    if (result.outcome === 'paid') paid += payment.total_cents
    else break
  }
  const dueCents = await dueCentsOf(app.db, customerId)
  // Another tab may have paid it meanwhile: what the customer sees is how things stand.
  const isPaidElsewhere = last.outcome === 'nothing_due' && due.length > 0 && dueCents === 0
  return {
    state: isPaidElsewhere ? 'paid' : last.outcome,
    paidCents: cents(paid),
    dueCents,
    declineCode: last.outcome === 'declined' ? await lastDeclineOf(app.db, customerId) : null,
    nextAction: last.nextAction,
  }
}

/** Nothing was charged yet: the bank asks about the card itself. */
export async function asksFirst(app: App, customerId: UserId, nextAction: NextAction): Promise<DueResult> {
  const dueCents = await dueCentsOf(app.db, customerId)
  return { state: 'requires_action', paidCents: cents(0), dueCents, declineCode: null, nextAction }
}

async function chargeOnce(app: App, paymentId: PaymentId): Promise<ChargeResult> {
  try {
    return await chargePayment(app, paymentId, { isRetry: false })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    app.log.warn({ err: error, paymentId, code: 'charge_unanswered' }, 'the provider did not answer')
    return { outcome: 'processing', nextAction: null }
  }
}
