/** The HTTP server: limits, headers, errors, endpoints, pages. */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { contract } from '#contract/index.ts'
import { fieldsIn } from '#contract/outside.ts'
import type { App } from '../app.ts'
import { mountCalendars, withoutSecret } from '../calendars/mount-calendars.ts'
import { isOfMerged, isUnavailable } from '../db/errors.ts'
import { handlers } from '../endpoints.ts'
import { errorCode } from '../error-code.ts'
import { mountDemoPage } from '../hospitable/mount-demo-page.ts'
import { logRefusal } from '../http/log-security.ts'
import { readEachTime, rememberSessions } from '../http/recent-sessions.ts'
import { sendSecurityHeaders } from '../http/security-headers.ts'
import { NEVER_OVERLOADED, refuseOverload } from '../overload/refuse-overload.ts'
import { type Leaving, sendAway } from '../overload/send-away.ts'
import { mountImages } from '../photos/mount-images.ts'
import { readThroughShare } from '../sharing/answer-shared-call.ts'
import { failureOf, Refused, statusOf } from '../refused.ts'
import type { Signals } from '../signals/create-signals.ts'
import { answerUnreadable, readableUrl } from './answer-unreadable.ts'
import { mountDescription } from './describe-api.ts'
import { mount } from './mount-contract.ts'
import { mountEvents } from './mount-events.ts'
import { mountMapTiles } from './mount-map-tiles.ts'
import { mountPages } from './serve-pages.ts'
import { serveSecurity } from './serve-security.ts'

export type ServerOptions = {
  /** The built pages; null serves none (tests of endpoints alone). */
  readonly pagesDirectory: string | null
  /** Parts of other builds, which pages may still ask for. */
  readonly buildsDirectory?: string | null
  /** Off in tests, where one address is many people. */
  readonly limitsCalls: boolean
  /** Refuses what is more than it can answer; off where a test measures the machine, not the server. */
  readonly shedsCalls?: boolean
  /** Who asks is kept in mind for a moment; off in tests, which change people behind the server's back. */
  readonly remembersSessions?: boolean
  /** Says when it is to leave; never, where nobody stops it gently. */
  readonly leaving?: Leaving
  /** To be notified of changes at once; without it the stream of events looks for them. */
  readonly signals?: Signals
}

/** Lists are read on phones with little signal. Bodies are never inflated: a small one could be a very large one. */
const COMPRESSION: FastifyCompressOptions = {
  threshold: 1_024,
  encodings: ['br', 'gzip'],
  customTypes: /^(application\/json|text\/calendar)/,
  // As small as gzip at its best, at a fraction of its cost.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  globalDecompression: false,
}

const SENDER_GONE = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])
/** What is far too large is not taken in for ever. */
const TAKE_IN_MS = 10_000

export async function createServer(app: App, options: ServerOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = app.log
  const server = Fastify({
    loggerInstance: logger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    requestTimeout: 30_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    trustProxy: trustOf(app.config.http.trustedProxies),
    genReqId: () => crypto.randomUUID().slice(0, 8),
    rewriteUrl: readableUrl,
    clientErrorHandler: answerUnreadable,
  })
  await server.register(cookie)
  if (options.leaving !== undefined) sendAway(server, options.leaving)
  const overload = options.shedsCalls ? await refuseOverload(server, app.config) : NEVER_OVERLOADED
  const sessions = options.remembersSessions ? rememberSessions(app) : readEachTime(app)
  await sendSecurityHeaders(server, app)
  if (options.limitsCalls)
    await server.register(rateLimit, {
      global: false,
      errorResponseBuilder: () => new Refused('too_many_calls'),
    })
  acceptFiles(server)
  server.addHook('onRequest', refuseForeignOrigins(app))
  server.setErrorHandler(async (error, request, reply) => {
    if (statusCodeOf(error) === 413) await takeIn(request.raw)
    return sendError(app, error, request, reply)
  })
  // In a plugin of its own, so that the limiter's hooks are there before the routes.
  await server.register(async (scope) => {
    await scope.register(compress, COMPRESSION)
    mount(scope, app, contract, handlers, { overload, sessions })
    mountDescription(scope, contract)
    mountImages(scope, app, readThroughShare)
    mountCalendars(scope, app)
    await mountMapTiles(scope, app)
    mountEvents(scope, app, options.signals ?? null)
  })
  serveSecurity(server, app)
  mountDemoPage(server, app)
  const { pagesDirectory, buildsDirectory = null } = options
  if (pagesDirectory !== null) await mountPages(server, app, { directory: pagesDirectory, buildsDirectory })
  else
    server.setNotFoundHandler((request, reply) =>
      sendError(
        app,
        new Refused('not_found', { sentence: `Page not found: ${request.url}` }),
        request,
        reply,
      ),
    )
  return server
}

