/** The board of dispatchers: a day or a week of the market with a lane for each crew, and what is moved on it. */
import { z } from 'zod'
import type { DispatchPlanId, UserId, VisitId } from '#domain/ids.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { driveLine } from './drive-line.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, day, id, moment, timeOfDay, weekday } from './shapes.ts'

const dispatchCrew = z.object({
  id: id<UserId>(),
  name: z.string(),
  /** Null where it named none: then nothing is planned for it. */
  base: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  rangeFeet: z.int(),
  serviceKeys: z.array(z.string()),
  isFrozen: z.boolean(),
  /** On the market’s clock. */
  hours: z.array(z.object({ weekday, from: timeOfDay, until: timeOfDay })),
  daysOff: z.array(z.object({ from: day, to: day })),
})

const dispatchVisit = z.object({
  id: id<VisitId>(),
  date: day,
  timeZone: z.string(),
  crewId: id<UserId>().nullable(),
  /** 0 is none: such stops come after the others, by their windows. */
  position: z.int(),
  state: z.enum(VISIT_STATES),
  isOrder: z.boolean(),
  /** By a standing assignment of its crew. */
  isStanding: z.boolean(),
  startsAt: moment,
  endsAt: moment,
  isAnytime: z.boolean(),
  minutes: z.int(),
  serviceKey: z.string(),
  placeName: z.string(),
  lat: z.number(),
  lng: z.number(),
  payCents: amountCents.nullable(),
  /** When its crew said that it comes, where it is late. */
  expectedAt: moment.nullable(),
  startedAt: moment.nullable(),
  completedAt: moment.nullable(),
  /** Crews that its customer does not want. */
  blockedCrewIds: z.array(id<UserId>()),
})

const asked = z.strictObject({
  /** Today on the market’s clock where none is named. */
  date: day.optional(),
  /** The day, or the week around it from Monday on. */
  span: z.enum(['day', 'week']),
})

const sums = { feet: z.int(), minutes: z.int(), payCents: amountCents }
const laneSums = z.object({ stops: z.int(), ...sums })
const planSums = z.object({ open: z.int(), ...sums })
const planId = id<DispatchPlanId>()

const planStop = z.object({
  visitId: id<VisitId>(),
  placeName: z.string(),
  serviceKey: z.string(),
  /** From 1 on; null where the crew does not keep it. */
  place: z.int().nullable(),
  /** As it is; null where it comes new. */
  wasPlace: z.int().nullable(),
  /** Who had it, or has it then; null for nobody, and where it stays. */
  otherCrewName: z.string().nullable(),
})

export const dispatch = defineEndpoints({
  'GET /api/dispatch': {
    access: 'operator',
    capability: 'see',
    summary: 'The crews of the market and the visits of a day or a week, with and without a crew.',
    query: asked,
    reply: z.object({
      timeZone: z.string(),
      today: day,
      from: day,
      to: day,
      crews: z.array(dispatchCrew),
      visits: z.array(dispatchVisit),
      /** More than are shown at once. */
      isCut: z.boolean(),
      /** The newest plan that touches these days and can still be undone, by anybody who may plan. */
      applied: z.object({ planId, undoUntil: moment }).nullable(),
    }),
  },
  'POST /api/dispatch-line': {
    access: 'operator',
    capability: 'see',
    summary:
      'The streets that a crew drives from each place to the next; null where this house has no street router.',
    ...driveLine,
  },
  'POST /api/dispatch-visit': {
    access: 'operator',
    capability: 'dispatch',
    summary:
      'Gives a visit to a crew, to a place in its day, or to nobody. Refused where another has it by now.',
    body: z.strictObject({
      visitId: id<VisitId>(),
      /** Who had it on the screen. */
      fromCrewId: id<UserId>().nullable(),
      /** Null: nobody has it, and it is offered. */
      toCrewId: id<UserId>().nullable(),
      /** Before which stop of the crew’s day; null is last. */
      beforeVisitId: id<VisitId>().nullable().default(null),
    }),
    reply: z.object({
      visitId: id<VisitId>(),
      /** What its crew hears of it. */
      handing: z.enum(['kept', 'asked', 'notified', 'released']),
    }),
  },
  'POST /api/plan-dispatch': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Has the routing engine propose a day or a week in the background. Nothing is moved by it.',
    body: asked,
    reply: z.object({ planId }),
    callsPerMinute: 20,
  },
  'GET /api/dispatch-plan': {
    access: 'operator',
    capability: 'see',
    summary: 'How far a plan is, and what it would change.',
    query: z.strictObject({ id: planId }),
    reply: z.object({
      id: planId,
      state: z.enum(['solving', 'ready', 'applied', 'undone']),
      /** Percent. */
      progress: z.int(),
      from: day,
      to: day,
      before: planSums,
      after: planSums,
      changedCount: z.int(),
      /** Those that change, the first 300. */
      lanes: z.array(
        z.object({
          crewId: id<UserId>(),
          crewName: z.string(),
          date: day,
          before: laneSums,
          after: laneSums,
          /** In the order of the plan, and behind them what the crew does not keep. */
          stops: z.array(planStop),
        }),
      ),
      /** The first 100 of those that stay open, each with the reason. */
      open: z.array(
        z.object({
          visitId: id<VisitId>(),
          placeName: z.string(),
          serviceKey: z.string(),
          date: day,
          why: z.string(),
        }),
      ),
      canUndo: z.boolean(),
      undoUntil: moment.nullable(),
    }),
    callsPerMinute: 120,
  },
  'POST /api/apply-dispatch-plan': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Gives every visit as planned, all or none: refused by name where something has changed since.',
    body: z.strictObject({ planId }),
    reply: z.object({ planId }),
  },
  'POST /api/undo-dispatch-plan': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Puts back what is still as the plan left it, within its time.',
    body: z.strictObject({ planId }),
    reply: z.object({
      /** Changed by somebody since, and left so. */
      leftCount: z.int(),
    }),
  },
})
