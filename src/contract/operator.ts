/** What operators see and do to run the city. */
import { z } from 'zod'
import type { OutboxMessageId, UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { marketCounts, queueCounts } from './queues.ts'
import { amountCents, cursor, day, done, id, moment, momentInput, notes } from './shapes.ts'

const channel = z.enum(['mail', 'sms', 'push'])
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
      waiting: queueCounts,
      /** The same of each city that the operator runs. */
      markets: marketCounts,
      declinedCents: amountCents,
      /** Because our own balance at the payment provider is too short for them. */
      delayedPayouts: z.number(),
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
          timeZone: z.string(),
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
    summary: 'Messages that left the house or did not, newest first, with what the provider said last.',
    query: z.object({
      cursor: cursor.optional(),
      channel: channel.optional(),
      state: z.enum(['sent', 'failed']).optional(),
      /** What it is about, by the first word of its key. */
      kind: z.string().max(60).optional(),
      personId: id<UserId>().optional(),
      from: day.optional(),
      to: day.optional(),
    }),
    reply: z.object({
      messages: z.array(
        z.object({
          id: id<OutboxMessageId>(),
          channel,
          kind: z.string(),
          state: z.enum(['sent', 'failed']),
          tries: z.int(),
          /** The provider's own words; empty where it took the message. */
          lastError: z.string(),
          recipient: z.string(),
          subject: z.string(),
          /** Empty where it lets somebody in. */
          body: z.string(),
          personId: id<UserId>().nullable(),
          personName: z.string().nullable(),
          /** Names of the files that went with it. */
          attachments: z.array(z.string()),
          canResend: z.boolean(),
          isResent: z.boolean(),
          createdAt: moment,
        }),
      ),
      /** Addresses that took nothing in the last week, those of most messages first. */
      failing: z.array(
        z.object({ recipient: z.string(), count: z.int(), lastError: z.string(), lastAt: moment }),
      ),
      /** What there was in the last month, by name. */
      kinds: z.array(z.string()),
      timeZone: z.string(),
      nextCursor: cursor.nullable(),
    }),
  },
  'POST /api/resend-message': {
    access: 'operator',
    capability: 'support',
    summary:
      'Sends a mail or text once more, to the address that the person has now. Not what lets somebody in, nor within five minutes.',
    body: z.strictObject({ messageId: id<OutboxMessageId>() }),
    reply: done,
    callsPerMinute: 20,
  },
})
