import type { Stripe } from 'stripe'
import { type Answers, type Call, mergeMetadata } from './call.ts'
import { emit } from './events.ts'
import { answerList } from './lists.ts'
import { detach, takePaymentMethod } from './payment-methods.ts'
import { refuseMissing } from './problems.ts'

export const customerAnswers: Answers = {
  'POST /v1/customers': createCustomer,
  'GET /v1/customers': (call, params: Stripe.CustomerListParams) =>
    answerList(call, 'customer', params, {
      keep: ({ email }) => params.email === undefined || email === params.email,
    }),
  'GET /v1/customers/:id': ({ world, ids }) =>
    world.find('customer', ids[0]!) ??
    (world.note(ids[0]!, 'is_deleted') === true ? deleted(ids[0]!) : refuseMissing('customer', ids[0]!)),
  'POST /v1/customers/:id': updateCustomer,
  'DELETE /v1/customers/:id': ({ world, ids }) => {
    const customer = world.need('customer', ids[0]!)
    for (const method of world.linked('payment_method', 'customer', customer.id))
      if (method.customer === customer.id) detach(world, method)
    world.remove(customer.id)
    world.setNote(customer.id, 'is_deleted', true)
    emit(world, 'customer.deleted', customer)
    return deleted(customer.id)
  },
}

function createCustomer(call: Call, params: Stripe.CustomerCreateParams): Stripe.Customer {
  const { world } = call
  const customer: Stripe.Customer = {
    id: world.newId('cus'),
    object: 'customer',
    ...addressed(params, null),
    balance: 0,
    created: world.nowSeconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: world.nextWord(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: world.isLive,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    tax_exempt: 'none',
    test_clock: null,
  }
  world.save('customer', customer)
  emit(world, 'customer.created', customer)
  if (params.payment_method !== undefined)
    world.save('payment_method', {
      ...takePaymentMethod(call, params.payment_method),
      customer: customer.id,
    })
  return customer
}

function updateCustomer({ world, ids }: Call, params: Stripe.CustomerUpdateParams): Stripe.Customer {
  const customer = world.need('customer', ids[0]!)
  const chosen = params.invoice_settings?.default_payment_method
  if (chosen !== undefined && chosen !== '')
    world.need('payment_method', chosen, null, 'invoice_settings[default_payment_method]')
  const changed: Stripe.Customer = {
    ...customer,
    ...addressed(params, customer),
    description: params.description ?? customer.description,
    email: params.email ?? customer.email,
    name: params.name ?? customer.name ?? null,
    phone: params.phone ?? customer.phone ?? null,
    metadata: mergeMetadata(customer.metadata, params.metadata),
    invoice_settings: {
      ...customer.invoice_settings,
      ...(chosen === undefined ? {} : { default_payment_method: chosen === '' ? null : chosen }),
    },
  }
  world.save('customer', changed)
  emit(world, 'customer.updated', changed)
  return changed
}

function addressed(
  { address, shipping }: Pick<Stripe.CustomerCreateParams, 'address' | 'shipping'>,
  old: Stripe.Customer | null,
): Pick<Stripe.Customer, 'address' | 'shipping'> {
  const whole = (sent: Stripe.AddressParam): Stripe.Address => ({
    city: sent.city ?? null,
    country: sent.country ?? null,
    line1: sent.line1 ?? null,
    line2: sent.line2 ?? null,
    postal_code: sent.postal_code ?? null,
    state: sent.state ?? null,
  })
  return {
    address: address === undefined ? (old?.address ?? null) : address ? whole(address) : null,
    shipping:
      shipping === undefined
        ? (old?.shipping ?? null)
        : shipping
          ? {
              name: shipping.name,
              ...(shipping.phone === undefined ? {} : { phone: shipping.phone }),
              address: whole(shipping.address),
            }
          : null,
  }
}

function deleted(id: string): Stripe.DeletedCustomer {
  return { id, object: 'customer', deleted: true }
}
