import type { SessionId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { removeSession, removeSessions } from './session-queries.ts'

/** Ends one session of one's own, or all but this one. */
export async function revokeSession(
  app: App,
  session: Session,
  sessionId: SessionId | undefined,
): Promise<void> {
  if (sessionId === undefined) return removeSessions(app.db, session.scope.userId, session.sessionId)
  if (!(await removeSession(app.db, session.scope.userId, sessionId))) throw new Refused('not_found')
}

export async function signOut(app: App, session: Session | null): Promise<void> {
  if (session !== null) await removeSession(app.db, session.scope.userId, session.sessionId)
}
