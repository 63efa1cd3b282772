/** Declining an offer, and undoing that inside its deadline (field 18). */
import type { OfferId } from '#domain/ids.ts'
import { decideAnswer, type OfferAnswer } from '#domain/offers/answer.ts'
import type { OfferState } from '#domain/offers/graph.ts'
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { factsOf, findOffer, saveAnswer } from './queries.ts'
import { refuseOffer } from './refuse-offer.ts'
import { readOfferedVisits } from './visit-queries.ts'

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
      await lockVisits(db, [unlocked.visit_id])
      const offer = (await findOffer(db, scope, offerId))!
      const [visit] = await readOfferedVisits(db, [offer.visit_id])
      if (visit === undefined) throw refuseOffer('no_longer_open', scope.locale)
      const crew = { id: scope.userId, isFrozen: false }
      const decision = decideAnswer(factsOf(offer, visit, now), answer, crew, now)
      if (isRefusal(decision)) throw refuseOffer(decision.refused, scope.locale)
      if (isAlreadyDone(decision)) return { offerId, state: offer.state }
      if ((await saveAnswer(db, offer, decision.state, now)) !== 'saved') throw new Refused('conflict')
      return { offerId, state: decision.state }
    },
    { isolation: 'read committed' },
  )
}
