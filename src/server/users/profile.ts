/** What people change about themselves. */
import type { LatLng } from '#domain/geo.ts'
import type { SessionId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { LocalTime, Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import type { CrewScope, UserScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { hashPassword } from './password-hash.ts'
import { findByEmail, removeSessions } from './queries.ts'
import { checkServices, emailTaken, passwordOrRefuse, phoneOrRefuse } from './register.ts'
import { accountMails } from './texts.ts'

type ProfileChange = {
  name?: string | undefined
  phone?: string | undefined
  locale?: Language | undefined
  timeZone?: string | undefined
}

export async function updateProfile(app: App, scope: UserScope, change: ProfileChange): Promise<void> {
  const phone = change.phone === undefined ? undefined : phoneOrRefuse(change.phone)
  const set = { name: change.name, phone, locale: change.locale, time_zone: change.timeZone }
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0)
    await app.db.updateTable('users').set(given).where('id', '=', scope.userId).execute()
}

export async function changePassword(app: App, session: Session, password: string): Promise<void> {
  const { scope } = session
  passwordOrRefuse(password, scope)
  const passwordHash = await hashPassword(password)
  await inTransaction(app.db, async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash, password_changed_at: toTimestamp(app.ports.clock.now()) })
      .where('id', '=', scope.userId)
      .execute()
    await removeSessions(trx, scope.userId, session.sessionId)
    await trx
      .deleteFrom('one_time_token')
      .where('user_id', '=', scope.userId)
      .where('purpose', '<>', 'update_billing')
      .execute()
  })
}

export async function changeEmail(app: App, scope: UserScope, email: string): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const taken = await findByEmail(trx, email)
    if (taken !== undefined && taken.id !== scope.userId) throw emailTaken()
    await trx.updateTable('users').set({ email }).where('id', '=', scope.userId).execute()
    const { subject, text } = accountMails[scope.locale].emailChanged(scope.name, app.config.supportEmail)
    await enqueue(
      trx,
      'send_mail',
      { key: `email:${scope.userId}:${now}`, to: scope.email, subject, text, userId: scope.userId },
      { now },
    )
  })
}

/** Ends one session of one's own, or all but this one. */
export async function revokeSession(
  app: App,
  session: Session,
  sessionId: SessionId | undefined,
): Promise<void> {
  if (sessionId === undefined) return removeSessions(app.db, session.scope.userId, session.sessionId)
  const removed = await app.db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', session.scope.userId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new Refused('not_found')
}

type CrewChange = {
  base?: (LatLng & { address: string }) | undefined
  rangeFeet?: number | undefined
  services?: string[] | undefined
  hours?: { weekday: Weekday; starts: LocalTime; ends: LocalTime }[] | undefined
  vehicle?: string | undefined
}

export async function updateCrewProfile(app: App, scope: CrewScope, change: CrewChange): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    if (change.services !== undefined) await checkServices(trx, change.services)
    if (change.base !== undefined)
      await trx.updateTable('users').set(change.base).where('id', '=', scope.userId).execute()
    const set = { range_feet: change.rangeFeet, services: change.services, vehicle: change.vehicle }
    const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0)
      await trx.updateTable('crew_profile').set(given).where('user_id', '=', scope.userId).execute()
    if (change.hours === undefined) return
    await trx.deleteFrom('crew_hours').where('crew_id', '=', scope.userId).execute()
    if (change.hours.length > 0)
      await trx
        .insertInto('crew_hours')
        .values(change.hours.map((day) => ({ crew_id: scope.userId, ...day })))
        .execute()
  })
}
