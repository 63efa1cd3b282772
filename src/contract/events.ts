/** How the stream at `GET /api/events` is asked for, and its published description. What it says is in live.ts. */
import { z } from 'zod'
import { BEAT_EVENT, LIVE_KINDS, RESYNC_EVENT } from './live.ts'

/** How far a listener has read: a snapshot of the database's transactions, as PostgreSQL writes it. */
const LONGEST_CURSOR = 4_000

export const eventsQuery = z.strictObject({
  /** Where a new stream goes on; a stream that broke sends `Last-Event-ID`, which counts more. */
  after: z.string().max(LONGEST_CURSOR).optional(),
  /** Without either: how long ago the listener began to read, in seconds. */
  ago: z.coerce.number().int().min(0).max(3_600).optional(),
})

/** For the published description: the stream is no endpoint that answers once. */
export const eventsOperation = {
  operationId: 'GETEvents',
  summary: 'Hints of what changed, as server-sent events. Resumes after `Last-Event-ID` without a gap.',
  'x-access': 'any',
  parameters: [
    { name: 'after', in: 'query', required: false, schema: { type: 'string' } },
    { name: 'ago', in: 'query', required: false, schema: { type: 'integer', minimum: 0, maximum: 3_600 } },
    { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
  ],
  responses: {
    200: {
      description: `Messages of {kind, ids}, one of ${LIVE_KINDS.join(', ')}; the event "${RESYNC_EVENT}" asks to read everything anew, "${BEAT_EVENT}" shows that the line lives.`,
      content: { 'text/event-stream': {} },
    },
  },
} as const
