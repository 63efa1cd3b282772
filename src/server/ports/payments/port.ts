/**
 * The payment provider as we need it, whichever stands behind. Three rules make every call safe to repeat:
 *
 * 1. What takes money from a card is first **created**, which moves nothing, and then **confirmed** by its id, which
 *    works once. The id is saved between the two, so from then on nobody has to create anything again.
 * 2. What moves money in one call (refunds, transfers, payouts, reversals) carries our `reference`. Where its answer
 *    was lost it is **found** by that reference before it is asked again; keys are no memory, providers forget them
 *    after a day (`KEY_LIFE_MS`).
 * 3. States are closed sets. A word that an adapter does not know throws `ProviderFailure` ('contract'): unknown is
 *    never paid.
 *
 * A refused card is an answer (`declined`), everything else that stands in the way throws a `ProviderFailure` whose
 * `kind` says what to do about it.
 */
import type { Cents } from '#domain/money.ts'
import { HOUR_MS, type Instant } from '#domain/time.ts'

/** No key is used again after this long: real providers keep them for 24 hours. */
export const KEY_LIFE_MS = 23 * HOUR_MS

/**
 * What is asked under a key in this hour. A provider keeps its answer under the key for a day, a broken one too; what
 * can be done only once anyway, by an id or because it moves nothing, is asked under another key after an hour.
 */
export function hourlyKey(key: string, now: Instant): string {
  return `${key}:${Math.floor(now / HOUR_MS)}`
}

/** ISO 4217 in small letters. Every amount names its currency; amounts in another one than asked are refused. */
export type Currency = 'usd'

export type Amount = { readonly amountCents: Cents; readonly currency: Currency }

/** A card or bank account on file at the provider. The number itself never reaches us. */
export type PaymentMethod = {
  readonly methodId: string
  readonly kind: 'card' | 'bank_account'
  /** The card's brand, or the bank's name. */
  readonly brand: string
  readonly last4: string
  /** Null for a bank account. */
  readonly expiresMonth: number | null
  readonly expiresYear: number | null
  /** The same card or account gives the same fingerprint, whoever saves it. */
  readonly fingerprint: string
}

/** What the customer's browser must still do, with the provider's own script and this secret (3-D Secure). */
export type NextAction = { readonly clientSecret: string }

/** A form of the provider's in which a customer gives a card; `setupToken` stands for what was given there. */
export type MethodSetup = { readonly setupToken: string; readonly clientSecret: string }

export type SavedMethod =
  | { readonly state: 'saved'; readonly method: PaymentMethod }
  | { readonly state: 'declined'; readonly declineCode: string }
  | { readonly state: 'requires_action'; readonly nextAction: NextAction }

/** `created` has moved nothing yet; `canceled` never will. */
export type ChargeState = 'created' | 'requires_action' | 'processing' | 'succeeded' | 'declined' | 'canceled'

export type Charge = Amount & {
  readonly intentId: string
  readonly state: ChargeState
  /** What the provider keeps of a charge that succeeded; null as long as it has not said so. */
  readonly feeCents: Cents | null
  readonly refundedCents: Cents
  /** What the caller charged for, as it named it, and which of its attempts this was. */
  readonly reference: string
  readonly attempt: number
  /** The provider's word for a refusal (`card_declined`, `insufficient_funds`, `authentication_required`). */
  readonly declineCode: string | null
  /** Only where the state is `requires_action`. */
  readonly nextAction: NextAction | null
  /** What was charged, for the receipt; null where nothing was. */
  readonly method: Pick<PaymentMethod, 'kind' | 'brand' | 'last4'> | null
}

/**
 * An amount that a card keeps back. It is taken once, whole or in part (the rest is released with it), or released;
 * after some days the provider releases it by itself.
 */
export type HoldState =
  | 'created'
  | 'requires_action'
  | 'held'
  | 'declined'
  | 'captured'
  | 'released'
  | 'expired'
export type Hold = Amount & {
  readonly intentId: string
  readonly state: HoldState
  readonly reference: string
  /** When the provider releases it by itself; null as long as nothing is held. */
  readonly expiresAt: Instant | null
  readonly declineCode: string | null
  readonly nextAction: NextAction | null
}

export type HoldPage = {
  readonly holds: readonly Hold[]
  /** Everything made before it has been listed: whoever goes on later begins here. */
  readonly until: Instant
}

export type RefundState = 'pending' | 'succeeded' | 'failed'
export type Refund = Amount & {
  readonly refundId: string
  readonly intentId: string
  readonly state: RefundState
  /** Our id of it; null for a refund made at the provider itself. */
  readonly reference: string | null
  /** Why it failed, in the provider's word. */
  readonly failure: string | null
}