/** Files are streamed to their handler as they are; JSON is the only other body. */
function acceptFiles(server: FastifyInstance): void {
  server.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = server.getDefaultJsonParser('error', 'error')
  // A signed webhook is checked byte by byte, so JSON can be a file, too.
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.takesFile) done(null, Readable.from([body]))
    // A call without a body (seed §7) may say of what kind it would be.
    else if (body === '') done(null)
    else void parseJson(request, body, done)
  })
  server.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.takesFile) done(null, payload)
    else done(new Refused('wrong_file_type'))
  })
}

/** A page of another site may not act for the person signed in here (CSRF). */
function refuseForeignOrigins(app: App) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const { origin, host } = request.headers
    const isOwn = origin === undefined || origin === app.config.http.origin || hostOf(origin) === host
    if (!isOwn || request.headers['sec-fetch-site'] === 'cross-site') throw new Refused('forbidden')
  }
}

/** Null for what is no address: a sandboxed page says `null`. */
function hostOf(origin: string): string | null {
  return URL.parse(origin)?.host ?? null
}

function sendError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = toRefused(app, error, request)
  logRefusal(app, refused, request)
  const locale = /^es\b/i.test(request.headers['accept-language'] ?? '') ? 'es' : 'en'
  const status = statusOf(refused.code)
  if (status === 503) reply.header('retry-after', '5')
  reply.header('cache-control', 'no-store')
  return reply.status(status).type('application/json; charset=utf-8').send(failureOf(refused, locale))
}

function toRefused(app: App, error: unknown, request: FastifyRequest): Refused {
  if (error instanceof Refused) return error
  if (isOfMerged(error)) return new Refused('account_merged')
  const statusCode = statusCodeOf(error)
  // A folder, or a way out of ours: nothing that anybody may know of.
  if (statusCode === 403 || statusCode === 404)
    return new Refused('not_found', { sentence: `Page not found: ${request.url}` })
  if (statusCode === 413) return new Refused('too_large')
  if (statusCode === 415) return new Refused('wrong_file_type')
  if (statusCode === 429) return new Refused('too_many_calls')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refused('bad_input')
  if (isSenderGone(error, request)) return new Refused('bad_input')
  if (isUnavailable(error)) {
    app.log.error({ err: error, reqId: request.id, url: withoutSecret(request.url) }, 'database away')
    return new Refused('unavailable')
  }
  const said = { reqId: request.id, method: request.method, url: withoutSecret(request.url) }
  app.log.error({ err: error, ...said }, 'request failed')
  return new Refused('internal', { sentence: `Something went wrong on our side. Reference: ${request.id}` })
}

/** Whoever breaks off what it sends waits for no answer, and it is no fault of ours. */
function isSenderGone(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && SENDER_GONE.has(errorCode(error))
}

/** What Fastify and its plugins would answer; undefined for an error of anybody else's. */
function statusCodeOf(error: unknown): number | undefined {
  const { statusCode } = fieldsIn(error)
  return typeof statusCode === 'number' ? statusCode : undefined
}

/** A number is of hops. */
function trustOf(trusted: App['config']['http']['trustedProxies']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}

/** Whoever still sends reads no answer, and the line breaks where a sender is cut off: what comes is taken in first. */
async function takeIn(body: Readable): Promise<void> {
  body.resume()
  const late = AbortSignal.timeout(TAKE_IN_MS)
  await finished(body, { signal: late, cleanup: true }).catch(() => {})
}
