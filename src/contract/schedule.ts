/** Single visits that differ from their rule, what a change would cost, and why each visit is when it is. */
import { z } from 'zod'
import type { VisitId, WeeklyJobId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { chosenRhythm, rhythm } from './rhythm.ts'
import { says } from './sentences.ts'
import { amountCents, day, id, moment, timeOfDay, weekday } from './shapes.ts'

const hours = z
  .strictObject({ start: timeOfDay, end: timeOfDay })
  .refine((window) => window.start < window.end, {
    message: says('endAfterStart'),
    path: ['end'],
  })

const oneVisit = {
  visitId: id<VisitId>(),
  /** Absent: its day stays. */
  to: day.optional(),
  /** Null: any time that day. Absent: its hours stay. */
  window: hours.nullable().optional(),
  quantity: z.int().min(1).max(1_000).optional(),
}

const movedVisit = z.object({
  ok: z.literal(true),
  date: day,
  startsAt: moment,
  endsAt: moment,
  quantity: z.int(),
  /** False: its crew does not work then, and the visit is open for others. */
  keepsCrew: z.boolean(),
})

const range = { from: day, to: day.nullable().default(null) }

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('skip'), visitId: id<VisitId>() }),
  z.strictObject({ kind: z.literal('move'), ...oneVisit }),
  z.strictObject({ kind: z.literal('pause'), weeklyJobId: id<WeeklyJobId>(), ...range }),
  z.strictObject({ kind: z.literal('cancel'), weeklyJobId: id<WeeklyJobId>() }),
  z.strictObject({
    kind: z.literal('change'),
    weeklyJobId: id<WeeklyJobId>(),
    from: day,
    weekdays: z.array(weekday).min(1, says('chooseAtLeastOneWeekday')).max(7).optional(),
    rhythm: chosenRhythm.optional(),
    window: hours.nullable().optional(),
    quantity: z.int().min(1).max(1_000).optional(),
  }),
])

const reason = z.object({
  kind: z.enum([
    'rule',
    'one_off',
    'changed',
    'holiday',
    'pushed',
    'customer_move',
    'customer_terms',
    'skipped_by_customer',
    'skipped_for_payment',
    'skipped_by_rule',
    'skipped_for_pushed_day',
    'skipped_for_holiday',
    'skipped_since_vacant',
    'extra_after_stay',
    'after_check_out',
  ]),
  /** The day that the rule had set, and the day on which the visit takes place. */
  from: day.nullable(),
  to: day.nullable(),
  weekdays: z.array(weekday),
  /** Of a rule or its change. */
  rhythm: rhythm.nullable(),
  /** When the booking, change or move was made. */
  at: moment.nullable(),
  /** A holiday's name, or why a day was pushed. */
  nameEn: z.string().nullable(),
  nameEs: z.string().nullable(),
  note: z.string(),
  /** Of the stay after which an extra visit comes. */
  nights: z.int().nullable(),
  guests: z.int().nullable(),
})

export const schedule = defineEndpoints({
  'POST /api/move-visit': {
    access: 'customer',
    capability: 'dispatch',
    operatorsActFor: 'changes',
    refusesFrozen: true,
    summary:
      'Moves one visit of a weekly job to another day, other hours or another quantity; the others stay.',
    body: z.strictObject(oneVisit).refine((move) => Object.keys(move).length > 1, {
      message: says('nothingIsChanged'),
      path: ['to'],
    }),
    reply: movedVisit,
  },
  'POST /api/unmove-visit': {
    access: 'customer',
    capability: 'dispatch',
    operatorsActFor: 'changes',
    summary: 'Puts one visit back to the day, hours and quantity of its weekly job.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: movedVisit,
  },
  'POST /api/preview-schedule-change': {
    access: 'customer',
    operatorsActFor: 'reads',
    summary: 'What a change of a schedule would do to visits and money, before it is made.',
    body: change,
    reply: z.object({
      /** The days that are looked at: an open-ended change is shown for its first four weeks. */
      from: day,
      to: day,
      visitsBefore: z.int(),
      visitsAfter: z.int(),
      /** Null where the service has no price. */
      centsBefore: amountCents.nullable(),
      centsAfter: amountCents.nullable(),
      /** Days that lose their visit, and days that gain one; at most 60 each. */
      goneDates: z.array(day),
      newDates: z.array(day),
      /** Crews who have some of these visits and will be notified. */
      crewCount: z.int(),
    }),
  },
  'GET /api/visit-reasons': {
    access: 'any',
    summary: 'Which rule, booking or exception made a visit and its day.',
    query: z.object({ id: id<VisitId>() }),
    reply: z.object({ date: day, timeZone: z.string(), reasons: z.array(reason) }),
  },
})
