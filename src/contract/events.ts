/** What the stream at `GET /api/events` says: hints of what changed for whoever listens, never what is in it. */
import { z } from 'zod'

export const LIVE_KINDS = [
  'visit',
  'job',
  'assignment',
  'offer',
  'on_demand',
  'payment',
  'payout',
  'rating',
  'dispute',
  'message',
  'notification',
] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

/** `ids` is empty where more changed than can be named, and for operators, who hear of the whole market. */
export type LiveHint = { readonly kind: LiveKind; readonly ids: readonly string[] }

/** The event in place of hints that are no longer known: everything on the screen is to be read anew. */
export const RESYNC_EVENT = 'resync'

/** How far a listener has heard: a snapshot of the database's transactions, as PostgreSQL writes it. */
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
      description: `Messages of {kind, ids}, one of ${LIVE_KINDS.join(', ')}; the event "${RESYNC_EVENT}" asks to read everything anew.`,
      content: { 'text/event-stream': {} },
    },
  },
} as const
