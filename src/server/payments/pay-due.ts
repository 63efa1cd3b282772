/** Charges everything that a customer owes, now, because the customer asks or has given a new card. */
import type { PaymentId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { ProviderUnavailable } from '../ports/payments/port.ts'
import { chargePayment } from './charge-payment.ts'
import { dueCentsOf } from './locked-payment.ts'

export type DueResult = {
  readonly state: 'paid' | 'declined' | 'processing' | 'nothing_due'
  readonly paidCents: Cents
  readonly dueCents: Cents
  readonly declineCode: string | null
}

/** Nobody owes more weeks than this before the service is paused. */
const PAYMENTS_AT_ONCE = 20

/**
 * Oldest first; stops at the first decline, so that a bad card is asked once. A provider that does not answer leaves
 * the charge `processing`: the background work finds out.
 */
export async function payDue(app: App, customerId: UserId): Promise<DueResult> {
  const due = await app.db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['due', 'charging', 'declined'])
    .orderBy('period_start')
    .limit(PAYMENTS_AT_ONCE)
    .select(['id', 'total_cents'])
    .execute()
  let state: DueResult['state'] = 'nothing_due'
  let paid = 0
  for (const payment of due) {
    const outcome = await chargeOnce(app, payment.id)
    if (outcome === 'nothing_due') continue
    state = outcome
    if (outcome === 'paid') paid += payment.total_cents
    else break
  }
  const dueCents = await dueCentsOf(app.db, customerId)
  // Another tab may have paid it meanwhile: what the customer sees is how things stand.
  if (state === 'nothing_due' && due.length > 0 && dueCents === 0) state = 'paid'
  return {
    state,
    paidCents: cents(paid),
    dueCents,
    declineCode: state === 'declined' ? await lastDecline(app, customerId) : null,
  }
}

async function chargeOnce(app: App, paymentId: PaymentId): Promise<DueResult['state']> {
  try {
    return await chargePayment(app, paymentId, { isRetry: false })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ err: error, paymentId, code: 'charge_unanswered' }, 'the provider did not answer')
    return 'processing'
  }
}

async function lastDecline(app: App, customerId: UserId): Promise<string | null> {
  const row = await app.db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('last_decline', 'is not', null)
    .orderBy('period_start')
    .select('last_decline')
    .limit(1)
    .executeTakeFirst()
  return row?.last_decline ?? null
}
