/**
 * Which calls are read from the replica: those that bear to be a second old, of whoever changed nothing in the last seconds.
 * The browser says so itself, by a cookie that lives as long, so that it holds whichever process is asked: what the
 * replica answers is at most a second old, and so has what was changed before. A page sets it, too, when it is told that
 * something changed (`web/live`), and reads that from the primary.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FRESH_COOKIE, FRESH_SECONDS } from '#contract/fresh.ts'
import { LATE_READS } from '#contract/late-reads.ts'
import type { App } from '../app.ts'
import type { Session } from './session.ts'

/** Somebody else's eyes and hands leave a line where they reached, or see through views of their own. */
const FOR_OTHERS = ['acting-for', 'seeing-as']

type Asked = {
  readonly key: string
  readonly session: Session | null
  readonly request: FastifyRequest
}

export function readLate<Answer>(
  app: App,
  asked: Asked,
  work: (app: App) => Promise<Answer>,
): Promise<Answer> {
  if (app.replica === undefined || !bearsIt(asked)) return work(app)
  return app.replica.read(app.db, (db) => work({ ...app, db }))
}

function bearsIt({ key, session, request }: Asked): boolean {
  if (!LATE_READS.has(key) || request.cookies[FRESH_COOKIE] !== undefined) return false
  return (session?.share ?? null) === null && FOR_OTHERS.every((name) => request.headers[name] === undefined)
}

/** After whatever may have changed something, be it that it failed later. */
export function noteChange({ config, replica }: App, key: string, reply: FastifyReply): void {
  if (replica === undefined || LATE_READS.has(key)) return
  reply.setCookie(FRESH_COOKIE, '1', {
    path: '/',
    sameSite: 'lax',
    secure: config.http.isSecure,
    maxAge: FRESH_SECONDS,
  })
}
