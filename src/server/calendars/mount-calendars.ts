/** `/api/calendars/<secret>.ics`: what calendar apps subscribe to. They bring no session and ask every hour or so. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import { writeCalendar } from './write-calendar.ts'

/** Of one address; the large services ask for many people from few. */
const READS_PER_MINUTE = 600
const PATH = '/api/calendars/'

export function mountCalendars(server: FastifyInstance, app: App): void {
  const rateLimit = { max: READS_PER_MINUTE, timeWindow: '1 minute' }
  const answer = async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
    const [, token] = /^([A-Za-z0-9_-]+)\.ics$/.exec(request.params.file) ?? []
    const calendar = token === undefined ? null : await writeCalendar(app, token)
    if (calendar === null) throw new Refused('not_found')
    const mark = `"${calendar.mark}"`
    // The address is the secret: no page learns it from where its reader came.
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    reply.header('etag', mark).header('cache-control', 'private, no-cache')
    if (marksIn(request.headers['if-none-match']).includes(mark)) return reply.status(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="crew.ics"')
      .header('x-content-type-options', 'nosniff')
      .send(calendar.text)
  }
  server.get<{ Params: { file: string } }>(`${PATH}:file`, { config: { rateLimit } }, answer)
}

/** An address as a log may keep it. */
export function withoutSecret(url: string): string {
  return url.startsWith(PATH) ? `${PATH}…` : url
}

/** A proxy that compresses makes a mark a weak one. */
function marksIn(header: string | undefined): string[] {
  return (header ?? '').split(',').map((mark) => mark.trim().replace(/^W\//, ''))
}
