/** Calendars of one's visits by a secret address, for the reader’s own calendar app. */
import { z } from 'zod'
import type { CalendarId, PropertyGroupId, PropertyId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { done, id, moment } from './shapes.ts'

/** Of a customer: all places, one group, one place. Of a crew: its work. */
const subject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('group'), groupId: id<PropertyGroupId>() }),
  z.strictObject({ kind: z.literal('place'), propertyId: id<PropertyId>() }),
  z.strictObject({ kind: z.literal('work') }),
])

const calendar = z.object({
  id: id<CalendarId>(),
  kind: z.enum(['all', 'group', 'place', 'work']),
  groupId: id<PropertyGroupId>().nullable(),
  propertyId: id<PropertyId>().nullable(),
  /** Of the group or the place; null for all of them. */
  name: z.string().nullable(),
  /** Whoever has it reads the calendar. */
  url: z.string(),
  createdAt: moment,
  /** When an app last read it, to the hour. */
  readAt: moment.nullable(),
})

export const calendars = defineEndpoints({
  'GET /api/calendars': {
    access: 'any',
    summary: 'The calendars that one has shared, with their addresses.',
    reply: z.object({ calendars: z.array(calendar) }),
  },
  'POST /api/share-calendar': {
    access: 'any',
    summary: 'Makes the calendar of a subject, or finds the one that is there.',
    body: z.strictObject({ subject }),
    reply: z.object({ calendar }),
    callsPerMinute: 60,
  },
  'POST /api/replace-calendar-address': {
    access: 'any',
    summary: 'Gives a calendar another address; the one before opens nothing any more.',
    body: z.strictObject({ calendarId: id<CalendarId>() }),
    reply: z.object({ calendar }),
    callsPerMinute: 60,
  },
  'POST /api/revoke-calendar': {
    access: 'any',
    summary: 'Ends a calendar and its address.',
    body: z.strictObject({ calendarId: id<CalendarId>() }),
    reply: done,
    callsPerMinute: 60,
  },
})
