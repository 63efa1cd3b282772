/** Disputes that customers open, what the crew says to them, and what operators decide. */
import { z } from 'zod'
import { PROBLEMS } from '#domain/disputes/disputes.ts'
import { DISPUTE_STATES } from '#domain/disputes/graph.ts'
import type { DisputeId, UserId, VisitId } from '#domain/ids.ts'
import { ACTOR_KINDS, VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { PHOTO_LIMIT_BYTES, photo } from './photos.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, moment, notes } from './shapes.ts'

const note = notes(2_000).refine((text) => text !== '', says('missing'))
const disputeState = z.enum(DISPUTE_STATES)

const card = z.object({
  id: id<DisputeId>(),
  visitId: id<VisitId>(),
  problem: z.enum(PROBLEMS),
  note: z.string(),
  state: disputeState,
  openedAt: moment,
  propertyName: z.string(),
  serviceKey: z.string(),
  timeZone: z.string(),
  date: day,
})

/** Only operators: what the visit left behind. */
const evidence = z.object({
  customerId: id<UserId>(),
  customerName: z.string(),
  crewId: id<UserId>(),
  crewName: z.string(),
  address: z.string().nullable(),
  place: z.object({ lat: z.number(), lng: z.number() }),
  completedPlace: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  distanceFeet: z.int().nullable(),
  isFlagged: z.boolean(),
  startsAt: moment,
  endsAt: moment,
  startedAt: moment.nullable(),
  completedAt: moment.nullable(),
  visitState: z.enum(VISIT_STATES),
  proof: z.array(photo.extend({ takenAt: moment })),
  steps: z.array(z.object({ at: moment, transition: z.string(), actorRole: z.enum(ACTOR_KINDS) })),
  messages: z.array(z.object({ at: moment, senderRole: z.string(), text: z.string() })),
  /** What the customer pays for the visit: the most that can be refunded. */
  owedCents: amountCents,
  crewPayCents: amountCents,
  /** `card`: the visit is paid; `credit`: it is taken off the next bill. */
  refundsTo: z.enum(['card', 'credit']),
  earlierDisputes: z.object({ byCustomer: z.int(), aboutCrew: z.int() }),
})

const dispute = card.extend({
  crewNote: z.string(),
  photos: z.array(photo),
  isAutomatic: z.boolean(),
  decidedAt: moment.nullable(),
  decisionNote: z.string(),
  /** Null for crews, and where nothing was refunded. */
  amountCents: amountCents.nullable(),
  /** `credit`: taken off the next bill. */
  refundedTo: z.enum(['card', 'credit']).nullable(),
  redo: z.object({ visitId: id<VisitId>(), date: day, state: z.enum(VISIT_STATES) }).nullable(),
  canAnswer: z.boolean(),
  canWithdraw: z.boolean(),
  canDecide: z.boolean(),
  canAddPhotos: z.boolean(),
  timeline: z.array(
    z.object({
      at: moment,
      transition: z.string(),
      actorRole: z.enum(ACTOR_KINDS),
      note: z.string(),
    }),
  ),
  evidence: evidence.nullable(),
})

export const disputes = defineEndpoints({
  'GET /api/dispute': {
    access: 'any',
    summary: 'One dispute with its story, as its customer, its crew or an operator may see it.',
    query: z.strictObject({ id: id<DisputeId>() }),
    reply: dispute,
  },
  'POST /api/get-disputes': {
    access: 'operator',
    capability: 'see',
    summary: 'Disputes of the market: those to decide, oldest first, or those decided, newest first.',
    body: z.strictObject({ isDecided: z.boolean().default(false), cursor: cursor.optional() }),
    reply: z.object({
      disputes: z.array(
        card.extend({ customerName: z.string(), crewName: z.string(), owedCents: amountCents }),
      ),
      nextCursor: z.string().nullable(),
      openCount: z.int(),
    }),
  },
  'POST /api/open-dispute': {
    access: 'customer',
    summary: 'Opens a dispute within 72 hours of a visit that was not right. Small ones are settled at once.',
    body: z.strictObject({ visitId: id<VisitId>(), problem: z.enum(PROBLEMS), note }),
    reply: z.object({ disputeId: id<DisputeId>(), state: disputeState, amountCents: amountCents.nullable() }),
  },
  'POST /api/upload-dispute-photo': {
    access: 'customer',
    summary: 'Adds one photo to an undecided dispute, up to six. The same picture sent twice is one.',
    query: z.strictObject({ disputeId: id<DisputeId>() }),
    takesFile: {
      maximumBytes: PHOTO_LIMIT_BYTES,
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
    },
    reply: z.object({ photo, photoCount: z.int() }),
    callsPerMinute: 60,
  },
  'POST /api/answer-dispute': {
    access: 'crew',
    summary: 'The crew answers, once.',
    body: z.strictObject({ disputeId: id<DisputeId>(), note }),
    reply: z.object({ state: disputeState }),
  },
  'POST /api/withdraw-dispute': {
    access: 'customer',
    summary: 'Withdraws a dispute that is not decided yet.',
    body: z.strictObject({ disputeId: id<DisputeId>() }),
    reply: z.object({ state: disputeState }),
  },
  'POST /api/decide-dispute': {
    access: 'operator',
    capability: 'support',
    needsFreshPassword: true,
    summary:
      'Decides a dispute: done once more at no cost, money back to the card or as credit, or no with a reason. Final.',
    body: z.discriminatedUnion('decision', [
      z.strictObject({ disputeId: id<DisputeId>(), decision: z.literal('reject'), note }),
      z.strictObject({
        disputeId: id<DisputeId>(),
        decision: z.literal('refund'),
        note,
        /** Absent: all of it. */
        amountCents: amountCents.optional(),
        /** Whether the crew bears its part of it. */
        takesBackCrewPay: z.boolean().default(false),
      }),
      z.strictObject({
        disputeId: id<DisputeId>(),
        decision: z.literal('redo'),
        note,
        date: day,
        /** The crew that did it, or whoever takes the offer (who is always paid). */
        crew: z.enum(['same', 'offer']),
        isCrewPaid: z.boolean().default(false),
      }),
    ]),
    reply: z.object({
      state: disputeState,
      redoVisitId: id<VisitId>().nullable(),
      amountCents: amountCents.nullable(),
    }),
    isShedLast: true,
  },
})
