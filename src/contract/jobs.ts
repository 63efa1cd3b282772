/** Weekly jobs: booking them for one place or thousands, and every change a customer makes to the series. */
import { z } from 'zod'
import type { PropertyGroupId, PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { bookingItems } from './prices.ts'
import { chosenRhythm, rhythm } from './rhythm.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, done, id, notes, timeOfDay, weekday } from './shapes.ts'

const weeklyJob = z.object({
  id: id<WeeklyJobId>(),
  propertyId: id<PropertyId>(),
  propertyName: z.string(),
  address: z.string().nullable(),
  timeZone: z.string(),
  serviceKey: z.string(),
  weekdays: z.array(weekday),
  rhythm,
  windowStart: timeOfDay.nullable(),
  windowEnd: timeOfDay.nullable(),
  quantity: z.int(),
  startsOn: day,
  endsOn: day.nullable(),
  state: z.enum(['active', 'paused', 'cancelled']),
  notes: z.string(),
  nextVisitOn: day.nullable(),
  /** By today's prices; null where the service has none. On average, where it does not come every week. */
  perWeekCents: amountCents.nullable(),
  /** About, in a month of its season. */
  perMonthCents: amountCents.nullable(),
  /** Of one visit; null where the service has no price, or weekdays cost differently. */
  perVisitCents: amountCents.nullable(),
  /** Weekdays that a crew holds. */
  coveredWeekdays: z.array(weekday),
  crewFirstNames: z.array(z.string()),
})

/** What of the list is shown. */
export const jobFilter = {
  /** In the place's name or address, and the names of its group, service and crews. */
  search: z.string().trim().max(100).optional(),
  propertyId: id<PropertyId>().optional(),
  groupId: id<PropertyGroupId>().optional(),
  serviceKey: z.string().max(40).optional(),
  /** Who has one of its weekdays. */
  crewId: id<UserId>().optional(),
  weekday: weekday.optional(),
  states: z
    .array(z.enum(['active', 'paused', 'cancelled']))
    .max(3)
    .optional(),
}

const pause = z.object({ from: day, to: day.nullable(), reason: z.enum(['customer', 'dunning']) })
const range = {
  from: day,
  /** Absent or null: until it is resumed. */
  to: day.nullable().default(null),
}
const isForward = {
  check: (input: { from: string; to: string | null }) => input.to === null || input.to >= input.from,
  say: { message: says('lastDayBeforeFirst'), path: ['to'] },
}

export const jobs = defineEndpoints({
  'POST /api/book-weekly-jobs': {
    access: 'customer',
    operatorsActFor: 'changes',
    refusesFrozen: true,
    summary: 'Books weekly services for one place or thousands, all or nothing.',
    body: z
      .strictObject({
        items: bookingItems,
        startsOn: day,
        endsOn: day.nullable().default(null),
        notes: notes(1_000).default(''),
        /** Leaves out what is booked already instead of refusing. */
        skipDuplicates: z.boolean().default(false),
      })
      .refine((order) => order.endsOn === null || order.endsOn >= order.startsOn, {
        message: says('lastDayBeforeFirst'),
        path: ['endsOn'],
      }),
    reply: z.object({
      jobCount: z.int(),
      /** At most 200 of them, for an undo at once. */
      weeklyJobIds: z.array(id<WeeklyJobId>()),
      leftOutCount: z.int(),
      needsCard: z.boolean(),
      /** False while many jobs are still being planned: see `/api/planning-progress`. */
      isPlanned: z.boolean(),
      /** The day of the first visit, planned already or not; null while many jobs are still being planned. */
      firstVisitOn: day.nullable(),
    }),
  },
  'GET /api/planning-progress': {
    access: 'customer',
    summary: 'How many of the weekly jobs still wait for their first visits.',
    reply: z.object({ waitingJobCount: z.int() }),
  },
  'POST /api/get-weekly-jobs': {
    access: 'customer',
    summary: 'The weekly jobs, newest first, a page at a time.',
    body: z.strictObject({
      ...jobFilter,
      limit: z.int().min(1).max(200).default(50),
      cursor: cursor.optional(),
    }),
    reply: z.object({ jobs: z.array(weeklyJob), nextCursor: z.string().nullable(), totalCount: z.int() }),
  },
  'GET /api/weekly-job': {
    access: 'customer',
    operatorsActFor: 'reads',
    summary: 'One weekly job with its skipped dates, pauses and coming visits.',
    query: z.object({ id: id<WeeklyJobId>() }),
    reply: weeklyJob.extend({
      skippedDates: z.array(day),
      pauses: z.array(pause),
      comingVisits: z.array(z.object({ id: id<VisitId>(), date: day, state: z.string() })),
      /** The next dates of the rule, however far ahead: before holidays and moves. */
      nextDates: z.array(day),
      /** Terms that hold until a day, where a change begins later. */
      termsUntil: z.array(z.object({ until: day, weekdays: z.array(weekday), rhythm, quantity: z.int() })),
    }),
  },
  'POST /api/skip-visit': {
    access: 'customer',
    operatorsActFor: 'changes',
    summary: 'Takes one date out of a weekly job; it stays out whatever is changed later.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: done,
  },
  'POST /api/unskip-visit': {
    access: 'customer',
    operatorsActFor: 'changes',
    summary: 'Puts a skipped date back.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: done,
  },
  'POST /api/pause-weekly-job': {
    access: 'customer',
    operatorsActFor: 'changes',
    summary: 'Stops a weekly job for a range of days.',
    body: z.strictObject({ weeklyJobId: id<WeeklyJobId>(), ...range }).refine(isForward.check, isForward.say),
    reply: z.object({ ok: z.literal(true), skippedVisitCount: z.int() }),
  },
  'POST /api/resume-weekly-job': {
    access: 'customer',
    operatorsActFor: 'changes',
    summary: 'Ends the pauses of a weekly job from a day on.',
    body: z.strictObject({
      weeklyJobId: id<WeeklyJobId>(),
      /** Absent: today. */
      from: day.optional(),
    }),
    reply: z.object({ ok: z.literal(true), plannedVisitCount: z.int() }),
  },
  'POST /api/change-weekly-job': {
    access: 'customer',
    operatorsActFor: 'changes',
    refusesFrozen: true,
    summary: 'Changes weekdays, rhythm, window or quantity from a day on.',
    body: z
      .strictObject({
        weeklyJobId: id<WeeklyJobId>(),
        from: day,
        weekdays: z
          .array(weekday)
          .min(1, says('chooseAtLeastOneWeekday'))
          .max(7)
          .refine((days) => new Set(days).size === days.length, says('eachWeekdayOnce'))
          .optional(),
        /** With the same count of weeks, and no `weekOf`, the weeks are counted as before. */
        rhythm: chosenRhythm.optional(),
        window: z
          .strictObject({ start: timeOfDay, end: timeOfDay })
          .refine((window) => window.start < window.end, {
            message: says('endAfterStart'),
            path: ['end'],
          })
          .nullable()
          .optional(),
        quantity: z.int().min(1).max(1_000).optional(),
        notes: notes(1_000).optional(),
      })
      .refine((change) => Object.keys(change).length > 2, {
        message: says('nothingIsChanged'),
        path: ['weekdays'],
      }),
    reply: z.object({
      ok: z.literal(true),
      createdVisitCount: z.int(),
      changedVisitCount: z.int(),
      removedVisitCount: z.int(),
    }),
  },
  'POST /api/cancel-weekly-job': {
    access: 'customer',
    operatorsActFor: 'changes',
    summary: 'Ends a weekly job: its coming visits are cancelled and its crews notified.',
    body: z.strictObject({ weeklyJobId: id<WeeklyJobId>() }),
    reply: z.object({ ok: z.literal(true), cancelledVisitCount: z.int() }),
  },
})
