/**
 * The link by which a crew reads its assignments and gives them back without signing in: 256 random bits sent to its
 * own phone and stored hashed, good for a day, for reading and releasing only (threats T1, T2, T8).
 */
import { randomBytes } from 'node:crypto'
import { normalisePhone } from '#domain/accounts/phone.ts'
import type { UserId } from '#domain/ids.ts'
import { momentText } from '#domain/notifications/clock-texts.ts'
import { isRefusal } from '#domain/refusals.ts'
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { crewOfLink } from '../users/read-crew-of-link.ts'
import { assignmentTexts } from './texts.ts'

const PURPOSE = 'my_assignments'
/** A phone is asked for at most so often; more would cost us and annoy its owner. */
const LINKS_A_DAY = 5
const WAIT_MS = MINUTE_MS

/** Says nothing of whether there is such a crew, not even by how long it takes: who that is a task finds out (threats A3). */
export async function requestLink(app: App, phoneText: string): Promise<void> {
  const decided = normalisePhone(phoneText)
  if (isRefusal(decided)) throw new Refused(decided.refused, { at: 'phone' })
  const { phone } = decided
  await enqueue(app.db, 'send_assignments_link', { phone }, { now: app.ports.clock.now(), dedupeKey: phone })
}

/** Of two crews with one phone the older account gets the link. */
export async function sendLinkToPhone(app: App, db: Db, { phone }: { phone: string }): Promise<void> {
  const crew = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .where('type', '=', 'Crew')
    .orderBy('created_at')
    .select('id')
    .executeTakeFirst()
  if (crew !== undefined) await sendLink(app, db, crew.id)
}

/** For the operator, who may know the crew better than the crew its number. */
export async function sendLinkTo(app: App, crewId: UserId): Promise<void> {
  const crew = await app.db
    .selectFrom('users')
    .where('id', '=', crewId)
    .where('type', '=', 'Crew')
    .select('phone')
    .executeTakeFirst()
  if (crew === undefined) throw new Refused('not_found')
  if (crew.phone === null) throw new Refused('phone_invalid')
  await inTransaction(app.db, (db) => sendLink(app, db, crewId), { isolation: 'read committed' })
}

/** Whose link it is. Unknown, old and ended links, and those of accounts that are gone, are refused alike. */
export async function crewOfToken(app: App, token: string): Promise<CrewScope> {
  const row = await app.db
    .selectFrom('one_time_token')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', PURPOSE)
    .where('expires_at', '>', toTimestamp(app.ports.clock.now()))
    .select('user_id')
    .executeTakeFirst()
  const scope = row === undefined ? null : await crewOfLink(app.db, row.user_id)
  if (scope === null) throw new Refused('link_invalid')
  return scope
}

/** Every link of this crew that is still good stops working. */
export async function endLinks(app: App, scope: CrewScope): Promise<void> {
  await app.db
    .deleteFrom('one_time_token')
    .where('user_id', '=', scope.userId)
    .where('purpose', '=', PURPOSE)
    .execute()
}

async function sendLink(app: App, db: Db, crewId: UserId): Promise<void> {
  const now = app.ports.clock.now()
  const crew = await lockUser(db, crewId)
  if (crew.phone === null || (await isAskedTooOften(db, crewId, now))) return
  const token = randomBytes(32).toString('base64url')
  const { assignmentsLinkHours } = await settingsAt(db, crew.market_id, now)
  const expiresAt = instant(now + assignmentsLinkHours * HOUR_MS)
  await db
    .insertInto('one_time_token')
    .values({
      token_hash: hashToken(token),
      user_id: crewId,
      purpose: PURPOSE,
      created_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .execute()
  const url = `${app.config.http.origin}/my-assignments?token=${token}`
  const text = assignmentTexts[crew.locale].link(url, momentText(expiresAt, crew.time_zone, crew.locale))
  const key = `${PURPOSE}:${hashToken(token).toString('hex')}`
  await enqueue(db, 'send_sms', { key, to: crew.phone, text, userId: crewId }, { now })
}

/** Locked, so that many requests at once send one message. */
function lockUser(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .select(['phone', 'locale', 'time_zone', 'market_id'])
    .executeTakeFirstOrThrow()
}

async function isAskedTooOften(db: Db, userId: UserId, now: Instant): Promise<boolean> {
  const rows = await db
    .selectFrom('one_time_token')
    .where('user_id', '=', userId)
    .where('purpose', '=', PURPOSE)
    .where('created_at', '>', toTimestamp(instant(now - DAY_MS)))
    .select('created_at')
    .execute()
  return rows.length >= LINKS_A_DAY || rows.some((row) => row.created_at > now - WAIT_MS)
}
