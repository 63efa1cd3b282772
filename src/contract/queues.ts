/** What waits for an operator: one list for each reason, the oldest first, and who looks after what. */
import { z } from 'zod'
import type { UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { LOOKED_AT_QUEUES, QUEUES } from './queue-kinds.ts'
import { amountCents, cursor, done, id, moment } from './shapes.ts'

const kind = z.enum(QUEUES)
const owner = z.object({ id: id<UserId>(), name: z.string(), takenAt: moment })
const item = z.strictObject({ kind, id: z.uuid() })

export const queues = defineEndpoints({
  'GET /api/queue': {
    access: 'operator',
    capability: 'see',
    summary: 'What waits in one queue of the market, the oldest first.',
    query: z.object({ kind, cursor: cursor.optional() }),
    reply: z.object({
      items: z.array(
        z.object({
          /** Of a visit, a payment or a payout, by the queue. */
          id: z.uuid(),
          title: z.string(),
          serviceKey: z.string().nullable(),
          personName: z.string().nullable(),
          amountCents: amountCents.nullable(),
          timeZone: z.string(),
          /** Since when it waits, or for a visit to come its beginning. */
          since: moment,
          reason: z.string().nullable(),
          owner: owner.nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/queue-counts': {
    access: 'operator',
    capability: 'see',
    summary: 'How much waits in each queue of the market; counted up to 100.',
    reply: z.object({ counts: z.record(kind, z.int()) }),
  },
  'POST /api/take-queue-item': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Says that one looks after it: for 15 minutes nobody else can take it.',
    body: item,
    reply: z.object({ owner }),
  },
  'POST /api/leave-queue-item': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Gives it back to the others.',
    body: item,
    reply: done,
  },
  'POST /api/settle-queue-item': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Takes off the list what somebody has looked at.',
    body: item.extend({ kind: z.enum(LOOKED_AT_QUEUES) }),
    reply: done,
  },
})
