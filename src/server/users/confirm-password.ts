import type { App } from '../app.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { isPasswordOf } from './hash-password.ts'
import { findPasswordHash } from './queries.ts'
import { markAuthenticated } from './session-queries.ts'

export async function confirmPassword(app: App, session: Session, password: string): Promise<void> {
  const passwordHash = await findPasswordHash(app.db, session.scope.userId)
  if (!(await isPasswordOf(passwordHash, password)))
    throw new Refused('wrong_credentials', { at: 'password' })
  await markAuthenticated(app.db, session.sessionId, app.ports.clock.now())
}
