/** What can be made to go wrong at the embedded provider, by tests and the simulation. Nothing does by itself. */
import type { Cents } from '#domain/money.ts'

export type BankOperation =
  | 'createCustomer'
  | 'saveCard'
  | 'charge'
  | 'authorise'
  | 'capture'
  | 'release'
  | 'refund'
  | 'createPayoutAccount'
  | 'transfer'

/** Mutable: the owner of a bank switches faults on and off. */
export type BankFaults = {
  /** The provider's word for a refusal; null leaves it to the card. */
  declineCharge: (charge: { key: string; customerId: string; amountCents: Cents }) => string | null
  /** Why a transfer fails; null lets it arrive. */
  failTransfer: (transfer: { key: string; accountId: string; amountCents: Cents }) => string | null
  /** True breaks the line: `before` the call had an effect, or `after` it. */
  breaksLine: (call: { operation: BankOperation; moment: 'before' | 'after'; key: string }) => boolean
  /** How long a charge stays `processing`, and a transfer `sending`. */
  chargeDelayMs: number
  transferDelayMs: number
  /** Turns the webhooks that are due into those that are delivered: repeated, reordered, dropped. */
  deliver: <Delivery>(due: readonly Delivery[]) => readonly Delivery[]
}

export function noFaults(): BankFaults {
  return {
    declineCharge: () => null,
    failTransfer: () => null,
    breaksLine: () => false,
    chargeDelayMs: 0,
    transferDelayMs: 0,
    deliver: (due) => due,
  }
}
