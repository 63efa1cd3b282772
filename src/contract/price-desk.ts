/** Prices as operators set them: dated, for everybody, a city, a group or one place, with what a change would do. */
import { z } from 'zod'
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import { isCents } from '#domain/money.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, moment } from './shapes.ts'

const MOST_CENTS = 1_000_000

const amount = z
  .int(says('wholeCents'))
  .min(0, says('amountFromZero'))
  .max(MOST_CENTS, says('moreThanAnyPrice'))
  .refine(isCents, says('wholeCents'))
const amounts = z.object({ baseCents: amountCents, unitCents: amountCents, minimumCents: amountCents })
const serviceKey = z.string().min(1, says('chooseService')).max(40)

const dated = amounts.extend({
  /** In force from this day of the place's calendar on. */
  from: day,
  /** Null for what the city began with. */
  writerName: z.string().nullable(),
  writtenAt: moment,
})

/** From the day of an end on what is wider holds again; its amounts say nothing. */
const datedOwn = dated.extend({ isEnd: z.boolean() })

/** Of the city on the desk, a group and a place one at most; without any it is everybody's. */
const scope = {
  serviceKey,
  isOfMarket: z.boolean().default(false),
  groupId: id<PropertyGroupId>().nullable(),
  propertyId: id<PropertyId>().nullable(),
}
const wanted = { ...scope, baseCents: amount, unitCents: amount, minimumCents: amount, from: day }
const wantedEnd = { ...scope, from: day }

const effect = z.object({
  before: amounts.nullable(),
  after: amounts.nullable(),
  jobs: z.int(),
  customers: z.int(),
  visitsPerWeek: z.int(),
  perWeekBeforeCents: amountCents,
  perWeekAfterCents: amountCents,
})
const isDone = z.object({ ok: z.literal(true), customersNotified: z.int() })

export const priceDesk = defineEndpoints({
  'GET /api/price-list': {
    access: 'operator',
    capability: 'see',
    summary: 'What is sold: the price for everybody in force, those that come, those before.',
    reply: z.object({
      today: day,
      marketName: z.string(),
      /** A role in one city sets prices of that city only. */
      maySetForEveryone: z.boolean(),
      services: z.array(
        z.object({
          key: z.string(),
          nameEn: z.string(),
          nameEs: z.string(),
          unitEn: z.string(),
          unitEs: z.string(),
          unitsEn: z.string(),
          unitsEs: z.string(),
          icon: z.string(),
          isWeekly: z.boolean(),
          minutes: z.int(),
          minutesPerUnit: z.int(),
          photosRequired: z.int(),
          price: amounts.nullable(),
          /** Oldest first, at most 20. */
          upcoming: z.array(dated),
          /** Newest first, at most 20; the first is in force. */
          history: z.array(dated),
          /** What the city on the desk has of its own: in force, coming (oldest first), and before. */
          ofMarket: z.object({
            price: amounts.nullable(),
            upcoming: z.array(datedOwn),
            history: z.array(datedOwn),
          }),
          /** Prices of groups and places in force or coming. */
          specialCount: z.int(),
        }),
      ),
    }),
  },
  'GET /api/special-prices': {
    access: 'operator',
    capability: 'see',
    summary: 'Prices that groups and single places of the market have of their own, newest first.',
    query: z.object({ serviceKey, cursor: cursor.optional() }),
    reply: z.object({
      prices: z.array(
        datedOwn.extend({
          id: id(),
          /** The last that was set, which can be ended. */
          isLast: z.boolean(),
          groupId: id<PropertyGroupId>().nullable(),
          propertyId: id<PropertyId>().nullable(),
          /** Of the group or the place. */
          name: z.string(),
          customerName: z.string(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'POST /api/find-price-scopes': {
    access: 'operator',
    capability: 'see',
    summary: 'Groups and places of the market by a part of their name, address or customer.',
    body: z.strictObject({ search: z.string().trim().min(1).max(100) }),
    reply: z.object({
      scopes: z.array(
        z.object({
          groupId: id<PropertyGroupId>().nullable(),
          propertyId: id<PropertyId>().nullable(),
          name: z.string(),
          customerName: z.string(),
        }),
      ),
    }),
  },
  'POST /api/preview-price': {
    access: 'operator',
    capability: 'see',
    summary:
      'What a price would do from its day on: weekly jobs it touches, what they bring a week, who hears of it.',
    body: z.strictObject(wanted),
    reply: effect,
  },
  'POST /api/set-price': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'Sets a price from a day on; customers whose weekly jobs it touches are notified.',
    body: z.strictObject(wanted),
    reply: isDone,
  },
  'POST /api/preview-price-end': {
    access: 'operator',
    capability: 'see',
    summary: 'What ending a price of a city, group or place would do from a day on.',
    body: z.strictObject(wantedEnd),
    reply: effect,
  },
  'POST /api/end-price': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'Ends a price of a city, group or place from a day on: what is wider holds again.',
    body: z.strictObject(wantedEnd),
    reply: isDone,
  },
})
