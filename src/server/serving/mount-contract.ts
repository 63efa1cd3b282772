/** Turns a contract and its handlers into HTTP: access, input, idempotency, handler, reply, in that order. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { onlyReads } from '#contract/acting.ts'
import { type Endpoint, parseEndpointKey } from '#contract/endpoint.ts'
import { fieldsIn } from '#contract/outside.ts'
import { generalFault, readFault } from '#contract/sentences.ts'
import { isFrozen } from '#domain/access/frozen.ts'
import { type Language, languageOf } from '#domain/language.ts'
import { mayDo } from '#domain/staff/roles.ts'
import { answerCallFor } from '../acting/answer-call-for.ts'
import { readActingScope } from '../acting/read-acting-scope.ts'
import { answerReading, readSeeingScope } from '../acting/read-seeing-scope.ts'
import type { App } from '../app.ts'
import { settleAccess } from '../connections/access-changes.ts'
import { untilFound } from '../failover/retry-lost.ts'
import { readDeviceId, setDeviceCookie } from '../http/device.ts'
import { checkedFile, fileOf, sendFile } from '../http/files.ts'
import type { Call } from '../http/handler.ts'
import { lacksSecondFactor } from '../http/lacks-second-factor.ts'
import { logSession, rememberCaller } from '../http/log-security.ts'
import { noteChange, readLate } from '../http/read-late.ts'
import type { RecentSessions } from '../http/recent-sessions.ts'
import {
  clearSessionCookies,
  endFormerSession,
  readSession,
  renewToken,
  type Session,
  setSessionCookies,
} from '../http/session.ts'
import type { Overload } from '../overload/refuse-overload.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { answerSharedCall } from '../sharing/answer-shared-call.ts'
import { readSharedScope } from '../sharing/read-shared-scope.ts'
import { oncePerKey } from './answer-once.ts'
import { findUnsound } from './find-unsound-input.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body goes to the handler as the file that it is. */
    readonly takesFile?: boolean
  }
}

/** What its own type says of a handler's input is what its endpoint's schemas have checked before it is called. */
type CheckedCall = Omit<Call<Endpoint>, 'query' | 'body'> & {
  readonly query: unknown
  readonly body: unknown
}
type AnyHandler = (call: CheckedCall) => Promise<unknown>

type Mounted = { readonly key: string; readonly endpoint: Endpoint; readonly handler: AnyHandler }

/** 128 KiB of JSON is more than any form needs. */
const JSON_LIMIT_BYTES = 128 * 1024
const DEFAULT_CALLS_PER_MINUTE = 6_000
/** By these others judge whether the process is of use. */
const NEVER_SHED = ['GET /api/health', 'GET /api/ready']
const LONGEST_REASON = 300
const TYPE_OF_ACCESS = { customer: 'Customer', crew: 'Crew', operator: 'Operator' } as const

export function mount(
  server: FastifyInstance,
  app: App,
  contract: Readonly<Record<string, Endpoint>>,
  handlers: Readonly<Record<string, unknown>>,
  { overload, sessions }: { overload: Overload; sessions: RecentSessions },
): void {
  for (const [key, endpoint] of Object.entries(contract)) {
    const { method, path: url } = parseEndpointKey(key)
    const handler = handlers[key] as AnyHandler | undefined
    if (handler === undefined) throw new Error(`the endpoint ${key} has no handler`)
    server.route({
      method,
      url,
      bodyLimit: endpoint.takesFile?.maximumBytes ?? JSON_LIMIT_BYTES,
      config: {
        rateLimit: { max: endpoint.callsPerMinute ?? DEFAULT_CALLS_PER_MINUTE, timeWindow: '1 minute' },
        takesFile: endpoint.takesFile !== undefined,
        ...(NEVER_SHED.includes(key) ? {} : { sheds: endpoint.isShedLast ? 'last' : 'first' }),
      },
      handler: async (request, reply) => {
        const endTurn = await overload.takeTurn(request)
        try {
          const session = await untilFound(() => readSession(app, request, sessions.find))
          if (session !== null) {
            overload.remember(request, session)
            rememberCaller(request, session)
          }
          const act = () => answer(app, { key, endpoint, handler }, session, request, reply)
          if (onlyReads(key)) return await (NEVER_SHED.includes(key) ? act() : untilFound(act))
          noteChange(app, key, reply)
          return await settleAccess(act, sessions.untilForgotten)
        } finally {
          endTurn()
        }
      },
    })
  }
}

