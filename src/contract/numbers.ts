/** What a market earned, did and missed in a period, from sums of days, beside the period before. */
import { z } from 'zod'
import type { VisitId } from '#domain/ids.ts'
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

/** What a number’s visits are: each of these numbers leads to its rows. */
const VISIT_NUMBERS = ['visits', 'completed', 'filled', 'late', 'missed'] as const
export type VisitNumber = (typeof VISIT_NUMBERS)[number]

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
  'GET /api/number-visits': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The visits behind a number, by day, a page at a time.',
    query: z.object({ ...asked, number: z.enum(VISIT_NUMBERS), cursor: cursor.optional() }),
    reply: z.object({
      visits: z.array(
        z.object({
          id: id<VisitId>(),
          date: day,
          nameEn: z.string(),
          nameEs: z.string(),
          customerName: z.string(),
          crewName: z.string().nullable(),
          state: z.string(),
          priceCents: amountCents.nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
})
