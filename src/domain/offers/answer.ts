/** What a crew may answer to an offer: one winner, and a decline that can be taken back inside the deadline. */

import { edgeOf } from '../lifecycle.ts'
import { type AlreadyDone, type Refusal, refuse } from '../refusals.ts'
import type { Instant } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import { OFFER_LIFECYCLE, type OfferState } from './graph.ts'

export const OFFER_ANSWERS = ['accept', 'decline', 'undo_decline'] as const
export type OfferAnswer = (typeof OFFER_ANSWERS)[number]

export type OfferFacts = {
  readonly crewId: string
  readonly state: OfferState
  readonly expiresAt: Instant
  /** Who has the visit now; `null` while nobody has. */
  readonly takenByCrewId: string | null
  /** The visit is still wanted, at the hours that were offered. */
  readonly isVisitOpen: boolean
}

/**
 * The state that the offer takes, or why not. The losers see 'This offer has been taken'; an answer given twice counts
 * once. At the instant of its deadline an offer is over.
 */
export function decideAnswer(
  offer: OfferFacts,
  answer: OfferAnswer,
  crew: { readonly id: string; readonly isFrozen: boolean },
  now: Instant,
): { readonly state: OfferState } | AlreadyDone | Refusal {
  if (offer.crewId !== crew.id) return refuse('not_yours')
  if (offer.state === TARGET[answer]) return { alreadyDone: true }
  // It came to this crew by another way, say with a route.
  if (answer === 'accept' && offer.takenByCrewId === crew.id) return { alreadyDone: true }
  // Frozen crews may say no, and read everything (product §3).
  if (answer === 'accept' && crew.isFrozen) return refuse('account_frozen')
  const gone = whyGone(offer, now)
  if (gone !== null) return gone
  const edge = edgeOf(OFFER_LIFECYCLE, { transition: answer, from: offer.state, by: 'crew' })
  return edge === undefined ? refuse('wrong_state') : { state: edge.to }
}

/** The state to show: also while the clock, or somebody else, is ahead of what is written. */
export function stateShown(offer: OfferFacts, now: Instant): OfferState {
  if (offer.takenByCrewId === offer.crewId) return 'accepted'
  if (offer.state !== 'open' && offer.state !== 'declined') return offer.state
  if (offer.takenByCrewId !== null) return 'lost'
  if (!offer.isVisitOpen) return 'withdrawn'
  return offer.state === 'open' && now >= offer.expiresAt ? 'expired' : offer.state
}

export const WITHDRAWN_REASONS = ['called_off', 'moved', 'closed'] as const
export type WithdrawnReason = (typeof WITHDRAWN_REASONS)[number]

/** The answer to the crew about an offer that was taken back; a customer who wants another crew is nobody's business. */
export function whyWithdrawn(visit: {
  readonly state: VisitState
  /** At the hours and of the size that were offered. */
  readonly isAsOffered: boolean
}): WithdrawnReason {
  if (visit.state === 'cancelled' || visit.state === 'skipped') return 'called_off'
  return visit.isAsOffered ? 'closed' : 'moved'
}

const TARGET: Readonly<Record<OfferAnswer, OfferState>> = {
  accept: 'accepted',
  decline: 'declined',
  undo_decline: 'open',
}

function whyGone(offer: OfferFacts, now: Instant): Refusal | null {
  if (offer.state === 'accepted') return null
  if (offer.state === 'lost' || (offer.takenByCrewId !== null && offer.takenByCrewId !== offer.crewId))
    return refuse('offer_taken')
  if (offer.state === 'withdrawn' || offer.takenByCrewId !== null || !offer.isVisitOpen)
    return refuse('no_longer_open')
  return offer.state === 'expired' || now >= offer.expiresAt ? refuse('offer_expired') : null
}
