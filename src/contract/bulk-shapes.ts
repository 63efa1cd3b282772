/** What is done to many weekly jobs at once, and what is kept of each of them for the undo. */
import { z } from 'zod'
import type { AssignmentId, UserId, VisitId, WeeklyJobPauseId } from '#domain/ids.ts'
import { MOST_CHOSEN } from '#domain/offers/chosen.ts'
import { rhythm } from './rhythm.ts'
import { says } from './sentences.ts'
import { day, id, timeOfDay, weekday } from './shapes.ts'

const weekdays = z
  .array(weekday)
  .min(1, says('chooseAtLeastOneWeekday'))
  .max(7)
  .refine((days) => new Set(days).size === days.length, says('eachWeekdayOnce'))

const window = z
  .strictObject({ start: timeOfDay, end: timeOfDay })
  .refine((hours) => hours.start < hours.end, { message: says('endAfterStart'), path: ['end'] })
  .nullable()

export const bulkChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('skip'),
    /** Any day of the week that is left out. */
    weekOf: day,
    /** Only the visits on these days of it; absent, all. */
    weekdays: weekdays.optional(),
  }),
  z
    .strictObject({ kind: z.literal('pause'), from: day, to: day.nullable() })
    .refine((range) => range.to === null || range.to >= range.from, {
      message: says('lastDayBeforeFirst'),
      path: ['to'],
    }),
  z.strictObject({ kind: z.literal('window'), from: day, window }),
  z.strictObject({ kind: z.literal('weekdays'), from: day, weekdays }),
  z.strictObject({
    kind: z.literal('quantity'),
    from: day,
    quantity: z.int().min(1).max(1_000),
  }),
  z.strictObject({
    kind: z.literal('crews'),
    /** Asked first at the place of each, first choice first; empty: nobody is. */
    crewIds: z.array(id<UserId>()).max(MOST_CHOSEN),
  }),
  z.strictObject({ kind: z.literal('cancel') }),
])

const terms = {
  weekdays: z.array(weekday),
  rhythm: rhythm.nullable(),
  windowStart: timeOfDay.nullable(),
  windowEnd: timeOfDay.nullable(),
  quantity: z.int(),
}

/** A weekly job at one moment: what a change of many can change of it. */
export const jobRecord = z.object({
  state: z.enum(['active', 'paused', 'cancelled']),
  ...terms,
  earlierTerms: z.array(z.object({ until: day, ...terms })),
  /** The customer's own. */
  pauses: z.array(z.object({ id: id<WeeklyJobPauseId>(), from: day, to: day.nullable() })),
  /** That crews have. */
  assignmentIds: z.array(id<AssignmentId>()),
  /** Of the record before: the visits that the change was to take out. */
  visitIds: z.array(id<VisitId>()),
  /** Asked first at its place. */
  chosenCrewIds: z.array(id<UserId>()).default([]),
})

export type JobRecord = z.output<typeof jobRecord>
