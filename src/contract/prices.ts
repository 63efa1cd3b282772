/** The catalogue, the prices in force, and quotes before anything is booked. */
import { z } from 'zod'
import type { PropertyGroupId, PropertyId, WeeklyJobId } from '#domain/ids.ts'
import { keysOf } from '#domain/keys.ts'
import { LINE_KINDS } from '#domain/pricing/lines.ts'
import { hasItsWeekdays } from '#domain/schedule/rhythm.ts'
import { defineEndpoints } from './endpoint.ts'
import { chosenRhythm, rhythm } from './rhythm.ts'
import { says } from './sentences.ts'
import { amountCents, day, id, timeOfDay, weekday } from './shapes.ts'

const serviceKey = z.string().min(1, says('chooseService')).max(40)

const amounts = z.object({ baseCents: amountCents, unitCents: amountCents, minimumCents: amountCents })

const service = z.object({
  key: z.string(),
  nameEn: z.string(),
  nameEs: z.string(),
  unitEn: z.string(),
  unitEs: z.string(),
  /** The plural. */
  unitsEn: z.string(),
  unitsEs: z.string(),
  icon: z.string(),
  minutes: z.int(),
  minutesPerUnit: z.int(),
  photosRequired: z.int(),
  isWeekly: z.boolean(),
  /** In the city of whoever asks; a stranger has none, and asks for a street. */
  isOffered: z.boolean(),
  /** Null where nothing is priced for everybody of the city. */
  price: amounts.nullable(),
})

const priceInForce = amounts.extend({
  serviceKey: z.string(),
  scope: z.enum(['default', 'group', 'property', 'complex']),
  scopeId: id().nullable(),
  inForceFrom: day,
})

const lineKind = z.enum(keysOf(LINE_KINDS))
/** Of what is still to be ordered; `tax` says how the sale is taxed, and with a certificate nothing is due. */
export const quotedLine = z.object({
  kind: lineKind,
  amountCents,
  tax: z.object({ basisPoints: z.int(), exemptionId: id().nullable() }).optional(),
  /** Of a coupon, its code. */
  coupon: z.string().optional(),
})
/** `note` names extra work, in the reader's language. */
export const priceLine = quotedLine.extend({ note: z.string().optional() })

/** Some places (exactly one way of naming them) × service × weekdays × quantity × window. */
export const bookingItem = z
  .strictObject({
    propertyIds: z.array(id<PropertyId>()).min(1, says('chooseProperty')).max(3_000).optional(),
    groupId: id<PropertyGroupId>().optional(),
    isEveryProperty: z.literal(true).optional(),
    serviceKey,
    weekdays: z
      .array(weekday)
      .min(1, says('chooseAtLeastOneWeekday'))
      .max(7)
      .refine((days) => new Set(days).size === days.length, says('eachWeekdayOnce')),
    /** Absent: every week of the year. */
    rhythm: chosenRhythm.optional(),
    quantity: z.int().min(1, says('atLeastOne')).max(1_000, says('atMost1000')),
    windowStart: timeOfDay.nullable().default(null),
    windowEnd: timeOfDay.nullable().default(null),
  })
  .refine(
    (item) =>
      [item.propertyIds, item.groupId, item.isEveryProperty].filter((each) => each !== undefined).length ===
      1,
    { message: says('choosePropertyOrGroup'), path: ['propertyIds'] },
  )
  .refine((item) => item.rhythm === undefined || hasItsWeekdays(item.rhythm, item.weekdays), {
    message: says('everyWeekdayForDayOfMonth'),
    path: ['weekdays'],
  })
  .refine((item) => (item.windowStart === null) === (item.windowEnd === null), {
    message: says('bothTimesOrNone'),
    path: ['windowEnd'],
  })
  .refine(
    (item) => item.windowStart === null || item.windowEnd === null || item.windowStart < item.windowEnd,
    {
      message: says('endAfterStart'),
      path: ['windowEnd'],
    },
  )

export const bookingItems = z
  .array(bookingItem)
  .min(1, says('chooseService'))
  .max(10, says('atMost10Services'))

const quotedPrice = z.object({
  /** Which item of the request this is a price of. */
  itemIndex: z.int(),
  serviceKey: z.string(),
  quantity: z.int(),
  propertyCount: z.int(),
  visits: z.array(z.object({ weekday, lines: z.array(quotedLine), priceCents: amountCents })),
  /** On average, where it does not come every week. */
  perWeekCents: amountCents,
  /** About, in a month of its season. */
  perMonthCents: amountCents,
})

const duplicateJob = z.object({
  propertyId: id<PropertyId>(),
  propertyName: z.string(),
  serviceKey: z.string(),
  weekdays: z.array(weekday),
  rhythm,
})

export const prices = defineEndpoints({
  'GET /api/services': {
    access: 'public',
    summary:
      'The services of the catalogue with the prices that hold for everybody in the city of whoever asks.',
    reply: z.array(service),
  },
  'GET /api/pricing': {
    access: 'any',
    summary: 'The prices in force for the places of the customer who asks, by service and scope.',
    reply: z.array(priceInForce),
  },
  'POST /api/get-quote': {
    access: 'customer',
    operatorsActFor: 'reads',
    summary: 'The exact price of weekly services before they are booked.',
    body: z.strictObject({
      items: bookingItems,
      startsOn: day,
      endsOn: day.nullable().default(null),
      /** The weekly job that would be changed, which then is no duplicate of itself. */
      insteadOf: id<WeeklyJobId>().optional(),
      /** Prices only what would be booked when duplicates are left out. */
      skipDuplicates: z.boolean().default(false),
    }),
    reply: z.object({
      /** One entry per item and distinct price; places that cost the same share it. */
      prices: z.array(quotedPrice),
      /** At most 200 of them; the totals count all. */
      properties: z.array(
        z.object({
          propertyId: id<PropertyId>(),
          propertyName: z.string(),
          perWeekCents: amountCents,
          priceIndexes: z.array(z.int()),
        }),
      ),
      propertyCount: z.int(),
      /** In a week in which all of it comes. */
      visitsPerWeek: z.int(),
      perWeekCents: amountCents,
      perMonthCents: amountCents,
      couponCreditLeftCents: amountCents,
      /** What a full first week costs after the coupon credit; of monthly work its first visit. */
      firstWeekCents: amountCents,
      hasCard: z.boolean(),
      /** At most 100; booking refuses them unless told to leave them out. */
      duplicates: z.array(duplicateJob),
      duplicateCount: z.int(),
    }),
  },
})
