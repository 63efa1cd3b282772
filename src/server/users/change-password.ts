import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { passwordOrRefuse } from './check-person.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { findPasswordHash, savePassword } from './queries.ts'
import { removeSessions } from './session-queries.ts'
import { removeSignInTokens } from './token-queries.ts'

export async function changePassword(app: App, session: Session, password: string): Promise<void> {
  const { scope } = session
  if (scope.email === '') throw new Refused('password_needs_email', { at: 'password' })
  passwordOrRefuse(password, scope)
  const passwordHash = await hashPassword(password, await findPasswordHash(app.db, scope.userId))
  await inTransaction(app.db, async (trx) => {
    await savePassword(trx, scope.userId, { passwordHash, now: app.ports.clock.now() })
    await removeSessions(trx, scope.userId, session.sessionId)
    await removeSignInTokens(trx, scope.userId)
  })
}
