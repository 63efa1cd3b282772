/** PaymentIntents as charges and holds. An intent is created first, which moves nothing, and confirmed by its id. */
import type { Stripe } from 'stripe'
import type { Cents } from '#domain/money.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { Payments } from '../payments/payments.ts'
import type { Charge, ChargeState, Hold, HoldPage, HoldState } from '../payments/port.ts'
import { ask, askFor, isCardError, isUnexpectedState, unknownWord } from './failures.ts'
import { amountOf, idOf, instantOf, instantOrNull, referenceOf, toCents } from './values.ts'
import { windowsOldestFirst } from './windows.ts'

/** What a charge is read with: its fee, and what was charged. */
const EXPAND = ['latest_charge.balance_transaction']

/** A card of somebody else's, or taken off: Stripe names the parameter, or nothing. */
const ABOUT_THE_CARD = { about: ['payment_method', null] }

/** The longest that a card of any kind keeps an amount back. */
const HOLD_DAYS = 32
/** What most cards grant, where Stripe does not say it. */
const USUAL_HOLD_DAYS = 7

type Calls = Pick<
  Payments,
  | 'createCharge'
  | 'confirmCharge'
  | 'cancelCharge'
  | 'readCharge'
  | 'createHold'
  | 'confirmHold'
  | 'capture'
  | 'release'
  | 'readHold'
  | 'listHolds'
>

export function createIntents(client: Stripe, now: () => number): Calls {
  return {
    createCharge: async (input) => toCharge(await createIntent(client, input, {})),
    confirmCharge: async (input) => toCharge(await confirm(client, input)),
    cancelCharge: async (input) => toCharge(await cancel(client, input)),
    readCharge: async (intentId) => {
      const intent = await read(client, intentId)
      return intent === null || isHold(intent) ? null : toCharge(intent)
    },
    createHold: async (input) =>
      toHold(
        await createIntent(client, input, {
          capture_method: 'manual',
          excluded_payment_method_types: ['us_bank_account'],
        }),
      ),
    confirmHold: async (input) => toHold(await confirm(client, input)),
    capture: (input) => capture(client, input),
    release: async (input) => toHold(await cancel(client, input)),
    readHold: async (intentId) => {
      const intent = await read(client, intentId)
      return intent === null || intent.capture_method !== 'manual' ? null : toHold(intent)
    },
    listHolds: (since) => listHolds(client, since, instant(now())),
  }
}

function createIntent(
  client: Stripe,
  input: Parameters<Payments['createCharge']>[0],
  kind: Partial<Stripe.PaymentIntentCreateParams>,
): Promise<Stripe.PaymentIntent> {
  return ask(
    () =>
      client.paymentIntents.create(
        {
          amount: input.amountCents,
          currency: input.currency,
          customer: input.customerId,
          payment_method: input.methodId,
          metadata: { reference: input.reference, attempt: String(input.attempt) },
          // Whatever the customer saved may pay; none of it may send the browser to another site.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          expand: EXPAND,
          ...kind,
        },
        { idempotencyKey: input.key },
      ),
    ABOUT_THE_CARD,
  )
}

/** A refused card, and an intent that was confirmed before, are read as they stand now. */
async function confirm(
  client: Stripe,
  { key, intentId, isOffSession }: Parameters<Payments['confirmCharge']>[0],
): Promise<Stripe.PaymentIntent> {
  const session = isOffSession ? { off_session: true } : { use_stripe_sdk: true }
  return orAsItStands(client, intentId, () =>
    client.paymentIntents.confirm(intentId, { ...session, expand: EXPAND }, { idempotencyKey: key }),
  )
}

function cancel(client: Stripe, { key, intentId }: { key: string; intentId: string }) {
  return orAsItStands(client, intentId, () =>
    client.paymentIntents.cancel(intentId, { expand: EXPAND }, { idempotencyKey: key }),
  )
}

async function capture(
  client: Stripe,
  { key, intentId, amountCents }: Parameters<Payments['capture']>[0],
): Promise<Charge> {
  let isTaken = false
  const intent = await orAsItStands(client, intentId, async () => {
    const taken = await client.paymentIntents.capture(
      intentId,
      { amount_to_capture: amountCents, expand: EXPAND },
      { idempotencyKey: key },
    )
    isTaken = true
    return taken
  })
  if (isTaken) return toCharge(intent)
  const hold = toHold(intent)
  return {
    ...toCharge({ ...intent, status: 'canceled' }),
    state: 'declined',
    amountCents,
    feeCents: null,
    declineCode: `hold_${hold.state === 'captured' || hold.state === 'expired' ? hold.state : 'released'}`,
  }
}

async function orAsItStands(
  client: Stripe,
  intentId: string,
  call: () => Promise<Stripe.PaymentIntent>,
): Promise<Stripe.PaymentIntent> {
  const done = await ask(() => unlessPast(call), ABOUT_THE_CARD)
  if (done !== null) return done
  const standing = await read(client, intentId)
  if (standing === null) throw unknownWord('a charge that was made', intentId)
  return standing
}

/** Null where the card was refused or the intent was through before: it says itself how it stands. */
async function unlessPast<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (isCardError(error) || isUnexpectedState(error)) return null
    throw error
  }
}

