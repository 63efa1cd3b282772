/** What a market earned, did and missed in a period, from sums of days, beside the period before. */
import { z } from 'zod'
import type { PaymentId, PayoutId, UserId, VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, cursor, day, id } from './shapes.ts'

const asked = {
  from: day,
  to: day,
  serviceKey: z.string().max(60).optional(),
}

const share = z.int().nullable()

/** Shares in basis points; null where there is nothing to divide by. */
const numbers = z.object({
  revenueCents: amountCents,
  crewPayCents: amountCents,
  takeRate: share,
  visits: z.int(),
  completed: z.int(),
  fillRate: share,
  onTimeRate: share,
  missed: z.int(),
  refundCents: amountCents,
  sponsorCents: amountCents,
  crewMinutes: z.int(),
  payPerHourCents: amountCents.nullable(),
  newCustomers: z.int(),
  lostCustomers: z.int(),
})

/** What the rows of a number are: each number leads to those that it was summed up from. */
const ROW_SETS = [
  'visits',
  'completed',
  'filled',
  'late',
  'missed',
  'refunds',
  'commissions',
  'newCustomers',
  'lostCustomers',
] as const
export type RowSet = (typeof ROW_SETS)[number]

const askedRows = { ...asked, set: z.enum(ROW_SETS) }

export const numbersContract = defineEndpoints({
  'GET /api/numbers': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The numbers of a period of up to 400 days, of the period before, and of each day.',
    query: z.object(asked),
    reply: z.object({
      from: day,
      to: day,
      /** The period of the same length before. */
      beforeFrom: day,
      beforeTo: day,
      /** The last day that was summed up; null before the first night. */
      summedUntil: day.nullable(),
      now: numbers,
      before: numbers,
      days: z.array(numbers.extend({ date: day })),
      services: z.array(numbers.extend({ serviceKey: z.string(), nameEn: z.string(), nameEs: z.string() })),
    }),
  },
  'GET /api/numbers-csv': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The days of a period by service, as a table for a spreadsheet.',
    query: z.object(asked),
    repliesFile: true,
    reply: z.unknown(),
  },
  'GET /api/numbers-by-city': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'The numbers of the same period, and of the one before, in each city whose money the operator may see; at most 200.',
    query: z.object(asked),
    reply: z.object({
      beforeFrom: day,
      beforeTo: day,
      cities: z.array(
        z.object({
          marketId: z.string(),
          name: z.string(),
          /** On the desk now. */
          isCurrent: z.boolean(),
          now: numbers,
          before: numbers,
        }),
      ),
    }),
  },
  'GET /api/numbers-by-city-csv': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The cities side by side as a table for a spreadsheet: the period, and the one before.',
    query: z.object(asked),
    repliesFile: true,
    reply: z.unknown(),
  },
  'GET /api/cohorts': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'Customers by the month of their first visit, of the last twelve months: how many had a visit done in each month since, and what those earned.',
    reply: z.object({
      cohorts: z.array(
        z.object({
          /** The first day of the month, as all months here. */
          joined: day,
          customers: z.int(),
          months: z.array(z.object({ month: day, customers: z.int(), revenueCents: amountCents })),
        }),
      ),
    }),
  },
  'GET /api/cohorts-csv': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The cohorts as a table for a spreadsheet.',
    repliesFile: true,
    reply: z.unknown(),
  },
  'GET /api/cohort-rows': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Who of a cohort had a visit done in a month, a page at a time; months by their first day.',
    query: z.object({ joined: day, month: day, cursor: cursor.optional() }),
    reply: z.object({
      rows: z.array(
        z.object({
          personId: id<UserId>(),
          personName: z.string(),
          firstOn: day,
          visits: z.int(),
          revenueCents: amountCents,
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/cohort-rows-csv': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The same customers as a table for a spreadsheet, at most 20,000.',
    query: z.object({ joined: day, month: day }),
    repliesFile: true,
    reply: z.unknown(),
  },
  'GET /api/number-rows': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The rows behind a number, up to the last day that was summed up, by day, a page at a time.',
    query: z.object({ ...askedRows, cursor: cursor.optional() }),
    reply: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          date: day,
          visitId: id<VisitId>().nullable(),
          /** What was refunded, or what a commission was earned on. */
          paymentId: id<PaymentId>().nullable(),
          payoutId: id<PayoutId>().nullable(),
          /** The customer, or the sponsor of a commission. */
          personId: id<UserId>(),
          personName: z.string(),
          crewId: id<UserId>().nullable(),
          crewName: z.string().nullable(),
          /** The service; null where it is none’s. */
          nameEn: z.string().nullable(),
          nameEs: z.string().nullable(),
          /** Of a visit. */
          state: z.string().nullable(),
          /** The revenue of a visit that was done, what was refunded, or what a sponsor earned. */
          amountCents: amountCents.nullable(),
          crewPayCents: amountCents.nullable(),
          crewMinutes: z.int().nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/number-rows-csv': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The rows behind a number as a table for a spreadsheet, at most 20,000.',
    query: z.object(askedRows),
    repliesFile: true,
    reply: z.unknown(),
  },
})
