/** Saying no to an offer, and taking that back inside its deadline (field 18). */
import type { OfferId } from '#domain/ids.ts'
import { decideAnswer, type OfferAnswer } from '#domain/offers/answer.ts'
import type { OfferState } from '#domain/offers/graph.ts'
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { lockVisits } from '../visits/transition.ts'
import { factsOf, findOffer, saveAnswer, visitIdOf } from './offer-rows.ts'
import { readOfferedVisits } from './offered-visits.ts'
import { refusalOfOffer } from './refusal-of-offer.ts'

/** Answered again it answers the same. */
export async function answerOffer(
  app: App,
  scope: CrewScope,
  input: { offerId: OfferId; answer: Exclude<OfferAnswer, 'accept'> },
): Promise<{ offerId: OfferId; state: OfferState }> {
  const now = app.ports.clock.now()
  const { offerId, answer } = input
  return inTransaction(
    app.db,
    async (db) => {
      const unlocked = await findOffer(db, scope, offerId)
      if (unlocked === undefined) throw new Refused('not_found')
      await lockVisits(db, [visitIdOf(unlocked)])
      const offer = (await findOffer(db, scope, offerId))!
      const [visit] = await readOfferedVisits(db, [visitIdOf(offer)])
      if (visit === undefined) throw refusalOfOffer('no_longer_open', scope.locale)
      const crew = { id: scope.userId, isFrozen: false }
      const decision = decideAnswer(factsOf(offer, visit, now), answer, crew, now)
      if (isRefusal(decision)) throw refusalOfOffer(decision.refused, scope.locale)
      if (isAlreadyDone(decision)) return { offerId, state: offer.state }
      if ((await saveAnswer(db, offer, decision.state, now)) !== 'saved') throw new Refused('conflict')
      return { offerId, state: decision.state }
    },
    { isolation: 'read committed' },
  )
}
