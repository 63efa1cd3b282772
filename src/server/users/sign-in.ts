/** Signing in: by password, or by a mailed link. */

import { MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { isHashQueueFull, isPasswordOf } from './hash-password.ts'
import { findByEmail } from './queries.ts'
import { type Browser, type SignedIn, startSession } from './start-session.ts'
import { countTry, forgetTries } from './try-queries.ts'
import { useToken } from './use-token.ts'

export async function signIn(
  app: App,
  input: { email: string; password: string } & Browser,
): Promise<SignedIn> {
  if (isHashQueueFull()) throw new Refused('unavailable')
  await refuseManyTries(app, input.email)
  const user = await findByEmail(app.db, input.email.trim())
  const isRight = await isPasswordOf(user?.password_hash ?? null, input.password)
  if (user === undefined || !isRight) throw new Refused('wrong_credentials')
  await forgetTries(app.db, { kind: 'sign_in', email: input.email })
  return startSession(app, app.db, user.id, input)
}

/** Whatever the addresses from which somebody tries, the tries of one account are few; a link by mail still opens it. */
async function refuseManyTries(app: App, email: string): Promise<void> {
  const now = app.ports.clock.now()
  const { signInTries, signInTriesMinutes } = await settingsAt(app.db, null, now)
  const windowMs = signInTriesMinutes * MINUTE_MS
  if ((await countTry(app.db, { kind: 'sign_in', email, now, windowMs })) > signInTries)
    throw new Refused('too_many_sign_ins')
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
