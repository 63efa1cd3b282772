/** What can be made to go wrong at the embedded provider, by tests, benches and the simulation. Nothing does by itself. */
import type { Cents } from '#domain/money.ts'
import type { Payments } from '../payments/payments.ts'

export type BankOperation = {
  [Name in keyof Payments]: Payments[Name] extends (input: never) => Promise<unknown> ? Name : never
}[keyof Payments]

type FaultyCharge = {
  readonly key: string
  readonly customerId: string
  readonly amountCents: Cents
  readonly reference: string
  readonly attempt: number
}
type FaultyTransfer = { readonly key: string; readonly accountId: string; readonly amountCents: Cents }
type FaultyRefund = { readonly key: string; readonly intentId: string; readonly amountCents: Cents }

/** Mutable: the owner of a bank switches faults on and off. Words are the provider's; null means it goes well. */
export type BankFaults = {
  /** A card's refusal; null leaves it to the card. */
  declineCharge: (charge: FaultyCharge) => string | null
  /** Why the payee's account takes no transfer. */
  failTransfer: (transfer: FaultyTransfer) => string | null
  /** True makes our own balance too short for it, whatever it is. */
  isBalanceShort: (transfer: FaultyTransfer) => boolean
  /** Why a refund fails when its time comes. */
  failRefund: (refund: FaultyRefund) => string | null
  /** Why a refund that had succeeded fails after all, and how much later. */
  returnRefund: (refund: FaultyRefund) => Later | null
  /** Why a bank payout fails instead of arriving. */
  failPayout: (payout: FaultyTransfer) => string | null
  /** Why a bank payout that had arrived comes back, and how much later. */
  returnPayout: (payout: FaultyTransfer) => Later | null
  /** True breaks the line: `before` the call had an effect, or `after` it. */
  breaksLine: (call: { operation: BankOperation; moment: 'before' | 'after'; key: string }) => boolean
  /** Runs after a call took effect and before its answer is given: time for webhooks to be faster. */
  beforeAnswer: (call: { operation: BankOperation; key: string }) => Promise<void>
  /** How long a charge stays `processing`, and a capture with it. */
  chargeDelayMs: number
  /** How long the fee of a charge is unknown. */
  feeDelayMs: number
  /** How long the money of a charge is not ours to send without naming the charge. */
  settleDelayMs: number
  /** How long a refund stays `pending`. */
  refundDelayMs: number
  /** How long a transfer takes to the payee's balance. */
  transferDelayMs: number
  /** How long a bank payout is in transit. */
  payoutDelayMs: number
  /** How late a webhook is sent. */
  webhookDelayMs: number
  /** True: nothing leaves that the balance does not have. */
  isStrict: boolean
  /** Turns the webhooks that are due into those that are delivered: repeated, reordered, dropped. */
  deliver: <Delivery>(due: readonly Delivery[]) => readonly Delivery[]
}

export type Later = { readonly afterMs: number; readonly failure: string }

export function noFaults(): BankFaults {
  return {
    declineCharge: () => null,
    failTransfer: () => null,
    isBalanceShort: () => false,
    failRefund: () => null,
    returnRefund: () => null,
    failPayout: () => null,
    returnPayout: () => null,
    breaksLine: () => false,
    beforeAnswer: async () => {},
    chargeDelayMs: 0,
    feeDelayMs: 0,
    settleDelayMs: 0,
    refundDelayMs: 0,
    transferDelayMs: 0,
    payoutDelayMs: 0,
    webhookDelayMs: 0,
    isStrict: false,
    deliver: (due) => due,
  }
}
