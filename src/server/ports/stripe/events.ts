/** Stripe's events: from a signed webhook, or listed to find what a lost one would have brought. */
import type { Stripe } from 'stripe'
import type { Instant } from '#domain/time.ts'
import type { EventSubject, ProviderEvent, ReadWebhook } from '../payments/port.ts'
import { isLiveKey, type StripeKeys } from './client.ts'
import { idOf, instantOf } from './values.ts'
import { oldestFirst } from './windows.ts'

/** As old as a signature may be, in seconds; what Stripe's own library takes. */
const TOLERANCE_SECONDS = 300

export function readWebhook(
  client: Stripe,
  keys: StripeKeys,
  { body, signature, from }: { body: string; signature: string; from: 'platform' | 'payees' },
  now: Instant,
): ReadWebhook {
  const secret = from === 'platform' ? keys.webhookSecret : keys.connectWebhookSecret
  let event: Stripe.Event
  try {
    event = client.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now)
  } catch {
    return { state: 'forged' }
  }
  // A live address for payees' events is sent test events, too.
  if (event.livemode !== isLiveKey(keys.secretKey)) return { state: 'ignored' }
  return { state: 'event', event: toEvent(event) }
}

export async function* listEvents(
  client: Stripe,
  since: Instant,
  until: Instant,
): AsyncGenerator<ProviderEvent> {
  const events = oldestFirst(
    (created, limit) => client.events.list({ created, limit, types: [...PLATFORM_EVENTS] }),
    { since, until },
  )
  for await (const event of events) yield toEvent(event)
}

/** What the webhook for the platform's own events must send; a list of events takes twenty types. */
export const PLATFORM_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'payment_intent.amount_capturable_updated',
  'charge.refunded',
  'charge.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'transfer.reversed',
  'payment_method.automatically_updated',
  'payment_method.detached',
] as const

/** What the webhook for events at crews' accounts must send. */
export const PAYEE_EVENTS = [
  'account.updated',
  'account.application.deauthorized',
  'account.external_account.updated',
  'account.external_account.deleted',
  'capability.updated',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
] as const

const SUBJECTS: readonly (readonly [prefix: string, subject: EventSubject])[] = [
  ['payment_intent.', 'hold_or_charge'],
  ['charge.dispute.', 'chargeback'],
  ['charge.refund.', 'refund'],
  ['charge.', 'charge'],
  ['refund.', 'refund'],
  ['transfer.', 'transfer'],
  ['payout.', 'bank_payout'],
  ['account.', 'payout_account'],
  ['capability.', 'payout_account'],
  ['payment_method.', 'payment_method'],
  ['setup_intent.', 'method_setup'],
  ['radar.early_fraud_warning.', 'fraud_warning'],
]

function toEvent(event: Stripe.Event): ProviderEvent {
  const accountId = event.account ?? null
  const subject = SUBJECTS.find(([prefix]) => event.type.startsWith(prefix))?.[1] ?? 'unknown'
  // The platform's own payouts are no crew's.
  const isForeign = accountId === null && (subject === 'bank_payout' || subject === 'payout_account')
  return {
    id: event.id,
    type: event.type,
    subject: isForeign ? 'unknown' : subject,
    objectId: objectIdOf(event, subject, accountId),
    accountId,
    createdAt: instantOf(event.created),
  }
}

function objectIdOf(event: Stripe.Event, subject: EventSubject, accountId: string | null): string {
  // An account's parts (its bank account, a capability, our access to it) are all read as the account.
  if (subject === 'payout_account') return accountId ?? ''
  const object = event.data.object
  if (object.object === 'charge') return idOf(object.payment_intent) ?? ''
  return 'id' in object && typeof object.id === 'string' ? object.id : ''
}
