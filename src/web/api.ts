/**
 * The typed client. `await call('POST /api/sign-in', { body })`; in components `useEndpoint('GET /api/properties')`
 * reads through the query cache and `useAction('POST /api/skip-visit', { refreshes: ['GET /api/visits'] })` acts.
 * Only the contract's types come along: no schema reaches the browser. Every failure is an ApiError.
 */
import {
  QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { BodyInput, QueryInput, ReplyOf } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { parseJson } from '#contract/outside.ts'
import { ApiError, failureIn } from './api-error.ts'
import { dropFirstAnswers, takeFirstAnswer } from './first-answers.ts'
import { usePollMs } from './live-polls.ts'
import { noteAnswer } from './reach.ts'
import { currentLanguage, currentText } from './text/store.ts'

export { ApiError } from './api-error.ts'

export type CallKey = keyof Contract
export type Reply<Key extends CallKey> = ReplyOf<Contract[Key]>
export type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: undefined }
  : Partial<Record<never, never>> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }
export type CallInput<Key extends CallKey> = Part<'query', QueryInput<Contract[Key]>> &
  Part<'body', BodyInput<Contract[Key]>>
/** What travels, whatever the call. */
export type Parts = Options & { query?: unknown; body?: unknown }
export type Options = {
  signal?: AbortSignal
  /** A repeated call with the same key is answered with the first one's answer for 24 h. */
  idempotencyKey?: string
  actingFor?: Acting
}
/** For whom an operator makes the call, and why; see `operatorsActFor` in the contract. */
export type Acting = { readonly id: string; readonly reason?: string }
/** The look of an operator that this tab shows as somebody else sees it (`session/look-as.ts`); else null. */
export const seeing = readSeeing()

export type CallArguments<Key extends CallKey> =
  Partial<Record<never, never>> extends CallInput<Key>
    ? [input?: CallInput<Key> & Options]
    : [input: CallInput<Key> & Options]

/**
 * Failures are passed to these before they reject: the shell signs out on 401 and asks for the password where the
 * server wants it again. Answering true means: it is mended, call once more.
 */
export type FailureListener = (error: ApiError, key: CallKey) => Promise<boolean>
let onFailure: FailureListener = async () => false
export function setFailureListener(listener: FailureListener): void {
  onFailure = listener
}

/** Calls an endpoint. Rejects with ApiError: the server's sentence, its code, the fields, the status, the data. */
export function call<Key extends CallKey>(key: Key, ...[input]: CallArguments<Key>): Promise<Reply<Key>> {
  return callWith(key, input)
}

/** The same for an input that was put together here, of parts that the types have looked at. */
export async function callWith<Key extends CallKey>(key: Key, parts: Parts = {}): Promise<Reply<Key>> {
  try {
    return await send(key, parts)
  } catch (error) {
    if (error instanceof ApiError && (await onFailure(error, key))) return await send(key, parts)
    throw error
  }
}

export function newIdempotencyKey(): string {
  return crypto.randomUUID()
}

/** The address of a call, for links to downloads (`<a href>`): GET query values that are objects travel as JSON. */
export function addressOf<Key extends CallKey>(key: Key, query?: QueryInput<Contract[Key]>): string {
  return withQuery(key.slice(key.indexOf(' ') + 1), query)
}

/** How a call is read through the cache; its key is the endpoint and what was asked. */
export function endpointQuery<Key extends CallKey>(key: Key, ...[input]: CallArguments<Key>) {
  return queryOf(key, input)
}

function queryOf<Key extends CallKey>(key: Key, input: Parts = {}) {
  return queryOptions({
    queryKey: [key, input] as const,
    queryFn: ({ signal }) => callWith(key, { ...input, signal }),
  })
}

/** Begins a read that a screen is about to make; a failure shows when the screen makes it. */
export function prefetch<Key extends CallKey>(
  client: QueryClient,
  key: Key,
  ...input: CallArguments<Key>
): Promise<void> {
  return client.prefetchQuery(endpointQuery(key, ...input))
}

/** What is read and done below it by an operator is somebody else's. */
export const ActingFor = createContext<Acting | undefined>(undefined)

type ReadOptions = { isEnabled?: boolean; staleMs?: number; refetchMs?: number }

