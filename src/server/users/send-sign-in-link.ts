/**
 * Links by mail: to sign in without a password, and to choose a new one. Whether an address has an account is looked up
 * in the background, so that nobody learns it from how long the answer takes.
 */
import { randomBytes } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { settingsAt } from '../settings/read-settings.ts'
import type { TaskPayloads } from '../tasks/kinds.ts'
import { enqueue } from '../tasks/queue.ts'
import { findByEmail, findRecipient } from './queries.ts'
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
  change_email: {
    lifeMs: HOUR_MS,
    counted: 'change_email',
    mail: 'changeEmail',
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

/** The address is the account's once its owner has opened the link that is mailed there. */
export function askForAddress(app: App, userId: UserId, email: string): Promise<void> {
  return askForLink(app, { email, purpose: 'change_email', goesTo: email, userId })
}

async function askForLink(app: App, asked: Asked): Promise<void> {
  const now = app.ports.clock.now()
  const dedupeKey = [asked.purpose, asked.userId ?? '', asked.email.trim().toLowerCase()].join(':')
  await inTransaction(app.db, (trx) => enqueue(trx, 'send_account_link', asked, { now, dedupeKey }))
}

/**
 * A few within the life of a link, whoever asks: the last of them stays good for the rest of it, so that nobody who
 * asks again and again keeps the owner out or fills a mailbox.
 */
export async function sendAccountLink(app: App, db: Db, asked: Asked): Promise<void> {
  const { email, purpose, goesTo } = asked
  const { lifeMs, counted, mail, pathOf } = LINKS[purpose]
  const now = app.ports.clock.now()
  const holder = await findByEmail(db, email.trim())
  if (holder !== undefined && asked.userId !== undefined && holder.id !== asked.userId)
    return mailHolder(app, db, holder, now)
  const user = asked.userId === undefined ? holder : await findRecipient(db, asked.userId)
  if (purpose === 'reset_password' && holder?.password_hash === null) return mailToCode(app, db, holder, now)
  if (user === undefined || (await isTooMany(db, { email, counted, lifeMs, now }))) return
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  const expiresAt = instant(now + lifeMs)
  await replaceToken(db, { tokenHash, userId: user.id, purpose, goesTo, now, expiresAt })
  const { subject, text } = accountMails[user.locale][mail](user.name, app.config.http.origin + pathOf(token))
  // An address that is to be somebody's is nobody's yet.
  const userId = purpose === 'change_email' ? null : user.id
  const key = `${purpose}:${tokenHash.toString('hex')}`
  await enqueue(db, 'send_mail', { key, to: email.trim(), subject, text, userId }, { now })
}

/** Who has no password forgot none: a code signs in. */
async function mailToCode(app: App, db: Db, holder: Holder, now: Instant): Promise<void> {
  const asked = { email: holder.email, counted: 'reset_password', lifeMs: HOUR_MS, now } as const
  if (await isTooMany(db, asked)) return
  const url = `${app.config.http.origin}/login?by=code`
  const { subject, text } = accountMails[holder.locale].noPassword(holder.name, url)
  const key = `no_password:${holder.id}:${now}`
  await enqueue(db, 'send_mail', { key, to: holder.email, subject, text, userId: holder.id }, { now })
}

type Holder = {
  readonly id: UserId
  readonly name: string
  readonly email: string
  readonly locale: Language
}

/** Somebody gave an address for another account than the one that holds it: its owner is told, a few times a day. */
export async function mailHolder(app: App, db: Db, holder: Holder, now: Instant): Promise<void> {
  if (await isTooMany(db, { email: holder.email, counted: 'change_email', lifeMs: DAY_MS, now })) return
  const { subject, text } = accountMails[holder.locale].addressInUse(holder.name, app.config.http.origin)
  const key = `address_in_use:${holder.id}:${now}`
  await enqueue(db, 'send_mail', { key, to: holder.email, subject, text, userId: holder.id }, { now })
}

async function isTooMany(
  db: Db,
  {
    email,
    counted,
    lifeMs,
    now,
  }: {
    email: string
    counted: 'change_email' | 'reset_password' | 'sign_in_link'
    lifeMs: number
    now: Instant
  },
): Promise<boolean> {
  const { accountLinksAtOnce } = await settingsAt(db, null, now)
  return (await countTry(db, { kind: counted, whose: email, now, windowMs: lifeMs })) > accountLinksAtOnce
}
