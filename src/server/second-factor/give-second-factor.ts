/** A code of the app, or one for when it is lost: each opens once, and few are tried. */
import { timingSafeEqual } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import { stepAt } from '#domain/staff/second-factor.ts'
import { type Instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { countTry, forgetTries } from '../passwords/try-queries.ts'
import { Refused } from '../refused.ts'
import { unseal } from '../seal.ts'
import { codeAt, hashOfRecovery, sealedFor } from './make-code.ts'
import { findSecondFactor, useRecoveryCode, useStep } from './queries.ts'
import { markSecondFactor } from '../users/session-queries.ts'

const MOST_TRIES = 10
const TRIES_MS = 15 * MINUTE_MS
/** A clock that is half a minute off makes the code before or after. */
const STEPS_OFF = [0, -1, 1]

export async function giveSecondFactor(app: App, session: Session, code: string): Promise<void> {
  const { userId } = session.scope
  const forgive = await checkTriesOf(app, userId)
  const now = app.ports.clock.now()
  const sealed = (await findSecondFactor(app.db, userId))?.secret_sealed ?? null
  if (sealed === null) throw new Refused('second_factor_needed')
  const step = stepOf(unseal(app.config, sealedFor(userId), sealed), code, now)
  const hash = hashOfRecovery(userId, code)
  await inTransaction(app.db, async (db) => {
    if (step !== null && !(await useStep(db, userId, step)))
      throw new Refused('second_factor_used', { at: 'code' })
    if (step === null && !(await useRecoveryCode(db, userId, { hash, now })))
      throw new Refused('second_factor_wrong', { at: 'code' })
    await markSecondFactor(db, session.sessionId, now)
  })
  await forgive()
}

/** The span whose code it is; null where it is none of these. */
export function stepOf(secret: Buffer, code: string, now: Instant): number | null {
  const given = Buffer.from(code.replace(/\s/g, ''))
  for (const off of STEPS_OFF) {
    const step = stepAt(now) + off
    const right = Buffer.from(codeAt(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right)) return step
  }
  return null
}

/** Counted before it is compared, whatever the transaction does. Answers what forgets them. */
export async function checkTriesOf(app: App, userId: UserId): Promise<() => Promise<void>> {
  const tried = { kind: 'second_factor', whose: userId } as const
  const now = app.ports.clock.now()
  if ((await countTry(app.db, { ...tried, now, windowMs: TRIES_MS })) > MOST_TRIES)
    throw new Refused('second_factor_tries')
  return () => forgetTries(app.db, tried)
}
