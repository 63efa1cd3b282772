/** What waits for an operator: one list for each reason, the oldest first, who looks after what, and what is done. */
import { z } from 'zod'
import type { QueueFilterId, UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { QUEUE_ACTS, QUEUE_OWNERS, QUEUES } from './queue-kinds.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, done, id, line, moment, notes } from './shapes.ts'

const kind = z.enum(QUEUES)
const owner = z.object({ id: id<UserId>(), name: z.string(), takenAt: moment })
/** Of a visit, a payment, a task: a number or a UUID, by the queue. */
const itemId = z
  .string()
  .max(40)
  .regex(/^[0-9a-f-]+$/, says('notAnId'))
const item = z.strictObject({ kind, id: itemId })

const filter = {
  owner: z.enum(QUEUE_OWNERS).default('anyone'),
  serviceKey: z.string().max(60).default(''),
  /** In the name of the place or the person. */
  text: z.string().trim().max(100).default(''),
  /** What waits for so long at least. */
  waitsHours: z.coerce.number().int().min(0).max(2_000).default(0),
}

const savedFilter = z.object({
  id: id<QueueFilterId>(),
  kind,
  name: z.string(),
  isDefault: z.boolean(),
  owner: z.enum(QUEUE_OWNERS),
  serviceKey: z.string(),
  text: z.string(),
  waitsHours: z.int(),
})

/** How much waits, counted up to 100; a queue that the operator may not see is left out. */
export const queueCounts = z.partialRecord(kind, z.int())

export const marketCounts = z.array(
  z.object({ id: z.string(), name: z.string(), isCurrent: z.boolean(), counts: queueCounts }),
)

export const queues = defineEndpoints({
  'GET /api/queue': {
    access: 'operator',
    capability: 'see',
    summary: 'What waits in one queue of the market, the oldest first.',
    query: z.object({ kind, ...filter, cursor: cursor.optional() }),
    reply: z.object({
      items: z.array(
        z.object({
          id: itemId,
          title: z.string(),
          serviceKey: z.string().nullable(),
          personName: z.string().nullable(),
          amountCents: amountCents.nullable(),
          timeZone: z.string(),
          /** Since when it waits, or for a visit to come its beginning. */
          since: moment,
          /** A visit that is done at any hour of its day. */
          isAnytime: z.boolean(),
          /** Until when it must be done, where a bank says so. */
          dueAt: moment.nullable(),
          /** By the word that rows, banks and rules use. */
          reason: z.string().nullable(),
          visitId: z.string().nullable(),
          personId: z.string().nullable(),
          paymentId: z.string().nullable(),
          owner: owner.nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
      /** Whether the role may do what is done in this queue. */
      canWork: z.boolean(),
    }),
  },
  'GET /api/queue-counts': {
    access: 'operator',
    capability: 'see',
    summary: 'How much waits in each queue of each of the operator’s markets; counted up to 100.',
    reply: z.object({ counts: queueCounts, markets: marketCounts }),
  },
  'POST /api/take-queue-item': {
    access: 'operator',
    capability: 'see',
    summary: 'Says that one looks after it: for 15 minutes nobody else can take it.',
    body: item,
    reply: z.object({ owner }),
  },
  'POST /api/leave-queue-item': {
    access: 'operator',
    capability: 'see',
    summary: 'Gives it back to the others.',
    body: item,
    reply: done,
  },
  'POST /api/decide-queue-items': {
    access: 'operator',
    capability: 'see',
    summary:
      'Does the same with up to 50 things of a queue, each by itself: what is refused says why and stays. Each queue is worked by the roles that may do what is done in it.',
    body: z.strictObject({
      kind,
      act: z.enum(QUEUE_ACTS),
      ids: z.array(itemId).min(1, says('atLeastOne')).max(50),
      note: notes(300).default(''),
    }),
    reply: z.object({
      results: z.array(
        z.object({ id: itemId, /** Null where it was done. */ refusal: z.string().nullable() }),
      ),
    }),
    callsPerMinute: 60,
  },
  'GET /api/queue-filters': {
    access: 'operator',
    capability: 'see',
    summary: 'The filters that the operator keeps under a name, by name.',
    reply: z.object({ filters: z.array(savedFilter) }),
  },
  'POST /api/save-queue-filter': {
    access: 'operator',
    capability: 'see',
    summary: 'Keeps a filter of a queue under a name, for oneself; the same name again is changed.',
    body: z.strictObject({ kind, name: line(60), isDefault: z.boolean().default(false), ...filter }),
    reply: z.object({ id: id<QueueFilterId>() }),
  },
  'POST /api/remove-queue-filter': {
    access: 'operator',
    capability: 'see',
    summary: 'Forgets a kept filter.',
    body: z.strictObject({ id: id<QueueFilterId>() }),
    reply: done,
  },
})
