/** What a right code does: it signs in, stands for the password, or makes a phone one that signs in. Each of them once. */
import type { UserId } from '#domain/ids.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { updateUser } from '../users/queries.ts'
import { markAuthenticated } from '../users/session-queries.ts'
import { type Browser, type SignedIn, startSession } from '../users/start-session.ts'
import { type Checked, checkCode, type GivenCode } from './check-code.ts'
import { findHolder, markProven, takeCode } from './queries.ts'

/** So long whoever has no account yet may take to type a name. */
const NAMING_MINUTES = 30

/** Null where the phone has no account: what was proven stays good for opening one. */
export async function signInWithCode(app: App, given: GivenCode, browser: Browser): Promise<SignedIn | null> {
  const checked = await checkCode(app, given)
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { tokenHash } = checked
    const holder = await findHolder(trx, checked)
    if (holder !== undefined) {
      await takeOrRefuse(trx, checked)
      return startSession(app, trx, holder.id, browser)
    }
    // To a mailbox without an account none was sent.
    if (checked.channel === 'email') throw new Refused('code_wrong', { at: 'code' })
    const expiresAt = instant(now + NAMING_MINUTES * MINUTE_MS)
    if (!(await markProven(trx, { tokenHash, now, expiresAt })))
      throw new Refused('code_spent', { at: 'code' })
    return null
  })
}

/** The same as giving the password again; only a code that went to this very account. */
export async function confirmCode(app: App, session: Session, given: GivenCode): Promise<void> {
  const checked = await checkCode(app, given)
  await inTransaction(app.db, async (trx) => {
    if ((await findHolder(trx, checked))?.id !== session.scope.userId)
      throw new Refused('code_wrong', { at: 'code' })
    await takeOrRefuse(trx, checked)
    await markAuthenticated(trx, session.sessionId, app.ports.clock.now())
  })
}

export async function confirmPhone(app: App, userId: UserId, given: GivenCode): Promise<void> {
  const checked = await checkCode(app, given)
  if (checked.channel !== 'phone') throw new Refused('code_wrong', { at: 'code' })
  try {
    await inTransaction(app.db, async (trx) => {
      await takeOrRefuse(trx, checked)
      await updateUser(trx, userId, { phone: checked.recipient, holds_phone: true })
    })
  } catch (error) {
    if (violatedUnique(error) === 'users_phone_key') throw new Refused('phone_taken', { at: 'code' })
    throw error
  }
}

async function takeOrRefuse(trx: Db, { tokenHash }: Checked): Promise<void> {
  if (!(await takeCode(trx, tokenHash))) throw new Refused('code_spent', { at: 'code' })
}
