/**
 * An endpoint is data: who may call it, what goes in, what comes out. A noun's file defines a record of them keyed by
 * `METHOD /path`. The server mounts the record (and does not compile while a handler is missing); the browser imports
 * only its type, so `call('POST /api/sign-in', { body })` is typed and no schema reaches the bundle.
 */
import type { z } from 'zod'
import type { Capability } from '#domain/staff/roles.ts'

/** `public`: anybody; `any`: whoever is signed in; else that type of user. */
type Access =
  /** `capability`: what a role of an operator must hold who makes the call; of others nothing is asked. */
  | { readonly access: 'public' | 'any' | 'customer' | 'crew'; readonly capability?: Capability }
  | { readonly access: 'operator'; readonly capability: Capability }

/** Calls, and what a page that the build draws is filled with (seed §7: page payload files). */
export type EndpointKey = `${'GET' | 'POST'} /api/${string}` | `GET /${string}/_payload.json`

export type Endpoint = Access & {
  /** One sentence for the published description. */
  readonly summary: string
  /** Values arrive as text; objects as JSON text (seed §7). Also carries the words beside an uploaded file. */
  readonly query?: z.core.$ZodType
  /** POST input as JSON. */
  readonly body?: z.core.$ZodType
  readonly reply: z.core.$ZodType
  /** The request's body is one file, sent as it is and streamed to the handler. */
  readonly takesFile?: { readonly maximumBytes: number; readonly types: readonly string[] }
  /** The answer is a file to download (the reply schema then describes nothing: `z.unknown()`). */
  readonly repliesFile?: true
  /** Refused to a frozen account (product §3). */
  readonly refusesFrozen?: true
  /** Asks for the password again when it was last given more than 15 minutes ago. */
  readonly needsFreshPassword?: true
  /** Proves once more who asks: the session goes on under another token, and the one before opens nothing soon. */
  readonly renewsSession?: true
  /**
   * An operator may call it for whoever it is for, named in the header `Acting-For`: what changes something is logged
   * with the state before and after, and the person is notified.
   */
  readonly operatorsActFor?: 'changes' | 'reads'
  /** Calls a minute from one address; absent means the default limit. */
  readonly callsPerMinute?: number
  /** Money and finished work: refused last when more calls come than can be answered. */
  readonly isShedLast?: true
}

/** The two halves of an endpoint's key. */
export function parseEndpointKey(key: string): { method: 'GET' | 'POST'; path: string } {
  const [, method, path = ''] = /^(GET|POST) (\/.+)$/.exec(key) ?? []
  const isKnown = path.startsWith('/api/') || (method === 'GET' && path.endsWith('/_payload.json'))
  if ((method !== 'GET' && method !== 'POST') || !isKnown)
    throw new Error(`an endpoint is named by method and path, not: ${key}`)
  return { method, path }
}

/** Keeps the exact type of each endpoint while checking its shape. */
export function defineEndpoints<const E extends Partial<Record<EndpointKey, Endpoint>>>(endpoints: E): E {
  return endpoints
}

type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : undefined

/** What a handler is given. */
export type QueryOf<E> = E extends { query: infer Schema } ? Output<Schema> : undefined
export type BodyOf<E> = E extends { body: infer Schema } ? Output<Schema> : undefined
/** What a caller sends. */
export type QueryInput<E> = E extends { query: infer Schema } ? Input<Schema> : undefined
export type BodyInput<E> = E extends { body: infer Schema } ? Input<Schema> : undefined
/** What a handler answers, before the reply's schema drops fields that it does not list. */
export type ReplyInput<E> = E extends { reply: infer Schema } ? Input<Schema> : never
/** What a caller receives. */
export type ReplyOf<E> = E extends { reply: infer Schema } ? Output<Schema> : never

/** The one shape of every failure. */
export type Failure = {
  /** A sentence for a person, in the person's language. */
  readonly error: string
  /** Stable snake_case word for programs. */
  readonly code: string
  /** Input path → sentence. */
  readonly fields?: Readonly<Record<string, string>>
}
