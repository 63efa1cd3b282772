/** Out of which charges a payout is sent: each gives what its visits earned, as long as it has it. */
import { type Cents, cents } from '../money.ts'

export type EarnedFrom = {
  /** The charge that paid for the work; null where no card did: credit, partners' work, work at our risk. */
  readonly intentId: string | null
  readonly earnedCents: Cents
  /** What the charge brought, less refunds and what was transferred out of it before. */
  readonly leftCents: Cents
}

export type PlannedTransfer = { readonly sourceIntentId: string | null; readonly amountCents: Cents }

/**
 * The parts of a payout sum to its amount exactly. What the crew owes and the fee of a payout at once are taken off
 * what comes out of our own balance first, so that as little as can be waits for that.
 */
export function planTransfers(amountCents: Cents, earned: readonly EarnedFrom[]): PlannedTransfer[] {
  const planned: PlannedTransfer[] = []
  let rest: number = amountCents
  for (const { intentId, earnedCents, leftCents } of earned) {
    const part = Math.min(earnedCents, leftCents, rest)
    if (intentId === null || part <= 0) continue
    planned.push({ sourceIntentId: intentId, amountCents: cents(part) })
    rest -= part
  }
  if (rest > 0) planned.push({ sourceIntentId: null, amountCents: cents(rest) })
  return planned
}
