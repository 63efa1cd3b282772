/** Links by mail: to sign in without a password, and to choose a new one. */

import { randomBytes } from 'node:crypto'
import { HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { enqueue } from '../tasks/queue.ts'
import { findByEmail } from './queries.ts'
import { accountMails } from './texts.ts'
import { replaceToken, type TokenPurpose } from './token-queries.ts'

/** Threats: a reset link works for an hour, a sign-in link for ten minutes. */
const RESET_MS = HOUR_MS

const SIGN_IN_LINK_MS = 10 * MINUTE_MS

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

/** Only a path of our own: one slash, then anything but another slash or a backslash; else null. */
function internalPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') ? path : null
}

type Link = {
  readonly purpose: TokenPurpose
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
    const tokenHash = hashToken(token)
    const { purpose, goesTo } = link
    await replaceToken(trx, {
      tokenHash,
      userId: user.id,
      purpose,
      goesTo,
      now,
      expiresAt: instant(now + link.lifeMs),
    })
    const url = app.config.http.origin + link.pathOf(token)
    const { subject, text } = accountMails[user.locale][link.mail](user.name, url)
    const key = `${purpose}:${tokenHash.toString('hex')}`
    await enqueue(trx, 'send_mail', { key, to: user.email, subject, text, userId: user.id }, { now })
  })
}
