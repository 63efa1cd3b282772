import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { openSession } from '../http/session.ts'
import type { UserType } from '../scope.ts'
import { findAccount } from './queries.ts'

/** A session for whoever has proven who it is. */
export type SignedIn = { readonly token: string; readonly type: UserType; readonly locale: Language }

export async function startSession(app: App, db: Db, userId: UserId, userAgent: string): Promise<SignedIn> {
  const { type, locale } = await findAccount(db, userId)
  const token = await openSession(db, { userId, userAgent, now: app.ports.clock.now() })
  return { token, type, locale }
}
