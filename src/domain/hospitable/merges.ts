/** What follows for places where two rentals became one over there. */
import type { PropertyId } from '../ids.ts'

export type KnownRental = {
  readonly hospitableId: string
  readonly propertyId: PropertyId | null
  readonly mergedInto: string | null
  /** On the last whole list there was none such. */
  readonly isGone: boolean
}

type Move = { readonly from: string; readonly to: string; readonly propertyId: PropertyId }

/**
 * A place goes along with a rental that was merged, once the list says that the old one is gone and the new one there.
 * A rental that is a place already stays that one. Merged into one that nobody lists, the match waits where it is.
 */
export function mergeMoves(rentals: readonly KnownRental[]): Move[] {
  const known = new Map(rentals.map((rental) => [rental.hospitableId, rental]))
  const taken = new Set<string>()
  return rentals.flatMap(({ hospitableId: from, propertyId, isGone }) => {
    const to = isGone && propertyId !== null ? endOf(known, from) : null
    if (to === null || propertyId === null || to.propertyId !== null || taken.has(to.hospitableId)) return []
    taken.add(to.hospitableId)
    return [{ from, to: to.hospitableId, propertyId }]
  })
}

/** Merged and merged again; a circle leads nowhere. */
function endOf(known: ReadonlyMap<string, KnownRental>, from: string): KnownRental | null {
  const seen = new Set<string>()
  let at = known.get(from)
  while (at !== undefined && at.isGone && at.mergedInto !== null && !seen.has(at.hospitableId)) {
    seen.add(at.hospitableId)
    at = known.get(at.mergedInto)
  }
  return at === undefined || at.isGone ? null : at
}
