/** Who is asked first: the score of a crew for a piece of work (product §3, Offers). */

import type { Feet } from '../geo.ts'

export type OfferCandidate<CrewId extends string = string> = {
  readonly crewId: CrewId
  /** From the base, or from the crew's nearest stop that day where that is nearer. */
  readonly distanceFeet: Feet
  /** The crew's range: where distance counts for nothing any more. */
  readonly rangeFeet: Feet
  /** 1 to 5; `null` without ratings. */
  readonly rating: number | null
  /** 0 to 1; `null` without history. */
  readonly reliability: number | null
  /** Minutes of work that the crew has on that day, and the most it wants. */
  readonly loadMinutes: number
  readonly capacityMinutes: number
  readonly isFavourite: boolean
  readonly isBlocked: boolean
}

/** Parts of a score of at most 100. A favourite of the customer stands before everybody who is none. */
const WEIGHTS = { distance: 40, rating: 25, reliability: 25, load: 10 } as const
const FAVOURITE = 100

/** A newcomer is taken for a decent crew, so that it gets its first work. */
const NEWCOMER = { rating: 4.5, reliability: 0.9 } as const

/** The crews to ask, best first, blocked ones and those out of range left out; equal scores by id. */
export function rankCrews<CrewId extends string>(candidates: readonly OfferCandidate<CrewId>[]): CrewId[] {
  return candidates
    .filter((crew) => !crew.isBlocked && crew.distanceFeet <= crew.rangeFeet)
    .map((crew) => ({ crewId: crew.crewId, score: scoreOf(crew) }))
    .sort((a, b) => b.score - a.score || (a.crewId < b.crewId ? -1 : 1))
    .map(({ crewId }) => crewId)
}

export function scoreOf(crew: OfferCandidate): number {
  const nearness = 1 - bounded(crew.distanceFeet / crew.rangeFeet)
  const rating = bounded(((crew.rating ?? NEWCOMER.rating) - 1) / 4)
  const freedom = 1 - bounded(crew.loadMinutes / crew.capacityMinutes)
  return (
    WEIGHTS.distance * nearness +
    WEIGHTS.rating * rating +
    WEIGHTS.reliability * bounded(crew.reliability ?? NEWCOMER.reliability) +
    WEIGHTS.load * freedom +
    (crew.isFavourite ? FAVOURITE : 0)
  )
}

/** A share from 0 to 1; nothing over nothing is all of it. */
function bounded(share: number): number {
  return Number.isNaN(share) ? 1 : Math.min(1, Math.max(0, share))
}
