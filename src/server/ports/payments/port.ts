import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'

/** A card on file at the provider. The number itself never reaches us. */
export type Card = {
  readonly methodId: string
  readonly brand: string
  readonly last4: string
  readonly expiresMonth: number
  readonly expiresYear: number
  /** The same card gives the same fingerprint, whoever saves it. */
  readonly fingerprint: string
}

export type ChargeState = 'succeeded' | 'declined' | 'requires_action' | 'processing'
export type Charge = {
  readonly intentId: string
  readonly state: ChargeState
  readonly amountCents: Cents
  /** What the provider keeps of a charge that succeeded. */
  readonly feeCents: Cents
  readonly refundedCents: Cents
  /** What the caller charged for, as it named it. */
  readonly reference: string
  /** The provider's word for a refusal (`card_declined`, `insufficient_funds`, `expired_card`). */
  readonly declineCode: string | null
}

/**
 * An amount that a card keeps back. It is captured once, whole or in part (the rest is released with it), or released;
 * after some days the provider releases it by itself.
 */
export type HoldState = 'held' | 'declined' | 'requires_action' | 'captured' | 'released' | 'expired'
export type Hold = {
  readonly intentId: string
  readonly state: HoldState
  readonly amountCents: Cents
  readonly reference: string
  /** When the provider releases it by itself. */
  readonly expiresAt: Instant
  readonly declineCode: string | null
}

export type RefundState = 'pending' | 'succeeded' | 'failed'
export type Refund = {
  readonly refundId: string
  readonly intentId: string
  readonly state: RefundState
  readonly amountCents: Cents
}

export type PayoutAccountState = 'pending' | 'ready' | 'restricted'
export type PayoutAccount = {
  readonly accountId: string
  readonly state: PayoutAccountState
  /** What the provider still wants to know, as its own keys. */
  readonly requirements: readonly string[]
}

export type TransferState = 'sending' | 'paid' | 'failed'
export type Transfer = {
  readonly payoutId: string
  readonly state: TransferState
  readonly amountCents: Cents
  readonly reference: string
  readonly failure: string | null
}

/** What a signed webhook says happened; only a hint to read the object again. */
export type ProviderEvent = { readonly id: string; readonly type: string; readonly objectId: string }

/** Everything that moved money, in both directions. A transfer that failed has moved there and back. */
export type Movement =
  | ({ readonly kind: 'charge' } & Charge)
  | ({ readonly kind: 'refund' } & Refund)
  | ({ readonly kind: 'transfer' } & Transfer)

export type CardDetails = {
  readonly number: string
  readonly expiresMonth: number
  readonly expiresYear: number
  readonly cvc: string
}

/** The forms that a provider shows on pages of its own; only the embedded one shows them among ours. */
export type HostedForms = {
  /** A setup token for a card, or the provider's word for what is wrong with it. */
  tokeniseCard(card: CardDetails): Promise<{ setupToken: string } | { declined: string }>
  /** Whose questions a link asks: null where the link is unknown, used or too old. */
  readPayoutLink(linkToken: string): Promise<{ accountId: string; returnUrl: string } | null>
  /** Answers them; the link works once. False where it does not work. */
  answerPayoutQuestions(
    linkToken: string,
    answers: { legalName: string; routingNumber: string; accountNumber: string },
  ): Promise<boolean>
  /** Webhooks that are due, signed; each is handed out once. */
  takeWebhooks(limit: number): Promise<readonly { body: string; signature: string }[]>
}

/**
 * The payment provider. Every acting call carries an idempotency `key`: the same key and input give the first answer
 * again, the same key with other input throws. A network fault throws `ProviderUnavailable`: whether the call took
 * effect is then unknown, and asking again with the same key finds out.
 */
export type Payments = {
  readonly name: 'embedded' | 'stripe'
  createCustomer(input: { key: string; email: string; name: string }): Promise<{ customerId: string }>
  /** `setupToken` stands for card details that the provider's own form took. */
  saveCard(input: {
    key: string
    customerId: string
    setupToken: string
  }): Promise<Card | { declined: string }>
  charge(input: {
    key: string
    customerId: string
    methodId: string
    amountCents: Cents
    /** Our name for what is charged: comes back with the charge and in the movements. */
    reference: string
  }): Promise<Charge>
  /** Null also for a hold that was not taken: it charged nothing. */
  readCharge(intentId: string): Promise<Charge | null>
  /** Keeps an amount back on a card. */
  authorise(input: {
    key: string
    customerId: string
    methodId: string
    amountCents: Cents
    /** Our name for what it is for: comes back with the hold, and with the charge that it becomes. */
    reference: string
  }): Promise<Hold>
  /**
   * Takes at most what is held. Where nothing is held any more, the charge is `declined` with `hold_expired`,
   * `hold_released` or `hold_captured`, and no money has moved.
   */
  capture(input: { key: string; intentId: string; amountCents: Cents }): Promise<Charge>
  /** Lets a hold go; one that is gone or taken already stays as it is. */
  release(input: { key: string; intentId: string }): Promise<Hold>
  readHold(intentId: string): Promise<Hold | null>
  /** Every hold that stands, oldest first, for reconciling. */
  listHolds(): AsyncIterable<Hold>
  refund(input: { key: string; intentId: string; amountCents: Cents }): Promise<Refund>
  createPayoutAccount(input: { key: string; email: string }): Promise<PayoutAccount>
  /** A single-use page of the provider where the payee answers its questions. */
  payoutAccountLink(input: {
    accountId: string
    returnUrl: string
    refreshUrl: string
  }): Promise<{ url: string }>
  readPayoutAccount(accountId: string): Promise<PayoutAccount | null>
  transfer(input: {
    key: string
    accountId: string
    amountCents: Cents
    reference: string
  }): Promise<Transfer>
  readTransfer(payoutId: string): Promise<Transfer | null>
  /** Everything that moved money since a moment, oldest first, for reconciling. */
  listMovements(since: Instant): AsyncIterable<Movement>
  /** Null when the signature is not right. */
  readWebhook(body: string, signature: string): ProviderEvent | null
  /** Null for a provider with pages of its own. */
  readonly hostedForms: HostedForms | null
}

/** The provider did not answer, or answered with a fault of its own. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
