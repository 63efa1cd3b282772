/** Coupons: customers use them by code, operators write them, see what they gave and to whom. */
import { z } from 'zod'
import type { UserId, VisitId } from '#domain/ids.ts'
import { basisPoints, isCents } from '#domain/money.ts'
import { COUPON_STATES } from '#domain/pricing/coupons.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, line, moment } from './shapes.ts'

const MOST_CENTS = 100_000_000

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,32}$/, says('couponCode'))

const amount = z
  .int(says('wholeCents'))
  .min(1, says('amountAboveZero'))
  .max(MOST_CENTS, says('tooMuch'))
  .refine(isCents, says('wholeCents'))
const uses = z.int(says('atLeastOne')).min(1, says('atLeastOne')).max(1_000_000, says('tooMuch'))

const facts = {
  name: line(60),
  /** One of the two: to each customer, or of each piece of work. */
  creditCents: amount.nullable(),
  shareBasisPoints: z
    .int(says('shareFromOneToAll'))
    .min(1, says('shareFromOneToAll'))
    .max(10_000, says('shareFromOneToAll'))
    .transform(basisPoints)
    .nullable(),
  /** Pieces of work, of everybody and of each customer. */
  mostUses: uses.nullable(),
  mostUsesEach: uses.nullable(),
  budgetCents: amount.nullable(),
  /** First and last day. */
  from: day.nullable(),
  until: day.nullable(),
  /** Of the city on the desk only. */
  isOfMarket: z.boolean(),
  serviceKey: z.string().min(1).max(40).nullable(),
  isFirstOrderOnly: z.boolean(),
}

const shownFacts = z.object({
  name: z.string(),
  creditCents: amountCents.nullable(),
  shareBasisPoints: z.int().nullable(),
  mostUses: z.int().nullable(),
  mostUsesEach: z.int().nullable(),
  budgetCents: amountCents.nullable(),
  from: day.nullable(),
  until: day.nullable(),
  isOfMarket: z.boolean(),
  serviceKey: z.string().nullable(),
  isFirstOrderOnly: z.boolean(),
  /** The day from which on an operator ended it. */
  endedFrom: day.nullable(),
})

const shown = shownFacts.extend({
  code: z.string(),
  version: z.int(),
  state: z.enum(COUPON_STATES),
  useCount: z.int(),
  givenCents: amountCents,
})

export const coupons = defineEndpoints({
  'POST /api/use-coupon': {
    access: 'customer',
    summary: 'Takes a coupon by its code, in place of the one before; says by name why one gives nothing.',
    body: z.strictObject({ code }),
    reply: z.object({ code: z.string(), name: z.string() }),
    refusesFrozen: true,
    callsPerMinute: 20,
  },
})

export const couponDesk = defineEndpoints({
  'GET /api/coupon-list': {
    access: 'operator',
    capability: 'see',
    summary: 'Coupons of the city on the desk and of every city, with what they gave, by code.',
    query: z.object({ cursor: cursor.optional() }),
    reply: z.object({
      today: day,
      marketName: z.string(),
      /** A role in one city writes coupons of that city only. */
      mayWriteForEveryone: z.boolean(),
      coupons: z.array(shown),
      nextCursor: z.string().nullable(),
    }),
  },
  'GET /api/coupon': {
    access: 'operator',
    capability: 'see',
    summary: 'One coupon, with who wrote what of it, newest first, at most 20.',
    query: z.object({ code }),
    reply: shown.extend({
      mayChange: z.boolean(),
      history: z.array(
        z.object({
          kind: z.enum(['made', 'changed', 'ended', 'resumed']),
          facts: shownFacts,
          savedAt: moment,
          savedByName: z.string(),
        }),
      ),
    }),
  },
  'GET /api/coupon-uses': {
    access: 'operator',
    capability: 'see',
    summary: 'Who of the city on the desk used a coupon, and what it gave, newest first.',
    query: z.object({ code, cursor: cursor.optional() }),
    reply: z.object({
      uses: z.array(
        z.object({
          id: id(),
          customerId: id<UserId>(),
          customerName: z.string(),
          serviceKey: z.string(),
          amountCents,
          usedAt: moment,
          /** Null: an order that is booked and not done yet. */
          visitId: id<VisitId>().nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'POST /api/preview-coupon': {
    access: 'operator',
    capability: 'see',
    summary:
      'What a coupon could come to: whom it is for, the most it gives, and what it would have given lately.',
    body: z.strictObject(facts),
    reply: z.object({
      customers: z.int(),
      /** Null where only what customers order limits it. */
      mostCents: amountCents.nullable(),
      days: z.int(),
      /** Work of those days for which it would have been. */
      works: z.int(),
      worksCents: amountCents,
      /** Of a share; null for an amount. */
      wouldGiveCents: amountCents.nullable(),
    }),
  },
  'POST /api/save-coupon': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'A new coupon, or a changed one; what it gave already stays.',
    body: z.strictObject({
      code,
      /** What was read, 0 for a new one: somebody else’s change since then is not written over. */
      version: z.int().min(0),
      ...facts,
    }),
    reply: z.object({ code: z.string(), version: z.int() }),
  },
  'POST /api/end-coupon': {
    access: 'operator',
    capability: 'catalogue',
    summary:
      'Ends a coupon from a day on; without a day it goes on as written. Orders that are booked keep theirs.',
    body: z.strictObject({ code, version: z.int().min(1), from: day.nullable() }),
    reply: z.object({ version: z.int() }),
  },
})
