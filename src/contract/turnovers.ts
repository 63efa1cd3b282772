/** Turnovers: a place's rule, and the visits that follow its stays. */
import { z } from 'zod'
import type { PropertyId, VisitId } from '#domain/ids.ts'
import { minutesOfDay } from '#domain/time.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { day, done, id, moment, timeOfDay } from './shapes.ts'

/** A crew is given an hour at least. */
const LEAST_MINUTES = 60

const rule = {
  isOn: z.boolean(),
  bedrooms: z.int().min(1).max(100),
  /** Where a source says no time of its own. */
  checkInTime: timeOfDay,
  checkOutTime: timeOfDay,
  /** By when it is done where nobody comes that day. */
  finishBy: timeOfDay,
  /** Days that a platform calls closed, whoever is there, are guests'. */
  countsClosed: z.boolean(),
}

const turnover = z.object({
  visitId: id<VisitId>(),
  date: day,
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string(),
  state: z.enum(VISIT_STATES),
  isSameDay: z.boolean(),
  /** The host chose its hours: they stay when the stay moves. */
  hasOwnHours: z.boolean(),
  guests: z.int().nullable(),
  nights: z.int(),
  pets: z.int().nullable(),
  crewFirstName: z.string().nullable(),
})

export const turnovers = defineEndpoints({
  'GET /api/turnovers': {
    access: 'customer',
    summary: 'Whether turnovers follow the stays of a place, by which rule, and those that come.',
    query: z.object({ propertyId: id<PropertyId>() }),
    reply: z.object({
      rule: z.object(rule),
      /** Whether anything tells of stays there. */
      hasSource: z.boolean(),
      /** A bill is unpaid: none are made until it is. */
      isPausedForPayment: z.boolean(),
      coming: z.array(turnover),
    }),
  },
  'POST /api/save-turnover-rule': {
    access: 'customer',
    summary:
      'Switches turnovers of a place on or off, or changes their rule; the visits to come follow at once.',
    body: z
      .strictObject({ propertyId: id<PropertyId>(), ...rule, countsClosed: z.boolean().default(false) })
      .refine((given) => given.checkOutTime < given.finishBy, {
        message: says('finishAfterCheckOut'),
        path: ['finishBy'],
      }),
    reply: done,
  },
  'POST /api/set-turnover-hours': {
    access: 'customer',
    summary:
      'Other hours for one turnover, on whatever day its stay puts it; null gives it the hours of its stay again.',
    body: z.strictObject({
      visitId: id<VisitId>(),
      hours: z
        .strictObject({ from: timeOfDay, until: timeOfDay })
        .refine(({ from, until }) => minutesOfDay(until) - minutesOfDay(from) >= LEAST_MINUTES, {
          message: says('anHourAtLeast'),
          path: ['until'],
        })
        .nullable(),
    }),
    reply: done,
  },
  'POST /api/skip-turnover': {
    access: 'customer',
    summary: 'Leaves one turnover out; it stays out whatever becomes of the stay.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: done,
  },
  'POST /api/unskip-turnover': {
    access: 'customer',
    summary: 'Brings a turnover back that was left out, in the hours that its stay leaves now.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: done,
  },
})
