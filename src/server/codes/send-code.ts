/**
 * Sending a code. Whether a mailbox has an account is looked up in the background, so that nobody learns it from how
 * long the answer takes; to a phone it is sent in any case, since whoever has none gets an account by it.
 */
import { randomBytes } from 'node:crypto'
import { decideTexting } from '#domain/accounts/phone.ts'
import { CODE_MINUTES } from '#domain/accounts/sign-in-code.ts'
import type { Language } from '#domain/language.ts'
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { networkOf } from '../http/network.ts'
import { hashToken } from '../http/session.ts'
import { countTry } from '../passwords/try-queries.ts'
import { Refused, unlessRefused } from '../refused.ts'
import { settingsAt } from '../settings/read-settings.ts'
import type { TaskPayloads } from '../tasks/kinds.ts'
import { enqueue } from '../tasks/queue.ts'
import { phoneOrRefuse } from '../users/check-person.ts'
import { codeOf } from './make-code.ts'
import { findCode, findHolder, insertCode, isDeviceOfHolder, prolongCode, type Recipient } from './queries.ts'
import { codeTexts } from './texts.ts'

export type Asking = { readonly locale: Language; readonly ip: string; readonly deviceId: string }

type Wanted = { readonly phone: string } | { readonly email: string }

/** Answers the token under which the code is given back: that of `before` where it is still good. */
export async function sendCode(
  app: App,
  wanted: Wanted & { readonly token?: string | undefined },
  asking: Asking,
): Promise<string> {
  const now = app.ports.clock.now()
  const to = recipientOf(wanted)
  await checkLimits(app, to, { ...asking, now })
  const expiresAt = instant(now + CODE_MINUTES * MINUTE_MS)
  const fresh = randomBytes(32).toString('base64url')
  return inTransaction(app.db, async (trx) => {
    const code = { ...to, now, expiresAt }
    const isAgain =
      wanted.token !== undefined && (await prolongCode(trx, { ...code, tokenHash: hashToken(wanted.token) }))
    const token = isAgain ? wanted.token : fresh
    const tokenHash = hashToken(token)
    if (!isAgain) await insertCode(trx, { ...code, tokenHash })
    const payload = { tokenHash: tokenHash.toString('hex'), locale: asking.locale, askedAt: now }
    await enqueue(trx, 'send_code', payload, { now })
    return token
  })
}

function recipientOf(wanted: Wanted): Recipient {
  if ('email' in wanted) return { channel: 'email', recipient: wanted.email.trim().toLowerCase() }
  const { phone } = unlessRefused(decideTexting(phoneOrRefuse(wanted.phone)))
  return { channel: 'phone', recipient: phone }
}

/**
 * Counted alike for whoever has an account and whoever has none. A browser in which the account was open before has
 * counts of its own, so that no stranger uses up its owner's codes.
 */
async function checkLimits(
  app: App,
  to: Recipient,
  { ip, deviceId, now }: Asking & { readonly now: Instant },
): Promise<void> {
  const settings = await settingsAt(app.db, null, now)
  const whose = `${to.channel}:${to.recipient}`
  const knownDevice = (await isDeviceOfHolder(app.db, to, deviceId)) ? deviceId : null
  const own = { whose, knownDevice }
  const limits = [
    { kind: 'codes_of_address', whose: networkOf(ip), windowMs: HOUR_MS, most: settings.codesPerAddress },
    { kind: 'codes_of_device', whose: deviceId, windowMs: DAY_MS, most: settings.codesPerDevice },
    { kind: 'codes_at_once', ...own, windowMs: CODE_MINUTES * MINUTE_MS, most: settings.codesAtOnce },
    { kind: 'codes_of_day', ...own, windowMs: DAY_MS, most: settings.codesPerDay },
  ] as const
  for (const { most, ...limit } of limits)
    if ((await countTry(app.db, { ...limit, now })) > most) throw new Refused('too_many_codes')
  if (to.channel === 'email') return
  const texted = await countTry(app.db, { kind: 'codes_texted', whose: 'all', windowMs: DAY_MS, now })
  if (texted <= settings.codesTextedPerDay) return
  app.log.error({ code: 'code_texts_used_up', texted }, 'no more codes are sent by text today')
  throw new Refused('too_many_codes')
}

/** Makes the message when it is sent: for a mailbox only where it has an account. */
export async function deliverCode(app: App, db: Db, asked: TaskPayloads['send_code']): Promise<void> {
  const now = app.ports.clock.now()
  const tokenHash = Buffer.from(asked.tokenHash, 'hex')
  const to = await findCode(db, tokenHash, now)
  if (to === undefined) return
  const key = `code:${asked.tokenHash}:${asked.askedAt}`
  const code = codeOf(app, tokenHash)
  const texts = codeTexts[asked.locale]
  if (to.channel === 'phone') {
    const text = texts.text(code, new URL(app.config.http.origin).hostname)
    return enqueue(db, 'send_sms', { key, to: to.recipient, text, userId: null }, { now })
  }
  const holder = await findHolder(db, to)
  if (holder === undefined) return
  const { subject, text } = codeTexts[holder.locale].mail(holder.name, code)
  await enqueue(db, 'send_mail', { key, to: to.recipient, subject, text, userId: holder.id }, { now })
}
