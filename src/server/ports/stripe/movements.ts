/** The lines of the platform's balance. */
import type { Stripe } from 'stripe'
import type { Instant } from '#domain/time.ts'
import type { Movement, MovementKind } from '../payments/port.ts'
import { currencyOf, idOf, instantOf, referenceOf } from './values.ts'
import { oldestFirst } from './windows.ts'

export function listMovements(client: Stripe, since: Instant, until: Instant): AsyncIterable<Movement> {
  return map(
    oldestFirst(
      (created, limit) => client.balanceTransactions.list({ created, limit, expand: ['data.source'] }),
      { since, until },
    ),
    toMovement,
  )
}

async function* map<From, To>(items: AsyncIterable<From>, change: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield change(item)
}

function toMovement(line: Stripe.BalanceTransaction): Movement {
  const source = line.source
  const object = typeof source === 'string' ? null : source
  return {
    movementId: line.id,
    kind: kindOf(line),
    amountCents: line.amount,
    feeCents: line.fee,
    currency: currencyOf(line.currency),
    at: instantOf(line.created),
    objectId: object?.object === 'charge' ? idOf(object.payment_intent) : idOf(source),
    reference: object !== null && 'metadata' in object ? referenceOf(object.metadata) : null,
  }
}

/** A word that is not in this table is an adjustment: it moved the balance, and reconciling shows it. */
const KINDS: Readonly<Record<string, MovementKind>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  transfer: 'transfer',
  transfer_refund: 'reversal',
  transfer_cancel: 'reversal',
  transfer_failure: 'reversal',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'platform_payout',
  payout_cancel: 'platform_payout',
  payout_failure: 'platform_payout',
  topup: 'platform_payout',
  topup_reversal: 'platform_payout',
}

function kindOf({ type, reporting_category: category }: Stripe.BalanceTransaction): MovementKind {
  if (category === 'dispute') return 'chargeback'
  if (category === 'dispute_reversal') return 'chargeback_won'
  return KINDS[type] ?? 'adjustment'
}
