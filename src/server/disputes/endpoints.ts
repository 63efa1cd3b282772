import type { disputes } from '#contract/disputes.ts'
import type { Handlers } from '../http/handler.ts'
import { lacksSecondFactor } from '../http/lacks-second-factor.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import { addDisputePhoto } from './add-dispute-photo.ts'
import { answerDispute } from './answer-dispute.ts'
import { decideDispute } from './decide-dispute.ts'
import { openDispute } from './open-dispute.ts'
import { readDispute, readDisputes } from './read-dispute.ts'
import { withdrawDispute } from './withdraw-dispute.ts'

export const disputesHandlers: Handlers<typeof disputes> = {
  'GET /api/dispute': ({ app, scope, query }) => readDispute(app, scope, query.id),
  'POST /api/get-disputes': ({ app, scope, body }) => readDisputes(app, scope, body),
  'POST /api/open-dispute': ({ app, scope, body }) => openDispute(app, scope, body),
  'POST /api/upload-dispute-photo': async ({ app, scope, query, file }) => {
    const { photo, photoCount } = await addDisputePhoto(app, scope, { disputeId: query.disputeId, file })
    return { photo: toPhotoReply(app, photo), photoCount }
  },
  'POST /api/answer-dispute': async ({ app, scope, body }) => ({
    state: await answerDispute(app, scope, body),
  }),
  'POST /api/withdraw-dispute': async ({ app, scope, body }) => ({
    state: await withdrawDispute(app, scope, body.disputeId),
  }),
  'POST /api/decide-dispute': ({ app, scope, session, body }) => {
    // Support decides; where it is decided with money, it is money back as everywhere else.
    if (body.decision === 'refund' && lacksSecondFactor(app, session!, 'refund'))
      throw new Refused('second_factor_needed')
    return decideDispute(app, scope, body)
  },
}