async function answer(
  app: App,
  { key, endpoint, handler }: Mounted,
  session: Session | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const deviceId = readDeviceId(app.config, request)
  const { seen, scope } = await readScope(app, { key, endpoint }, session, request)
  checkAccess(app, endpoint, scope, session, request.method)
  /** That began, by their tokens, or ended. */
  const sessions: (string | null)[] = []
  const call: CheckedCall = {
    app,
    now: app.ports.clock.now(),
    scope,
    // What a session of its own says is not the person's who is looked at.
    session: seen === null ? session : null,
    query: parseQuery(endpoint, request),
    body: parseBody(endpoint, request),
    file: endpoint.takesFile === undefined ? Readable.from([]) : checkedFile(endpoint, request),
    locale: localeOf(session, request),
    userAgent: request.headers['user-agent'] ?? '',
    ip: request.ip,
    headers: request.headers,
    cookies: request.cookies,
    deviceId,
    keepDevice: () => setDeviceCookie(reply, app.config, deviceId),
    setSession: (token) => {
      sessions.push(token)
      if (token === null) return clearSessionCookies(reply, app.config)
      setSessionCookies(reply, app.config, token)
      setDeviceCookie(reply, app.config, deviceId)
    },
  }
  const named = { key, scope, query: call.query, body: call.body }
  const idempotencyKey = request.headers['idempotency-key']
  const handle = (once: App) =>
    readLate(once, { key, session, request }, (late) => handler({ ...call, app: late }))
  const inScope = <Answer>(once: App, work: (app: App) => Promise<Answer>) =>
    scope === null ? work(once) : answerSharedCall(once, { ...named, scope, idempotencyKey }, work)
  if (endpoint.repliesFile)
    return sendFile(reply, await inScope(app, async (once) => fileOf(key, await handle(once))))
  const within = async (acting: App) => parseReply(key, endpoint, await handle(acting))
  const reason = readReason(request)
  const run = (once: App) =>
    inScope(once, (held) =>
      scope === null ? within(held) : answerCallFor(held, { key, scope, body: call.body, reason }, within),
    )
  if (seen !== null) {
    reply.header('cache-control', 'no-store')
    return answerReading(app, within)
  }
  const caller = session === null ? null : { userId: session.scope.userId, shareId: session.share?.shareId }
  const answered = await oncePerKey(app, caller, key, request, run)
  await settleSessions(app, sessions, session, request)
  // Also where the answer is given once more: the one before may not have come.
  if (endpoint.renewsSession && session !== null)
    setSessionCookies(reply, app.config, await renewToken(app, session))
  reply.header('cache-control', 'no-store')
  return answered
}

/** Those that the call began, by their tokens, or ended; a browser has one. */
async function settleSessions(
  app: App,
  tokens: readonly (string | null)[],
  session: Session | null,
  request: FastifyRequest,
): Promise<void> {
  for (const token of tokens) {
    await logSession(app, request, token)
    if (session !== null && token !== null) await endFormerSession(app, session, token)
  }
}

/** Whose things the call is about: who asks, whom an operator acts for or looks as, or the owner of shared places. */
async function readScope(
  app: App,
  { key, endpoint }: Pick<Mounted, 'key' | 'endpoint'>,
  session: Session | null,
  request: FastifyRequest,
): Promise<{ seen: UserScope | null; scope: UserScope | null }> {
  const actingFor = request.headers['acting-for']
  const asked = { key, endpoint, scope: session?.scope ?? null }
  const seen = await readSeeingScope(app, { ...asked, seeingAs: request.headers['seeing-as'] })
  const shared = seen ?? (await readSharedScope(app, { key, endpoint, session }))
  return { seen, scope: shared ?? (await readActingScope(app, { ...asked, actingFor })) }
}

