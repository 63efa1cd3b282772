/** What reconciling finds. */
import type { Cents } from '#domain/money.ts'

export type Difference = {
  /** Whose row it is: an id, or `all`. */
  readonly subject: string
  readonly sentence: string
  /** In cents: what our rows say, and what the books or the provider say; null where there is nothing. */
  readonly ours: number | null
  readonly theirs: number | null
}

export type Check = {
  readonly name: string
  /** How many things were compared, and their sum. */
  readonly count: number
  readonly amountCents: Cents
  /** At most a hundred of each kind. */
  readonly differences: readonly Difference[]
  /** Those of which an operator has said what they are, as long as they stay the same. */
  readonly explained?: readonly Difference[]
}

export type ReconcileReport = { readonly isBalanced: boolean; readonly checks: readonly Check[] }
