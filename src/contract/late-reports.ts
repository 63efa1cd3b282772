/** Work that crews told of too late to complete its visit; an operator decides. */
import { z } from 'zod'
import { LATE_REPORT_STATES } from '#domain/late-reports/graph.ts'
import { LATE_REASONS } from '#domain/late-reports/late-report.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { photo } from './photos.ts'
import { cursor, day, done, id, moment, notes } from './shapes.ts'

const lateReport = z.object({
  id: id(),
  visitId: id(),
  propertyName: z.string(),
  serviceKey: z.string(),
  timeZone: z.string(),
  date: day,
  reason: z.enum(LATE_REASONS),
  doneAt: moment,
  reportedAt: moment,
  /** Who had changed the visit, and when; null where only time had passed. */
  changedAt: moment.nullable(),
  changedBy: z.enum(['customer', 'crew', 'operator', 'system']).nullable(),
  photoCount: z.int(),
  state: z.enum(LATE_REPORT_STATES),
  decidedAt: moment.nullable(),
  decisionNote: z.string(),
})

export const lateReports = defineEndpoints({
  'GET /api/my-late-reports': {
    access: 'crew',
    summary: 'The reports of this crew, newest first: why each was too late, and what was decided.',
    reply: z.object({ reports: z.array(lateReport) }),
  },
  'POST /api/get-late-reports': {
    access: 'operator',
    summary: 'Reports of all crews, those that wait first and oldest first.',
    body: z.strictObject({ state: z.enum(LATE_REPORT_STATES).default('waiting'), cursor: cursor.optional() }),
    reply: z.object({
      reports: z.array(
        lateReport.extend({
          crewName: z.string(),
          customerName: z.string(),
          address: z.string().nullable(),
          visitState: z.enum(VISIT_STATES),
          distanceFeet: z.int().nullable(),
          note: z.string(),
          photos: z.array(photo),
          /** False where the visit is completed: what somebody else did is not paid twice. */
          canAccept: z.boolean(),
        }),
      ),
      nextCursor: z.string().nullable(),
      waitingCount: z.int(),
    }),
  },
  'POST /api/accept-late-report': {
    access: 'operator',
    summary: 'Completes the visit in the name of the crew that reported it, and pays it.',
    body: z.strictObject({ reportId: id(), note: notes(500).default('') }),
    reply: done,
  },
  'POST /api/dismiss-late-report': {
    access: 'operator',
    summary: 'Leaves the visit as it is. Dismissed by mistake it can still be accepted.',
    body: z.strictObject({ reportId: id(), note: notes(500).default('') }),
    reply: done,
  },
})
