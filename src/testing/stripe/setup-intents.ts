/** Saving a card or a bank account for payments that nobody attends. */
import type { Stripe } from 'stripe'
import { AUTHENTICATE, needsOwner, nextAction } from './attempts.ts'
import { type Answers, type Call, idOf, mergeMetadata } from './call.ts'
import type { Decline } from './cards.ts'
import { emit } from './events.ts'
import { answerList } from './lists.ts'
import { mayRedirect } from './payment-intents.ts'
import {
  attach,
  cardOf,
  makePaymentMethod,
  offeredTypes,
  refuseUsedUp,
  takePaymentMethod,
} from './payment-methods.ts'
import { refuse, StripeProblem } from './problems.ts'
import type { World } from './world.ts'

type Intent = Stripe.SetupIntent

export const setupIntentAnswers: Answers = {
  'POST /v1/setup_intents': (call, params: Stripe.SetupIntentCreateParams) => {
    const { world } = call
    if (params.customer !== undefined) world.need('customer', params.customer, null, 'customer')
    const intent = emptyIntent(world, params)
    save(world, intent, 'created')
    if (intent.customer !== null)
      world.link('setup_intent', 'customer', String(idOf(intent.customer)), intent.id)
    const chosen = withMethod(call, intent, params)
    return params.confirm === true ? confirm(call, chosen, params) : chosen
  },
  'GET /v1/setup_intents': (call, params: Stripe.SetupIntentListParams) =>
    answerList(call, 'setup_intent', params, {
      keep: ({ customer, payment_method }) =>
        (params.customer === undefined || idOf(customer) === params.customer) &&
        (params.payment_method === undefined || idOf(payment_method) === params.payment_method),
    }),
  'GET /v1/setup_intents/:id': ({ world, ids }) => world.need('setup_intent', ids[0]!),
  'POST /v1/setup_intents/:id': (call, params: Stripe.SetupIntentUpdateParams) => {
    const intent = call.world.need('setup_intent', call.ids[0]!)
    const changed = { ...intent, metadata: mergeMetadata(intent.metadata, params.metadata) }
    call.world.save('setup_intent', changed)
    return withMethod(call, changed, params)
  },
  'POST /v1/setup_intents/:id/confirm': (call, params: Stripe.SetupIntentConfirmParams) => {
    const intent = call.world.need('setup_intent', call.ids[0]!)
    if (intent.status === 'succeeded' || intent.status === 'canceled') refuseState(intent, 'confirm')
    return confirm(call, withMethod(call, intent, params), params)
  },
  'POST /v1/setup_intents/:id/cancel': ({ world, ids }, params: Stripe.SetupIntentCancelParams) => {
    const intent = world.need('setup_intent', ids[0]!)
    if (intent.status === 'succeeded' || intent.status === 'canceled') refuseState(intent, 'cancel')
    const reason = params.cancellation_reason ?? null
    return save(
      world,
      { ...intent, cancellation_reason: reason, next_action: null, status: 'canceled' },
      'canceled',
    )
  },
  'GET /v1/mandates/:id': ({ world, ids }) => world.need('mandate', ids[0]!),
}

