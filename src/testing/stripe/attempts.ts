/** One try to take money: a card is charged, held, declined or asks for its owner; a bank takes days. */
import type { Stripe } from 'stripe'
import { DAY_SECONDS } from './balance.ts'
import { type Call, idOf } from './call.ts'
import type { Decline, TestCard } from './cards.ts'
import { bookCharge, failCharge, HOLD_SECONDS, makeCharge, PASSED } from './charges.ts'
import { openDispute, warnOfFraud } from './disputes.ts'
import { emit } from './events.ts'
import { attach, bankAccountOf, cardOf, refuseUsedUp } from './payment-methods.ts'
import { type ProblemBody, refuse, StripeProblem } from './problems.ts'
import { reverseFailed } from './transfers.ts'
import type { World } from './world.ts'

type Intent = Stripe.PaymentIntent
type Way = {
  readonly isOffSession: boolean
  readonly returnUrl: string | null
  readonly refusesAction: boolean
  readonly hasMandate: boolean
}

export const AUTHENTICATE: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message:
    'Your card was declined. This transaction requires authentication. Please check your card details and try again.',
}

/** The intent as it is afterwards; a decline is thrown, and its traces stay. */
export function attemptPayment(call: Call, intent: Intent, way: Way): Intent {
  const { world } = call
  const method = world.need('payment_method', String(idOf(intent.payment_method)))
  if (world.note(method.id, 'is_used_up') === true) refuseUsedUp()
  if (method.type === 'us_bank_account') return debitBank(world, intent, method, way)
  const card = cardOf(world, method)
  if (needsOwner(world, method, card, way) && world.note(intent.id, 'is_authenticated') !== true) {
    if (way.isOffSession || way.refusesAction) return decline(world, intent, method, AUTHENTICATE)
    return askOwner(call, intent, way.returnUrl)
  }
  return chargeCard(world, intent, method)
}

export function chargeCard(world: World, intent: Intent, method: Stripe.PaymentMethod): Intent {
  const next = world.note('decline_next', String(idOf(intent.customer))) ?? world.note('decline_next', 'any')
  const card = cardOf(world, method)
  if (typeof next === 'string') {
    for (const who of [String(idOf(intent.customer)), 'any']) world.setNote('decline_next', who, null)
    return decline(world, intent, method, {
      code: 'card_declined',
      declineCode: next,
      message: messageOf(next),
    })
  }
  if (card?.declines !== undefined) return decline(world, intent, method, card.declines)
  if (intent.setup_future_usage !== null && intent.customer !== null) saveForLater(world, intent, method)
  else if (method.customer === null) world.setNote(method.id, 'is_used_up', true)
  return intent.capture_method === 'manual' ? hold(world, intent, method) : take(world, intent, method, card)
}

function take(world: World, intent: Intent, method: Stripe.PaymentMethod, card?: TestCard): Intent {
  const made = makeCharge(world, intent, method, succeeded(true))
  const charge = bookCharge(world, made, intent.capture_method === 'automatic_async')
  emit(world, 'charge.succeeded', charge)
  const paid: Intent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    processing: null,
    status: 'succeeded',
  }
  world.save('payment_intent', paid)
  emit(world, 'payment_intent.succeeded', paid)
  if (card?.disputes !== undefined) openDispute(world, charge.id, card.disputes)
  if (card?.isReportedAsFraud) warnOfFraud(world, charge.id)
  return paid
}

function hold(world: World, intent: Intent, method: Stripe.PaymentMethod): Intent {
  const charge = makeCharge(world, intent, method, succeeded(false))
  emit(world, 'charge.succeeded', charge)
  const held: Intent = {
    ...intent,
    amount_capturable: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'requires_capture',
  }
  world.save('payment_intent', held)
  world.later(HOLD_SECONDS, 'expire_hold', held.id)
  emit(world, 'payment_intent.amount_capturable_updated', held)
  return held
}

function debitBank(world: World, intent: Intent, method: Stripe.PaymentMethod, way: Way): Intent {
  if (!way.hasMandate && world.note(method.id, 'is_saved') !== true)
    refuse(
      'This PaymentIntent requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.',
      { code: 'payment_intent_mandate_invalid' },
    )
  if (intent.capture_method === 'manual')
    refuse('The payment method type us_bank_account does not support manual capture.', {
      param: 'capture_method',
    })
  if (intent.setup_future_usage !== null && intent.customer !== null) saveForLater(world, intent, method)
  const charge = makeCharge(world, intent, method, { ...succeeded(true), status: 'pending', paid: false })
  emit(world, 'charge.pending', charge)
  const processing: Intent = {
    ...intent,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'processing',
  }
  world.save('payment_intent', processing)
  world.later(Number(world.note('setting', 'debit_days') ?? 4) * DAY_SECONDS, 'settle_debit', intent.id)
  emit(world, 'payment_intent.processing', processing)
  return processing
}

