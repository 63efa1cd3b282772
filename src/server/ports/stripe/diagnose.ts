/** What is wrong with an installation's Stripe keys and settings, in sentences for the person who sets it up. */
import type { Stripe } from 'stripe'
import type { Finding, House } from '../payments/payments.ts'
import { API_VERSION, createClient, isLiveKey, type StripeKeys } from './client.ts'
import { PAYEE_EVENTS, PLATFORM_EVENTS } from './events.ts'
import { toFailure } from './failures.ts'

type Setup = House & { readonly keys: StripeKeys }

/** Asks Stripe, changes nothing. Without an answer to the first question the rest is not asked. */
export async function diagnoseStripe(setup: Setup): Promise<Finding[]> {
  const client = createClient(setup.keys)
  const findings = [...modeFindings(setup)]
  try {
    await client.balance.retrieve()
  } catch (error) {
    return [...findings, { state: 'wrong', sentence: sentenceOf(error) }]
  }
  findings.push(good('Stripe takes STRIPE_SECRET_KEY.'))
  findings.push(...(await asked('the platform’s account', () => accountFindings(client))))
  findings.push(...(await asked('Connect', () => connectFindings(client))))
  findings.push(...(await asked('the webhooks', () => webhookFindings(client, setup))))
  return findings
}

function* modeFindings({ keys, isProduction }: Setup): Generator<Finding> {
  const isLive = isLiveKey(keys.secretKey)
  if (isProduction && !isLive)
    yield doubtful('The keys are of test mode: cards are not charged, and crews are not paid.')
  if (!isProduction && isLive)
    yield wrong(
      'The keys are of live mode, and CREW_ENV is not production: trying things out would move money.',
    )
  if (keys.webhookSecret === keys.connectWebhookSecret)
    yield wrong(
      'STRIPE_WEBHOOK_SECRET and STRIPE_CONNECT_WEBHOOK_SECRET are the same: each endpoint has a secret of its own.',
    )
}

async function accountFindings(client: Stripe): Promise<Finding[]> {
  const account = await client.accounts.retrieveCurrent()
  return [
    account.charges_enabled
      ? good('The platform’s account can charge cards.')
      : wrong(
          'Stripe does not let the platform’s account charge yet: finish its activation in the Dashboard.',
        ),
    account.payouts_enabled
      ? good('The platform’s account can be paid out.')
      : doubtful(
          'Stripe does not pay out the platform’s own account yet: its bank account is missing or refused.',
        ),
    ...(account.default_currency !== undefined && account.default_currency !== 'usd'
      ? [wrong(`The platform’s account keeps its money in ${account.default_currency}; Crew charges in usd.`)]
      : []),
  ]
}

async function connectFindings(client: Stripe): Promise<Finding[]> {
  await client.accounts.list({ limit: 1 })
  return [good('Connect is switched on: crews can have accounts.')]
}

async function webhookFindings(client: Stripe, { origin }: Setup): Promise<Finding[]> {
  const endpoints = await client.webhookEndpoints.list({ limit: 100 })
  return [
    webhookFinding(endpoints.data, `${origin}/api/payment-webhook`, PLATFORM_EVENTS, 'your account'),
    webhookFinding(endpoints.data, `${origin}/api/payee-webhook`, PAYEE_EVENTS, 'connected accounts'),
  ]
}

function webhookFinding(
  endpoints: readonly Stripe.WebhookEndpoint[],
  url: string,
  wanted: readonly string[],
  whose: string,
): Finding {
  const endpoint = endpoints.find((each) => each.url === url)
  if (endpoint === undefined)
    return wrong(`No webhook goes to ${url}: add one for events on ${whose}, with ${wanted.join(', ')}.`)
  if (endpoint.status !== 'enabled') return wrong(`The webhook to ${url} is switched off.`)
  const missing = wanted.filter(
    (type) => !endpoint.enabled_events.includes('*') && !endpoint.enabled_events.includes(type),
  )
  if (missing.length > 0) return wrong(`The webhook to ${url} lacks ${missing.join(', ')}.`)
  if (endpoint.api_version !== null && endpoint.api_version !== API_VERSION)
    return doubtful(
      `The webhook to ${url} speaks ${endpoint.api_version}; ${API_VERSION} is what Crew reads. Objects are read again, so nothing is lost.`,
    )
  return good(`The webhook to ${url} is there, with every event.`)
}

async function asked(what: string, ask: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await ask()
  } catch (error) {
    return [wrong(`Stripe did not answer about ${what}: ${sentenceOf(error)}`)]
  }
}

function sentenceOf(error: unknown): string {
  const failure = toFailure(error)
  if (!(failure instanceof Error)) return String(failure)
  return 'kind' in failure && failure.kind === 'unavailable'
    ? `Stripe cannot be reached: ${failure.message}`
    : `Stripe refuses: ${failure.message}`
}

function good(sentence: string): Finding {
  return { state: 'good', sentence }
}

function doubtful(sentence: string): Finding {
  return { state: 'doubtful', sentence }
}

function wrong(sentence: string): Finding {
  return { state: 'wrong', sentence }
}
