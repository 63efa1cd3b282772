/** What a passkey does: it signs in, or stands for the password. */
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { markAuthenticated, markSecondFactor } from '../users/session-queries.ts'
import { type Browser, type SignedIn, startSession } from '../users/start-session.ts'
import { type Assertion, checkPasskey, type Used } from './check-passkey.ts'
import { countUse } from './queries.ts'

export async function signInWithPasskey(app: App, shown: Assertion, browser: Browser): Promise<SignedIn> {
  const { deviceId } = browser
  const used = await checkPasskey(app, shown, { purpose: 'sign_in', asker: { deviceId } })
  return inTransaction(app.db, async (trx) => {
    await countOrRefuse(app, trx, used)
    return startSession(app, trx, used.userId, { ...browser, hasSecondFactor: true })
  })
}

/** The same as giving the password again; only by a passkey of this very account. */
export async function confirmPasskey(app: App, session: Session, shown: Assertion): Promise<void> {
  const used = await checkPasskey(app, shown, { purpose: 'confirm', asker: { session } })
  if (used.userId !== session.scope.userId) throw new Refused('passkey_unknown')
  await inTransaction(app.db, async (trx) => {
    await countOrRefuse(app, trx, used)
    await markAuthenticated(trx, session.sessionId, app.ports.clock.now())
    await markSecondFactor(trx, session.sessionId, app.ports.clock.now())
  })
}

/** A count that goes back is of a key that two have: neither signs in, and its owner removes it. */
async function countOrRefuse(app: App, trx: Db, { passkeyId, ...used }: Used): Promise<void> {
  if (await countUse(trx, passkeyId, { ...used, now: app.ports.clock.now() })) return
  app.log.error(
    { code: 'passkey_copied', passkeyId, userId: used.userId },
    'the count of a passkey went back',
  )
  throw new Refused('passkey_copied')
}
