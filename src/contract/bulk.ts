/** One change of many weekly jobs, with its preview and its undo. */
import { z } from 'zod'
import type { BulkChangeId, WeeklyJobId } from '#domain/ids.ts'
import { bulkChange } from './bulk-shapes.ts'
import { defineEndpoints } from './endpoint.ts'
import { MOST_JOBS_AT_ONCE } from './job-filters.ts'
import { says } from './sentences.ts'
import { amountCents, day, done, id, moment } from './shapes.ts'

const selection = {
  weeklyJobIds: z
    .array(id<WeeklyJobId>())
    .min(1, says('atLeastOne'))
    .max(MOST_JOBS_AT_ONCE, says('atMost2000Jobs'))
    .refine((ids) => new Set(ids).size === ids.length, says('eachJobOnce')),
  change: bulkChange,
}

const row = z.object({
  weeklyJobId: id<WeeklyJobId>(),
  propertyName: z.string(),
  serviceKey: z.string(),
  /** Why it cannot be, or what is left of it; empty where all is well. */
  note: z.string(),
})

const previewed = row.extend({
  outcome: z.enum(['changes', 'same', 'refused']),
  visitsBefore: z.int(),
  visitsAfter: z.int(),
  /** Null where the service has no price. */
  centsBefore: amountCents.nullable(),
  centsAfter: amountCents.nullable(),
})

const started = z.object({
  id: id<BulkChangeId>(),
  change: bulkChange,
  /** Who looks after the places and began it; null where the owner did. */
  helperName: z.string().nullable(),
  state: z.enum(['running', 'done', 'undoing', 'undone', 'giving_up', 'given_up']),
  jobCount: z.int(),
  /** How many are behind it, in the direction in which it goes. */
  behindCount: z.int(),
  changedCount: z.int(),
  sameCount: z.int(),
  refusedCount: z.int(),
  undoneCount: z.int(),
  leftCount: z.int(),
  createdAt: moment,
  undoUntil: moment,
  canUndo: z.boolean(),
  /** At most 100 of those that could not be changed, or stayed as they are when the rest was undone. */
  noted: z.array(row),
})

export const bulk = defineEndpoints({
  'POST /api/preview-bulk-change': {
    access: 'customer',
    summary:
      'What one change of many weekly jobs would do to each, to visits and to money. Nothing is written.',
    body: z.strictObject(selection),
    callsPerMinute: 60,
    reply: z.object({
      /** The days over which visits and money are compared. */
      from: day,
      to: day,
      jobCount: z.int(),
      changedCount: z.int(),
      sameCount: z.int(),
      refusedCount: z.int(),
      /** Of those that change. */
      visitsBefore: z.int(),
      visitsAfter: z.int(),
      /** Null where one of the services has no price. */
      centsBefore: amountCents.nullable(),
      centsAfter: amountCents.nullable(),
      /** Crews that have some of these visits and will be notified, once each. */
      crewCount: z.int(),
      /** At most 200: first those that cannot be changed, then by place. */
      rows: z.array(previewed),
    }),
  },
  'POST /api/start-bulk-change': {
    access: 'customer',
    refusesFrozen: true,
    summary: 'Starts one change of many weekly jobs; it is done in the background, job by job.',
    body: z.strictObject({
      ...selection,
      /** True: all or none. Else those that cannot be changed are left out, and named. */
      isWhole: z.boolean().default(false),
    }),
    callsPerMinute: 30,
    reply: z.object({ bulkChangeId: id<BulkChangeId>() }),
  },
  'GET /api/bulk-changes': {
    access: 'customer',
    summary:
      'The latest changes of many weekly jobs, with how far they are; latest first, at most 5. Whoever looks after places has its own.',
    reply: z.object({ changes: z.array(started) }),
  },
  'POST /api/undo-bulk-change': {
    access: 'customer',
    summary: 'Puts the weekly jobs back as they were, but for what was changed, taken or begun since.',
    body: z.strictObject({ bulkChangeId: id<BulkChangeId>() }),
    reply: done,
  },
})
