/** What people do with their account as a whole: end what is booked, take their data with them, leave. */
import { z } from 'zod'
import type { DataExportId, OnDemandOrderId } from '#domain/ids.ts'
import { REFUSAL_REASONS } from '#domain/refusals.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, day, done, id, moment } from './shapes.ts'

/** What was shown before somebody agreed to it. */
const expected = z.strictObject({ expectedFeeCents: amountCents.refine((value) => value >= 0) })

export const leaving = defineEndpoints({
  'GET /api/leaving': {
    access: 'any',
    summary:
      'What leaving would mean now: what ends, what it costs, what is still to be paid, what stands in the way.',
    reply: z.object({
      weeklyJobCount: z.int(),
      visitCount: z.int(),
      /** Visits on the way or at work. */
      underWayCount: z.int(),
      /** Of a crew: visits and weekdays that wait for it. */
      promisedCount: z.int(),
      orders: z.array(
        z.object({
          orderId: id<OnDemandOrderId>(),
          serviceKey: z.string(),
          placeName: z.string(),
          date: day,
          /** Null where it cannot be cancelled any more. */
          feeCents: amountCents.nullable(),
        }),
      ),
      feeCents: amountCents,
      owedCents: amountCents,
      unbilledCents: amountCents,
      unpaidCents: amountCents,
      creditCents: amountCents,
      openCaseCount: z.int(),
      graceDays: z.int(),
      /** When the account is deleted, once its owner asked for it. */
      dueAt: moment.nullable(),
      refusal: z.enum(REFUSAL_REASONS).nullable(),
    }),
  },
  'POST /api/cancel-everything': {
    access: 'customer',
    summary: 'Ends every weekly job and cancels every order, for no more than the fees that were shown.',
    body: expected,
    reply: z.object({ weeklyJobCount: z.int(), orderCount: z.int(), feeCents: amountCents }),
  },
  'POST /api/leave': {
    access: 'any',
    summary:
      'Deletes the account after days of grace: what is booked ends, every device is signed out. Signing in takes it back.',
    body: expected,
    reply: z.object({ dueAt: moment }),
    needsFreshPassword: true,
  },
  'GET /api/data-exports': {
    access: 'any',
    summary: 'The files of one’s own data that are being written or can be fetched, newest first.',
    reply: z.array(
      z.object({
        id: id<DataExportId>(),
        askedAt: moment,
        readyAt: moment.nullable(),
        expiresAt: moment.nullable(),
        sizeBytes: z.int().nullable(),
      }),
    ),
  },
  'POST /api/export-data': {
    access: 'any',
    summary: 'Has a file of one’s own data written in the background; a mail says when it is there.',
    reply: done,
    needsFreshPassword: true,
    callsPerMinute: 10,
  },
  'GET /api/data-export.json': {
    access: 'any',
    summary: 'A file of one’s own data, as long as it can be fetched.',
    query: z.object({ id: id<DataExportId>() }),
    reply: z.unknown(),
    repliesFile: true,
  },
})
