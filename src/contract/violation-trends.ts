/** What residents of a complex do wrong, over months: how often, where, of which kind, and each that was reported. */
import { z } from 'zod'
import { TREND_MONTHS } from '#domain/complexes/violation-trends.ts'
import { VIOLATION_KINDS } from '#domain/complexes/violations.ts'
import type { BuildingId, ComplexId, ViolationId, VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { photo } from './photos.ts'
import { says } from './sentences.ts'
import { cursor, day, id, moment } from './shapes.ts'

const compared = { count: z.int(), countBefore: z.int() }
const narrowed = {
  id: id<ComplexId>(),
  buildingId: id<BuildingId>().optional(),
  kind: z.enum(VIOLATION_KINDS).optional(),
}
const isForward = {
  check: (query: { from: string; to: string }) => query.to >= query.from,
  say: { message: says('lastDayBeforeFirst'), path: ['to'] },
}

export const violationTrends = defineEndpoints({
  'GET /api/violation-trends': {
    access: 'customer',
    summary:
      'Violations at a complex by month, building and kind, beside the period before: as many months, until the same day.',
    query: z.object({
      ...narrowed,
      months: z.coerce
        .number()
        .pipe(z.literal(TREND_MONTHS, says('trendMonths')))
        .default(12),
    }),
    reply: z.object({
      from: day,
      to: day,
      beforeFrom: day,
      beforeTo: day,
      ...compared,
      /** Nights that were done in either period. */
      nights: z.int(),
      nightsBefore: z.int(),
      months: z.array(
        z.object({ from: day, to: day, before: z.object({ from: day, to: day }), ...compared }),
      ),
      /** Within the chosen kind; most first. */
      buildings: z.array(z.object({ buildingId: id<BuildingId>(), name: z.string(), ...compared })),
      /** Within the chosen building; most first. */
      kinds: z.array(z.object({ kind: z.enum(VIOLATION_KINDS), ...compared })),
    }),
  },
  'GET /api/violations': {
    access: 'customer',
    summary: 'The violations behind a number, the last night first, a page at a time.',
    query: z
      .object({ ...narrowed, from: day, to: day, cursor: cursor.optional() })
      .refine(isForward.check, isForward.say),
    reply: z.object({
      rows: z.array(
        z.object({
          id: id<ViolationId>(),
          visitId: id<VisitId>(),
          night: day,
          buildingName: z.string(),
          unitLabel: z.string().nullable(),
          kind: z.enum(VIOLATION_KINDS),
          note: z.string(),
          reportedAt: moment,
          timeZone: z.string(),
          photo,
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/violations-csv': {
    access: 'customer',
    summary: 'The violations behind a number as a table for a spreadsheet, at most 20,000.',
    query: z.object({ ...narrowed, from: day, to: day }).refine(isForward.check, isForward.say),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 30,
  },
})
