/** Money refunded: at once to cards, after days to banks, and sometimes it does not arrive. */
import type { Stripe } from 'stripe'
import { DAY_SECONDS, move } from './balance.ts'
import { type Answers, type Call, idOf, mergeMetadata } from './call.ts'
import { canSpend, saveCharge } from './charges.ts'
import { emit } from './events.ts'
import { answerList } from './lists.ts'
import { cardOf } from './payment-methods.ts'
import { refuse } from './problems.ts'
import type { World } from './world.ts'

export const refundAnswers: Answers = {
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': (call, params: Stripe.RefundListParams) => {
    const { world } = call
    const charge = params.charge ?? (params.payment_intent && chargeOf(world, params.payment_intent))
    return answerList(
      call,
      'refund',
      params,
      charge ? { among: world.linked('refund', 'charge', charge) } : {},
    )
  },
  'GET /v1/refunds/:id': ({ world, ids }) => world.need('refund', ids[0]!),
  'POST /v1/refunds/:id': ({ world, ids }, params: Stripe.RefundUpdateParams) => {
    const refund = world.need('refund', ids[0]!)
    return save(world, { ...refund, metadata: mergeMetadata(refund.metadata, params.metadata) }, 'updated')
  },
  'POST /v1/refunds/:id/cancel': ({ ids }) =>
    refuse(`Refund ${ids[0]} cannot be canceled: only refunds that require action can.`),
}

function createRefund({ world }: Call, params: Stripe.RefundCreateParams): Stripe.Refund {
  if (params.charge === undefined && params.payment_intent === undefined)
    refuse('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    })
  const id = params.charge ?? chargeOf(world, params.payment_intent!)
  if (id === null)
    refuse(`This PaymentIntent (${params.payment_intent}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    })
  const charge = world.need('charge', id, null, 'charge')
  return refundCharge(world, charge, params)
}

/** Also what somebody does in the dashboard. */
export function refundCharge(
  world: World,
  charge: Stripe.Charge,
  params: Pick<Stripe.RefundCreateParams, 'amount' | 'reason' | 'metadata'>,
): Stripe.Refund {
  if (charge.status !== 'succeeded')
    refuse(`Charge ${charge.id} has a status of ${charge.status} and cannot be refunded.`, {
      param: 'charge',
    })
  if (charge.disputed && world.note(charge.id, 'is_charged_back') === true)
    refuse(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    refuse(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = params.amount ?? left
  if (amount > left)
    refuse(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
  const refund = makeRefund(world, charge, amount, params)
  countRefund(world, charge.id, amount)
  return refund
}

function makeRefund(
  world: World,
  charge: Stripe.Charge,
  amount: number,
  params: Pick<Stripe.RefundCreateParams, 'reason' | 'metadata'>,
): Stripe.Refund {
  const isCard = charge.payment_method_details?.type === 'card'
  const isShort = !canSpend(world, amount) && world.note('setting', 'is_balance_watched') === true
  const isPending = !isCard || isShort || cardRefunds(world, charge) === 'pending'
  const id = world.newId(isCard ? 're' : 'pyr')
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: isShort
      ? null
      : move(world, { type: isCard ? 'refund' : 'payment_refund', amount: -amount, source: id }).id,
    charge: charge.id,
    created: world.nowSeconds(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    ...(isCard
      ? {
          destination_details: {
            card: {
              reference_status: 'pending',
              reference_type: 'acquirer_reference_number',
              type: 'refund',
            },
            type: 'card',
          },
        }
      : {
          destination_details: {
            type: 'us_bank_transfer',
            us_bank_transfer: { reference: null, reference_status: null },
          },
        }),
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    ...(isShort
      ? { pending_reason: 'insufficient_funds' }
      : isPending
        ? { pending_reason: 'processing' }
        : {}),
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  world.link('refund', 'charge', charge.id, id)
  save(world, refund, 'created')
  planNext(world, charge, refund)
  return refund
}

function planNext(world: World, charge: Stripe.Charge, refund: Stripe.Refund): void {
  const failsAfter = world.note('fail_refund', String(idOf(charge.id))) ?? world.note('fail_refund', 'any')
  const days = Number(world.note('setting', 'refund_days') ?? 3)
  if (failsAfter !== undefined && failsAfter !== null) {
    for (const which of [charge.id, 'any']) world.setNote('fail_refund', which, null)
    world.later(Number(failsAfter), 'fail_refund', refund.id)
  } else if (cardRefunds(world, charge) === 'fails') world.later(days * DAY_SECONDS, 'fail_refund', refund.id)
  else if (refund.status === 'pending') world.later(days * DAY_SECONDS, 'settle_refund', refund.id)
}

export function settleRefund(world: World, id: string): void {
  const refund = world.need('refund', id)
  if (refund.status !== 'pending') return
  if (refund.pending_reason === 'insufficient_funds' && !canSpend(world, refund.amount)) {
    world.later(DAY_SECONDS, 'settle_refund', id)
    return
  }
  const { pending_reason: _over, ...rest } = refund
  const moved =
    refund.balance_transaction ?? move(world, { type: 'refund', amount: -refund.amount, source: id }).id
  save(world, { ...rest, balance_transaction: moved, status: 'succeeded' }, 'updated')
}

/** The bank sent it back, if it ever left: the money is ours again, and the charge is refunded no more. */
export function failRefund(world: World, id: string, reason = 'lost_or_stolen_card'): void {
  const refund = world.need('refund', id)
  if (refund.status === 'failed' || refund.status === 'canceled') return
  const { pending_reason: _over, ...rest } = refund
  const hasLeft = refund.balance_transaction !== null
  const failed: Stripe.Refund = {
    ...rest,
    ...(hasLeft && {
      failure_balance_transaction: move(world, { type: 'refund_failure', amount: refund.amount, source: id })
        .id,
    }),
    failure_reason: reason,
    status: 'failed',
  }
  countRefund(world, String(idOf(refund.charge)), -refund.amount)
  save(world, failed, 'updated')
  emit(world, 'refund.failed', failed)
}

function countRefund(world: World, id: string, amount: number): void {
  const charge = world.need('charge', id)
  const total = charge.amount_refunded + amount
  const counted: Stripe.Charge = { ...charge, amount_refunded: total, refunded: total >= charge.amount }
  saveCharge(world, counted)
  emit(world, amount > 0 ? 'charge.refunded' : 'charge.updated', counted, {
    previous: { amount_refunded: charge.amount_refunded },
  })
}

function cardRefunds(world: World, charge: Stripe.Charge): 'pending' | 'fails' | undefined {
  const method = world.find('payment_method', String(charge.payment_method))
  return method === undefined ? undefined : cardOf(world, method)?.refunds
}

function chargeOf(world: World, intent: string): string | null {
  const { latest_charge: latest, status } = world.need('payment_intent', intent, null, 'payment_intent')
  return status === 'succeeded' || status === 'processing' ? idOf(latest) : null
}

function save(world: World, refund: Stripe.Refund, event: 'created' | 'updated'): Stripe.Refund {
  world.save('refund', refund)
  emit(world, `refund.${event}`, refund)
  if (event === 'updated') emit(world, 'charge.refund.updated', refund)
  return refund
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