function checkAccess(
  app: App,
  endpoint: Endpoint,
  scope: UserScope | null,
  session: Session | null,
  method: string,
): void {
  if (endpoint.access === 'public') return
  if (session === null || scope === null) throw new Refused('sign_in_needed')
  if (endpoint.access !== 'any' && scope.type !== TYPE_OF_ACCESS[endpoint.access])
    throw new Refused('forbidden')
  if (session.scope.type === 'Operator' && !holds(session, endpoint, scope)) throw new Refused('role_forbids')
  // Somebody whose own account is frozen does nothing for others, either.
  const isAnyFrozen = [scope, session.scope].some((each) => isFrozen(each, app.ports.clock.now()))
  if (endpoint.refusesFrozen && isAnyFrozen) throw new Refused('account_frozen')
  const { capability } = endpoint
  if (capability !== undefined && method !== 'GET' && lacksSecondFactor(app, session, capability))
    throw new Refused('second_factor_needed')
  if (endpoint.needsFreshPassword && !session.hasFreshPassword) throw new Refused('password_needed')
}

/** Who changes something for somebody else helps a person, whatever the call. */
function holds({ staffRole, scope: own }: Session, endpoint: Endpoint, scope: UserScope): boolean {
  const isActing = scope.userId !== own.userId && endpoint.operatorsActFor === 'changes'
  return mayDo(staffRole, endpoint.capability ?? (isActing ? 'support' : 'see'))
}

/** Why an operator acts for somebody, for the log. Headers hold few signs, so it travels encoded. */
function readReason(request: FastifyRequest): string {
  const given = request.headers['acting-reason']
  if (typeof given !== 'string') return ''
  try {
    const reason = decodeURIComponent(given).trim()
    if (reason.length <= LONGEST_REASON && findUnsound(reason) === null) return reason
  } catch {
    // Refused below.
  }
  throw new Refused('bad_input', { faults: { 'Acting-Reason': 'ordinaryCharacters' } })
}

function parseQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.query === undefined) return undefined
  const given = Object.entries(fieldsIn(request.query))
  return parseInput(
    endpoint.query,
    Object.fromEntries(given.map(([name, text]) => [name, fromQueryText(text)])),
  )
}

/** Objects and arrays travel in a query as JSON text (seed §7); everything else stays the text it is. */
function fromQueryText(text: unknown): unknown {
  if (typeof text !== 'string' || !/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function parseBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.body === undefined) return undefined
  return parseInput(endpoint.body, request.body ?? {})
}

function parseInput(schema: z.core.$ZodType, input: unknown): unknown {
  const unsound = findUnsound(input)
  if (unsound !== null)
    throw new Refused('bad_input', {
      faults: { [unsound.path || 'body']: 'ordinaryCharacters' },
    })
  const parsed = z.safeParse(schema, input, { error: generalFault })
  if (parsed.success) return parsed.data
  const faults = Object.fromEntries(
    parsed.error.issues
      .map((issue) => [issue.path.join('.') || 'body', readFault(issue.message)] as const)
      .reverse(),
  )
  throw new Refused('bad_input', { faults })
}

/** A reply that breaks its own contract is our fault and is said so in the log, not to the caller. */
function parseReply(key: string, endpoint: Endpoint, answered: unknown): unknown {
  const parsed = z.safeParse(endpoint.reply, answered)
  if (parsed.success) return parsed.data
  throw new Error(`the reply of ${key} breaks its contract: ${z.prettifyError(parsed.error)}`)
}

function localeOf(session: Session | null, request: FastifyRequest): Language {
  if (session !== null) return session.scope.locale
  return languageOf(request.headers['accept-language'] ?? '') ?? 'en'
}
