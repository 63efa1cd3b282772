/** Refunds. Stripe keeps all of a charge, so one whose answer was lost is found by our reference among them. */
import type { Stripe } from 'stripe'
import type { Payments } from '../payments/payments.ts'
import type { Refund, RefundState } from '../payments/port.ts'
import { ask, askFor, toFailure, unknownWord } from './failures.ts'
import { amountOf, idOf, referenceOf } from './values.ts'

type Calls = Pick<Payments, 'createRefund' | 'readRefund' | 'findRefund' | 'listRefunds'>

/** More refunds than one charge ever has. */
const MOST = 500

export function createRefunds(client: Stripe): Calls {
  return {
    createRefund: async ({ key, intentId, amountCents, reference }) =>
      toRefund(
        await ask(
          () =>
            client.refunds.create(
              { payment_intent: intentId, amount: amountCents, metadata: { reference } },
              { idempotencyKey: key },
            ),
          { about: ['amount'] },
        ),
      ),
    readRefund: async (refundId) => {
      const refund = await askFor(() => client.refunds.retrieve(refundId))
      return refund === null ? null : toRefund(refund)
    },
    findRefund: async ({ intentId, reference }) =>
      (await listRefunds(client, intentId)).find((refund) => refund.reference === reference) ?? null,
    listRefunds: (intentId) => listRefunds(client, intentId),
  }
}

async function listRefunds(client: Stripe, intentId: string): Promise<Refund[]> {
  try {
    const listed = await client.refunds
      .list({ payment_intent: intentId, limit: 100 })
      .autoPagingToArray({ limit: MOST })
    return listed.map(toRefund).reverse()
  } catch (error) {
    throw toFailure(error)
  }
}

function toRefund(refund: Stripe.Refund): Refund {
  return {
    ...amountOf(refund),
    refundId: refund.id,
    intentId: idOf(refund.payment_intent) ?? '',
    state: stateOf(refund.status),
    reference: referenceOf(refund.metadata),
    failure: refund.failure_reason ?? null,
  }
}

function stateOf(status: string | null): RefundState {
  switch (status) {
    case 'pending':
    case 'requires_action':
      return 'pending'
    case 'succeeded':
      return 'succeeded'
    case 'failed':
    case 'canceled':
      return 'failed'
    default:
      throw unknownWord('the state of a refund', status)
  }
}
