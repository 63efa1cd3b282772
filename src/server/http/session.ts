/**
 * The session gate. A session is a random 256-bit token in a cookie, stored as its SHA-256; a second cookie without a
 * secret tells scripts that somebody is signed in.
 */

import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionId, ShareId, UserId } from '#domain/ids.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { mintScopeOf, type UserScope } from '../scope.ts'
import type { RecentSessions } from './recent-sessions.ts'
import {
  endReplaced,
  findRenewedSession,
  findSession,
  insertSession,
  replaceToken,
  touchSession,
} from './session-queries.ts'

/** Threats: sessions live 30 days, whatever is done with them. */
const SESSION_DAYS = 30
const IDLE_DAYS = 14
const FRESH_PASSWORD_MINUTES = 15
/** A day of work. */
const SECOND_FACTOR_HOURS = 12
/** For calls that are under way when the token changes. */
const FORMER_TOKEN_MS = 30_000
export const PRESENCE_COOKIE = 'crew_signed_in'

/** Whose places this browser works on, where they are not one's own. */
type SessionShare = {
  readonly shareId: ShareId
  readonly ownerId: UserId
  readonly ownerName: string
  readonly role: ShareRole
  readonly isWhole: boolean
  readonly isEnded: boolean
}

export type Session = {
  readonly sessionId: SessionId
  readonly scope: UserScope
  readonly hasFreshPassword: boolean
  /** Of an operator in the city on the desk; null of everybody else, and of whoever has none there. */
  readonly staffRole: StaffRole | null
  /** Given in this session not long ago. */
  readonly hasSecondFactor: boolean
  /** An app or a passkey. */
  readonly hasSetUpSecondFactor: boolean
  /** Null where it works on its own. */
  readonly share: SessionShare | null
}

export function sessionCookieName(config: Config): string {
  return config.http.isSecure ? '__Host-crew_session' : 'crew_session'
}

export function presenceCookieName(config: Config): string {
  return config.http.isSecure ? `__Host-${PRESENCE_COOKIE}` : PRESENCE_COOKIE
}

/** Whether somebody is signed in by what the browser says; also of before it had a prefix. */
export function saysSignedIn(config: Config, { cookies }: FastifyRequest): boolean {
  return [presenceCookieName(config), PRESENCE_COOKIE].some((name) => cookies[name] !== undefined)
}

/** Who is asking; null without a live session. */
export async function readSession(
  app: App,
  request: FastifyRequest,
  find: RecentSessions['find'] = (tokenHash) => findSession(app.db, tokenHash),
): Promise<Session | null> {
  const token = request.cookies[sessionCookieName(app.config)]
  if (token === undefined || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  const now = app.ports.clock.now()
  const hash = hashToken(token)
  const row = (await find(hash)) ?? (await findRenewedSession(app.db, hash, now))
  if (row === undefined || row.expires_at <= now || row.last_seen_at + IDLE_DAYS * DAY_MS <= now) return null
  // Once a minute is exact enough for an idle limit of days and spares a write per call.
  if (row.last_seen_at + MINUTE_MS < now) await touchSession(app.db, row.id, now)
  return {
    sessionId: row.id,
    scope: mintScopeOf(row),
    share: shareOf(row),
    staffRole: row.staff_role,
    hasSetUpSecondFactor: row.has_set_up_second_factor,
    hasSecondFactor:
      row.second_factor_at !== null && row.second_factor_at + SECOND_FACTOR_HOURS * HOUR_MS > now,
    hasFreshPassword: row.authenticated_at + FRESH_PASSWORD_MINUTES * MINUTE_MS > now,
  }
}

function shareOf(row: NonNullable<Awaited<ReturnType<typeof findSession>>>): SessionShare | null {
  const { share_id: shareId, owner_id: ownerId, share_role: role, is_whole: isWhole } = row
  if (shareId === null || ownerId === null || role === null || isWhole === null) return null
  return { shareId, ownerId, ownerName: row.owner_name ?? '', role, isWhole, isEnded: row.ended_at !== null }
}

/** Starts a session inside the caller's transaction and answers its token, which is kept nowhere. */
export async function openSession(
  db: Db,
  input: { userId: UserId; userAgent: string; now: Instant; hasSecondFactor?: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = instant(input.now + SESSION_DAYS * DAY_MS)
  await insertSession(db, { ...input, tokenHash: hashToken(token), expiresAt })
  return token
}

/**
 * Another token for a session whose person has just proven again who it is; whoever had got hold of the one before has
 * nothing soon.
 */
export async function renewToken({ db, ports }: App, { sessionId }: Session): Promise<string> {
  const now = ports.clock.now()
  const token = randomBytes(32).toString('base64url')
  const formerUntil = instant(now + FORMER_TOKEN_MS)
  await replaceToken(db, sessionId, { tokenHash: hashToken(token), now, formerUntil })
  return token
}

/** A browser has one session: that with which it came ends where another begins. */
export async function endFormerSession({ db }: App, { sessionId }: Session, token: string): Promise<void> {
  await endReplaced(db, sessionId, hashToken(token))
}

export function setSessionCookies(reply: FastifyReply, config: Config, token: string): void {
  const common = {
    path: '/',
    sameSite: 'lax',
    secure: config.http.isSecure,
    maxAge: SESSION_DAYS * 86_400,
  } as const
  reply.setCookie(sessionCookieName(config), token, { ...common, httpOnly: true })
  reply.setCookie(presenceCookieName(config), '1', common)
}

export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  const common = { path: '/', sameSite: 'lax', secure: config.http.isSecure } as const
  reply.clearCookie(sessionCookieName(config), { ...common, httpOnly: true })
  for (const name of new Set([presenceCookieName(config), PRESENCE_COOKIE])) reply.clearCookie(name, common)
  // Pictures and pages of the account that the browser kept go with it (threats W6). What is written on the device
  // and not yet sent stays: it would be lost.
  reply.header('clear-site-data', '"cache"')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
