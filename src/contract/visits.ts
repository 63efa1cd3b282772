/** Visits as they are read: lists and details. */
import { z } from 'zod'
import { UNDONE_REASONS } from '#domain/checklists/progress.ts'
import type {
  OnDemandOrderId,
  PaymentId,
  PhotoId,
  PropertyGroupId,
  PropertyId,
  VisitId,
  WeeklyJobId,
} from '#domain/ids.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { listItem } from './checklist-shapes.ts'
import { defineEndpoints } from './endpoint.ts'
import { holidayName } from './holidays.ts'
import { priceLine } from './prices.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, moment } from './shapes.ts'

const visitState = z.enum(VISIT_STATES)

const visitCard = z.object({
  id: id<VisitId>(),
  weeklyJobId: id<WeeklyJobId>().nullable(),
  propertyId: id<PropertyId>(),
  propertyName: z.string(),
  address: z.string().nullable(),
  timeZone: z.string(),
  serviceKey: z.string(),
  date: day,
  startsAt: moment,
  endsAt: moment,
  /** The whole day rather than a window of hours. */
  isAnytime: z.boolean(),
  quantity: z.int(),
  state: visitState,
  crewFirstName: z.string().nullable(),
  completedAt: moment.nullable(),
  /** Frozen when completed, before that by the prices in force; null where the service has none. */
  priceCents: amountCents.nullable(),
  /** Where it takes place on another day than its rule says; absent otherwise. */
  moved: z
    .object({
      from: day,
      by: z.enum(['holiday', 'pushed', 'customer']),
      /** A holiday's name, or why the day was pushed. */
      because: z.object({ en: z.string(), es: z.string() }).nullable(),
    })
    .optional(),
})

const filters = {
  from: day,
  to: day,
  states: z.array(visitState).max(VISIT_STATES.length).optional(),
  propertyId: id<PropertyId>().optional(),
  groupId: id<PropertyGroupId>().optional(),
  serviceKey: z.string().max(40).optional(),
  search: z.string().trim().max(100).optional(),
}
const isForward = (input: { from: string; to: string }) => input.to >= input.from
const forwardSays = { message: says('lastDayBeforeFirst'), path: ['to'] }

export const visits = defineEndpoints({
  'POST /api/get-visits': {
    access: 'customer',
    summary: 'The visits of the customer between two days, a page at a time, with counts by state.',
    body: z
      .strictObject({
        ...filters,
        sort: z.enum(['time', 'property', 'service', 'state']).default('time'),
        isDescending: z.boolean().default(false),
        limit: z.int().min(1).max(200).default(50),
        cursor: cursor.optional(),
      })
      .refine(isForward, forwardSays),
    reply: z.object({
      visits: z.array(visitCard),
      nextCursor: z.string().nullable(),
      /** Over the whole range, whatever the page. */
      countByState: z.partialRecord(visitState, z.int()),
      totalCount: z.int(),
    }),
  },
  'GET /api/export-visits': {
    access: 'customer',
    summary: 'The same visits as a CSV file.',
    query: z.object(filters).refine(isForward, forwardSays),
    reply: z.unknown(),
    repliesFile: true,
  },
  'GET /api/visit': {
    access: 'any',
    summary: 'One visit as its customer, its crew or an operator may see it.',
    query: z.object({ id: id<VisitId>() }),
    reply: visitCard.extend({
      isFlagged: z.boolean().optional(),
      canSkip: z.boolean(),
      canUnskip: z.boolean(),
      lat: z.number(),
      lng: z.number(),
      accessNotes: z.string(),
      notes: z.string(),
      photosRequired: z.int(),
      /** Absent for crews. */
      priceLines: z.array(priceLine).optional(),
      /** What the customer pays in all; absent for crews. */
      totalCents: amountCents.nullable().optional(),
      /** Absent for customers. */
      crewPayCents: amountCents.nullable().optional(),
      completedDistanceFeet: z.int().nullable().optional(),
      paymentId: id<PaymentId>().nullable(),
      /** Of work that was ordered once; null for weekly work, and for crews. */
      orderId: id<OnDemandOrderId>().nullable(),
      /** What the customer showed of the work when it was ordered. */
      orderPhotos: z.array(z.object({ id: id<PhotoId>(), url: z.string() })),
      photos: z.array(
        z.object({
          id: id<PhotoId>(),
          url: z.string(),
          width: z.int(),
          height: z.int(),
          takenAt: moment,
          /** Which item of the list it shows. */
          itemKey: z.string().nullish(),
        }),
      ),
      /** What is gone through, and what was said of it; absent where there is no list. */
      checklist: z
        .object({
          items: z.array(
            listItem.extend({
              isMarked: z.boolean(),
              markedAt: moment.nullable(),
              undone: z.enum(UNDONE_REASONS).nullable(),
              undoneNote: z.string(),
            }),
          ),
          doneCount: z.int(),
          taskCount: z.int(),
        })
        .nullish(),
      timeline: z.array(
        z.object({
          at: moment,
          transition: z.string(),
          from: z.string(),
          to: z.string(),
          actorRole: z.enum(['customer', 'crew', 'operator', 'system']),
          reason: z.string().nullable(),
          /** By the phone of a crew that could report it only later. */
          happenedAt: moment.nullable(),
        }),
      ),
    }),
  },
  'GET /api/customer-summary': {
    access: 'customer',
    summary: 'What happens next and what needs the customer, for the home screen.',
    reply: z.object({
      today: day,
      todayVisits: z.array(visitCard),
      comingVisits: z.array(visitCard),
      propertyCount: z.int(),
      weeklyJobCount: z.int(),
      /** Weekly jobs that still wait for their first visits. */
      waitingJobCount: z.int(),
      /** What is unlike other days, the most urgent first; each visit once, and each is among the visits above. */
      news: z.array(
        z.object({
          kind: z.enum(['access', 'answer', 'late', 'missed', 'moved']),
          visitId: id<VisitId>(),
          /** When the crew expects to begin, where it is late and said so. */
          expectedAt: moment.nullable(),
        }),
      ),
      nextVisitId: id<VisitId>().nullable(),
      /** Days of the next week that a holiday moves; absent where there are none. */
      movedDays: z.array(holidayName.extend({ from: day, to: day, visitCount: z.int() })).optional(),
      alerts: z.array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('no_card') }),
          z.object({ kind: z.literal('card_expired'), last4: z.string() }),
          z.object({
            kind: z.literal('payment_declined'),
            paymentId: id<PaymentId>(),
            amountCents,
            paused: z.boolean(),
          }),
        ]),
      ),
    }),
  },
})
