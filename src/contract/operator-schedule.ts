/** What operators do to whole days: calendars of holidays, and days pushed by snow or a hauler. */
import { z } from 'zod'
import type { HolidayRuleSetId, PropertyId, PushedDayId } from '#domain/ids.ts'
import { HOLIDAY_EFFECTS, SECOND_HOLIDAY_RULES, WEEKEND_RULES } from '#domain/schedule/holidays.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, day, done, id, latitude, line, longitude, moment, notes, weekday } from './shapes.ts'

const holidayRule = z.strictObject({
  key: z.string().regex(/^[a-z0-9_]{1,40}$/),
  nameEn: line(60),
  nameEs: line(60),
  month: z.int().min(1).max(12),
  /** A day of the month, or null where it is a weekday by number. */
  day: z.int().min(1).max(31).nullable(),
  /** Which of the month's weekdays; -1 is the last. */
  nth: z.int().min(-1).max(5).nullable(),
  weekday: weekday.nullable(),
  effect: z.enum(HOLIDAY_EFFECTS),
  weekend: z.enum(WEEKEND_RULES),
})

const holidayRules = z
  .array(
    holidayRule.refine(
      (rule) => (rule.day === null) === (rule.nth !== null && rule.weekday !== null) && rule.nth !== 0,
      {
        message: says('holidayRule'),
        path: ['day'],
      },
    ),
  )
  .max(60)
  .refine((rules) => new Set(rules.map((rule) => rule.key)).size === rules.length, says('eachHolidayOnce'))

const ruleSet = {
  secondHoliday: z.enum(SECOND_HOLIDAY_RULES),
  rules: holidayRules,
}

const area = z.strictObject({
  lat: latitude,
  lng: longitude,
  radiusFeet: z.int().min(1_000, says('atLeast1000Feet')).max(528_000, says('atMost100Miles')),
})

const pushed = {
  marketId: z.string().max(40),
  date: day,
  /** Null: the visits of that day are skipped. */
  to: day.nullable(),
  /** Null: the whole market. */
  area: area.nullable().default(null),
  /** Null: every service. */
  serviceKeys: z
    .array(z.string().max(40))
    .min(1, says('chooseAtLeastOneService'))
    .max(50)
    .nullable()
    .default(null),
}

const pushedDay = z.object({
  id: id<PushedDayId>(),
  marketId: z.string(),
  marketName: z.string(),
  date: day,
  to: day.nullable(),
  area: z.object({ lat: z.number(), lng: z.number(), radiusFeet: z.int() }).nullable(),
  serviceKeys: z.array(z.string()).nullable(),
  reason: z.enum(['snow', 'hauler', 'other']),
  note: z.string(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  totalCount: z.int(),
  movedCount: z.int(),
  skippedCount: z.int(),
  byName: z.string(),
  createdAt: moment,
  canUndo: z.boolean(),
  undoUntil: moment,
})

export const operatorSchedule = defineEndpoints({
  'GET /api/operator-schedule': {
    access: 'operator',
    capability: 'see',
    summary: 'The calendars of holidays, who keeps them, and the days that were pushed.',
    reply: z.object({
      today: day,
      undoHours: z.int(),
      standbyHours: z.int(),
      markets: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          lat: z.number().nullable(),
          lng: z.number().nullable(),
          ruleSetId: id<HolidayRuleSetId>().nullable(),
        }),
      ),
      ruleSets: z.array(
        z.object({
          id: id<HolidayRuleSetId>(),
          name: z.string(),
          serviceKeys: z.array(z.string()).nullable(),
          secondHoliday: z.enum(SECOND_HOLIDAY_RULES),
          rules: z.array(holidayRule),
          propertyCount: z.int(),
          isFollowing: z.boolean(),
          followTotal: z.int(),
          followDone: z.int(),
          /** The next twelve months. */
          coming: z.array(z.object({ key: z.string(), date: day, effect: z.enum(HOLIDAY_EFFECTS) })),
        }),
      ),
      pushedDays: z.array(pushedDay),
    }),
  },
  'POST /api/preview-holiday-rules': {
    access: 'operator',
    capability: 'see',
    summary: 'Which planned visits would take place on other days under other holiday rules.',
    body: z.strictObject({ ruleSetId: id<HolidayRuleSetId>(), ...ruleSet }),
    reply: z.object({
      visitCount: z.int(),
      customerCount: z.int(),
      crewCount: z.int(),
      days: z.array(
        z.object({
          date: day,
          /** Null: cancelled that day. */
          before: day.nullable(),
          after: day.nullable(),
          visitCount: z.int(),
        }),
      ),
    }),
  },
  'POST /api/save-holiday-rules': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Writes a calendar of holidays; planned visits follow it in the background.',
    body: z.strictObject({
      /** Null: a new one. */
      ruleSetId: id<HolidayRuleSetId>().nullable(),
      name: line(80),
      serviceKeys: z
        .array(z.string().max(40))
        .min(1, says('chooseAtLeastOneService'))
        .max(50)
        .nullable()
        .default(null),
      ...ruleSet,
      /** What was read; somebody else’s change since then is not written over. */
      was: z.strictObject({ name: z.string(), ...ruleSet }).optional(),
    }),
    reply: z.object({ ok: z.literal(true), ruleSetId: id<HolidayRuleSetId>() }),
  },
  'POST /api/assign-holiday-rules': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Says which calendar of holidays a market or a property keeps; its planned visits follow.',
    body: z
      .strictObject({
        /** Null: none for a market, the market’s for a property. */
        ruleSetId: id<HolidayRuleSetId>().nullable(),
        marketId: z.string().max(40).optional(),
        propertyId: id<PropertyId>().optional(),
      })
      .refine((input) => (input.marketId === undefined) !== (input.propertyId === undefined), {
        message: says('chooseMarketOrProperty'),
        path: ['marketId'],
      }),
    reply: done,
  },
  'POST /api/preview-pushed-day': {
    access: 'operator',
    capability: 'see',
    summary: 'What pushing a day would do, before anything is done.',
    body: z.strictObject(pushed),
    reply: z.object({
      movedCount: z.int(),
      /** Would meet another visit of the same service at the place on the new day, and fall out. */
      conflictCount: z.int(),
      skippedCount: z.int(),
      customerCount: z.int(),
      crewCount: z.int(),
      /** Begun, done or on demand: they stay. */
      stayingCount: z.int(),
      /** What customers will not be charged. */
      lostCents: amountCents,
      /** What crews are paid when they are notified late. */
      standbyCents: amountCents,
    }),
  },
  'POST /api/push-day': {
    access: 'operator',
    capability: 'dispatch',
    summary:
      'Moves or skips the visits of a day in an area, in the background; it can be undone for a while.',
    body: z.strictObject({
      ...pushed,
      reason: z.enum(['snow', 'hauler', 'other']),
      note: notes(200).default(''),
    }),
    reply: z.object({ ok: z.literal(true), pushedDayId: id<PushedDayId>() }),
  },
  'POST /api/undo-pushed-day': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Puts the visits of a pushed day back exactly as they were.',
    body: z.strictObject({ pushedDayId: id<PushedDayId>() }),
    reply: done,
  },
})
