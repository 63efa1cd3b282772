/**
 * Calls to addresses that came from outside: push services that a browser names, calendars, webhooks. Whoever names
 * one may not make us talk to ourselves or to our neighbours, so the address that a name leads to is judged at the
 * moment of connecting, by the connection itself: a name that is looked up a second time proves nothing.
 */
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { lookup as lookUpAll } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-addresses.ts'

export type Outgoing = {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Of the answer's body; more is an error. */
  readonly maximumBytes: number
  /** For everything together, redirects and body included. */
  readonly timeoutMs: number
  /** How many redirects a GET follows; each new address is judged like the first. */
  readonly redirects?: number
}

type Answered = {
  readonly status: number
  /** By their names in small letters; of what came twice the first. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export type CallOut = (url: string, outgoing: Outgoing) => Promise<Answered>

/** Every address that a name has. */
export type LookUp = (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>

/** The address is not one that anybody outside may make us call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** The answer has more bytes than were asked for. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** `allowedOrigins` are judged by nobody: for tests and machines of one's own. Throws AddressRefused, or as Node does. */
export function createCallOut({
  allowedOrigins = [],
  lookUp = lookUpAll,
}: {
  allowedOrigins?: readonly string[]
  lookUp?: LookUp
}): CallOut {
  const go = async (url: URL, outgoing: Outgoing, signal: AbortSignal): Promise<Answered> => {
    const isAllowed = allowedOrigins.includes(url.origin)
    if (!isAllowed) judgeUrl(url)
    const lookup = judgingLookup(lookUp, isAllowed)
    const answer = await connect(url, outgoing, { signal, lookup })
    const next = redirectOf(answer, url)
    if (next === null || outgoing.method !== 'GET' || !outgoing.redirects)
      return {
        status: answer.statusCode ?? 0,
        headers: headersOf(answer),
        body: await bodyOf(answer, outgoing.maximumBytes),
      }
    answer.destroy()
    // What was meant for one server is not shown to another.
    const { headers, ...bare } = outgoing
    const shown = next.origin === url.origin && headers !== undefined ? { headers } : {}
    return go(next, { ...bare, ...shown, redirects: outgoing.redirects - 1 }, signal)
  }
  return async (url, outgoing) => {
    const signal = AbortSignal.timeout(outgoing.timeoutMs)
    try {
      return await go(new URL(url), outgoing, signal)
    } catch (error) {
      // A body that is cut off by the time says that its connection is gone, and not why.
      if (signal.aborted && !(error instanceof TooLarge)) throw signal.reason
      throw error
    }
  }
}

/** By what it says itself: the name is judged by where it leads. */
function judgeUrl({ protocol, port, username, password, hostname }: URL): void {
  if (protocol !== 'https:') throw new AddressRefused('only https is called')
  if (port !== '') throw new AddressRefused('only the usual port is called')
  if (username !== '' || password !== '') throw new AddressRefused('an address carries no name or password')
  // A connection to a number asks nobody where it leads.
  const number = hostname.replace(/^\[|\]$/g, '')
  if (isIP(number) !== 0 && !isPublicAddress(number)) throw new AddressRefused(`${number} is not public`)
}

/** A name with any address that is not public is nobody's honest name. */
export function refuseFound(name: string, found: readonly LookupAddress[]): AddressRefused | null {
  const wrong = found.find(({ address }) => !isPublicAddress(address))
  return wrong === undefined ? null : new AddressRefused(`${name} leads to ${wrong.address}`)
}

function judgingLookup(lookUp: LookUp, isAllowed: boolean): LookupFunction {
  return (name, options, answer) => {
    lookUp(name, { ...options, all: true }).then(
      (found) => {
        const refused = isAllowed ? null : refuseFound(name, found)
        const first = found[0]
        if (refused !== null) answer(refused, '')
        else if (first === undefined) answer(new Error(`${name} leads nowhere`), '')
        else if (options.all === true) answer(null, found)
        else answer(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => answer(error, ''),
    )
  }
}

function connect(
  url: URL,
  { method, headers, body }: Outgoing,
  { signal, lookup }: { signal: AbortSignal; lookup: LookupFunction },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    // A connection of its own, so that none is used again that was opened for somebody else.
    const call = request(url, { method, headers: { ...headers }, agent: false, signal, lookup })
    call.on('response', resolve)
    call.on('error', reject)
    call.end(body)
  })
}

function redirectOf({ statusCode, headers }: IncomingMessage, from: URL): URL | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode ?? 0)
  return isRedirect && headers.location !== undefined ? new URL(headers.location, from) : null
}

function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values]) => [name, values?.[0] ?? '']),
  )
}

async function bodyOf(answer: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer.iterator({ destroyOnReturn: true })) {
    const bytes = Buffer.from(part)
    size += bytes.length
    if (size > maximumBytes) throw new TooLarge(`the answer is larger than ${maximumBytes} bytes`)
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}
