/** Signing in: by password, or by a mailed link. */

import { MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { countTry } from '../passwords/try-queries.ts'
import { Refused } from '../refused.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { checkTries } from '../passwords/check-tries.ts'
import { isHashQueueFull, matchPassword } from '../passwords/hash-password.ts'
import { listByEmail } from './queries.ts'
import { type Browser, type SignedIn, startSession } from './start-session.ts'
import { takeAddress } from './take-address.ts'
import { useToken } from './use-token.ts'

export async function signIn(
  app: App,
  input: { email: string; password: string } & Browser,
): Promise<SignedIn> {
  if (isHashQueueFull()) throw new Refused('unavailable')
  const forgive = await checkTries(app, { kind: 'sign_in', ...input })
  const accounts = await accountsToTry(app, input)
  const found = await matchPassword(
    accounts.map((account) => account.password_hash),
    input.password,
  )
  if (found === null) throw new Refused('wrong_credentials')
  await forgive()
  return startSession(app, app.db, accounts[found]!.id, input)
}

/**
 * An address may have accounts that do not hold it. A browser that only those know has tries of its own, as any known
 * one; all such browsers together try the password of the account that holds it no more often than strangers may.
 */
async function accountsToTry(app: App, { email, deviceId }: { email: string; deviceId: string }) {
  const accounts = email.trim() === '' ? [] : await listByEmail(app.db, email.trim(), deviceId)
  const [holder] = accounts
  const isKnownElsewhere = accounts.some((account) => account.knows_device)
  if (!holder?.holds_email || holder.knows_device || !isKnownElsewhere) return accounts
  const now = app.ports.clock.now()
  const { signInTries, signInTriesMinutes } = await settingsAt(app.db, null, now)
  const windowMs = signInTriesMinutes * MINUTE_MS
  const tries = await countTry(app.db, {
    kind: 'sign_in',
    whose: email,
    knownDevice: 'elsewhere',
    now,
    windowMs,
  })
  return tries > signInTries ? accounts.slice(1) : accounts
}

export async function authenticate(
  app: App,
  token: string,
  browser: Browser,
): Promise<SignedIn & { to: string }> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const link = await useToken(trx, token, ['sign_in', 'change_email'], now)
    const { userId, goesTo } = link
    if (link.purpose === 'change_email') await takeAddress(app, trx, { userId, email: goesTo!, now })
    const to = link.purpose === 'change_email' ? '/account' : (goesTo ?? '/')
    return { ...(await startSession(app, trx, userId, browser)), to }
  })
}