function read(client: Stripe, intentId: string): Promise<Stripe.PaymentIntent | null> {
  return askFor(() => client.paymentIntents.retrieve(intentId, { expand: EXPAND }))
}

/** Stripe lists by no state, so a page may hold none; none is older than the longest time that a card holds. */
async function* listHolds(client: Stripe, since: Instant, now: Instant): AsyncGenerator<HoldPage> {
  const windows = windowsOldestFirst(
    (created, limit) => client.paymentIntents.list({ created, limit, expand: ['data.latest_charge'] }),
    { since: instant(Math.max(since, now - HOLD_DAYS * DAY_MS)), until: now },
  )
  for await (const { items, until } of windows)
    yield { holds: items.filter(({ status }) => status === 'requires_capture').map(toHold), until }
}

/** A hold becomes a charge when it is taken. */
function isHold(intent: Stripe.PaymentIntent): boolean {
  return intent.capture_method === 'manual' && intent.status !== 'succeeded'
}

function toCharge(intent: Stripe.PaymentIntent): Charge {
  const state = chargeStateOf(intent)
  const charge = latestCharge(intent)
  const moved = state === 'succeeded' ? intent.amount_received : intent.amount
  return {
    ...amountOf({ amount: moved, currency: intent.currency }),
    intentId: intent.id,
    state,
    feeCents: feeOf(charge),
    refundedCents: toCents(charge?.amount_refunded ?? 0),
    reference: referenceOf(intent.metadata) ?? '',
    attempt: Number(intent.metadata['attempt'] ?? 0),
    declineCode: declineCodeOf(intent.last_payment_error),
    nextAction: nextActionOf(state, intent.client_secret),
    method: state === 'succeeded' || state === 'processing' ? methodOf(charge) : null,
  }
}

function toHold(intent: Stripe.PaymentIntent): Hold {
  const state = holdStateOf(intent)
  const charge = latestCharge(intent)
  const endsAt = charge?.payment_method_details?.card?.capture_before
  const isAuthorized = state === 'held' || state === 'captured'
  return {
    ...amountOf(intent),
    intentId: intent.id,
    state,
    reference: referenceOf(intent.metadata) ?? '',
    expiresAt: isAuthorized
      ? (instantOrNull(endsAt) ?? instant(instantOf(intent.created) + USUAL_HOLD_DAYS * DAY_MS))
      : null,
    declineCode: declineCodeOf(intent.last_payment_error),
    nextAction: nextActionOf(state, intent.client_secret),
  }
}

function chargeStateOf({ status, last_payment_error }: Stripe.PaymentIntent): ChargeState {
  switch (status) {
    case 'requires_confirmation':
      return 'created'
    case 'requires_payment_method':
      return last_payment_error === null ? 'created' : 'declined'
    case 'requires_action':
      return 'requires_action'
    case 'processing':
      return 'processing'
    case 'succeeded':
      return 'succeeded'
    case 'canceled':
      return 'canceled'
    default:
      throw unknownWord('the state of a charge', status)
  }
}

function holdStateOf({ status, last_payment_error, cancellation_reason }: Stripe.PaymentIntent): HoldState {
  switch (status) {
    case 'requires_confirmation':
      return 'created'
    case 'requires_payment_method':
      return last_payment_error === null ? 'created' : 'declined'
    case 'requires_action':
      return 'requires_action'
    case 'requires_capture':
      return 'held'
    case 'succeeded':
      return 'captured'
    case 'canceled':
      return cancellation_reason === 'automatic' || cancellation_reason === 'expired' ? 'expired' : 'released'
    default:
      throw unknownWord('the state of a hold', status)
  }
}

type FailedPayment = { readonly code?: string; readonly decline_code?: string }

/** The bank asked the card's holder, who did not say yes. */
const HOLDER_SAID_NO = new Set([
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
])

/** The bank's own reason where Stripe only says that the card was declined. */
export function declineCodeOf(failed: FailedPayment | null): string | null {
  if (failed === null) return null
  const { code, decline_code: reason } = failed
  if (code !== undefined && HOLDER_SAID_NO.has(code)) return 'authentication_required'
  if (code !== undefined && code !== 'card_declined') return code
  return reason === undefined || reason === 'generic_decline' ? 'card_declined' : reason
}

function nextActionOf(state: string, clientSecret: string | null): Charge['nextAction'] {
  return state === 'requires_action' && clientSecret !== null ? { clientSecret } : null
}

function latestCharge(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'string' ? null : intent.latest_charge
}

function feeOf(charge: Stripe.Charge | null): Cents | null {
  const line = charge?.balance_transaction
  return line === undefined || line === null || typeof line === 'string' ? null : toCents(line.fee)
}

function methodOf(charge: Stripe.Charge | null): Charge['method'] {
  const details = charge?.payment_method_details
  if (details?.card?.last4)
    return { kind: 'card', brand: details.card.brand ?? 'card', last4: details.card.last4 }
  const account = details?.us_bank_account
  if (account?.last4)
    return { kind: 'bank_account', brand: account.bank_name ?? 'bank', last4: account.last4 }
  return null
}

/** The charge that an intent made, as transfers name their source. */
export async function chargeIdOf(client: Stripe, intentId: string): Promise<string | null> {
  const intent = await askFor(() => client.paymentIntents.retrieve(intentId))
  return idOf(intent?.latest_charge)
}
