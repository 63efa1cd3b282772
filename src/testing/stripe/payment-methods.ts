/** Cards and bank accounts of customers. */
import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { type Answers, type Call, idOf, mergeMetadata } from './call.ts'
import { bankAccountBy, cardBy, ROUTING_NUMBER, type TestBankAccount, type TestCard } from './cards.ts'
import { emit } from './events.ts'
import { answerList } from './lists.ts'
import { refuse, StripeProblem } from './problems.ts'
import type { World } from './world.ts'

type Billing = Stripe.PaymentMethod['billing_details']
const NO_BILLING: Billing = { address: null, email: null, name: null, phone: null, tax_id: null }

/** The payment method of this id; `pm_card_visa` and its kin become one that is new. */
export function takePaymentMethod(call: Call, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const { world } = call
  const card = id.startsWith('pm_') ? cardBy(id) : undefined
  const account = id.startsWith('pm_') ? bankAccountBy(id) : undefined
  if (card !== undefined) return makeCard(world, card, NO_BILLING)
  if (account !== undefined) return makeBankAccount(world, account, { ...NO_BILLING, name: 'Jenny Rosen' })
  return (
    world.find('payment_method', id) ??
    refuse(`No such PaymentMethod: '${id}'`, { code: 'resource_missing', param, status: 404 })
  )
}

export function cardOf(world: World, method: Stripe.PaymentMethod): TestCard | undefined {
  return cardBy(String(world.note(method.id, 'number')))
}

export function bankAccountOf(world: World, method: Stripe.PaymentMethod): TestBankAccount | undefined {
  return bankAccountBy(String(world.note(method.id, 'number')))
}

/** Saving declines what payments would decline, for most cards. */
export function attach(world: World, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  const attached = { ...method, customer }
  world.save('payment_method', attached)
  world.link('payment_method', 'customer', customer, method.id)
  emit(world, 'payment_method.attached', attached)
  return attached
}

export function detach(world: World, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const detached = { ...method, customer: null }
  world.save('payment_method', detached)
  world.setNote(method.id, 'is_used_up', true)
  emit(world, 'payment_method.detached', detached, { previous: { customer: idOf(method.customer) } })
  return detached
}

/** What a page sends instead of an id: numbers come only from there. */
export function makePaymentMethod(
  call: Call,
  data: Stripe.PaymentMethodCreateParams | Stripe.PaymentIntentConfirmParams.PaymentMethodData,
): Stripe.PaymentMethod {
  const billing = billingFrom(data.billing_details)
  const { world } = call
  if (data.type === 'us_bank_account') {
    const number = data.us_bank_account?.account_number ?? '000123456789'
    const account = bankAccountBy(number) ?? { number, names: [] }
    if (billing.name === null)
      refuse('Missing required param: billing_details[name].', {
        code: 'parameter_missing',
        param: 'billing_details[name]',
      })
    return makeBankAccount(world, account, billing)
  }
  const sent = 'card' in data ? data.card : undefined
  if (data.type !== 'card' || sent === undefined)
    refuse(`The double makes no payment method of type ${data.type}.`, { param: 'type' })
  if ('token' in sent) {
    const card = cardBy(String(sent.token).replace(/^tok_/, 'pm_card_'))
    return card === undefined
      ? refuse(`No such token: '${sent.token}'`, { code: 'resource_missing', param: 'card[token]' })
      : makeCard(world, card, billing)
  }
  if (!call.isFromBrowser && world.isLive)
    refuse('Sending credit card numbers directly to the Stripe API is generally unsafe.', {
      param: 'card[number]',
    })
  return makeCardFromNumber(world, 'number' in sent ? sent : {}, billing)
}

function makeCardFromNumber(
  world: World,
  sent: { number?: string; exp_month?: number; exp_year?: number; cvc?: string },
  billing: Billing,
): Stripe.PaymentMethod {
  const card = cardBy(String(sent.number).replaceAll(/\D/g, ''))
  if (card === undefined)
    throw new StripeProblem(402, {
      type: 'card_error',
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
      param: 'number',
    })
  const year = Number(sent.exp_year) % 100
  const now = new Date(world.nowMs())
  if (year * 12 + Number(sent.exp_month) < (now.getUTCFullYear() % 100) * 12 + now.getUTCMonth() + 1)
    throw new StripeProblem(402, {
      type: 'card_error',
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    })
  return makeCard(world, card, billing, { month: Number(sent.exp_month), year: 2000 + year })
}

function makeCard(
  world: World,
  card: TestCard,
  billing: Billing,
  expires = { month: 12, year: 2034 },
): Stripe.PaymentMethod {
  const brand = card.brand ?? 'visa'
  const method: Stripe.PaymentMethod = {
    id: world.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: expires.month,
      exp_year: expires.year,
      fingerprint: fingerprintOf(card.number),
      funding: card.funding ?? 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: world.isLive,
    metadata: {},
    type: 'card',
  }
  return keep(world, method, card.number)
}