/** After its days the bank says yes or no. */
export function settleDebit(world: World, id: string): void {
  const intent = world.need('payment_intent', id)
  if (intent.status !== 'processing') return
  const charge = world.need('charge', String(idOf(intent.latest_charge)))
  const method = world.need('payment_method', String(idOf(intent.payment_method)))
  const fails = bankAccountOf(world, method)?.fails ?? world.note(id, 'debit_fails')
  if (isFailure(fails)) {
    failCharge(world, charge, fails)
    reverseFailed(world, charge.id)
    saveFailure(world, intent, method, charge.id, { ...fails, declineCode: fails.code })
    return
  }
  const settled: Stripe.Charge = {
    ...charge,
    status: 'succeeded',
    paid: true,
    amount_captured: charge.amount,
  }
  emit(world, 'charge.succeeded', bookCharge(world, settled, false))
  const paid: Intent = { ...intent, amount_received: intent.amount, status: 'succeeded' }
  world.save('payment_intent', paid)
  emit(world, 'payment_intent.succeeded', paid)
}

function decline(world: World, intent: Intent, method: Stripe.PaymentMethod, why: Decline): never {
  const charge = makeCharge(world, intent, method, {
    status: 'failed',
    paid: false,
    captured: false,
    failure_code: why.code,
    failure_message: why.message,
    outcome: {
      ...PASSED,
      network_status: 'declined_by_network',
      reason: why.declineCode ?? why.code,
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
  })
  emit(world, 'charge.failed', charge)
  const failed = saveFailure(world, intent, method, charge.id, why)
  const { last_payment_error: error } = failed
  const body: ProblemBody = {
    type: 'card_error',
    message: why.message,
    code: why.code,
    charge: charge.id,
    ...(error?.decline_code === undefined ? {} : { decline_code: error.decline_code }),
    payment_intent: failed,
    payment_method: method,
  }
  throw new StripeProblem(402, body)
}

export function saveFailure(
  world: World,
  intent: Intent,
  method: Stripe.PaymentMethod,
  charge: string | null,
  why: Decline,
): Intent {
  const error: Stripe.PaymentIntent.LastPaymentError = {
    ...(charge === null ? {} : { charge }),
    code: why.code,
    ...(why.declineCode === undefined ? {} : { decline_code: why.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${why.code.replaceAll('_', '-')}`,
    message: why.message,
    payment_method: method,
    type: why.code === 'payment_intent_authentication_failure' ? 'invalid_request_error' : 'card_error',
  }
  const failed: Intent = {
    ...intent,
    last_payment_error: error,
    latest_charge: charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  world.save('payment_intent', failed)
  emit(world, 'payment_intent.payment_failed', failed)
  return failed
}

function askOwner({ world, origin }: Call, intent: Intent, returnUrl: string | null): Intent {
  const asked: Intent = {
    ...intent,
    next_action: nextAction(origin, intent.id, String(intent.client_secret), returnUrl),
    status: 'requires_action',
  }
  world.save('payment_intent', asked)
  emit(world, 'payment_intent.requires_action', asked)
  return asked
}

/** With an address to come back to the owner is sent there; without one Stripe.js asks within the page. */
export function nextAction(
  origin: string,
  intent: string,
  secret: string,
  returnUrl: string | null,
): {
  type: string
  redirect_to_url?: { return_url: string; url: string }
  use_stripe_sdk?: Record<string, string>
} {
  const url = `${origin}/double/authenticate/${intent}?client_secret=${secret}`
  return returnUrl === null
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}

export function needsOwner(
  world: World,
  method: Stripe.PaymentMethod,
  card: TestCard | undefined,
  { isOffSession }: { readonly isOffSession: boolean },
): boolean {
  if (world.note(method.id, 'needs_owner') === true || card?.authentication === 'always') return true
  return (
    card?.authentication === 'until_saved' && !(isOffSession && world.note(method.id, 'is_saved') === true)
  )
}

function saveForLater(world: World, intent: Intent, method: Stripe.PaymentMethod): void {
  if (method.customer === null) attach(world, method, String(idOf(intent.customer)))
  world.setNote(method.id, 'is_saved', true)
}

function succeeded(
  captured: boolean,
): Pick<Stripe.Charge, 'status' | 'paid' | 'captured' | 'failure_code' | 'failure_message' | 'outcome'> {
  return {
    status: 'succeeded',
    paid: true,
    captured,
    failure_code: null,
    failure_message: null,
    outcome: PASSED,
  }
}

function messageOf(declineCode: string): string {
  return declineCode === 'insufficient_funds'
    ? 'Your card has insufficient funds.'
    : 'Your card was declined.'
}

function isFailure(value: unknown): value is { code: string; message: string } {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value
}
