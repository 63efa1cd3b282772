import type { App } from '../app.ts'
import type { Session } from '../http/session.ts'
import { checkTries } from '../passwords/check-tries.ts'
import { isHashQueueFull, isPasswordOf } from '../passwords/hash-password.ts'
import { Refused } from '../refused.ts'
import { findPasswordHash } from './queries.ts'
import { markAuthenticated } from './session-queries.ts'

export async function confirmPassword(
  app: App,
  session: Session,
  { password, deviceId }: { readonly password: string; readonly deviceId: string },
): Promise<void> {
  if (isHashQueueFull()) throw new Refused('unavailable')
  const { email, userId } = session.scope
  const passwordHash = await findPasswordHash(app.db, userId)
  if (passwordHash === null) throw new Refused('no_password', { at: 'password' })
  const forgive = await checkTries(app, { kind: 'confirm_password', email, deviceId })
  if (!(await isPasswordOf(passwordHash, password)))
    throw new Refused('wrong_credentials', { at: 'password' })
  await forgive()
  await markAuthenticated(app.db, session.sessionId, app.ports.clock.now())
}
