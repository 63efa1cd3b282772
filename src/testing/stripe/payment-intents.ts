/** Payments: created, confirmed with a card or a bank account, held, captured, canceled. */
import type { Stripe } from 'stripe'
import { attemptPayment } from './attempts.ts'
import { type Answers, type Call, idOf, mergeMetadata } from './call.ts'
import { bookCharge, saveCharge } from './charges.ts'
import { emit } from './events.ts'
import { answerList } from './lists.ts'
import { makePaymentMethod, offeredTypes, takePaymentMethod } from './payment-methods.ts'
import { refuse } from './problems.ts'
import type { World } from './world.ts'

type Intent = Stripe.PaymentIntent
type Sent = Stripe.PaymentIntentCreateParams
/** Named or described. */
type Method = Pick<
  Stripe.PaymentIntentConfirmParams,
  'payment_method' | 'payment_method_data' | 'setup_future_usage'
>

export const paymentIntentAnswers: Answers = {
  'POST /v1/payment_intents': createIntent,
  'GET /v1/payment_intents': (call, params: Stripe.PaymentIntentListParams) =>
    answerList(
      call,
      'payment_intent',
      params,
      params.customer === undefined
        ? {}
        : { among: call.world.linked('payment_intent', 'customer', params.customer) },
    ),
  'GET /v1/payment_intents/:id': ({ world, ids }) => world.need('payment_intent', ids[0]!),
  'POST /v1/payment_intents/:id': updateIntent,
  'POST /v1/payment_intents/:id/confirm': (call, params: Stripe.PaymentIntentConfirmParams) => {
    const intent = call.world.need('payment_intent', call.ids[0]!)
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
      refuseState(
        intent,
        `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      )
    return confirm(call, withMethod(call, intent, params), params)
  },
  'POST /v1/payment_intents/:id/capture': captureIntent,
  'POST /v1/payment_intents/:id/cancel': ({ world, ids }, params: Stripe.PaymentIntentCancelParams) => {
    const intent = world.need('payment_intent', ids[0]!)
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
      refuseState(
        intent,
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
      )
    return cancelIntent(world, intent, params.cancellation_reason ?? null)
  },
}

function saveIntent(world: World, intent: Intent, event: 'canceled' | 'succeeded'): Intent {
  world.save('payment_intent', intent)
  emit(world, `payment_intent.${event}`, intent)
  return intent
}

function createIntent(call: Call, params: Sent): Intent {
  const { world } = call
  if (params.currency !== 'usd')
    refuse(`Invalid currency: ${params.currency}. The double has usd only, in lower case.`, {
      param: 'currency',
    })
  if (params.customer !== undefined) world.need('customer', params.customer, null, 'customer')
  if (params.confirm !== true && params.off_session !== undefined)
    refuse('The parameter off_session can only be passed if confirm is also passed and is true.', {
      code: 'parameter_unknown',
      param: 'off_session',
    })
  const intent = emptyIntent(world, params)
  world.save('payment_intent', intent)
  if (intent.customer !== null)
    world.link('payment_intent', 'customer', String(idOf(intent.customer)), intent.id)
  emit(world, 'payment_intent.created', intent)
  const chosen = withMethod(call, intent, params)
  return params.confirm === true ? confirm(call, chosen, params) : chosen
}

function emptyIntent(world: World, params: Sent): Intent {
  const isAutomatic = params.automatic_payment_methods?.enabled !== false
  const id = world.newId('pi')
  const redirects = params.automatic_payment_methods?.allow_redirects ?? 'always'
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: isAutomatic ? { allow_redirects: redirects, enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${world.nextWord(25)}`,
    confirmation_method: params.confirmation_method ?? 'automatic',
    created: world.nowSeconds(),
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: world.isLive,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: isAutomatic ? { id: 'pmc_double', parent: null } : null,
    payment_method_options: {},
    payment_method_types: offeredTypes(params),
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email || null,
    review: null,
    setup_future_usage: params.setup_future_usage || null,
    shipping: null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_group: params.transfer_group ?? null,
  }
}

/** The intent with the payment method that was named or described, ready to be confirmed. */
function withMethod(call: Call, intent: Intent, params: Method): Intent {
  const { world } = call
  const method =
    params.payment_method_data === undefined
      ? params.payment_method && takePaymentMethod(call, params.payment_method)
      : makePaymentMethod(call, params.payment_method_data)
  if (!method) return intent
  const owner = idOf(method.customer)
  if (owner !== null && owner !== idOf(intent.customer))
    refuse(
      intent.customer === null
        ? `The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first. You supplied a PaymentMethod that belongs to ${owner}: pass the customer, too.`
        : `The payment method supplied (${method.id}) belongs to a different Customer. Please supply the ID of the correct Customer or PaymentMethod.`,
      { param: 'payment_method' },
    )
  if (!intent.payment_method_types.includes(method.type))
    refuse(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      { param: 'payment_method' },
    )
  const chosen: Intent = {
    ...intent,
    payment_method: method.id,
    status: 'requires_confirmation',
    next_action: null,
    setup_future_usage: params.setup_future_usage || intent.setup_future_usage,
  }
  world.save('payment_intent', chosen)
  return chosen
}

function confirm(call: Call, intent: Intent, params: Stripe.PaymentIntentConfirmParams): Intent {
  if (mayRedirect(intent) && !params.return_url && !call.isFromBrowser)
    refuse(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don’t want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    )
  if (intent.payment_method === null)
    refuseState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  return attemptPayment(call, intent, {
    isOffSession: !call.isFromBrowser && params.off_session !== undefined && params.off_session !== false,
    returnUrl: params.return_url ?? null,
    refusesAction: params.error_on_requires_action === true,
    hasMandate: call.isFromBrowser || Boolean(params.mandate_data) || params.mandate !== undefined,
  })
}

/** Cards and bank debits alone never send anybody away, but for 3-D Secure. */
export function mayRedirect(intent: Intent | Stripe.SetupIntent): boolean {
  const { allow_redirects: redirects, enabled } = intent.automatic_payment_methods ?? {}
  return enabled === true && redirects !== 'never' && intent.allowed_payment_method_types === null
}

function updateIntent(call: Call, params: Stripe.PaymentIntentUpdateParams): Intent {
  const { world, ids } = call
  const intent = world.need('payment_intent', ids[0]!)
  const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(
    intent.status,
  )
  if (
    !isOpen &&
    (params.amount !== undefined || params.payment_method !== undefined || params.customer !== undefined)
  )
    refuseState(
      intent,
      `This PaymentIntent could not be updated because it has a status of ${intent.status}.`,
    )
  const changed: Intent = {
    ...intent,
    amount: params.amount ?? intent.amount,
    customer: params.customer ?? idOf(intent.customer),
    description: params.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    transfer_group: params.transfer_group || intent.transfer_group,
  }
  world.save('payment_intent', changed)
  return params.payment_method === undefined
    ? changed
    : withMethod(call, changed, { payment_method: params.payment_method })
}

function captureIntent({ world, ids }: Call, params: Stripe.PaymentIntentCaptureParams): Intent {
  const intent = world.need('payment_intent', ids[0]!)
  if (intent.status !== 'requires_capture')
    refuseState(
      intent,
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    )
  const amount = params.amount_to_capture ?? intent.amount_capturable
  if (amount > intent.amount_capturable)
    refuse(
      `The amount to capture (${amount}) is greater than the amount you can capture (${intent.amount_capturable}).`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    )
  world.cancelTimers('expire_hold', intent.id)
  const charge = world.need('charge', String(idOf(intent.latest_charge)))
  const captured: Stripe.Charge = {
    ...charge,
    captured: true,
    amount_captured: amount,
    amount_refunded: charge.amount - amount,
  }
  saveCharge(world, captured)
  emit(world, 'charge.captured', bookCharge(world, captured, false))
  return saveIntent(
    world,
    { ...intent, amount_capturable: 0, amount_received: amount, status: 'succeeded' },
    'succeeded',
  )
}

/** Also what becomes of a hold that nobody captured in its time. */
function cancelIntent(world: World, intent: Intent, reason: Intent['cancellation_reason']): Intent {
  world.cancelTimers('expire_hold', intent.id)
  if (intent.status === 'requires_capture') {
    const charge = world.need('charge', String(idOf(intent.latest_charge)))
    const released: Stripe.Charge = { ...charge, amount_refunded: charge.amount, refunded: true }
    saveCharge(world, released)
    emit(world, reason === 'automatic' ? 'charge.expired' : 'charge.refunded', released)
  }
  const canceled: Intent = {
    ...intent,
    amount_capturable: 0,
    canceled_at: world.nowSeconds(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  }
  return saveIntent(world, canceled, 'canceled')
}

export function expireHold(world: World, id: string): void {
  const intent = world.need('payment_intent', id)
  if (intent.status === 'requires_capture') cancelIntent(world, intent, 'automatic')
}

function refuseState(intent: Intent, message: string): never {
  refuse(message, {
    code: 'payment_intent_unexpected_state',
    param: 'intent' in intent ? 'intent' : 'status',
  })
}
