import type { commissions } from '#contract/commissions.ts'
import type { Handlers } from '../http/handler.ts'
import { lacksSecondFactor } from '../http/lacks-second-factor.ts'
import { describeQrCode } from '../pictures/describe-qr-code.ts'
import { Refused } from '../refused.ts'
import { decideReferral } from './decide-referral.ts'
import { readCommissions } from './read-commissions.ts'
import { readInvitationLink } from './read-invitation.ts'
import { readReferralReviews } from './read-reviews.ts'
import { readCommissionStatement } from './read-statement.ts'
import { useCommissionAsCredit } from './use-as-credit.ts'

const ok = { ok: true } as const

export const commissionsHandlers: Handlers<typeof commissions> = {
  'GET /api/commissions': ({ app, scope, query, now }) =>
    readCommissions(app.db, scope, { ...query, origin: app.config.http.origin, now }),
  'GET /api/commission-statement': ({ app, scope, query }) =>
    readCommissionStatement(app.db, scope, query.month),
  'GET /api/invitation-code': async ({ app, scope }) => {
    const link = await readInvitationLink(app.db, scope, app.config.http.origin)
    return { link, ...describeQrCode(link) }
  },
  'POST /api/use-commission': async ({ app, scope, body }) => {
    await useCommissionAsCredit(app, scope, body.amountCents)
    return ok
  },
  'GET /api/referral-reviews': ({ app, scope, query }) => readReferralReviews(app.db, scope, query),
  'POST /api/decide-referral': async ({ app, scope, session, body }) => {
    // Support decides; commissions come and go by it, which is money as everywhere else.
    if (lacksSecondFactor(app, session!, 'money')) throw new Refused('second_factor_needed')
    await decideReferral(app, scope, body)
    return ok
  },
}
