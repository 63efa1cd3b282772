/** Customers, and the cards and bank accounts that they keep with Stripe (SetupIntents). */
import type { Stripe } from 'stripe'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import type { PaymentMethod, SavedMethod } from '../payments/port.ts'
import { ask, askFor, unknownWord } from './failures.ts'
import { declineCodeOf } from './intents.ts'
import { idOf } from './values.ts'

type Calls = Pick<Payments, 'createCustomer' | 'createMethodSetup' | 'saveMethod' | 'readMethod'>

export function createMethods(client: Stripe): Calls {
  return {
    createCustomer: async ({ key, email, name, reference }) => {
      const customer = await ask(() =>
        client.customers.create({ email, name, metadata: { reference } }, { idempotencyKey: key }),
      )
      return { customerId: customer.id }
    },
    createMethodSetup: async ({ key, customerId, kinds }) => {
      const setup = await ask(() =>
        client.setupIntents.create(
          {
            customer: customerId,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            // Verified while its owner is there: what takes two small deposits and days pays no invoice today.
            ...(kinds.includes('bank_account')
              ? { payment_method_options: { us_bank_account: { verification_method: 'instant' } } }
              : { excluded_payment_method_types: ['us_bank_account'] }),
            usage: 'off_session',
          },
          { idempotencyKey: key },
        ),
      )
      if (setup.client_secret === null) throw unknownWord('the secret of a card form', null)
      return { setupToken: setup.id, clientSecret: setup.client_secret }
    },
    saveMethod: (input) => saveMethod(client, input),
    readMethod: async (methodId) => {
      const method = await askFor(() => client.paymentMethods.retrieve(methodId))
      return method === null || method.customer === null ? null : toMethod(method)
    },
  }
}

async function saveMethod(
  client: Stripe,
  { customerId, setupToken }: Parameters<Payments['saveMethod']>[0],
): Promise<SavedMethod> {
  const setup = await askFor(() => client.setupIntents.retrieve(setupToken, { expand: ['payment_method'] }))
  if (setup === null || idOf(setup.customer) !== customerId)
    throw new ProviderFailure('refused', 'this card form is not of this customer', 'token_expired')
  switch (setup.status) {
    case 'succeeded': {
      const method = setup.payment_method
      if (method === null || typeof method === 'string') throw unknownWord('a saved card', method)
      return { state: 'saved', method: toMethod(method) }
    }
    case 'requires_action':
    case 'processing':
      if (setup.client_secret === null) throw unknownWord('the secret of a card form', null)
      return { state: 'requires_action', nextAction: { clientSecret: setup.client_secret } }
    case 'requires_payment_method':
    case 'requires_confirmation': {
      const declineCode = declineCodeOf(setup.last_setup_error)
      if (declineCode === null)
        throw new ProviderFailure('refused', 'this card form was not filled in', 'form_not_finished')
      return { state: 'declined', declineCode }
    }
    case 'canceled':
      throw new ProviderFailure('refused', 'this card form was canceled', 'token_expired')
    default:
      throw unknownWord('the state of a card form', setup.status)
  }
}

function toMethod(method: Stripe.PaymentMethod): PaymentMethod {
  const { id, card, us_bank_account: account } = method
  if (card)
    return {
      methodId: id,
      kind: 'card',
      brand: card.brand,
      last4: card.last4,
      expiresMonth: card.exp_month,
      expiresYear: card.exp_year,
      fingerprint: card.fingerprint ?? id,
    }
  if (account)
    return {
      methodId: id,
      kind: 'bank_account',
      brand: account.bank_name ?? 'bank',
      last4: account.last4 ?? '',
      expiresMonth: null,
      expiresYear: null,
      fingerprint: account.fingerprint ?? id,
    }
  throw unknownWord('a way to pay', method.type)
}
