/** Of what somebody was notified, how somebody wants to be notified, and the links and answers that end it. */
import { z } from 'zod'
import type { NoticeId, VisitId } from '#domain/ids.ts'
import { NOTIFICATION_EVENTS } from '#domain/notifications/events.ts'
import { CHANNELS } from '#domain/notifications/rules.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { cursor, done, id, moment, timeOfDay } from './shapes.ts'

const event = z.enum(NOTIFICATION_EVENTS)
const channel = z.enum(CHANNELS)
const unreadCount = z.int()

const quietHours = z.strictObject({
  isOn: z.boolean(),
  from: timeOfDay,
  until: timeOfDay,
  /** Devices and texts always wait; mails only so. */
  holdsMail: z.boolean(),
})

const unsubscribeLink = z.strictObject({
  token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, says('linkNotComplete')),
})
const mailSwitch = z.object({ event, isOn: z.boolean() })
const FORM = { maximumBytes: 16 * 1024, types: ['application/x-www-form-urlencoded'] } as const

export const notices = defineEndpoints({
  'POST /api/get-notices': {
    access: 'any',
    summary: 'Of what this person was notified, newest first, a page at a time.',
    body: z.strictObject({ limit: z.int().min(1).max(100).default(30), cursor: cursor.optional() }),
    reply: z.object({
      notices: z.array(
        z.object({
          noticeId: id<NoticeId>(),
          event,
          title: z.string(),
          text: z.string(),
          /** A path of ours. */
          url: z.string(),
          visitId: id<VisitId>().nullable(),
          createdAt: moment,
          isRead: z.boolean(),
        }),
      ),
      nextCursor: z.string().nullable(),
      unreadCount,
    }),
  },
  'GET /api/unread-notices': {
    access: 'any',
    summary: 'How many notices this person has not read.',
    reply: z.object({ unreadCount }),
  },
  'POST /api/read-notices': {
    access: 'any',
    summary: 'Marks notices as read; without ids all of them.',
    body: z.strictObject({ noticeIds: z.array(id<NoticeId>()).min(1).max(100).optional() }),
    reply: z.object({ unreadCount }),
  },
  'GET /api/notification-preferences': {
    access: 'any',
    summary:
      'Of which events this person is notified on which channels, quiet hours, and what the channels reach.',
    reply: z.object({
      events: z.array(
        z.object({
          event,
          channels: z.array(z.object({ channel, isOn: z.boolean(), isFixed: z.boolean() })),
        }),
      ),
      quietHours,
      timeZone: z.string(),
      email: z.string(),
      /** The last digits of the number that texts go to; null without a number. */
      phoneEnding: z.string().nullable(),
      isPhoneOptedOut: z.boolean(),
      deviceCount: z.int(),
    }),
  },
  'POST /api/save-notification-preferences': {
    access: 'any',
    summary: 'Changes what is given and leaves the rest as it is.',
    body: z.strictObject({
      preferences: z
        .array(z.strictObject({ event, channel, isOn: z.boolean() }))
        .max(NOTIFICATION_EVENTS.length * CHANNELS.length)
        .default([]),
      quietHours: quietHours
        .refine(({ from, until }) => from !== until, {
          message: says('quietHoursDiffer'),
          path: ['until'],
        })
        .optional(),
    }),
    reply: done,
  },
  'POST /api/send-test-notice': {
    access: 'any',
    summary: 'Notifies this person on every channel that reaches it, texts only where they are on.',
    body: z.strictObject({}),
    reply: z.object({ channels: z.array(channel) }),
    callsPerMinute: 10,
  },
  'POST /api/get-unsubscribe': {
    access: 'public',
    summary: 'What the link of a mail would end. Changes nothing.',
    body: unsubscribeLink,
    reply: mailSwitch,
    callsPerMinute: 30,
  },
  'POST /api/unsubscribe': {
    access: 'public',
    summary: 'Ends the mails of a link’s kind, or lets them come again. Needs no sign-in.',
    body: unsubscribeLink.extend({ isOn: z.boolean().default(false) }),
    reply: mailSwitch,
    callsPerMinute: 30,
  },
  'POST /api/unsubscribe-one-click': {
    access: 'public',
    summary: 'The same for the button that mailboxes show (RFC 8058).',
    query: unsubscribeLink,
    takesFile: FORM,
    reply: done,
    callsPerMinute: 30,
  },
  'POST /api/sms-webhook': {
    access: 'public',
    summary: 'What people answer to our texts, signed by the provider. STOP and START are heeded.',
    takesFile: FORM,
    reply: done,
  },
})
