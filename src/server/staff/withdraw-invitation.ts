import type { StaffInvitationId } from '#domain/ids.ts'
import { NO_ROLES } from '#domain/staff/staff-roles.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { checkGiver } from './check-roles.ts'
import { lockInvitation, readInvitedRoles, saveWithdrawn } from './invitation-queries.ts'

export function withdrawInvitation(app: App, scope: OperatorScope, id: StaffInvitationId): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const invitation = await lockInvitation(db, id)
    if (invitation === undefined) throw new Refused('not_found')
    const after = await readInvitedRoles(db, invitation)
    await checkGiver(db, scope.userId, { before: NO_ROLES, after })
    await saveWithdrawn(db, id, now)
    const { name, email } = invitation
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      action: 'withdraw_invitation',
      subject: id,
      detail: { name, email },
    })
  })
}
