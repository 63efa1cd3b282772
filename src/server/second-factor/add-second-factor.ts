/** An app is set up: it gets a secret, and counts once it has made a code. */
import { appLink, toBase32 } from '#domain/staff/second-factor.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { describeQrCode } from '../pictures/describe-qr-code.ts'
import { Refused } from '../refused.ts'
import { seal, unseal } from '../seal.ts'
import { enqueue } from '../tasks/queue.ts'
import { markSecondFactor } from '../users/session-queries.ts'
import { checkTriesOf, stepOf } from './give-second-factor.ts'
import { hashOfRecovery, newRecoveryCodes, newSecret, sealedFor } from './make-code.ts'
import { findSecondFactor, replaceRecoveryCodes, saveConfirmed, savePending } from './queries.ts'
import { secondFactorTexts } from './texts.ts'

/** Whoever has one gives it first: another app is not set up with a password alone. */
export async function beginSecondFactor(app: App, session: Session) {
  const { userId, email } = session.scope
  if (session.hasSetUpSecondFactor && !session.hasSecondFactor) throw new Refused('second_factor_needed')
  const secret = newSecret()
  await savePending(app.db, userId, seal(app.config, sealedFor(userId), secret))
  const written = toBase32(secret)
  const link = appLink(written, email)
  return { secret: written, link, qrCode: describeQrCode(link) }
}

export async function confirmSecondFactor(app: App, session: Session, code: string) {
  const { userId, email, name, locale } = session.scope
  if (session.hasSetUpSecondFactor && !session.hasSecondFactor) throw new Refused('second_factor_needed')
  const forgive = await checkTriesOf(app, userId)
  const now = app.ports.clock.now()
  const pending = (await findSecondFactor(app.db, userId))?.pending_sealed ?? null
  if (pending === null) throw new Refused('conflict')
  const step = stepOf(unseal(app.config, sealedFor(userId), pending), code, now)
  if (step === null) throw new Refused('second_factor_wrong', { at: 'code' })
  await forgive()
  return inTransaction(app.db, async (db) => {
    await saveConfirmed(db, userId, { sealed: pending, step, now })
    await markSecondFactor(db, session.sessionId, now)
    await recordAudit(db, { at: now, actorId: userId, action: 'add_second_factor', subject: userId })
    const { subject, text } = secondFactorTexts[locale].added(name, app.config.supportEmail)
    const key = `second_factor:${userId}:${now}`
    await enqueue(db, 'send_mail', { key, to: email, subject, text, userId }, { now })
    return { recoveryCodes: await renew(db, userId) }
  })
}

export async function renewRecoveryCodes(app: App, session: Session) {
  const { userId } = session.scope
  if (!session.hasSecondFactor) throw new Refused('second_factor_needed')
  const at = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    if ((await findSecondFactor(db, userId))?.secret_sealed == null) throw new Refused('conflict')
    await recordAudit(db, { at, actorId: userId, action: 'renew_recovery_codes', subject: userId })
    return { recoveryCodes: await renew(db, userId) }
  })
}

async function renew(db: Db, userId: Session['scope']['userId']): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashOfRecovery(userId, code)),
  )
  return codes
}
