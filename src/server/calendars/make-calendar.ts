/** Sharing a calendar, finding its address again, and taking it back. */
import type { CalendarId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import {
  type CalendarRow,
  type CalendarSubject,
  deleteCalendar,
  findOwnCalendar,
  hasSubject,
  insertCalendar,
  listCalendars,
  replaceKey,
} from './queries.ts'
import { addressOf } from './sign-address.ts'

export async function readCalendars(app: App, scope: UserScope) {
  const rows = await listCalendars(app.db, scope)
  return { calendars: rows.map((row) => toReply(app, row)) }
}

export function makeCalendar(app: App, scope: UserScope, subject: CalendarSubject) {
  const isCrews = subject.kind === 'work'
  if (scope.type !== (isCrews ? 'Crew' : 'Customer')) throw new Refused('forbidden')
  return inTransaction(app.db, async (trx) => {
    if (!(await hasSubject(trx, scope, subject))) throw new Refused('not_found')
    const id = await insertCalendar(trx, scope, subject, app.ports.clock.now())
    return answer(app, trx, scope, id)
  })
}

export function replaceAddress(app: App, scope: UserScope, calendarId: CalendarId) {
  return inTransaction(app.db, async (trx) => {
    if (!(await replaceKey(trx, scope, calendarId))) throw new Refused('not_found')
    return answer(app, trx, scope, calendarId)
  })
}

export function revokeCalendar(app: App, scope: UserScope, calendarId: CalendarId): Promise<{ ok: true }> {
  return inTransaction(app.db, async (trx) => {
    if (!(await deleteCalendar(trx, scope, calendarId))) throw new Refused('not_found')
    return { ok: true }
  })
}

async function answer(app: App, db: Db, scope: UserScope, calendarId: CalendarId) {
  const row = await findOwnCalendar(db, scope, calendarId)
  if (row === undefined) throw new Refused('not_found')
  return { calendar: toReply(app, row) }
}

function toReply(app: App, row: CalendarRow) {
  return {
    id: row.id,
    kind: row.kind,
    groupId: row.group_id,
    propertyId: row.property_id,
    name: row.name,
    url: addressOf(app.config, row),
    createdAt: row.created_at,
    readAt: row.read_at,
  }
}
