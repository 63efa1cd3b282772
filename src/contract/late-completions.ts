/** Completions that came too late for their visit; an operator decides. */
import { z } from 'zod'
import type { LateCompletionId, VisitId } from '#domain/ids.ts'
import { LATE_COMPLETION_STATES } from '#domain/late-completions/graph.ts'
import { LATE_REASONS } from '#domain/late-completions/late-completion.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { photo } from './photos.ts'
import { amountCents, cursor, day, done, id, moment, notes } from './shapes.ts'

const lateCompletion = z.object({
  id: id<LateCompletionId>(),
  visitId: id<VisitId>(),
  propertyName: z.string(),
  serviceKey: z.string(),
  timeZone: z.string(),
  date: day,
  reason: z.enum(LATE_REASONS),
  doneAt: moment,
  receivedAt: moment,
  /** Who had changed the visit, and when; null where only time had passed. */
  changedAt: moment.nullable(),
  changedBy: z.enum(['customer', 'crew', 'operator', 'system']).nullable(),
  photoCount: z.int(),
  state: z.enum(LATE_COMPLETION_STATES),
  decidedAt: moment.nullable(),
  decisionNote: z.string(),
})

const lateCompletionForOperator = lateCompletion.extend({
  crewName: z.string(),
  customerName: z.string(),
  visitState: z.enum(VISIT_STATES),
  distanceFeet: z.int().nullable(),
  note: z.string(),
  decidedByName: z.string().nullable(),
})

export const lateCompletions = defineEndpoints({
  'GET /api/my-late-completions': {
    access: 'crew',
    summary: 'The late completions of this crew, newest first: why each was too late, and what was decided.',
    reply: z.object({ lateCompletions: z.array(lateCompletion) }),
  },
  'POST /api/get-late-completions': {
    access: 'operator',
    capability: 'see',
    summary:
      'Late completions of all crews of the market: those that wait, oldest first, or those decided, newest first.',
    body: z.strictObject({ isDecided: z.boolean().default(false), cursor: cursor.optional() }),
    reply: z.object({
      lateCompletions: z.array(lateCompletionForOperator),
      nextCursor: z.string().nullable(),
      waitingCount: z.int(),
    }),
  },
  'GET /api/late-completion': {
    access: 'operator',
    capability: 'see',
    summary: 'One late completion with its photos, and what accepting it would bill and pay.',
    query: z.object({ id: id<LateCompletionId>() }),
    reply: lateCompletionForOperator.extend({
      address: z.string().nullable(),
      photos: z.array(photo),
      /** False where the visit is completed, or paid by the fee for calling it off: nothing is paid twice. */
      canAccept: z.boolean(),
      canDismiss: z.boolean(),
      /** Null where it cannot be accepted, or nobody has set a price for the work. */
      ifAccepted: z.object({ owedCents: amountCents, payCents: amountCents }).nullable(),
    }),
  },
  'POST /api/accept-late-completion': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Completes the visit in the name of the crew that did it, and pays it.',
    body: z.strictObject({ lateCompletionId: id<LateCompletionId>(), note: notes(500).default('') }),
    reply: done,
    isShedLast: true,
  },
  'POST /api/dismiss-late-completion': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Leaves the visit as it is. Dismissed by mistake it can still be accepted.',
    body: z.strictObject({ lateCompletionId: id<LateCompletionId>(), note: notes(500).default('') }),
    reply: done,
  },
})
