import type { staff } from '#contract/staff.ts'
import type { Handlers } from '../http/handler.ts'
import { joinStaff, openInvitation } from './accept-invitation.ts'
import { changeRoles } from './change-roles.ts'
import { readInvitations, readStaff } from './read-staff.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { inviteStaff, sendAgain } from './send-invitation.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

const ok = { ok: true } as const

export const staffHandlers: Handlers<typeof staff> = {
  'GET /api/staff': ({ app, scope, query }) => readStaff(app, scope, query.cursor),
  'POST /api/change-staff-roles': async ({ app, scope, body }) => {
    await changeRoles(app, scope, body)
    return ok
  },
  'POST /api/reset-second-factor': async ({ app, scope, body }) => {
    await resetSecondFactor(app, scope, body)
    return ok
  },
  'GET /api/staff-invitations': ({ app, scope }) => readInvitations(app, scope),
  'POST /api/invite-staff': ({ app, scope, body }) => inviteStaff(app, scope, body),
  'POST /api/resend-staff-invitation': async ({ app, scope, body }) => {
    await sendAgain(app, scope, body.invitationId)
    return ok
  },
  'POST /api/withdraw-staff-invitation': async ({ app, scope, body }) => {
    await withdrawInvitation(app, scope, body.invitationId)
    return ok
  },
  'POST /api/open-staff-invitation': ({ app, body }) => openInvitation(app, body.token),
  'POST /api/join-staff': async ({ app, body, userAgent, deviceId, setSession }) => {
    const { token } = await joinStaff(app, { ...body, userAgent, deviceId })
    setSession(token)
    return ok
  },
}
