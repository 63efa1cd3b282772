import type { calendars } from '#contract/calendars.ts'
import type { Handlers } from '../http/handler.ts'
import { makeCalendar, readCalendars, replaceAddress, revokeCalendar } from './make-calendar.ts'

export const calendarsHandlers: Handlers<typeof calendars> = {
  'GET /api/calendars': ({ app, scope }) => readCalendars(app, scope),
  'POST /api/share-calendar': ({ app, scope, body: { subject } }) =>
    makeCalendar(app, scope, {
      kind: subject.kind,
      groupId: subject.kind === 'group' ? subject.groupId : null,
      propertyId: subject.kind === 'place' ? subject.propertyId : null,
    }),
  'POST /api/replace-calendar-address': ({ app, scope, body }) => replaceAddress(app, scope, body.calendarId),
  'POST /api/revoke-calendar': ({ app, scope, body }) => revokeCalendar(app, scope, body.calendarId),
}
