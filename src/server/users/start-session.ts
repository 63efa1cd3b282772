import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { openSession } from '../http/session.ts'
import { keepMark } from '../referrals/identity-queries.ts'
import { Refused } from '../refused.ts'
import type { UserType } from '../scope.ts'
import { isClosed, takeBackLeaving } from './session-queries.ts'
import { findAccount } from './queries.ts'

/** What somebody signs in with. */
export type Browser = {
  readonly userAgent: string
  readonly deviceId: string
  /** A passkey, which says who it is by something one has and something one is or knows. */
  readonly hasSecondFactor?: boolean
}

/** A session for whoever has proven who it is. */
export type SignedIn = { readonly token: string; readonly type: UserType; readonly locale: Language }

export async function startSession(
  app: App,
  db: Db,
  userId: UserId,
  { userAgent, deviceId, hasSecondFactor = false }: Browser,
): Promise<SignedIn> {
  const now = app.ports.clock.now()
  const { type, locale } = await findAccount(db, userId)
  if (await isClosed(db, userId)) throw new Refused('wrong_credentials')
  await takeBackLeaving(db, userId, now)
  const token = await openSession(db, { userId, userAgent, now, hasSecondFactor })
  await keepMark(db, { userId, kind: 'device', mark: deviceId, now })
  return { token, type, locale }
}
