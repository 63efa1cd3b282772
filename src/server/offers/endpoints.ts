import type { offers } from '#contract/offers.ts'
import { markCrew } from '../crews/mark-crew.ts'
import { readCrewMark } from '../crews/mark-queries.ts'
import type { Handlers } from '../http/handler.ts'
import { acceptOffer } from './accept-offer.ts'
import { answerOffer } from './answer-offer.ts'
import { assignVisit } from './assign-visit.ts'
import { readCandidates } from './read-candidates.ts'
import { readOffer, readWaitingOffers } from './read-offer.ts'
import { readUnassigned } from './read-unassigned.ts'

export const offersHandlers: Handlers<typeof offers> = {
  'GET /api/offer': ({ app, scope, query }) => readOffer(app, scope, query.offerId),
  'GET /api/offers': ({ app, scope }) => readWaitingOffers(app, scope),
  'POST /api/accept-offer': ({ app, scope, body }) => acceptOffer(app, scope, body.offerId),
  'POST /api/decline-offer': ({ app, scope, body }) =>
    answerOffer(app, scope, { ...body, answer: 'decline' }),
  'POST /api/undo-decline-offer': ({ app, scope, body }) =>
    answerOffer(app, scope, { ...body, answer: 'undo_decline' }),
  'GET /api/unassigned-visits': ({ app, scope, now }) => readUnassigned(app.db, scope, now),
  'POST /api/get-crew-candidates': ({ app, scope, body }) => readCandidates(app, scope, body.visitId),
  'POST /api/assign-visit': ({ app, scope, body }) => assignVisit(app, scope, body),
  'GET /api/crew-mark': ({ app, scope, query }) => readCrewMark(app.db, scope, query.visitId),
  'POST /api/mark-crew': ({ app, scope, body }) => markCrew(app, scope, body),
}
