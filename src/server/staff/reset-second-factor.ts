/** Whoever lost its second factor begins anew: somebody else in charge takes away what there was. */
import type { UserId } from '#domain/ids.ts'
import { NO_ROLES } from '#domain/staff/staff-roles.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { removeSecondFactor } from '../second-factor/queries.ts'
import { secondFactorTexts } from '../second-factor/texts.ts'
import { enqueue } from '../tasks/queue.ts'
import { removeSessions } from '../users/session-queries.ts'
import { removeSignInTokens } from '../users/token-queries.ts'
import { checkGiver } from './check-roles.ts'
import { findStaff, readRoles } from './staff-queries.ts'

export function resetSecondFactor(
  app: App,
  scope: OperatorScope,
  { userId, reason }: { readonly userId: UserId; readonly reason: string },
): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const person = await findStaff(db, userId)
    if (person === undefined) throw new Refused('not_found')
    // Nobody gets rid of one's own by a password.
    if (userId === scope.userId) throw new Refused('own_second_factor')
    await checkGiver(db, scope.userId, { before: await readRoles(db, userId), after: NO_ROLES })
    await removeSecondFactor(db, userId)
    await removeSignInTokens(db, userId)
    await removeSessions(db, userId, null)
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      action: 'reset_second_factor',
      subject: userId,
      detail: { reason },
    })
    const { subject, text } = secondFactorTexts[person.locale].reset(person.name, scope.name)
    const key = `reset_second_factor:${userId}:${now}`
    await enqueue(db, 'send_mail', { key, to: person.email, subject, text, userId }, { now })
  })
}
