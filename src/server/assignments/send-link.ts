/**
 * The link by which a crew reads its assignments and releases them without signing in: 256 random bits sent to its
 * own phone and stored hashed, good for a day, for reading and releasing only (threats T1, T2, T8).
 */
import { randomBytes } from 'node:crypto'
import { normalisePhone } from '#domain/accounts/phone.ts'
import type { UserId } from '#domain/ids.ts'
import { momentText } from '#domain/notifications/clock-texts.ts'
import { isRefusal } from '#domain/refusals.ts'
import { HOUR_MS, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { Refused } from '../refused.ts'
import type { CrewScope, OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { crewOfLink } from '../users/read-crew-of-link.ts'
import {
  deleteTokens,
  findCrewByPhone,
  findCrewPhone,
  findTokenOwner,
  insertToken,
  isAskedTooOften,
  lockUser,
  PURPOSE,
} from './link-queries.ts'
import { assignmentTexts } from './texts.ts'

/** Answers alike whether there is such a crew or not, in the same time: who that is a task finds out (threats A3). */
export async function requestLink(app: App, phoneText: string): Promise<void> {
  const decided = normalisePhone(phoneText)
  if (isRefusal(decided)) throw new Refused(decided.refused, { at: 'phone' })
  const { phone } = decided
  await enqueue(app.db, 'send_assignments_link', { phone }, { now: app.ports.clock.now(), dedupeKey: phone })
}

/** Of two crews with one phone the older account gets the link. */
export async function sendLinkToPhone(app: App, db: Db, { phone }: { phone: string }): Promise<void> {
  const crewId = await findCrewByPhone(db, phone)
  if (crewId !== undefined) await sendLink(app, db, crewId)
}

/** For the operator, who may know the crew better than the crew its number. */
export async function sendLinkTo(app: App, scope: OperatorScope, crewId: UserId): Promise<void> {
  const crew = await findCrewPhone(app.db, scope, crewId)
  if (crew === undefined) throw new Refused('not_found')
  if (crew.phone === null) throw new Refused('phone_invalid')
  const at = app.ports.clock.now()
  await inTransaction(
    app.db,
    async (db) => {
      await sendLink(app, db, crewId)
      await recordAudit(db, { actorId: scope.userId, action: 'send_assignments_link', subject: crewId, at })
    },
    { isolation: 'read committed' },
  )
}

/** Whose link it is. Unknown, old and ended links, and those of accounts that are gone, are refused alike. */
export async function crewOfToken(app: App, token: string): Promise<CrewScope> {
  const crewId = await findTokenOwner(app.db, hashToken(token), app.ports.clock.now())
  const scope = crewId === undefined ? null : await crewOfLink(app.db, crewId)
  if (scope === null) throw new Refused('link_invalid')
  return scope
}

/** Every link of this crew that is still good stops working. */
export async function endLinks(app: App, scope: CrewScope): Promise<void> {
  await deleteTokens(app.db, scope.userId)
}

async function sendLink(app: App, db: Db, crewId: UserId): Promise<void> {
  const now = app.ports.clock.now()
  const crew = await lockUser(db, crewId)
  if (crew.phone === null || (await isAskedTooOften(db, crewId, now))) return
  const token = randomBytes(32).toString('base64url')
  const { assignmentsLinkHours } = await settingsAt(db, crew.market_id, now)
  const expiresAt = instant(now + assignmentsLinkHours * HOUR_MS)
  await insertToken(db, crewId, { hash: hashToken(token), expiresAt, now })
  const url = `${app.config.http.origin}/my-assignments?token=${token}`
  const text = assignmentTexts[crew.locale].link(url, momentText(expiresAt, crew.time_zone, crew.locale))
  const key = `${PURPOSE}:${hashToken(token).toString('hex')}`
  await enqueue(db, 'send_sms', { key, to: crew.phone, text, userId: crewId }, { now })
}
