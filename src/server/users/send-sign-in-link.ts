/**
 * Links by mail: to sign in without a password, and to choose a new one. Whether an address has an account is looked up
 * in the background, so that nobody learns it from how long the answer takes.
 */
import { randomBytes } from 'node:crypto'
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { settingsAt } from '../settings/read-settings.ts'
import type { TaskPayloads } from '../tasks/kinds.ts'
import { enqueue } from '../tasks/queue.ts'
import { findByEmail } from './queries.ts'
import { accountMails } from './texts.ts'
import { replaceToken } from './token-queries.ts'
import { countTry } from '../passwords/try-queries.ts'

type Asked = TaskPayloads['send_account_link']

/** Threats: a reset link works for an hour, a sign-in link for ten minutes. */
const LINKS = {
  reset_password: {
    lifeMs: HOUR_MS,
    counted: 'reset_password',
    mail: 'reset',
    pathOf: (token: string) => `/reset-password/${token}`,
  },
  sign_in: {
    lifeMs: 10 * MINUTE_MS,
    counted: 'sign_in_link',
    mail: 'signIn',
    pathOf: (token: string) => `/authenticate?token=${token}`,
  },
} as const

/** Mails a link when there is such an account; says nothing either way. A newer link ends the older ones. */
export function forgotPassword(app: App, email: string): Promise<void> {
  return askForLink(app, { email, purpose: 'reset_password', goesTo: null })
}

export function requestSignInLink(app: App, email: string, to: string | undefined): Promise<void> {
  return askForLink(app, { email, purpose: 'sign_in', goesTo: internalPath(to) })
}

/** Only a path of our own: one slash, then anything but another slash or a backslash; else null. */
function internalPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') ? path : null
}

async function askForLink(app: App, asked: Asked): Promise<void> {
  const now = app.ports.clock.now()
  const dedupeKey = `${asked.purpose}:${asked.email.trim().toLowerCase()}`
  await inTransaction(app.db, (trx) => enqueue(trx, 'send_account_link', asked, { now, dedupeKey }))
}

/**
 * A few within the life of a link, whoever asks: the last of them stays good for the rest of it, so that nobody who
 * asks again and again keeps the owner out or fills a mailbox.
 */
export async function sendAccountLink(app: App, db: Db, { email, purpose, goesTo }: Asked): Promise<void> {
  const { lifeMs, counted, mail, pathOf } = LINKS[purpose]
  const now = app.ports.clock.now()
  const user = await findByEmail(db, email.trim())
  if (user === undefined || (await isTooMany(db, { email, counted, lifeMs, now }))) return
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  const expiresAt = instant(now + lifeMs)
  await replaceToken(db, { tokenHash, userId: user.id, purpose, goesTo, now, expiresAt })
  const { subject, text } = accountMails[user.locale][mail](user.name, app.config.http.origin + pathOf(token))
  const key = `${purpose}:${tokenHash.toString('hex')}`
  await enqueue(db, 'send_mail', { key, to: user.email, subject, text, userId: user.id }, { now })
}

async function isTooMany(
  db: Db,
  {
    email,
    counted,
    lifeMs,
    now,
  }: { email: string; counted: 'reset_password' | 'sign_in_link'; lifeMs: number; now: Instant },
): Promise<boolean> {
  const { accountLinksAtOnce } = await settingsAt(db, null, now)
  return (await countTry(db, { kind: counted, email, now, windowMs: lifeMs })) > accountLinksAtOnce
}
