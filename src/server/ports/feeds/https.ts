/** Feeds over HTTPS, through the guard of addresses that came from outside. */
import type { FeedFault } from '#domain/stays/calendar.ts'
import { AddressRefused, type CallOut, TooLarge } from '../outgoing/call-out.ts'
import type { FeedAnswer, FeedReader } from './port.ts'

const MAXIMUM_BYTES = 5_000_000
const TIMEOUT_MS = 10_000
const REDIRECTS = 5
/** To one host, however many places have feeds there. */
const AT_ONCE = 2
const LONGEST_REST_SECONDS = 86_400
const LONGEST_MARK = 500

export function createFeedReader(callOut: CallOut): FeedReader {
  const within = limitByHost()
  return {
    read: async ({ url, etag, lastModified }) => {
      const headers = {
        accept: 'text/calendar, text/plain;q=0.8, */*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': 'Crew calendar reader',
        ...(etag === null ? {} : { 'if-none-match': etag }),
        ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
      }
      const outgoing = {
        method: 'GET' as const,
        headers,
        maximumBytes: MAXIMUM_BYTES,
        timeoutMs: TIMEOUT_MS,
        redirects: REDIRECTS,
      }
      try {
        const answer = await within(hostOf(url), () => callOut(url, outgoing))
        // The same as what? Whoever was told of nothing has nothing that could be the same.
        const isUnasked = answer.status === 304 && etag === null && lastModified === null
        return isUnasked ? failed('fails') : answerOf(answer)
      } catch (error) {
        return failed(faultOf(error))
      }
    },
  }
}

function answerOf({ status, headers, body }: Awaited<ReturnType<CallOut>>): FeedAnswer {
  if (status === 304) return { state: 'same' }
  if (status === 200)
    return {
      state: 'read',
      body,
      etag: markOf(headers['etag']),
      lastModified: markOf(headers['last-modified']),
    }
  const seconds = Number(headers['retry-after'])
  const rest = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_REST_SECONDS) : null
  return failed(faultOfStatus(status), rest)
}

/** What would break a header of ours is no mark. */
function markOf(text: string | undefined): string | null {
  return text !== undefined && text.length <= LONGEST_MARK && /^[\x20-\x7e]+$/.test(text) ? text : null
}

function faultOfStatus(status: number): FeedFault {
  if (status === 404 || status === 410) return 'not_there'
  if (status === 401 || status === 403) return 'not_allowed'
  if (status === 429) return 'too_often'
  return status >= 300 && status < 400 ? 'moved_too_often' : 'fails'
}

function faultOf(error: unknown): FeedFault {
  if (error instanceof AddressRefused) return 'address_refused'
  if (error instanceof TooLarge) return 'too_large'
  const name = error instanceof Error ? error.name : ''
  return name === 'AbortError' || name === 'TimeoutError' ? 'too_slow' : 'unreachable'
}

function failed(fault: FeedFault, retryAfterSeconds: number | null = null): FeedAnswer {
  return { state: 'failed', fault, retryAfterSeconds }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

/** Others wait for their turn; a host that nobody asks is forgotten. */
function limitByHost() {
  const hosts = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async <Result>(host: string, call: () => Promise<Result>): Promise<Result> => {
    const at = hosts.get(host) ?? { running: 0, waiting: [] }
    hosts.set(host, at)
    if (at.running >= AT_ONCE) await new Promise<void>((go) => at.waiting.push(go))
    else at.running += 1
    try {
      return await call()
    } finally {
      const next = at.waiting.shift()
      if (next !== undefined) next()
      else {
        at.running -= 1
        if (at.running === 0) hosts.delete(host)
      }
    }
  }
}
