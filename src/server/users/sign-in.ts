/** Signing in: by password, or by a mailed link. */

import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { checkTries } from '../passwords/check-tries.ts'
import { isHashQueueFull, isPasswordOf } from '../passwords/hash-password.ts'
import { findByEmail } from './queries.ts'
import { type Browser, type SignedIn, startSession } from './start-session.ts'
import { useToken } from './use-token.ts'

export async function signIn(
  app: App,
  input: { email: string; password: string } & Browser,
): Promise<SignedIn> {
  if (isHashQueueFull()) throw new Refused('unavailable')
  const forgive = await checkTries(app, { kind: 'sign_in', ...input })
  const user = await findByEmail(app.db, input.email.trim())
  const isRight = await isPasswordOf(user?.password_hash ?? null, input.password)
  if (user === undefined || !isRight) throw new Refused('wrong_credentials')
  await forgive()
  return startSession(app, app.db, user.id, input)
}

export async function authenticate(
  app: App,
  token: string,
  browser: Browser,
): Promise<SignedIn & { to: string }> {
  return inTransaction(app.db, async (trx) => {
    const { userId, goesTo } = await useToken(trx, token, 'sign_in', app.ports.clock.now())
    return { ...(await startSession(app, trx, userId, browser)), to: goesTo ?? '/' }
  })
}
