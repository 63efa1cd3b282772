/**
 * The lifecycle of an offer as a graph in data: the only copy. A crew answers while the offer is open; everything else
 * happens to it. An accepted offer ends when its visit leaves the crew again.
 */

import type { LifecycleEdge } from '../lifecycle.ts'

export const OFFER_STATES = ['open', 'accepted', 'declined', 'expired', 'withdrawn', 'lost'] as const
export type OfferState = (typeof OFFER_STATES)[number]

export const OFFER_STEPS = ['accept', 'decline', 'undo_decline', 'expire', 'lose', 'withdraw'] as const
type OfferStep = (typeof OFFER_STEPS)[number]

export const OFFER_ACTORS = ['crew', 'system'] as const
type OfferActor = (typeof OFFER_ACTORS)[number]

export type OfferEdge = LifecycleEdge<OfferState, OfferStep, OfferActor>

export const OFFER_LIFECYCLE: readonly OfferEdge[] = [
  // A crew that declined and thinks again need not undo first (field 18).
  { transition: 'accept', from: ['open', 'declined'], to: 'accepted', mayDo: ['crew'] },
  { transition: 'decline', from: ['open'], to: 'declined', mayDo: ['crew'] },
  { transition: 'undo_decline', from: ['declined'], to: 'open', mayDo: ['crew'] },
  { transition: 'expire', from: ['open'], to: 'expired', mayDo: ['system'], timeout: 'offer_deadline' },
  { transition: 'lose', from: ['open'], to: 'lost', mayDo: ['system'] },
  { transition: 'withdraw', from: ['open', 'accepted'], to: 'withdrawn', mayDo: ['system'] },
]
