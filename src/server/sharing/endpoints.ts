import type { sharing } from '#contract/sharing.ts'
import type { Handlers } from '../http/handler.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { acceptShare, joinShare, openShareInvitation } from './accept-invitation.ts'
import { changeShareNotices } from './change-notices.ts'
import { changeShare } from './change-share.ts'
import { endShare, leaveShare } from './end-share.ts'
import { readActions, readShares } from './read-shares.ts'
import { inviteHelper, sendAgain } from './send-invitation.ts'
import { readAccounts, useAccount } from './use-account.ts'

const ok = { ok: true } as const

export const sharingHandlers: Handlers<typeof sharing> = {
  'GET /api/shares': ({ app, scope }) => readShares(app, scope),
  'POST /api/invite-helper': ({ app, scope, body }) => inviteHelper(app, scope, body),
  'POST /api/resend-helper-invitation': async ({ app, scope, body }) => {
    await sendAgain(app, scope, body.shareId)
    return ok
  },
  'POST /api/change-share': async ({ app, scope, body }) => {
    await changeShare(app, scope, body)
    return ok
  },
  'POST /api/end-share': async ({ app, scope, body }) => {
    await endShare(app, scope, body.shareId)
    return ok
  },
  'GET /api/share-actions': ({ app, scope, query }) => readActions(app, scope, query.cursor),
  'GET /api/accounts': ({ app, scope, session }) => readAccounts(app, session, scope.userId),
  'POST /api/use-account': async ({ app, session, body }) => {
    await useAccount(app, own(session), body.shareId)
    return ok
  },
  'POST /api/save-share-notices': async ({ app, scope, body }) => {
    await changeShareNotices(app, scope, body)
    return ok
  },
  'POST /api/leave-share': async ({ app, scope, body }) => {
    await leaveShare(app, scope, body.shareId)
    return ok
  },
  'POST /api/open-share-invitation': ({ app, body }) => openShareInvitation(app, body.token),
  'POST /api/accept-share': ({ app, session, body }) => acceptShare(app, own(session), body.token),
  'POST /api/join-share': async ({ app, body, userAgent, deviceId, setSession }) => {
    setSession(await joinShare(app, { ...body, userAgent, deviceId }))
    return ok
  },
}

function own(session: Session | null): Session {
  if (session === null) throw new Refused('sign_in_needed')
  return session
}
