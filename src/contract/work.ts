/** A crew's day: the stops in order, doing them, and the list of all that was done. */
import { z } from 'zod'
import type { ComplexId, VisitId } from '#domain/ids.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { itemKey, listItem, seenList, undoneItems } from './checklist-shapes.ts'
import { defineEndpoints } from './endpoint.ts'
import { photo } from './photos.ts'
import { says } from './sentences.ts'
import {
  amountCents,
  cursor,
  day,
  id,
  latitude,
  longitude,
  moment,
  momentInput,
  notes,
  timeOfDay,
  weekday,
} from './shapes.ts'

const visitState = z.enum(VISIT_STATES)
const feet = z.int()

/** Wall-clock times of the place; null is any time that day. */
export const timeWindow = z.object({ from: timeOfDay, until: timeOfDay })

/** Driving to a stop from the one before it (the first from base), or from the last back to base. */
export const leg = z.object({ drivingFeet: feet, drivingSeconds: z.int() })

const stop = z.object({
  visitId: id<VisitId>(),
  /** At a complex there is a round to walk: `/complex?id={complexId}&night={visitId}`. */
  complexId: id<ComplexId>().nullable(),
  /** 1 is first. */
  position: z.int(),
  propertyName: z.string(),
  address: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  timeZone: z.string(),
  accessNotes: z.string(),
  jobNotes: z.string(),
  serviceKey: z.string(),
  quantity: z.int(),
  minutes: z.int(),
  window: timeWindow.nullable(),
  startsAt: moment,
  endsAt: moment,
  state: visitState,
  isNext: z.boolean(),
  canStart: z.boolean(),
  canComplete: z.boolean(),
  photosRequired: z.int(),
  photos: z.array(photo.extend({ itemKey: z.string().nullish() })),
  /** Frozen once completed, before that by the prices in force; null where the service has none. */
  payCents: amountCents.nullable(),
  completedAt: moment.nullable(),
  /** The code on the door, which opens the stop without a connection; a day kept by an older build has none. */
  goId: z.string().nullish(),
  /** What is gone through here; absent where the service has no list, and in a day kept by an older build. */
  checklist: z
    .object({
      /** Once begun the visit keeps its list, whatever versions follow. */
      seen: seenList,
      items: z.array(listItem.extend({ isMarked: z.boolean() })),
    })
    .nullish(),
})

const completion = z.object({
  visitId: id<VisitId>(),
  state: visitState,
  completedAt: moment,
  distanceFeet: feet.nullable(),
  /** Somebody will look at it: far from the place, or no location. */
  isFlagged: z.boolean(),
  payCents: amountCents,
})

export const work = defineEndpoints({
  'GET /api/day': {
    access: 'crew',
    summary: 'The stops of one day in order, with driving and pay.',
    query: z.strictObject({
      /** Absent: today in the crew's own zone. */
      date: day.optional(),
    }),
    reply: z.object({
      date: day,
      today: day,
      base: z.object({ lat: z.number(), lng: z.number() }).nullable(),
      stops: z.array(stop),
      /** One more than stops; empty without stops or without a base. */
      legs: z.array(leg),
      doneCount: z.int(),
      drivingMinutes: z.int(),
      serviceMinutes: z.int(),
      payCents: amountCents,
      /** The next day with work left. */
      nextWorkDay: day.nullable(),
      /** By which a phone without a connection knows what may be begun; a day kept by an older build has none. */
      rules: z
        .object({
          missedGraceHours: z.int(),
          lateCompletionHours: z.int(),
          releaseNoticeHours: z.int(),
          releaseGraceMinutes: z.int(),
          confirmCutoffWeekday: weekday,
          confirmCutoffTime: timeOfDay,
        })
        .optional(),
    }),
  },
  'POST /api/start-visit': {
    access: 'crew',
    isShedLast: true,
    summary: 'Says that the crew is on its way, or has begun. Who starts an unconfirmed visit confirms it.',
    body: z.strictObject({
      visitId: id<VisitId>(),
      step: z.enum(['en_route', 'in_progress']).default('in_progress'),
      /** When the crew tapped, by a phone that was offline since. */
      at: momentInput.optional(),
      /** Which list the phone showed: the visit keeps it. */
      seenList: seenList.optional(),
    }),
    reply: z.object({ visitId: id<VisitId>(), state: visitState }),
    refusesFrozen: true,
  },
  'POST /api/complete-visit': {
    access: 'crew',
    isShedLast: true,
    capability: 'dispatch',
    operatorsActFor: 'changes',
    summary:
      'Completes a visit with its photos and location. Sent twice it counts once and answers the same; of a visit that was cancelled or given away meanwhile it is refused, and kept as a report.',
    body: z
      .strictObject({
        visitId: id<VisitId>(),
        lat: latitude.optional(),
        lng: longitude.optional(),
        accuracy: z.number().min(0).max(1_000_000).optional(),
        completedAt: momentInput.optional(),
        note: notes(1_000).optional(),
        /** One for each item of the list that is not done. */
        undone: undoneItems.optional(),
        seenList: seenList.optional(),
      })
      .refine((report) => (report.lat === undefined) === (report.lng === undefined), {
        message: says('bothCoordinatesOrNone'),
        path: ['lng'],
      }),
    reply: completion,
    refusesFrozen: true,
  },
  'POST /api/mark-item': {
    access: 'crew',
    summary:
      'Says that an item of the list is done, or a supply running low, or takes it back. The latest word by the phone’s clock holds; of a visit that is done nothing changes.',
    body: z.strictObject({
      visitId: id<VisitId>(),
      key: itemKey,
      isMarked: z.boolean(),
      /** When the crew tapped, by a phone that was offline since. */
      at: momentInput.optional(),
      seenList: seenList.optional(),
    }),
    reply: z.object({ visitId: id<VisitId>(), key: z.string(), isMarked: z.boolean() }),
    refusesFrozen: true,
    callsPerMinute: 240,
    isShedLast: true,
  },
  'POST /api/get-crew-visits': {
    access: 'crew',
    summary: 'All visits of this crew, a page at a time.',
    body: z
      .strictObject({
        from: day.optional(),
        to: day.optional(),
        states: z.array(visitState).max(VISIT_STATES.length).optional(),
        serviceKey: z.string().max(40).optional(),
        search: notes(100).optional(),
        sort: z.enum(['newest', 'oldest']).default('newest'),
        limit: z.int().min(1).max(200).default(50),
        cursor: cursor.optional(),
      })
      .refine((input) => input.from === undefined || input.to === undefined || input.to >= input.from, {
        message: says('lastDayBeforeFirst'),
        path: ['to'],
      }),
    reply: z.object({
      visits: z.array(
        z.object({
          visitId: id<VisitId>(),
          date: day,
          timeZone: z.string(),
          startsAt: moment,
          endsAt: moment,
          isAnytime: z.boolean(),
          propertyName: z.string(),
          address: z.string().nullable(),
          serviceKey: z.string(),
          quantity: z.int(),
          state: visitState,
          completedAt: moment.nullable(),
          isFlagged: z.boolean(),
          payCents: amountCents.nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
      /** More than `MOST_VISITS_COUNTED` are not counted: it is one more than that then. */
      totalCount: z.int(),
    }),
  },
})
