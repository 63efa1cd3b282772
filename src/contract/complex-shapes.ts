/** How complexes, their buildings and their nights stand in replies. */
import { z } from 'zod'
import { VIOLATION_KINDS } from '#domain/complexes/violations.ts'
import type {
  BuildingId,
  ComplexExceptionId,
  ComplexId,
  ViolationId,
  VisitId,
  WeeklyJobId,
} from '#domain/ids.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { photo } from './photos.ts'
import { rhythm } from './rhythm.ts'
import { amountCents, day, id, line, moment, timeOfDay, weekday } from './shapes.ts'

export const visitState = z.enum(VISIT_STATES)
export const unitLabel = line(20)
export const UNITS_LONGEST = 6_000

export const building = z.object({
  id: id<BuildingId>(),
  name: z.string(),
  unitCount: z.int(),
  /** As short as it goes: `101-112, PH1`. */
  units: z.string(),
})

export const exception = z.object({
  id: id<ComplexExceptionId>(),
  kind: z.enum(['leave_out', 'note']),
  /** Null: the whole complex. */
  buildingId: id<BuildingId>().nullable(),
  unitLabel: z.string().nullable(),
  note: z.string(),
  from: day,
  to: day,
})

export const night = z.object({
  weeklyJobId: id<WeeklyJobId>(),
  serviceKey: z.string(),
  weekdays: z.array(weekday),
  rhythm,
  windowStart: timeOfDay.nullable(),
  windowEnd: timeOfDay.nullable(),
  quantity: z.int(),
  state: z.enum(['active', 'paused', 'cancelled']),
  /** By today's prices; null where the service has none. */
  perWeekCents: amountCents.nullable(),
})

export const nightRow = z.object({
  visitId: id<VisitId>(),
  date: day,
  serviceKey: z.string(),
  state: visitState,
  crewFirstName: z.string().nullable(),
  checkedCount: z.int(),
  buildingCount: z.int(),
  violationCount: z.int(),
})

const violation = z.object({
  id: id<ViolationId>(),
  buildingId: id<BuildingId>(),
  buildingName: z.string(),
  unitLabel: z.string().nullable(),
  kind: z.enum(VIOLATION_KINDS),
  note: z.string(),
  reportedAt: moment,
  photo,
})

export const round = z.object({
  visitId: id<VisitId>(),
  complexId: id<ComplexId>(),
  complexName: z.string(),
  date: day,
  timeZone: z.string(),
  serviceKey: z.string(),
  state: visitState,
  startedAt: moment.nullable(),
  completedAt: moment.nullable(),
  crewFirstName: z.string().nullable(),
  buildings: z.array(
    building.extend({
      /** Left out this night by an exception. */
      isLeftOut: z.boolean(),
      /** Doors of it that are left out this night. */
      unitsLeftOut: z.array(z.string()),
      checkedAt: moment.nullable(),
      /** Who passed its checkpoint that night; the distance from the complex where the phone said it. */
      passed: z
        .object({
          at: moment,
          isTyped: z.boolean(),
          distanceFeet: z.int().nullable(),
          crewFirstName: z.string(),
        })
        .nullable(),
      photo: photo.nullable(),
    }),
  ),
  exceptions: z.array(exception),
  violations: z.array(violation),
})

export const openNight = z.object({
  weeklyJobId: id<WeeklyJobId>(),
  serviceKey: z.string(),
  quantity: z.int(),
  minutes: z.int(),
  windowStart: timeOfDay.nullable(),
  windowEnd: timeOfDay.nullable(),
  openDays: z.array(z.object({ weekday, payCents: amountCents })),
  rhythm,
})

export const openComplex = z.object({
  complexId: id<ComplexId>(),
  name: z.string(),
  /** Where it is, as exact as it may be before anything is taken. */
  neighbourhood: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  distanceFeet: z.int(),
  units: z.int(),
  buildingCount: z.int(),
  nights: z.array(openNight),
  /** A week, over all open nights. */
  payCents: amountCents,
})
