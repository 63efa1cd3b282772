/** Books that watch themselves: runs, and the differences that they find, for operators to look into. */
import { z } from 'zod'
import type { PaymentId, PayoutId, ReconcileDifferenceId, ReconcileRunId } from '#domain/ids.ts'
import { DIFFERENCE_STATES } from '#domain/ledger/differences.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, cursor, id, line, moment } from './shapes.ts'

const page = {
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
}

const run = z.object({
  id: id<ReconcileRunId>(),
  kind: z.enum(['nightly', 'complete']),
  state: z.enum(['running', 'finished']),
  startedAt: moment,
  finishedAt: moment.nullable(),
  slices: z.int(),
  /** Null where the night began it, or an operator of another market. */
  requestedBy: z.string().nullable(),
  /** Of the operator's market, and of none. */
  comparedCount: z.int(),
  differenceCount: z.int(),
})

const difference = z.object({
  id: id<ReconcileDifferenceId>(),
  check: z.string(),
  subjectKind: z.string(),
  subject: z.string(),
  sentence: z.string(),
  /** What our rows say, and what the books or the provider say; null where there is nothing. */
  oursCents: amountCents.nullable(),
  theirsCents: amountCents.nullable(),
  amountCents,
  state: z.enum(DIFFERENCE_STATES),
  firstSeenAt: moment,
  lastSeenAt: moment,
  goneAt: moment.nullable(),
  note: z.string(),
  explainedBy: z.string().nullable(),
  explainedAt: moment.nullable(),
})

export const reconcile = defineEndpoints({
  'POST /api/run-reconcile': {
    access: 'operator',
    capability: 'money',
    summary: 'Begins to compare everything with the books and the provider; one that runs already goes on.',
    body: z.object({}),
    reply: z.object({ runId: id<ReconcileRunId>(), isNew: z.boolean() }),
    callsPerMinute: 6,
  },
  'GET /api/reconcile-runs': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Runs, newest first, with how much they compared and how many differences they saw.',
    query: z.object(page),
    reply: z.object({ runs: z.array(run), openCount: z.int(), nextCursor: z.string().nullable() }),
  },
  'GET /api/reconcile-run': {
    access: 'operator',
    capability: 'see_money',
    summary: 'What one run compared, check by check.',
    query: z.object({ id: id<ReconcileRunId>() }),
    reply: z.object({
      checks: z.array(z.object({ check: z.string(), count: z.int(), amountCents, differenceCount: z.int() })),
    }),
  },
  'GET /api/reconcile-differences': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Differences of the market and of none, newest first.',
    query: z.object({ ...page, state: z.enum(DIFFERENCE_STATES).optional() }),
    reply: z.object({ differences: z.array(difference), nextCursor: z.string().nullable() }),
  },
  'GET /api/reconcile-difference': {
    access: 'operator',
    capability: 'see_money',
    summary: 'One difference with both sides: our rows, the journals, and the provider’s lines.',
    query: z.object({ id: id<ReconcileDifferenceId>() }),
    reply: difference.extend({
      paymentId: id<PaymentId>().nullable(),
      payoutId: id<PayoutId>().nullable(),
      rows: z.array(
        z.object({
          kind: z.string(),
          id: z.string(),
          state: z.string().nullable(),
          amountCents: amountCents.nullable(),
          providerId: z.string().nullable(),
          at: moment.nullable(),
        }),
      ),
      journals: z.array(
        z.object({
          key: z.string(),
          kind: z.string(),
          at: moment,
          postings: z.array(z.object({ account: z.string(), amountCents })),
        }),
      ),
      movements: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          objectId: z.string().nullable(),
          amountCents,
          feeCents: amountCents,
          at: moment,
        }),
      ),
    }),
  },
  'POST /api/explain-difference': {
    access: 'operator',
    capability: 'money',
    summary: 'Says what a difference was; it alarms nobody again unless it changes.',
    body: z.strictObject({ differenceId: id<ReconcileDifferenceId>(), note: line(500) }),
    reply: z.object({ ok: z.literal(true) }),
  },
})
