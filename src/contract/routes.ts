/** Finding work: open weekly jobs, recommended routes, taking them, releasing them. */
import { z } from 'zod'
import type { AssignmentId, WeeklyJobId } from '#domain/ids.ts'
import { driveLine } from './drive-line.ts'
import { defineEndpoints } from './endpoint.ts'
import { payoutWarning } from './payout-warning.ts'
import { rhythm } from './rhythm.ts'
import { says } from './sentences.ts'
import { amountCents, day, id, moment, timeOfDay, weekday } from './shapes.ts'
import { leg, timeWindow } from './work.ts'

/**
 * Before a crew has taken a job it learns the neighbourhood and a place rounded to about 100 m: no name, address or
 * access notes (field 43).
 */
const coarsePlace = {
  neighbourhood: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
}

const openJob = z.object({
  weeklyJobId: id<WeeklyJobId>(),
  serviceKey: z.string(),
  quantity: z.int(),
  ...coarsePlace,
  distanceFeet: z.int(),
  minutes: z.int(),
  window: timeWindow.nullable(),
  /** The weekdays that nobody has and that fit this crew; pay is per visit. */
  openDays: z.array(z.object({ weekday, payCents: amountCents })),
  /** Which weeks or months, and which season, it comes in on those days. */
  rhythm,
  /** About what all of its open days pay in a month. */
  perMonthCents: amountCents,
})

const dayOfWork = z.object({
  weekday,
  /** Null: this crew does not work on that day. */
  hours: timeWindow.nullable(),
  openCount: z.int(),
  openPayCents: amountCents,
  assignedCount: z.int(),
  assignedPayCents: amountCents,
})

const routeStop = z.object({
  weeklyJobId: id<WeeklyJobId>(),
  /** This crew has it already; every recommended route of the day keeps it. */
  isAssigned: z.boolean(),
  serviceKey: z.string(),
  rhythm,
  ...coarsePlace,
  minutes: z.int(),
  payCents: amountCents,
  arriveTime: timeOfDay,
  startTime: timeOfDay,
  departTime: timeOfDay,
})

const recommendedRoute = z.object({
  /** Names the stops in their order; the same route has the same key. */
  routeKey: z.string(),
  weekday,
  stops: z.array(routeStop),
  /** From base to the first stop, between the stops, and back: one more than stops. */
  legs: z.array(leg),
  leaveTime: timeOfDay,
  returnTime: timeOfDay,
  stopCount: z.int(),
  newStopCount: z.int(),
  drivingMinutes: z.int(),
  drivingFeet: z.int(),
  serviceMinutes: z.int(),
  totalMinutes: z.int(),
  /** A week, over all stops. */
  payCents: amountCents,
  /** Of the stops that the crew does not have yet. */
  newPayCents: amountCents,
  payPerHourCents: amountCents,
})

export const assignedStop = z.object({
  assignmentId: id<AssignmentId>(),
  weeklyJobId: id<WeeklyJobId>(),
  weekday,
  rhythm,
  /** 1 is first. */
  position: z.int(),
  propertyName: z.string(),
  address: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  serviceKey: z.string(),
  quantity: z.int(),
  minutes: z.int(),
  window: timeWindow.nullable(),
  payCents: amountCents.nullable(),
  nextDate: day.nullable(),
  takenAt: moment,
  /** Released now it would count as late (product §3). */
  isLateToRelease: z.boolean(),
})

const taken = z.object({
  assignmentIds: z.array(id<AssignmentId>()),
  weekday,
  firstDate: day.nullable(),
  visitCount: z.int(),
})

export const routes = defineEndpoints({
  'POST /api/get-job-routes': {
    access: 'crew',
    summary: 'Open weekly jobs near this crew, what each weekday has, and routes worth taking, best first.',
    reply: z.object({
      /** At most 500, nearest first. */
      jobs: z.array(openJob),
      days: z.array(dayOfWork),
      recommendedRoutes: z.array(recommendedRoute),
      /** Of all open jobs within range; `jobs` may show fewer. */
      openJobCount: z.int(),
      base: z.object({ lat: z.number(), lng: z.number() }).nullable(),
      ...payoutWarning,
    }),
    callsPerMinute: 120,
  },
  'POST /api/drive-line': {
    access: 'crew',
    summary: 'The streets driven from each place to the next; null where this house has no street router.',
    ...driveLine,
  },
  'POST /api/take-route': {
    access: 'crew',
    summary: 'Takes a route, all stops or none. Stops that it has already may be named to keep their order.',
    body: z.strictObject({
      weekday,
      stops: z
        .array(z.strictObject({ weeklyJobId: id<WeeklyJobId>() }))
        .min(1, says('routeAtLeastOneStop'))
        .max(100, says('routeAtMost100Stops'))
        .refine(
          (stops) => new Set(stops.map((stop) => stop.weeklyJobId)).size === stops.length,
          says('eachStopOnce'),
        ),
    }),
    reply: taken,
    refusesFrozen: true,
  },
  'POST /api/take-weekly-job': {
    access: 'crew',
    summary: 'Takes one weekly job on some of its weekdays, all or none.',
    body: z.strictObject({
      weeklyJobId: id<WeeklyJobId>(),
      weekdays: z
        .array(weekday)
        .min(1, says('chooseAtLeastOneWeekday'))
        .max(7)
        .refine((days) => new Set(days).size === days.length, says('eachWeekdayOnce')),
    }),
    reply: z.object({ days: z.array(taken) }),
    refusesFrozen: true,
  },
  'POST /api/get-assignments': {
    access: 'crew',
    summary: 'The standing assignments of this crew by weekday, in the order of each day.',
    reply: z.object({ assignments: z.array(assignedStop), today: day }),
  },
  'POST /api/release-assignment': {
    access: 'crew',
    summary: 'Releases an assignment: its coming visits are open for others.',
    body: z.strictObject({ assignmentId: id<AssignmentId>() }),
    reply: z.object({
      assignmentId: id<AssignmentId>(),
      isLate: z.boolean(),
      releasedVisitCount: z.int(),
      releasedFrom: day,
    }),
  },
})
