/** Signing in: by password, by a mailed link, and back in after a forgotten password. */
import { randomBytes } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { hashToken, openSession, type Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import type { UserType } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { hashPassword, isHashQueueFull, isPasswordOf } from './password-hash.ts'
import { consumeToken, findByEmail, removeSessions } from './queries.ts'
import { passwordOrRefuse } from './register.ts'
import { accountMails } from './texts.ts'

/** Threats: a reset link works for an hour, a sign-in link for ten minutes. */
const RESET_MS = HOUR_MS
const SIGN_IN_LINK_MS = 10 * MINUTE_MS

export type SignedIn = { readonly token: string; readonly type: UserType; readonly locale: Language }

export async function signIn(
  app: App,
  input: { email: string; password: string; userAgent: string },
): Promise<SignedIn> {
  if (isHashQueueFull()) throw new Refused('unavailable')
  const user = await findByEmail(app.db, input.email.trim())
  const isRight = await isPasswordOf(user?.password_hash ?? null, input.password)
  if (user === undefined || !isRight) throw new Refused('wrong_credentials')
  return startSession(app, app.db, user.id, input.userAgent)
}

export async function signOut(app: App, session: Session | null): Promise<void> {
  if (session !== null) await app.db.deleteFrom('session').where('id', '=', session.sessionId).execute()
}

/** Mails a link when there is such an account; says nothing either way. A newer link ends the older ones. */
export async function forgotPassword(app: App, email: string): Promise<void> {
  await mailLink(app, email, {
    purpose: 'reset_password',
    lifeMs: RESET_MS,
    goesTo: null,
    pathOf: (token) => `/reset-password/${token}`,
    mail: 'reset',
  })
}

export async function requestSignInLink(app: App, email: string, to: string | undefined): Promise<void> {
  await mailLink(app, email, {
    purpose: 'sign_in',
    lifeMs: SIGN_IN_LINK_MS,
    goesTo: internalPath(to),
    pathOf: (token) => `/authenticate?token=${token}`,
    mail: 'signIn',
  })
}

/** Single use: the token is consumed in the transaction that changes the password. Every other session ends. */
export async function resetPassword(
  app: App,
  input: { token: string; password: string; userAgent: string },
): Promise<SignedIn> {
  const now = app.ports.clock.now()
  const owner = await ownerOfToken(app.db, hashToken(input.token), now)
  passwordOrRefuse(input.password, owner)
  const passwordHash = await hashPassword(input.password)
  return inTransaction(app.db, async (trx) => {
    const { userId } = await useToken(trx, input.token, 'reset_password', now)
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash, password_changed_at: toTimestamp(now) })
      .where('id', '=', userId)
      .execute()
    await removeSessions(trx, userId, null)
    await trx
      .deleteFrom('one_time_token')
      .where('user_id', '=', userId)
      .where('purpose', '<>', 'update_billing')
      .execute()
    return startSession(app, trx, userId, input.userAgent)
  })
}

export async function authenticate(
  app: App,
  token: string,
  userAgent: string,
): Promise<SignedIn & { to: string }> {
  return inTransaction(app.db, async (trx) => {
    const { userId, goesTo } = await useToken(trx, token, 'sign_in', app.ports.clock.now())
    return { ...(await startSession(app, trx, userId, userAgent)), to: goesTo ?? '/' }
  })
}

export async function confirmPassword(app: App, session: Session, password: string): Promise<void> {
  const user = await app.db
    .selectFrom('users')
    .where('id', '=', session.scope.userId)
    .select('password_hash')
    .executeTakeFirst()
  if (!(await isPasswordOf(user?.password_hash ?? null, password)))
    throw new Refused('wrong_credentials', { at: 'password' })
  await app.db
    .updateTable('session')
    .set({ authenticated_at: toTimestamp(app.ports.clock.now()) })
    .where('id', '=', session.sessionId)
    .execute()
}

/** Only a path of our own: one slash, then anything but another slash or a backslash; else null. */
function internalPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') ? path : null
}

async function startSession(app: App, db: Db, userId: UserId, userAgent: string): Promise<SignedIn> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['type', 'locale'])
    .executeTakeFirstOrThrow()
  const token = await openSession(db, { userId: userId, userAgent, now: app.ports.clock.now() })
  return { token, type: user.type, locale: user.locale }
}

type Link = {
  readonly purpose: 'reset_password' | 'sign_in'
  readonly lifeMs: number
  readonly goesTo: string | null
  readonly pathOf: (token: string) => string
  readonly mail: 'reset' | 'signIn'
}

async function mailLink(app: App, email: string, link: Link): Promise<void> {
  const now = app.ports.clock.now()
  const user = await findByEmail(app.db, email.trim())
  if (user === undefined) return
  const token = randomBytes(32).toString('base64url')
  await inTransaction(app.db, async (trx) => {
    await trx
      .deleteFrom('one_time_token')
      .where('user_id', '=', user.id)
      .where('purpose', '=', link.purpose)
      .execute()
    await trx
      .insertInto('one_time_token')
      .values({
        token_hash: hashToken(token),
        user_id: user.id,
        purpose: link.purpose,
        goes_to: link.goesTo,
        created_at: toTimestamp(now),
        expires_at: toTimestamp(instant(now + link.lifeMs)),
      })
      .execute()
    const url = app.config.http.origin + link.pathOf(token)
    const { subject, text } = accountMails[user.locale][link.mail](user.name, url)
    const key = `${link.purpose}:${hashToken(token).toString('hex')}`
    await enqueue(trx, 'send_mail', { key, to: user.email, subject, text, userId: user.id }, { now })
  })
}

/** Whose words a new password may not be made of. Reads the token without using it up: a refused password leaves it good. */
async function ownerOfToken(
  db: Db,
  tokenHash: Buffer,
  now: Instant,
): Promise<{ name: string; email: string }> {
  const owner = await db
    .selectFrom('one_time_token')
    .innerJoin('users', 'users.id', 'one_time_token.user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'reset_password')
    .where('expires_at', '>', toTimestamp(now))
    .select(['name', 'email'])
    .executeTakeFirst()
  if (owner === undefined) throw new Refused('link_invalid')
  return owner
}

async function useToken(db: Db, token: string, purpose: Link['purpose'], now: Instant) {
  const row = await consumeToken(db, hashToken(token), purpose)
  if (row === undefined || row.expires_at <= now) throw new Refused('link_invalid')
  return { userId: row.user_id, goesTo: row.goes_to }
}
