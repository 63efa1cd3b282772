/** What happens on the day itself: on the way, late, a place that cannot be entered, work beyond what was booked. */
import { z } from 'zod'
import type { AccessProblemId, ExtraWorkId, PhotoId, VisitId } from '#domain/ids.ts'
import { ACCESS_REASONS } from '#domain/pricing/call-out.ts'
import { ACCESS_STATES } from '#domain/today/access-graph.ts'
import { EXTRA_STATES } from '#domain/today/extra-graph.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { photo } from './photos.ts'
import { says } from './sentences.ts'
import { amountCents, id, latitude, line, longitude, moment, notes } from './shapes.ts'

const visitState = z.enum(VISIT_STATES)
export const where = { lat: latitude.optional(), lng: longitude.optional() }
export const isWhole = (input: { lat?: number | undefined; lng?: number | undefined }) =>
  (input.lat === undefined) === (input.lng === undefined)
export const wholeSays = { message: says('bothCoordinatesOrNone'), path: ['lng'] }

const CONTACTS = ['rang', 'called', 'waited', 'none'] as const

const accessProblem = z.object({
  id: id<AccessProblemId>(),
  state: z.enum(ACCESS_STATES),
  reason: z.enum(ACCESS_REASONS),
  note: z.string(),
  contact: z.enum(CONTACTS),
  photo: photo.nullable(),
  reportedAt: moment,
  waitsUntil: moment,
  /** The crew may go now. */
  canEnd: z.boolean(),
  answer: z.string(),
  answeredAt: moment.nullable(),
  /** What the customer would pay if the crew goes; null for crews. */
  feeCents: amountCents.nullable(),
  /** What the crew would get; null for customers. */
  crewFeeCents: amountCents.nullable(),
})

const extraWork = z.object({
  id: id<ExtraWorkId>(),
  state: z.enum(EXTRA_STATES),
  note: z.string(),
  serviceKey: z.string().nullable(),
  quantity: z.int(),
  amountCents,
  /** What the crew gets of it; null for customers. */
  crewPayCents: amountCents.nullable(),
  photo: photo.nullable(),
  proposedAt: moment,
  expiresAt: moment,
})

export const estimatedStop = z.object({
  visitId: id<VisitId>(),
  expectedAt: moment,
  /** It begins after its window. */
  isLate: z.boolean(),
})

