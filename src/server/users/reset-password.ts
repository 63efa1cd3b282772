import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { passwordOrRefuse } from './check-person.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { savePassword } from './queries.ts'
import { removeSessions } from './session-queries.ts'
import { type Browser, type SignedIn, startSession } from './start-session.ts'
import { findResetOwner, removeSignInTokens } from './token-queries.ts'
import { useToken } from './use-token.ts'

/** Single use: the token is consumed in the transaction that changes the password. Every other session ends. */
export async function resetPassword(
  app: App,
  input: { token: string; password: string } & Browser,
): Promise<SignedIn> {
  const now = app.ports.clock.now()
  // A refused password leaves the link good.
  const owner = await findResetOwner(app.db, hashToken(input.token), now)
  if (owner === undefined) throw new Refused('link_invalid')
  passwordOrRefuse(input.password, owner)
  const passwordHash = await hashPassword(input.password, owner.password_hash)
  return inTransaction(app.db, async (trx) => {
    const { userId } = await useToken(trx, input.token, ['reset_password'], now)
    await savePassword(trx, userId, { passwordHash, now })
    await removeSessions(trx, userId, null)
    await removeSignInTokens(trx, userId)
    return startSession(app, trx, userId, input)
  })
}
