/** Ratings go both ways and stay hidden until both sides have rated or seven days have passed (product §3). */

import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { DAY_MS, type Instant } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'

export type Stars = 1 | 2 | 3 | 4 | 5

export type VisitRatings = {
  readonly completedAt: Instant
  /** What each side gave; `null` while it has not rated. */
  readonly byCustomer: Stars | null
  readonly byCrew: Stars | null
}

type RatingSettings = Pick<BusinessSettings, 'ratingHiddenDays'>

/** A rating can be changed until the other side sees it: then it would be an answer. */
export function decideRating(
  visit: { readonly state: VisitState; readonly given: Stars | null; readonly isRevealed: boolean },
  stars: number,
): { readonly stars: Stars } | Refusal {
  if (visit.state !== 'completed') return refuse('visit_not_completed')
  if (visit.given !== null && visit.isRevealed) return refuse('already_rated')
  return isStars(stars) ? { stars } : refuse('rating_invalid')
}

/** Whether each side may see what the other gave; one's own rating is always seen. */
export function areRatingsVisible(ratings: VisitRatings, now: Instant, settings: RatingSettings): boolean {
  const haveBothRated = ratings.byCustomer !== null && ratings.byCrew !== null
  return haveBothRated || now >= ratings.completedAt + settings.ratingHiddenDays * DAY_MS
}

function isStars(stars: number): stars is Stars {
  return Number.isInteger(stars) && stars >= 1 && stars <= 5
}
