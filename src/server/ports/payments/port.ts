import type { Cents } from '#domain/money.ts'

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
  readonly refundedCents: Cents
  /** The provider's word for a refusal (`card_declined`, `insufficient_funds`, `expired_card`). */
  readonly declineCode: string | null
}

export type RefundState = 'pending' | 'succeeded' | 'failed'
export type Refund = { readonly refundId: string; readonly state: RefundState; readonly amountCents: Cents }

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
  readonly failure: string | null
}

/** What a signed webhook says happened; only a hint to read the object again. */
export type ProviderEvent = { readonly id: string; readonly type: string; readonly objectId: string }

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
    description: string
  }): Promise<Charge>
  readCharge(intentId: string): Promise<Charge | null>
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
    description: string
  }): Promise<Transfer>
  readTransfer(payoutId: string): Promise<Transfer | null>
  /** Everything that moved money since a moment, oldest first, for reconciling. */
  listMovements(
    since: number,
  ): AsyncIterable<
    | ({ kind: 'charge' } & Charge)
    | ({ kind: 'refund'; intentId: string } & Refund)
    | ({ kind: 'transfer' } & Transfer)
  >
  /** Null when the signature is not right. */
  readWebhook(body: string, signature: string): ProviderEvent | null
}

/** The provider did not answer, or answered with a fault of its own. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
