/** Calls that no route is asked about, answered as everything is: in the one shape, and by nobody's name but ours. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { failureOf, Refused } from '../refused.ts'

const REASONS = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
} as const
const TOO_LONG = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'])

/** What is no HTTP, has a head that is too long, or never ends; there is no request yet, only a line that hears this. */
export function answerUnreadable({ code }: ConnectionError, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(answerTo(code))
  socket.destroy()
}

function answerTo(code: string): string {
  const isTooLong = TOO_LONG.has(code)
  const status = isTooLong ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify(failureOf(new Refused(isTooLong ? 'too_large' : 'bad_input'), 'en'))
  return [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    '',
    body,
  ].join('\r\n')
}

/** An address that cannot be decoded leads to nothing, so it is taken by its letter: the usual answer then says so. */
export function readableUrl({ url = '/' }: IncomingMessage): string {
  const [path = ''] = /^[^?#;]*/.exec(url) ?? []
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
