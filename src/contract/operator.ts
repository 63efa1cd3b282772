/** What operators see and do to run the city. */
import { z } from 'zod'
import type { OutboxMessageId, UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { QUEUES } from './queue-kinds.ts'
import { amountCents, cursor, done, id, moment, momentInput, notes } from './shapes.ts'

const userType = z.enum(['Crew', 'Customer', 'Operator'])

export const operator = defineEndpoints({
  'GET /api/operator-board': {
    access: 'operator',
    capability: 'see',
    summary:
      'Today and this week in numbers: visits by state, what nobody holds, what is late, what is owed.',
    reply: z.object({
      today: z.string(),
      visitsToday: z.record(z.string(), z.number()),
      visitsThisWeek: z.record(z.string(), z.number()),
      /** In each queue, counted up to 100. */
      waiting: z.record(z.enum(QUEUES), z.int()),
      openDisputes: z.number(),
      waitingLateCompletions: z.number(),
      declinedPayments: z.number(),
      declinedCents: amountCents,
      /** Because our own balance at the payment provider is too short for them. */
      delayedPayouts: z.number(),
      parkedTasks: z.number(),
    }),
  },
  'POST /api/find-people': {
    access: 'operator',
    capability: 'see',
    summary: 'People by name, e-mail address or phone.',
    body: z.strictObject({
      text: z.string().trim().max(100),
      type: userType.optional(),
      cursor: cursor.optional(),
    }),
    reply: z.object({
      people: z.array(
        z.object({
          id: id<UserId>(),
          type: userType,
          name: z.string(),
          email: z.string(),
          phone: z.string().nullable(),
          frozenUntil: moment.nullable(),
          frozenNotes: z.string().nullable(),
          sponsorName: z.string().nullable(),
          /** Of a crew, from 0 to 1; null without history. */
          reliability: z.number().nullable(),
          /** Of a crew: what customers gave it, by the ratings that everybody may see. */
          rating: z.object({ stars: z.number().nullable(), count: z.int() }).nullable(),
          /** Of a crew: its picture, as customers see it. */
          photoUrl: z.string().nullable(),
          createdAt: moment,
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'POST /api/freeze-user': {
    access: 'operator',
    capability: 'support',
    summary: 'Freezes an account until a moment, with notes that its owner reads.',
    body: z.strictObject({ userId: id<UserId>(), until: momentInput, notes: notes(500) }),
    reply: done,
  },
  'POST /api/unfreeze-user': {
    access: 'operator',
    capability: 'support',
    summary: 'Ends a freeze.',
    body: z.strictObject({ userId: id<UserId>() }),
    reply: done,
  },
  'GET /api/outbox': {
    access: 'operator',
    capability: 'see',
    summary: 'Messages that left the house, newest first.',
    query: z.object({ cursor: cursor.optional(), channel: z.enum(['mail', 'sms', 'push']).optional() }),
    reply: z.object({
      messages: z.array(
        z.object({
          id: id<OutboxMessageId>(),
          channel: z.enum(['mail', 'sms', 'push']),
          recipient: z.string(),
          subject: z.string(),
          body: z.string(),
          /** Names of the files that went with it. */
          attachments: z.array(z.string()),
          createdAt: moment,
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
})