/** The owner said yes or no to the bank. */
export function finishSetup(world: World, intent: Intent, isApproved: boolean): Intent {
  const method = world.need('payment_method', String(idOf(intent.payment_method)))
  if (isApproved) return succeed(world, intent, method)
  return saveFailure(world, intent, method, {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

function emptyIntent(world: World, params: Stripe.SetupIntentCreateParams): Intent {
  const id = world.newId('seti')
  const isAutomatic = params.automatic_payment_methods?.enabled !== false
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: isAutomatic
      ? {
          allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always',
          enabled: true,
        }
      : null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${world.nextWord(25)}`,
    created: world.nowSeconds(),
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: world.isLive,
    managed_payments: { enabled: false },
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: isAutomatic ? { id: 'pmc_double', parent: null } : null,
    payment_method_options: {},
    payment_method_types: offeredTypes(params),
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  }
}

function withMethod(
  call: Call,
  intent: Intent,
  params: Pick<Stripe.SetupIntentConfirmParams, 'payment_method' | 'payment_method_data'>,
): Intent {
  const method =
    params.payment_method_data === undefined
      ? params.payment_method && takePaymentMethod(call, params.payment_method)
      : makePaymentMethod(call, params.payment_method_data)
  if (!method) return intent
  const owner = idOf(method.customer)
  if (owner !== null && owner !== idOf(intent.customer))
    refuse(`The payment method supplied (${method.id}) belongs to a different Customer.`, {
      param: 'payment_method',
    })
  if (!intent.payment_method_types.includes(method.type))
    refuse(`The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`, {
      param: 'payment_method',
    })
  const chosen: Intent = { ...intent, payment_method: method.id, status: 'requires_confirmation' }
  call.world.save('setup_intent', chosen)
  return chosen
}

function confirm(call: Call, intent: Intent, params: Stripe.SetupIntentConfirmParams): Intent {
  const { world } = call
  if (mayRedirect(intent) && !params.return_url && !call.isFromBrowser)
    refuse(
      'This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    )
  if (intent.payment_method === null)
    refuse("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
    })
  const method = world.need('payment_method', String(idOf(intent.payment_method)))
  if (world.note(method.id, 'is_used_up') === true) refuseUsedUp()
  if (method.type === 'us_bank_account') return confirmBank(call, intent, method, params)
  const card = cardOf(world, method)
  if (card?.declines !== undefined && card.isSavedAllTheSame !== true)
    return decline(world, intent, method, card.declines)
  if (!needsOwner(world, method, card, { isOffSession: false })) return succeed(world, intent, method)
  const asked: Intent = {
    ...intent,
    latest_attempt: world.newId('setatt'),
    next_action: nextAction(call.origin, intent.id, String(intent.client_secret), params.return_url ?? null),
    status: 'requires_action',
  }
  return save(world, asked, 'requires_action')
}

function confirmBank(
  call: Call,
  intent: Intent,
  method: Stripe.PaymentMethod,
  params: Stripe.SetupIntentConfirmParams,
): Intent {
  if (!call.isFromBrowser && !params.mandate_data)
    refuse(
      'This SetupIntent requires mandate data. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.',
      { code: 'parameter_missing', param: 'mandate_data' },
    )
  const { world } = call
  const mandate: Stripe.Mandate = {
    id: world.newId('mandate'),
    object: 'mandate',
    customer_acceptance: {
      accepted_at: world.nowSeconds(),
      online: { ip_address: '127.0.0.1', user_agent: 'double' },
      type: 'online',
    },
    livemode: world.isLive,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: { type: 'us_bank_account', us_bank_account: { collection_method: 'paper' } },
    status: 'active',
    type: 'multi_use',
  }
  world.save('mandate', mandate)
  return succeed(world, { ...intent, mandate: mandate.id }, method)
}

function succeed(world: World, intent: Intent, method: Stripe.PaymentMethod): Intent {
  const customer = idOf(intent.customer)
  if (customer !== null && method.customer === null) attach(world, method, customer)
  world.setNote(method.id, 'is_saved', true)
  const done: Intent = {
    ...intent,
    last_setup_error: null,
    latest_attempt: world.newId('setatt'),
    next_action: null,
    status: 'succeeded',
  }
  return save(world, done, 'succeeded')
}

function decline(world: World, intent: Intent, method: Stripe.PaymentMethod, why: Decline): never {
  const failed = saveFailure(world, intent, method, why)
  throw new StripeProblem(402, {
    type: 'card_error',
    code: why.code,
    message: why.message,
    ...(why.declineCode === undefined ? {} : { decline_code: why.declineCode }),
    payment_method: method,
    setup_intent: failed,
  })
}

function saveFailure(world: World, intent: Intent, method: Stripe.PaymentMethod, why: Decline): Intent {
  const failed: Intent = {
    ...intent,
    last_setup_error: {
      code: why.code,
      ...(why.declineCode === undefined ? {} : { decline_code: why.declineCode }),
      message: why.message,
      payment_method: method,
      type:
        why.code === AUTHENTICATE.code || why.declineCode !== undefined
          ? 'card_error'
          : 'invalid_request_error',
    },
    latest_attempt: world.newId('setatt'),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  return save(world, failed, 'setup_failed')
}

type Event = 'created' | 'canceled' | 'requires_action' | 'setup_failed' | 'succeeded'

function save(world: World, intent: Intent, event: Event): Intent {
  world.save('setup_intent', intent)
  emit(world, `setup_intent.${event}`, intent)
  return intent
}

function refuseState(intent: Intent, verb: string): never {
  refuse(`You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`, {
    code: 'setup_intent_unexpected_state',
  })
}
