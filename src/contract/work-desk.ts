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
  WeeklyJobId,
} from '#domain/ids.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { rhythm } from './rhythm.ts'
import { says } from './sentences.ts'
import { amountCents, day, done, id, moment, timeOfDay, weekday } from './shapes.ts'

const person = z.object({ id: id<UserId>(), name: z.string(), phone: z.string().nullable() })

/** What an operator can do with a visit now. */
const VISIT_ACTS = ['assign', 'release', 'confirm', 'complete', 'skip', 'unskip', 'move', 'cancel'] as const
export type VisitAct = (typeof VISIT_ACTS)[number]

const weekdays = z.array(weekday)
const jobOfPlace = z.object({
  id: id<WeeklyJobId>(),
  serviceKey: z.string(),
  weekdays,
  rhythm,
  windowStart: timeOfDay.nullable(),
  windowEnd: timeOfDay.nullable(),
  quantity: z.int(),
  state: z.enum(['active', 'paused', 'cancelled']),
  crewNames: z.array(z.string()),
})

export const workDesk = defineEndpoints({
  'GET /api/operator-job': {
    access: 'operator',
    capability: 'see',
    summary: 'Whose a weekly job is, and which crews have and had its weekdays.',
    query: z.object({ id: id<WeeklyJobId>() }),
    reply: z.object({
      id: id<WeeklyJobId>(),
      serviceKey: z.string(),
      placeName: z.string(),
      timeZone: z.string(),
      customer: person,
      propertyId: id<PropertyId>(),
      bookedAt: moment,
      crews: z.array(
        z.object({
          id: id<UserId>(),
          name: z.string(),
          weekday,
          from: day,
          takenAt: moment,
          /** Null while it has the weekday. */
          releasedAt: moment.nullable(),
          isLate: z.boolean(),
        }),
      ),
    }),
  },
  'GET /api/operator-place': {
    access: 'operator',
    capability: 'see',
    summary: 'A place or a complex with its customer, its access and its weekly jobs.',
    query: z
      .object({ id: id<PropertyId>().optional(), complexId: id<ComplexId>().optional() })
      .refine((asked) => (asked.id === undefined) !== (asked.complexId === undefined), {
        message: says('missing'),
        path: ['id'],
      }),
    reply: z.object({
      id: id<PropertyId>(),
      name: z.string(),
      address: z.string().nullable(),
      timeZone: z.string(),
      lat: z.number(),
      lng: z.number(),
      accessNotes: z.string(),
      groupName: z.string().nullable(),
      isRemoved: z.boolean(),
      customer: person,
      complex: z
        .object({ id: id<ComplexId>(), units: z.int(), instructions: z.string(), poNumber: z.string() })
        .nullable(),
      /** At most 100, those that go on first. */
      jobs: z.array(jobOfPlace),
    }),
  },
  'GET /api/operator-visit': {
    access: 'operator',
    capability: 'see',
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
  'POST /api/send-door-link': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Sends the crew of a visit the link that opens it at the door.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: done,
  },
})