export type PayoutAccountState = 'pending' | 'ready' | 'restricted'
export type PayoutAccount = {
  readonly accountId: string
  readonly state: PayoutAccountState
  /** What the provider still wants to know, as its own keys. */
  readonly requirements: readonly string[]
  /** When it stops payouts unless it is told. */
  readonly deadline: Instant | null
  /** Why it stopped them, in its own word. */
  readonly disabledReason: string | null
  readonly bank: {
    readonly name: string
    readonly last4: string
    readonly fingerprint: string
    readonly canBePaidInstantly: boolean
  } | null
}

/** Money from the platform's balance to a payee's. With a source charge it waits for that charge's money. */
export type Transfer = Amount & {
  readonly transferId: string
  readonly accountId: string
  readonly reference: string
  readonly sourceIntentId: string | null
  readonly reversedCents: Cents
}

export type Reversal = Amount & {
  readonly reversalId: string
  readonly transferId: string
  readonly reference: string
}

/** Money from a payee's balance to their bank. One that is `paid` may fail for days after. */
export type BankPayoutState = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
export type BankPayout = Amount & {
  readonly payoutId: string
  readonly accountId: string
  readonly state: BankPayoutState
  readonly speed: 'standard' | 'instant'
  readonly arrivesAt: Instant | null
  readonly reference: string
  /** Why it failed, in the provider's word. */
  readonly failure: string | null
}

/** A cardholder's bank takes the money back (a dispute of the card's, not of the work). */
export type ChargebackState = 'needs_evidence' | 'under_review' | 'won' | 'lost'
export type Chargeback = Amount & {
  readonly chargebackId: string
  readonly intentId: string
  readonly state: ChargebackState
  readonly reason: string
  /** What the provider takes for it; null as long as nothing was taken from our balance, as for an inquiry. */
  readonly feeCents: Cents | null
  readonly evidenceDueAt: Instant | null
  /** A bank debit that had settled and came back: lost from the first, and nobody can contest it. */
  readonly isReturn: boolean
}

/** What speaks for us, as the provider's form wants it: texts, and one file of everything. */
export type ChargebackEvidence = {
  readonly customerName: string
  readonly customerEmail: string
  readonly serviceDate: string
  readonly productDescription: string
  readonly refundPolicy: string
  readonly statement: string
  readonly document: { readonly name: string; readonly type: 'application/pdf'; readonly bytes: Uint8Array }
}

/** An issuer's early word that a charge is likely to be a fraud. */
export type FraudWarning = {
  readonly warningId: string
  readonly intentId: string
  readonly isActionable: boolean
}

/** What an event is about; the object is always read again, an event is only a hint. */
export const EVENT_SUBJECTS = [
  'charge',
  'hold_or_charge',
  'refund',
  'transfer',
  'bank_payout',
  'payout_account',
  'chargeback',
  'payment_method',
  'method_setup',
  'fraud_warning',
  'unknown',
] as const
export type EventSubject = (typeof EVENT_SUBJECTS)[number]

export type ProviderEvent = {
  readonly id: string
  /** The provider's own word, kept for people. */
  readonly type: string
  readonly subject: EventSubject
  readonly objectId: string
  /** The payee's account that it happened at; null for the platform's own. */
  readonly accountId: string | null
  readonly createdAt: Instant
}

/** `ignored`: signed, but of another mode (a test event at a live address). */
export type ReadWebhook =
  | { readonly state: 'event'; readonly event: ProviderEvent }
  | { readonly state: 'ignored' }
  | { readonly state: 'forged' }

/**
 * One line of the platform's balance, oldest first: what moved, with its sign (`amountCents` before the fee). A charge
 * brings money in, a transfer takes it out; a refund that failed brings it back.
 */
export type MovementKind =
  | 'charge'
  | 'refund'
  | 'refund_failed'
  | 'transfer'
  | 'reversal'
  | 'chargeback'
  | 'chargeback_won'
  | 'fee'
  | 'platform_payout'
  | 'adjustment'
export type Movement = {
  readonly movementId: string
  readonly kind: MovementKind
  readonly amountCents: number
  readonly feeCents: number
  readonly currency: Currency
  readonly at: Instant
  /** The charge's intent, refund, transfer, reversal or chargeback; null where there is none. */
  readonly objectId: string | null
  /** Our name for it; null where it is not ours. */
  readonly reference: string | null
}
