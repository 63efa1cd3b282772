/** The pages of an operator for what is not a person: one visit with whom it concerns, its money and all that happened. */
import { z } from 'zod'
import type {
  ComplexId,
  DisputeId,
  LateCompletionId,
  PaymentId,
  PayoutId,
  PropertyId,
  UserId,
  VisitId,
} from '#domain/ids.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, cursor, done, id, moment } from './shapes.ts'

const person = z.object({ id: id<UserId>(), name: z.string(), phone: z.string().nullable() })

/** What happened at a visit. */
const VISIT_EVENTS = [
  'step',
  'asked',
  'answer',
  'billed',
  'attempt',
  'refund',
  'tip',
  'earning',
  'message',
  'notice',
  'dispute',
  'decision',
  'late_completion',
  'note',
  'operator',
] as const
export type VisitEventKind = (typeof VISIT_EVENTS)[number]

/** What an operator can do with a visit now. */
const VISIT_ACTS = ['assign', 'release', 'confirm', 'complete', 'skip', 'unskip', 'move', 'cancel'] as const
export type VisitAct = (typeof VISIT_ACTS)[number]

export const workDesk = defineEndpoints({
  'GET /api/operator-visit': {
    access: 'operator',
    summary: 'Whom a visit concerns, its money, and what an operator can do with it now.',
    query: z.object({ id: id<VisitId>() }),
    reply: z.object({
      id: id<VisitId>(),
      state: z.enum(VISIT_STATES),
      timeZone: z.string(),
      customer: person,
      crew: person.nullable(),
      propertyId: id<PropertyId>(),
      complexId: id<ComplexId>().nullable(),
      acts: z.array(z.enum(VISIT_ACTS)),
      openOffers: z.int(),
      openDisputeId: id<DisputeId>().nullable(),
      waitingLateCompletionId: id<LateCompletionId>().nullable(),
      payments: z.array(
        z.object({
          id: id<PaymentId>(),
          number: z.string(),
          kind: z.string(),
          state: z.string(),
          totalCents: amountCents,
          /** Of the total what credit paid. */
          creditCents: amountCents,
          refundedCents: amountCents,
        }),
      ),
      earnings: z.array(
        z.object({
          kind: z.string(),
          crewName: z.string(),
          amountCents,
          availableAt: moment,
          payoutId: id<PayoutId>().nullable(),
        }),
      ),
    }),
  },
  'GET /api/operator-visit-timeline': {
    access: 'operator',
    summary:
      'All that happened at a visit, latest first: steps, who was asked and answered, money, messages, what people were notified of, what operators did.',
    query: z.object({ id: id<VisitId>(), cursor: cursor.optional() }),
    reply: z.object({
      events: z.array(
        z.object({
          key: z.string(),
          at: moment,
          kind: z.enum(VISIT_EVENTS),
          title: z.string(),
          state: z.string(),
          note: z.string().nullable(),
          amountCents: amountCents.nullable(),
          /** Who did it, or whom it reached. */
          name: z.string().nullable(),
          by: z.enum(['customer', 'crew', 'operator', 'system']).nullable(),
          paymentId: id<PaymentId>().nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'POST /api/send-door-link': {
    access: 'operator',
    summary: 'Sends the crew of a visit the link that opens it at the door.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: done,
  },
})
