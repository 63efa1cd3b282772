/** An offer as its crew reads it: before it is accepted the place is no more exact than its neighbourhood (field 43). */
import { isFrozen } from '#domain/access/frozen.ts'
import { distanceFeet, type LatLng } from '#domain/geo.ts'
import type { OfferId } from '#domain/ids.ts'
import { stateShown, whyWithdrawn } from '#domain/offers/answer.ts'
import type { OfferState } from '#domain/offers/graph.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findTakingLimit } from '../crews/find-taking-limit.ts'
import type { Db } from '../db/client.ts'
import { findPayoutWarning } from '../payout-accounts/find-payout-warning.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { findBase, windowOf } from '../work/queries.ts'
import { findClash } from './match-crews.ts'
import {
  factsOf,
  findNewerOffer,
  findOffer,
  findWaitingOffers,
  isAsOffered,
  type OfferRow,
} from './queries.ts'
import { isOpen, type OfferedVisit, readOfferedVisits } from './visit-queries.ts'

export async function readOffer(app: App, scope: CrewScope, offerId: OfferId) {
  const { db } = app
  const now = app.ports.clock.now()
  const offer = await findOffer(db, scope, offerId)
  if (offer === undefined) throw new Refused('not_found')
  const [visit] = await readOfferedVisits(db, [offer.visit_id])
  const base = await findBase(db, scope)
  if (visit === undefined) throw new Refused('not_found')
  const card = toCard(offer, visit, base, now)
  const isMine = card.state === 'accepted'
  const limit = await findTakingLimit(db, scope, visit.id, now)
  const mayAnswer = card.state === 'open' || (card.state === 'declined' && now < offer.expires_at)
  return {
    ...card,
    base,
    canUndo: card.state === 'declined' && mayAnswer,
    drivingMinutes: await drivingMinutes(app, base, isMine ? visit.place : roughly(visit.place)),
    visitId: isMine ? visit.id : null,
    withdrawnBecause:
      card.state === 'withdrawn'
        ? whyWithdrawn({ state: visit.state, isAsOffered: isAsOffered(offer, visit) })
        : null,
    openOfferId: mayAnswer || isMine ? null : await findNewerOffer(db, scope, offer, now),
    exactPlace: isMine ? { ...visit.place, propertyName: visit.propertyName, address: visit.address } : null,
    hindrance: mayAnswer ? ((await hindranceOf(db, scope, visit, now)) ?? limit.reason) : null,
    taking: { left: limit.left, againAt: limit.againAt },
    ...(await findPayoutWarning(db, scope.userId, now)),
    now,
  }
}

/** What waits for an answer; visits that were taken or dropped a moment ago are left out. */
export async function readWaitingOffers(app: App, scope: CrewScope) {
  const now = app.ports.clock.now()
  const offers = await findWaitingOffers(app.db, scope, now)
  const visits = new Map(
    (await readOfferedVisits(app.db, [...new Set(offers.map((offer) => offer.visit_id))])).map((visit) => [
      visit.id,
      visit,
    ]),
  )
  const base = await findBase(app.db, scope)
  return {
    now,
    offers: offers
      .map((offer) => ({ offer, visit: visits.get(offer.visit_id)! }))
      .filter(({ visit }) => isOpen(visit, now))
      .map(({ offer, visit }) => toCard(offer, visit, base, now))
      .filter(({ state }) => state === 'open'),
  }
}

function toCard(offer: OfferRow, visit: OfferedVisit, base: LatLng | null, now: Instant) {
  const state: OfferState = stateShown(factsOf(offer, visit, now), now)
  const place = state === 'accepted' ? visit.place : roughly(visit.place)
  const hours = {
    date: dateAt(offer.starts_at, visit.zone),
    starts_at: offer.starts_at,
    ends_at: offer.ends_at,
    time_zone: visit.zone,
  }
  return {
    offerId: offer.id,
    state,
    isStanding: offer.is_standing,
    isChosen: offer.is_chosen,
    isOnDemand: visit.kind === 'on_demand',
    payCents: offer.pay_cents,
    raiseCents: offer.raise_cents,
    sentAt: offer.sent_at,
    expiresAt: offer.expires_at,
    serviceKey: visit.serviceKey,
    quantity: offer.quantity,
    minutes: visit.durationMinutes,
    // As it was offered: the visit may be elsewhere by now.
    date: hours.date,
    window: windowOf(hours),
    timeZone: visit.zone,
    neighbourhood: visit.neighbourhood,
    lat: place.lat,
    lng: place.lng,
    // From the rough place, too: exact distances to several bases would find the door.
    distanceFeet: base === null ? null : Math.round(distanceFeet(base, place)),
  }
}

/** About half a mile. */
function roughly(place: LatLng): LatLng {
  return { lat: Math.round(place.lat * 100) / 100, lng: Math.round(place.lng * 100) / 100 }
}

async function drivingMinutes(app: App, base: LatLng | null, place: LatLng): Promise<number | null> {
  if (base === null) return null
  const seconds = (await app.ports.matrix.table([base, place])).seconds[1]!
  return Number.isFinite(seconds) ? Math.round(seconds / 60) : null
}

/** What would refuse an acceptance now, said before it is tried. */
async function hindranceOf(db: Db, scope: CrewScope, visit: OfferedVisit, now: Instant) {
  return isFrozen(scope, now) ? ('account_frozen' as const) : findClash(db, scope.userId, visit, now)
}