/** Reads an endpoint: `const visits = useEndpoint('GET /api/visits', { query: { from } })`. */
export function useEndpoint<Key extends CallKey>(
  key: Key,
  input?: CallInput<Key>,
  { isEnabled = true, staleMs, refetchMs }: ReadOptions = {},
): UseQueryResult<Reply<Key>> {
  const pollMs = usePollMs(key, refetchMs)
  const actingFor = useContext(ActingFor)
  return useQuery({
    ...queryOf(key, actingFor ? { ...input, actingFor } : input),
    enabled: isEnabled,
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    refetchInterval: pollMs,
  })
}

type ActionOptions = { refreshes?: readonly CallKey[] }
type ActionInput<Key extends CallKey> = CallInput<Key> & Pick<Options, 'idempotencyKey' | 'actingFor'>

/**
 * Acts: `const skip = useAction('POST /api/skip-visit', { refreshes: ['GET /api/visits'] })`, then
 * `await skip.mutateAsync({ body })` in a form, or `skip.mutate({ body })` for a button.
 */
export function useAction<Key extends CallKey>(
  key: Key,
  { refreshes = [] }: ActionOptions = {},
): UseMutationResult<Reply<Key>, Error, ActionInput<Key>> {
  const client = useQueryClient()
  const actingFor = useContext(ActingFor)
  return useMutation({
    mutationFn: (input: ActionInput<Key>) => callWith(key, actingFor ? { ...input, actingFor } : input),
    onSuccess: () => Promise.all(refreshes.map((read) => client.invalidateQueries({ queryKey: [read] }))),
  })
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Only a lost connection or a server that is away is worth asking again.
        retry: (count, error) =>
          count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function readSeeing(): string | null {
  try {
    return sessionStorage.getItem('crew_seeing')
  } catch {
    return null
  }
}

async function send<Key extends CallKey>(key: Key, input: Parts): Promise<Reply<Key>> {
  const space = key.indexOf(' ')
  const address = withQuery(key.slice(space + 1), input.query)
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  if (!isRead(key)) dropFirstAnswers()
  else if (!seeing && !input.actingFor) {
    const answer = takeFirstAnswer(key.slice(0, space + 1) + address + (body ?? ''))
    if (answer !== undefined) return asReply(key, answer)
  }
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': currentLanguage() }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (input.actingFor) {
    headers['Acting-For'] = input.actingFor.id
    headers['Acting-Reason'] = encodeURIComponent(input.actingFor.reason ?? '')
  }
  if (seeing) headers['Seeing-As'] = seeing
  if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey
  let status: number
  let said: string
  try {
    const response = await fetch(address, {
      method: key.slice(0, space),
      credentials: 'include',
      headers,
      body,
      signal: isRead(key) ? withinTime(input.signal) : input.signal,
    })
    status = response.status
    said = await response.text()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    noteAnswer(false)
    throw unreachable()
  }
  const data = answered(status, said)
  if (status >= 300) throw toError(status, data)
  return asReply(key, data)
}

/** What comes back; what is none of ours, as a page of a café's network, is no answer at all. */
export function answered(status: number, said: string): unknown {
  const data = parseJson(said)
  const isOurs = data !== undefined || (status >= 500 && status !== NETWORK_WANTS_SIGN_IN)
  noteAnswer(isOurs)
  if (!isOurs) throw unreachable()
  return data
}

const NETWORK_WANTS_SIGN_IN = 511

/** A network that takes questions and never answers: asked again, or what is kept shows. */
const ANSWERED_WITHIN_MS = 20_000

function isRead(key: string): boolean {
  return /^GET |\/get-/.test(key)
}

function withinTime(signal: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(ANSWERED_WITHIN_MS)
  return signal ? AbortSignal.any([signal, late]) : late
}

/** The one place that believes the wire: the server checks each answer by the schema that this type is read from. */
export function asReply<Key extends CallKey>(_key: Key, data: unknown): Reply<Key> {
  return data as Reply<Key>
}

export function withQuery(path: string, query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

export function toError(status: number, data: unknown): ApiError {
  const { ui } = currentText()
  const { code, fields, error = status === 404 ? ui.cannotLoad : ui.somethingWrong } = failureIn(data)
  return new ApiError(error, { status, code, fields, data })
}

export function unreachable(): ApiError {
  return new ApiError(currentText().ui.checkConnection, {
    status: 0,
    code: 'unreachable',
    fields: {},
    data: undefined,
  })
}
