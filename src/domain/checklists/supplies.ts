/** A supply that runs low is told to its customer once, until the customer says that it is there again. */
import type { VisitId } from '../ids.ts'

export type LowSupply = {
  /** At which the crew saw it. */
  readonly visitId: VisitId
  /** The crew took it back, at the same visit. */
  readonly isWithdrawn: boolean
}

/** `tell`: the customer hears of it. */
export type SupplyStep = 'tell' | 'show_again' | 'withdraw' | 'nothing'

/** What follows when a crew says at a visit that something is, or is not, running low. */
export function supplyStep(
  known: LowSupply | null,
  visitId: VisitId,
  { isLow }: { readonly isLow: boolean },
): SupplyStep {
  const isOfThisVisit = known?.visitId === visitId
  if (!isLow) return isOfThisVisit && !known.isWithdrawn ? 'withdraw' : 'nothing'
  if (known === null) return 'tell'
  if (!known.isWithdrawn) return 'nothing'
  return isOfThisVisit ? 'show_again' : 'tell'
}