export const today = defineEndpoints({
  'GET /api/visit-now': {
    access: 'any',
    summary: 'What happens at a visit on its day, as its customer, its crew or an operator may see it.',
    query: z.object({ id: id<VisitId>() }),
    reply: z.object({
      visitId: id<VisitId>(),
      state: visitState,
      timeZone: z.string(),
      crewFirstName: z.string().nullable(),
      endsAt: moment,
      expectedAt: moment.nullable(),
      /** The crew expects to begin after the window. */
      isLate: z.boolean(),
      startedAt: moment.nullable(),
      completedAt: moment.nullable(),
      missedReason: z.enum(['no_access', 'unsafe']).nullable(),
      problem: accessProblem.nullable(),
      extras: z.array(extraWork),
      canProposeExtra: z.boolean(),
      canReportProblem: z.boolean(),
      /** For crews: what can be added at the catalogue's price. */
      extraServices: z.array(z.object({ serviceKey: z.string(), unitCents: amountCents })),
    }),
  },
  'GET /api/visit-timeline': {
    access: 'any',
    summary: 'All that happened at a visit, oldest first, in words for screens to choose by name.',
    query: z.object({ id: id<VisitId>() }),
    reply: z.object({
      timeZone: z.string(),
      entries: z.array(
        z.object({
          what: z.string(),
          /** When it happened, by the phone that was there where that could send it only later. */
          at: moment,
          /** When the server received it; null where that was at once. */
          receivedAt: moment.nullable(),
          by: z.enum(['customer', 'crew', 'operator', 'system']),
          /** First name; null for the system and for whoever asks not to be named to this reader. */
          byName: z.string().nullable(),
          isMe: z.boolean(),
          reason: z.string().nullable(),
          note: z.string().nullable(),
          amountCents: amountCents.nullable(),
          expectedAt: moment.nullable(),
        }),
      ),
    }),
  },
  'GET /api/day-plan': {
    access: 'crew',
    summary: 'The rest of today from now on, and a better sequence where the present one is late.',
    query: z.strictObject({ lat: z.coerce.number().optional(), lng: z.coerce.number().optional() }),
    reply: z.object({
      stops: z.array(estimatedStop),
      /** By which a phone without a connection counts the day anew; a plan kept by an older build has none. */
      legs: z
        .array(
          z.object({
            visitId: id<VisitId>(),
            driveSeconds: z.int(),
            serviceSeconds: z.int(),
            opensAt: moment,
            closesAt: moment,
            /** The customer was notified today that the crew is late. */
            isNotified: z.boolean(),
          }),
        )
        .optional(),
      /** When the crew can leave where it is. */
      leavesAt: moment.optional(),
      lateCount: z.int(),
      suggestion: z.object({ stops: z.array(estimatedStop), lateCount: z.int() }).nullable(),
    }),
  },
  'POST /api/reorder-day': {
    access: 'crew',
    summary: 'Puts the stops that are left today into another sequence. Answers the one before, to undo it.',
    body: z.strictObject({ visitIds: z.array(id<VisitId>()).min(1).max(200) }),
    reply: z.object({ visitIdsBefore: z.array(id<VisitId>()) }),
    refusesFrozen: true,
  },
  'POST /api/report-access-problem': {
    access: 'crew',
    summary:
      'Reports that the place cannot be entered; the customer is notified at once. Sent twice it counts once.',
    body: z
      .strictObject({
        visitId: id<VisitId>(),
        reason: z.enum(ACCESS_REASONS),
        note: notes(500).default(''),
        contact: z.enum(CONTACTS),
        photoId: id<PhotoId>(),
        ...where,
      })
      .refine(isWhole, wholeSays)
      .refine((input) => input.reason !== 'other' || input.note !== '', {
        message: says('missing'),
        path: ['note'],
      }),
    reply: z.object({ problemId: id<AccessProblemId>(), waitsUntil: moment }),
    refusesFrozen: true,
    isShedLast: true,
  },
  'POST /api/answer-access-problem': {
    access: 'customer',
    summary: 'Answers the crew how to get in, or lets it leave.',
    body: z
      .strictObject({
        problemId: id<AccessProblemId>(),
        answer: notes(500).default(''),
        isCrewReleased: z.boolean().default(false),
      })
      .refine((input) => input.isCrewReleased || input.answer !== '', {
        message: says('missing'),
        path: ['answer'],
      }),
    reply: z.object({ state: z.enum(ACCESS_STATES) }),
  },
  'POST /api/solve-access-problem': {
    access: 'crew',
    summary: 'The crew got in after all.',
    body: z.strictObject({ problemId: id<AccessProblemId>() }),
    reply: z.object({ state: z.enum(ACCESS_STATES) }),
    isShedLast: true,
  },
  'POST /api/end-visit-without-access': {
    access: 'crew',
    isShedLast: true,
    summary: 'Ends a visit that could not be done, once the customer had time to answer.',
    body: z.strictObject({ problemId: id<AccessProblemId>() }),
    reply: z.object({
      visitId: id<VisitId>(),
      state: visitState,
      feeCents: amountCents,
      crewPayCents: amountCents,
    }),
    refusesFrozen: true,
  },
  'POST /api/propose-extra-work': {
    access: 'crew',
    summary: 'Asks the customer for more work, of the catalogue or of its own, with its price.',
    body: z
      .strictObject({
        visitId: id<VisitId>(),
        serviceKey: z.string().min(1).max(40).optional(),
        quantity: z.int().min(1, says('atLeastOne')).max(100, says('atMost100')).default(1),
        note: line(120).optional(),
        amountCents: amountCents.optional(),
        photoId: id<PhotoId>().optional(),
      })
      .refine((input) => input.serviceKey !== undefined || input.note !== undefined, {
        message: says('missing'),
        path: ['note'],
      })
      .refine((input) => (input.serviceKey === undefined) === (input.amountCents !== undefined), {
        message: says('givePriceOrService'),
        path: ['amountCents'],
      }),
    reply: z.object({ extraId: id<ExtraWorkId>(), amountCents, expiresAt: moment }),
    refusesFrozen: true,
    isShedLast: true,
  },
  'POST /api/answer-extra-work': {
    access: 'customer',
    summary: 'Approves or declines extra work. Sent twice it counts once.',
    body: z.strictObject({ extraId: id<ExtraWorkId>(), isApproved: z.boolean() }),
    reply: z.object({ state: z.enum(EXTRA_STATES) }),
    isShedLast: true,
  },
  'POST /api/withdraw-extra-work': {
    access: 'crew',
    summary: 'Takes a proposal back that was not answered yet.',
    body: z.strictObject({ extraId: id<ExtraWorkId>() }),
    reply: z.object({ state: z.enum(EXTRA_STATES) }),
  },
})
