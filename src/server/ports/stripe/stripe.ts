/**
 * Stripe behind the port: separate charges and transfers on one platform account, payees with Express accounts. Sends
 * what its documentation names and nothing else; every object is read by the release that the package pins.
 */

import { cents } from '#domain/money.ts'
import type { Clock } from '../clock/port.ts'
import type { Payments } from '../payments/payments.ts'
import { createAccounts } from './accounts.ts'
import { createChargebacks } from './chargebacks.ts'
import { createClient, type StripeKeys } from './client.ts'
import { diagnoseStripe } from './diagnose.ts'
import { listEvents, readWebhook } from './events.ts'
import { createIntents } from './intents.ts'
import { createMethods } from './methods.ts'
import { listMovements } from './movements.ts'
import { createRefunds } from './refunds.ts'
import { createTransfers } from './transfers.ts'

/** Stripe's own address of its script: it must not be served from anywhere else. */
const SCRIPT_URL = 'https://js.stripe.com/v3/'
/** What Stripe charges at least in US dollars. */
const MINIMUM_CENTS = 50

export function createStripe(keys: StripeKeys, clock: Clock): Payments {
  const client = createClient(keys)
  const now = () => clock.now()
  return {
    name: 'stripe',
    diagnose: (house) => diagnoseStripe({ keys, ...house }),
    browser: {
      publishableKey: keys.publishableKey,
      scriptUrl: keys.apiBase === null ? SCRIPT_URL : `${keys.apiBase}/v3/`,
    },
    minimumChargeCents: cents(MINIMUM_CENTS),
    ...createMethods(client),
    ...createIntents(client, now),
    ...createRefunds(client),
    ...createAccounts(client),
    ...createTransfers(client, now),
    ...createChargebacks(client),
    listMovements: (since) => listMovements(client, since, clock.now()),
    readWebhook: (webhook) => readWebhook(client, keys, webhook, clock.now()),
    listEvents: (since) => listEvents(client, since, clock.now()),
    hostedForms: null,
  }
}
