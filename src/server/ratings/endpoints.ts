import type { feedbackContract } from '#contract/feedback.ts'
import type { Handlers } from '../http/handler.ts'
import { rateVisit } from './rate-visit.ts'
import { readFeedback } from './read-feedback.ts'
import { tipVisit } from './tip-visit.ts'
import { undoTip } from './undo-tip.ts'

export const feedbackHandlers: Handlers<typeof feedbackContract> = {
  'GET /api/visit-feedback': ({ app, scope, query }) => readFeedback(app, scope, query.visitId),
  'POST /api/rate-visit': async ({ app, scope, body }) => {
    await rateVisit(app, scope, body)
    return readFeedback(app, scope, body.visitId)
  },
  'POST /api/tip-visit': async ({ app, scope, body }) => {
    await tipVisit(app, scope, body)
    return readFeedback(app, scope, body.visitId)
  },
  'POST /api/undo-tip': async ({ app, scope, body }) => {
    await undoTip(app, scope, body.visitId)
    return readFeedback(app, scope, body.visitId)
  },
}
