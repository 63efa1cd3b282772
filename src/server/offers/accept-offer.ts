/** Accepting an offer: one winner under any race, the others learn that it is taken (product §3, field 13–16). */
import type { OfferId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { decideAnswer } from '#domain/offers/answer.ts'
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import { decideTransition } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { findTakingLimit } from '../crews/find-taking-limit.ts'
import { isBlockedBy } from '../crews/mark-queries.ts'
import { lockCrew } from '../crews/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { type LoadedVisit, lockVisits } from '../visits/fact-queries.ts'
import { saveSteps } from '../visits/save-steps.ts'
import { freshFrozenScope } from './crew-queries.ts'
import { findClash } from './match-crews.ts'
import { notifyCustomerOfCrew } from './notify-customer.ts'
import { factsOf, findOffer, loseOtherOffers, type OfferRow, saveAnswer } from './queries.ts'
import { refuseOffer, requireRoom } from './refuse-offer.ts'
import { type OfferedVisit, readOfferedVisits } from './visit-queries.ts'

export type AcceptedOffer = {
  readonly offerId: OfferId
  readonly visitId: VisitId
  readonly state: 'accepted'
  readonly payCents: number
}

/** Accepted again by the winner it answers the same. */
export async function acceptOffer(app: App, scope: CrewScope, offerId: OfferId): Promise<AcceptedOffer> {
  const now = app.ports.clock.now()
  const seen = await findOffer(app.db, scope, offerId)
  if (seen === undefined) throw new Refused('not_found')
  // Most who come too late learn it here, without waiting in line for a lock.
  if (seen.state === 'lost') throw refuseOffer('offer_taken', scope.locale)
  return inTransaction(app.db, (db) => accept(db, { app, scope, offerId, visitId: seen.visit_id, now }), {
    isolation: 'read committed',
  }).catch((error: unknown) => {
    if (violatedUnique(error) === 'offer_accepted_key') throw refuseOffer('offer_taken', scope.locale)
    throw error
  })
}

type Accepting = {
  readonly app: App
  readonly scope: CrewScope
  readonly offerId: OfferId
  readonly visitId: VisitId
  readonly now: Instant
}

async function accept(db: Db, accepting: Accepting): Promise<AcceptedOffer> {
  const { offerId, visitId, now } = accepting
  // The crew first, then the visit, as everywhere: two offers of one crew are answered one after the other.
  await lockCrew(db, accepting.scope)
  const [locked] = await lockVisits(db, [visitId])
  const offer = await findOffer(db, accepting.scope, offerId)
  if (offer?.state === 'lost') throw refuseOffer('offer_taken', accepting.scope.locale)
  const [visit] = await readOfferedVisits(db, [visitId])
  if (offer === undefined || locked === undefined || visit === undefined)
    throw refuseOffer('no_longer_open', accepting.scope.locale)
  const scope = await freshFrozenScope(db, accepting.scope)
  const { isFrozen } = actorOf(scope, now)
  const decision = decideAnswer(factsOf(offer, visit, now), 'accept', { id: scope.userId, isFrozen }, now)
  if (isRefusal(decision)) throw refuseOffer(decision.refused, scope.locale)
  if (isAlreadyDone(decision)) return answerOf(offer)
  return win(db, { ...accepting, scope }, { offer, visit, locked })
}

type Won = { readonly offer: OfferRow; readonly visit: OfferedVisit; readonly locked: LoadedVisit }

async function win(db: Db, { app, scope, now }: Accepting, { offer, visit, locked }: Won) {
  if (await isBlockedBy(db, visit.customerId, scope.userId)) throw new Refused('blocked_by_customer')
  const clash = await findClash(db, scope.userId, visit, now)
  if (clash !== null) throw new Refused(clash)
  requireRoom(await findTakingLimit(db, scope, visit.id, now), scope)
  const actor = actorOf(scope, now)
  const settings = await settingsAt(db, scope.marketId, now)
  const step = unlessRefused(
    decideTransition({ visit: locked, transition: 'accept_offer', actor, now, settings }),
  )
  if (isAlreadyDone(step)) return answerOf(offer)
  if ((await saveAnswer(db, offer, 'accepted', now)) !== 'saved') throw new Refused('conflict')
  await saveSteps(app, db, [{ visit: locked, step }], {
    columns: { offer_raise_cents: cents(offer.raise_cents) },
    detail: { offerId: offer.id },
  })
  await loseOtherOffers(db, { visitId: visit.id, winnerId: scope.userId, now })
  await notifyCustomerOfCrew(db, { visit, crewName: scope.name, offerId: offer.id, now })
  return answerOf(offer)
}

function answerOf(offer: OfferRow): AcceptedOffer {
  return { offerId: offer.id, visitId: offer.visit_id, state: 'accepted', payCents: offer.pay_cents }
}
