/** What the customer and the crew of a visit write each other. */
import { z } from 'zod'
import type { VisitId, VisitMessageId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { PHOTO_LIMIT_BYTES, photo } from './photos.ts'
import { says } from './sentences.ts'
import { cursor, day, id, moment, notes } from './shapes.ts'

const MESSAGE_LENGTH = 1_000

const message = z.object({
  messageId: id<VisitMessageId>(),
  /** First name only; null for one’s own. */
  from: z.string().nullable(),
  role: z.enum(['customer', 'crew', 'operator']),
  isMine: z.boolean(),
  text: z.string(),
  photo: photo.nullable(),
  sentAt: moment,
})

const thread = z.object({
  messages: z.array(message),
  unreadCount: z.int(),
  /** The other one’s first name; null while nobody has the visit. */
  withName: z.string().nullable(),
  canWrite: z.boolean(),
  /** Until when, once the visit is over. */
  closesAt: moment.nullable(),
})

export const messages = defineEndpoints({
  'POST /api/get-conversations': {
    access: 'any',
    summary:
      'All conversations of a customer or a crew, the one with the newest message first, a page at a time.',
    body: z.strictObject({ search: z.string().trim().max(100).default(''), cursor: cursor.optional() }),
    reply: z.object({
      conversations: z.array(
        z.object({
          visitId: id<VisitId>(),
          serviceKey: z.string(),
          date: day,
          timeZone: z.string(),
          propertyName: z.string(),
          /** The other one’s first name; null while nobody has the visit. */
          withName: z.string().nullable(),
          /** Empty where it is a photo. */
          lastText: z.string(),
          isPhoto: z.boolean(),
          isMine: z.boolean(),
          isUnread: z.boolean(),
          sentAt: moment,
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/unread-conversations': {
    access: 'any',
    summary: 'How many conversations have something that this person has not read.',
    reply: z.object({ unreadCount: z.int() }),
  },
  'POST /api/get-messages': {
    access: 'any',
    summary: 'The messages of a visit, oldest first. A crew sees those of its own time with the visit.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: thread,
  },
  'POST /api/send-message': {
    access: 'any',
    summary: 'Writes to the other one of a visit. The same Idempotency-Key writes once.',
    body: z.strictObject({
      visitId: id<VisitId>(),
      text: notes(MESSAGE_LENGTH).refine((text) => text !== '', says('writeSomething')),
    }),
    reply: message,
    callsPerMinute: 60,
  },
  'POST /api/send-message-photo': {
    access: 'any',
    summary:
      'Sends the other one of a visit a photo. The same picture sent twice in a thread is one message.',
    query: z.strictObject({ visitId: id<VisitId>() }),
    takesFile: {
      maximumBytes: PHOTO_LIMIT_BYTES,
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
    },
    reply: message,
    callsPerMinute: 30,
  },
  'POST /api/read-messages': {
    access: 'any',
    summary: 'Marks the messages of a visit as read by this person, up to one of them.',
    body: z.strictObject({ visitId: id<VisitId>(), messageId: id<VisitMessageId>() }),
    reply: z.object({ unreadCount: z.int() }),
  },
})
