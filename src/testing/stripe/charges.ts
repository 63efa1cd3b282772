/** What an attempt to take money leaves: paid, held, on its way from a bank, or failed. */
import type { Stripe } from 'stripe'
import { balanceOf, DAY_SECONDS, move, settlesAt } from './balance.ts'
import { type Answers, idOf, mergeMetadata } from './call.ts'
import { emit } from './events.ts'
import { answerList } from './lists.ts'
import { cardOf } from './payment-methods.ts'
import type { World } from './world.ts'

export const HOLD_SECONDS = 7 * DAY_SECONDS

/** A charge that is only made: it says what happened by `status`, `paid` and `captured`. */
export function makeCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: Pick<
    Stripe.Charge,
    'status' | 'paid' | 'captured' | 'failure_code' | 'failure_message' | 'outcome'
  >,
): Stripe.Charge {
  const isCard = method.type === 'card'
  const charge: Stripe.Charge = {
    id: world.newId(isCard ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: result.captured && result.status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: isCard ? 'CREW' : null,
    created: world.nowSeconds(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    fraud_details: {},
    livemode: world.isLive,
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(world, method, intent),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    transfer_data: null,
    transfer_group: intent.transfer_group ?? `group_${intent.id}`,
    ...result,
  }
  saveCharge(world, charge)
  world.link('charge', 'payment_intent', intent.id, charge.id)
  if (charge.customer !== null) world.link('charge', 'customer', String(idOf(charge.customer)), charge.id)
  return charge
}

export function saveCharge(world: World, charge: Stripe.Charge): void {
  world.save('charge', charge)
}

/** The money is booked, at once or, as `automatic_async` wants it, a little after the answer. */
export function bookCharge(world: World, charge: Stripe.Charge, isAsync: boolean): Stripe.Charge {
  const delay = isAsync ? Number(world.note('setting', 'fee_delay_seconds') ?? 2) : 0
  if (delay === 0) return bookNow(world, charge)
  world.later(delay, 'book_charge', charge.id)
  return charge
}

export function bookLate(world: World, id: string): void {
  const charge = bookNow(world, world.need('charge', id))
  emit(world, 'charge.updated', charge, { previous: { balance_transaction: null } })
}

function bookNow(world: World, charge: Stripe.Charge): Stripe.Charge {
  if (charge.balance_transaction !== null) return charge
  const method = world.find('payment_method', String(charge.payment_method))
  const card = method && cardOf(world, method)
  const isBank = charge.payment_method_details?.us_bank_account !== undefined
  const transaction = move(world, {
    type: isBank ? 'payment' : 'charge',
    amount: charge.amount_captured,
    fee: feeOf(charge.amount_captured, isBank),
    source: charge.id,
    availableOn: card?.isAvailableAtOnce ? world.nowSeconds() : settlesAt(world),
    ...(charge.description === null ? {} : { description: charge.description }),
  })
  const booked = { ...charge, balance_transaction: transaction.id }
  saveCharge(world, booked)
  return booked
}

/** 2.9 % and 30 ¢ for cards, 0.8 % and at most $5 for bank debits. */
function feeOf(amount: number, isBank: boolean): number {
  return isBank ? Math.min(500, Math.round(amount * 0.008)) : Math.round(amount * 0.029) + 30
}

export const PASSED: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
}

function detailsOf(
  world: World,
  method: Stripe.PaymentMethod,
  intent: Stripe.PaymentIntent,
): Stripe.Charge.PaymentMethodDetails {
  if (method.us_bank_account !== undefined)
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: method.us_bank_account.account_holder_type,
        account_type: method.us_bank_account.account_type,
        bank_name: method.us_bank_account.bank_name,
        fingerprint: method.us_bank_account.fingerprint,
        last4: method.us_bank_account.last4,
        payment_reference: null,
        routing_number: method.us_bank_account.routing_number,
      },
    }
  const card = method.card!
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: card.brand,
      ...(intent.capture_method === 'manual' ? { capture_before: world.nowSeconds() + HOLD_SECONDS } : {}),
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: world.nextWord(15),
      overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

/** A debit that its bank sends back after days: a movement of its own if it had been booked. */
export function failCharge(
  world: World,
  charge: Stripe.Charge,
  why: { code: string; message: string },
): Stripe.Charge {
  const failed: Stripe.Charge = {
    ...charge,
    status: 'failed',
    paid: false,
    failure_code: why.code,
    failure_message: why.message,
    failure_balance_transaction:
      charge.balance_transaction === null
        ? null
        : move(world, { type: 'payment_failure_refund', amount: -charge.amount, source: charge.id }).id,
  }
  saveCharge(world, failed)
  emit(world, 'charge.failed', failed)
  return failed
}

export const chargeAnswers: Answers = {
  'GET /v1/charges': (call, params: Stripe.ChargeListParams) => {
    const { world } = call
    const [among] = [
      params.payment_intent && world.linked('charge', 'payment_intent', params.payment_intent),
      params.customer && world.linked('charge', 'customer', params.customer),
    ].filter((list) => list !== undefined && list !== '')
    return answerList(call, 'charge', params, {
      ...(among === undefined ? {} : { among }),
      keep: ({ transfer_group }) =>
        params.transfer_group === undefined || transfer_group === params.transfer_group,
    })
  },
  'GET /v1/charges/:id': ({ world, owner, ids }) => world.need('charge', ids[0]!, owner),
  'POST /v1/charges/:id': ({ world, ids }, params: Stripe.ChargeUpdateParams) => {
    const charge = world.need('charge', ids[0]!)
    const changed: Stripe.Charge = {
      ...charge,
      description: params.description ?? charge.description,
      receipt_email: params.receipt_email ?? charge.receipt_email,
      metadata: mergeMetadata(charge.metadata, params.metadata),
    }
    saveCharge(world, changed)
    emit(world, 'charge.updated', changed)
    return changed
  },
}

/** Whether the platform can pay this now. */
export function canSpend(world: World, cents: number): boolean {
  return balanceOf(world, null).available - Number(world.note('setting', 'withheld_cents') ?? 0) >= cents
}
