/**
 * What the lifecycle says has to follow a step, put into the transaction that saves the step. Telling people is left
 * to the actions that know the occasion; what is done here needs no more than the visits.
 */

import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { FollowUp } from '#domain/visits/graph.ts'
import type { Transitioned, VisitFacts } from '#domain/visits/lifecycle.ts'
import type { Db } from '../db/client.ts'
import { closeOffers, offerVisits } from '../offers/after-steps.ts'
import { captureOrders, endOrders } from '../ondemand/after-steps.ts'
import { askLater } from '../ratings/ask.ts'
import { closeActs, tellTrips } from '../today/after-steps.ts'

export type TakenStep = { readonly visit: VisitFacts & { readonly id: VisitId }; readonly step: Transitioned }

type Consumer = (db: Db, steps: readonly TakenStep[], now: Instant) => Promise<void>

/** A follow-up without a consumer here is done by the action that takes the step. */
const CONSUMERS: Partial<Record<FollowUp, Consumer>> = {
  tell_trip: tellTrips,
  close_acts: closeActs,
  offer_visit: offerVisits,
  close_offers: closeOffers,
  capture_payment: captureOrders,
  release_authorisation: endOrders,
  ask_for_rating: askLater,
}

export async function announce(db: Db, steps: readonly TakenStep[]): Promise<void> {
  const now = steps[0]?.step.timeline.at
  if (now === undefined) return
  for (const [followUp, consume] of Object.entries(CONSUMERS) as [FollowUp, Consumer][]) {
    const concerned = steps.filter(({ step }) => step.followUps.includes(followUp))
    if (concerned.length > 0) await consume(db, concerned, now)
  }
}
