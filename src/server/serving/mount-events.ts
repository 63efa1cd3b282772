/** `GET /api/events`: the stream of hints to one signed-in browser. It answers for as long as somebody listens. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { eventsQuery } from '#contract/events.ts'
import type { App } from '../app.ts'
import { readSession } from '../http/session.ts'
import { parseCursor } from '../live/read-cursor.ts'
import { type Beginning, createHub, type Sink } from '../live/stream-hints.ts'
import { Refused } from '../refused.ts'
import type { Signals } from '../signals/create-signals.ts'

/** Browsers come back spread over some seconds after a restart, not all at once. */
const LEAST_RETRY_MS = 1_000
const RETRY_SPREAD_MS = 3_000
const OPENINGS_PER_MINUTE = 600
/** Who has so much unread is gone, or will never keep up: coming back is cheaper. */
const MOST_UNREAD_BYTES = 256 * 1024

/** Without `signals` it looks for commits twice a second. */
export function mountEvents(server: FastifyInstance, app: App, signals: Signals | null): void {
  const hub = createHub(app, signals)
  // Before the server waits for its connections: these would never end by themselves.
  server.addHook('preClose', () => hub.close())
  server.route({
    method: 'GET',
    url: '/api/events',
    exposeHeadRoute: false,
    config: { rateLimit: { max: OPENINGS_PER_MINUTE, timeWindow: '1 minute' } },
    handler: async (request, reply) => {
      const session = await readSession(app, request)
      if (session === null) throw new Refused('sign_in_needed')
      const beginning = beginningOf(request.query, request.headers['last-event-id'])
      reply.hijack()
      const stream = openStream(reply.raw, reply.getHeaders())
      const leave = await hub.join(session, stream, beginning).catch((error: unknown) => {
        app.log.warn({ err: error, code: 'live_stream_failed' }, 'a live stream could not begin')
        return null
      })
      if (leave === null) stream.end()
      else if (reply.raw.destroyed) leave()
      else reply.raw.once('close', leave)
    },
  })
}

function beginningOf(query: unknown, lastEventId: string | string[] | undefined): Beginning {
  const parsed = eventsQuery.safeParse(query)
  if (!parsed.success) throw new Refused('bad_input')
  const { after, ago = 0 } = parsed.data
  const cursor = typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : after
  return cursor === undefined ? { agoSeconds: ago } : { after: parseCursor(cursor) }
}

function openStream(raw: ServerResponse, headers: ReturnType<FastifyReply['getHeaders']>): Sink {
  // Neither the time a request may take nor an idle connection ends a stream; its heartbeat shows that it lives.
  raw.socket?.setTimeout(0)
  raw.socket?.setNoDelay(true)
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // The connection ends with the stream: a server that stops waits for none that is kept for later.
    connection: 'close',
  })
  raw.write(`retry: ${LEAST_RETRY_MS + Math.round(Math.random() * RETRY_SPREAD_MS)}\n\n`)
  return {
    write: (text) => !raw.destroyed && (raw.write(text) || raw.writableLength < MOST_UNREAD_BYTES),
    end: () => void raw.end(),
  }
}