function makeBankAccount(world: World, account: TestBankAccount, billing: Billing): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: world.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    created: world.nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: world.isLive,
    metadata: {},
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: fingerprintOf(account.number),
      last4: account.number.slice(-4),
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: ROUTING_NUMBER,
      status_details: null,
    },
  }
  return keep(world, method, account.number)
}

function keep(world: World, method: Stripe.PaymentMethod, number: string): Stripe.PaymentMethod {
  world.save('payment_method', method)
  world.setNote(method.id, 'number', number)
  if (cardBy(number)?.authentication === 'done') world.setNote(method.id, 'is_saved', true)
  return method
}

/** The same card or account gives the same print, whoever brings it. */
export function fingerprintOf(number: string): string {
  return createHash('sha256')
    .update(`print ${number}`)
    .digest('base64url')
    .replaceAll(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 16)
}

type SentBilling = Stripe.PaymentMethodCreateParams['billing_details']

function billingFrom(sent: SentBilling): Billing {
  const { address, email, name, phone, tax_id } = sent ?? {}
  const where = address === '' || address === null || address === undefined ? null : address
  return {
    address: where && {
      city: where.city ?? null,
      country: where.country ?? null,
      line1: where.line1 ?? null,
      line2: where.line2 ?? null,
      postal_code: where.postal_code ?? null,
      state: where.state ?? null,
    },
    email: email || null,
    name: name || null,
    phone: phone || null,
    tax_id: tax_id || null,
  }
}

export const paymentMethodAnswers: Answers = {
  'POST /v1/payment_methods': (call, params: Stripe.PaymentMethodCreateParams) =>
    makePaymentMethod(call, params),
  'GET /v1/payment_methods': (call, params: Stripe.PaymentMethodListParams) => {
    if (params.customer === undefined)
      refuse('The double lists payment methods of a customer only.', {
        code: 'parameter_missing',
        param: 'customer',
      })
    return ofCustomer(call, params.customer, params)
  },
  'GET /v1/payment_methods/:id': ({ world, ids }) => world.need('payment_method', ids[0]!),
  'POST /v1/payment_methods/:id': ({ world, ids }, params: Stripe.PaymentMethodUpdateParams) => {
    const method = world.need('payment_method', ids[0]!)
    const changed: Stripe.PaymentMethod = {
      ...method,
      metadata: mergeMetadata(method.metadata, params.metadata),
      billing_details:
        params.billing_details === undefined ? method.billing_details : billingFrom(params.billing_details),
    }
    world.save('payment_method', changed)
    emit(world, 'payment_method.updated', changed)
    return changed
  },
  'POST /v1/payment_methods/:id/attach': (call, params: Stripe.PaymentMethodAttachParams) =>
    attachAsAsked(call, params),
  'POST /v1/payment_methods/:id/detach': ({ world, ids }) => {
    const method = world.need('payment_method', ids[0]!)
    if (method.customer === null)
      refuse('The payment method you provided is not attached to a customer so detachment is impossible.')
    return detach(world, method)
  },
  'GET /v1/customers/:id/payment_methods': (call, params: Stripe.CustomerListPaymentMethodsParams) =>
    ofCustomer(call, call.ids[0]!, params),
  'GET /v1/customers/:id/payment_methods/:id': ({ world, ids }) => world.need('payment_method', ids[1]!),
}

function attachAsAsked(call: Call, params: Stripe.PaymentMethodAttachParams): Stripe.PaymentMethod {
  const { world } = call
  const method = takePaymentMethod(call, call.ids[0]!)
  const customer = world.need('customer', params.customer ?? '', null, 'customer').id
  if (idOf(method.customer) === customer) return method
  if (method.customer !== null)
    refuse('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  if (world.note(method.id, 'is_used_up') === true) refuseUsedUp()
  const card = cardOf(world, method)
  if (card?.declines !== undefined && card.isSavedAllTheSame !== true)
    throw new StripeProblem(402, {
      type: 'card_error',
      code: card.declines.code,
      ...(card.declines.declineCode === undefined ? {} : { decline_code: card.declines.declineCode }),
      message: card.declines.message,
    })
  return attach(world, method, customer)
}

/** What an intent may be paid with: everything that there is here, unless it is told otherwise. */
export function offeredTypes({
  allowed_payment_method_types: allowed = ['card', 'us_bank_account'],
  excluded_payment_method_types: excluded = [],
}: Pick<
  Stripe.SetupIntentCreateParams,
  'allowed_payment_method_types' | 'excluded_payment_method_types'
>): string[] {
  const isExcluded = new Set<string>(excluded)
  return allowed.filter((type) => !isExcluded.has(type))
}

export function refuseUsedUp(): never {
  refuse(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { code: 'payment_method_unexpected_state' },
  )
}

function ofCustomer(call: Call, id: string, params: Stripe.CustomerListPaymentMethodsParams): object {
  const { world } = call
  world.need('customer', id, null, 'customer')
  return answerList(call, 'payment_method', params, {
    among: world.linked('payment_method', 'customer', id),
    keep: ({ customer, type }) =>
      idOf(customer) === id && (params.type === undefined || type === params.type),
    url: `/v1/customers/${id}/payment_methods`,
  })
}
