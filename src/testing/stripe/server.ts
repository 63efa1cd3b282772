/** The double as a server: one process, one state, answers that may be lies. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { answers, letTimePass } from './answers.ts'
import { openControl } from './control.ts'
import { moodOf, openDeliveries } from './deliveries.ts'
import { type FaultKind, meetFault } from './faults.ts'
import { findReply, type Keys, keepReply, type Question, readQuestion } from './gate.ts'
import { expand } from './lists.ts'
import { answerPage } from './pages.ts'
import { readParameters } from './parameters.ts'
import { StripeProblem } from './problems.ts'
import { openWorld, type World, type WorldOptions } from './world.ts'

export type DoubleOptions = WorldOptions & Partial<Keys> & { readonly port?: number }
export type RunningDouble = { readonly origin: string; readonly world: World; close(): Promise<void> }

type Reply = { readonly status: number; readonly body: string; readonly isReplayed?: boolean }
const TICK_MS = 100
const HEARD_MS = 2_000
const MAXIMUM_BYTES = 10_000_000

export async function startDouble(options: DoubleOptions = {}): Promise<RunningDouble> {
  const world = openWorld(options)
  const mode = options.isLive === true ? 'live' : 'test'
  const keys: Keys = {
    secretKey: options.secretKey ?? `sk_${mode}_double`,
    publishableKey: options.publishableKey ?? `pk_${mode}_double`,
  }
  const deliveries = openDeliveries(world)
  const control = openControl(world, deliveries)
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readAll(request)
    const path = request.url ?? '/'
    if (path.startsWith('/_double/')) return control(request, response, body)
    if (!path.startsWith('/v1/')) return answerPage(world, keys, request, response, body)
    await answerApi({ world, keys, deliveries, inUse }, request, response, body)
  }
  const inUse = new Set<string>()
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent)
        send(response, {
          status: 500,
          body: JSON.stringify({ error: { type: 'api_error', message: String(error) } }),
        })
    })
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const ticking = setInterval(() => {
    letTimePass(world, world.nowMs())
    deliveries.sendDue().catch(console.error)
  }, TICK_MS)
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : options.port}`,
    world,
    close: async () => {
      clearInterval(ticking)
      deliveries.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      world.close()
    },
  }
}

type House = {
  readonly world: World
  readonly keys: Keys
  readonly deliveries: { sendDue(): Promise<void> }
  /** Idempotency keys of calls that are being answered. */
  readonly inUse: Set<string>
}

async function answerApi(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<void> {
  const { world } = house
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'authorization, content-type, stripe-version')
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  letTimePass(world, world.nowMs())
  let question: Question
  try {
    question = readQuestion(world, house.keys, request, body)
  } catch (error) {
    return send(response, replyTo(error))
  }
  const fault = meetFault(world, question.endpoint)
  const early = fault && (await answerEarly(house, fault, question))
  if (early === 'lost') return void request.socket.destroy()
  const name = `${question.call.owner ?? ''} ${question.idempotencyKey}`
  const reply = early ?? (await answerOnce(house, question, name, fault))
  // Whoever is notified may call in turn, before this call has its answer: that one must not wait for itself.
  if (moodOf(world).isBeforeAnswer && request.method === 'POST') {
    world.nextNumber('met webhook_before_answer')
    await Promise.race([house.deliveries.sendDue(), sleep(HEARD_MS)])
  }
  if (fault?.kind === 'lost_answer') return void request.socket.destroy()
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'slow') await sleep(fault.ms)
  if (question.idempotencyKey !== undefined) response.setHeader('idempotency-key', question.idempotencyKey)
  send(response, reply, fault?.kind)
  await house.deliveries.sendDue()
}

type Met = { readonly kind: FaultKind; readonly ms: number }

/** What happens instead of the call. */
async function answerEarly(
  house: House,
  { kind }: Met,
  question: Question,
): Promise<Reply | 'lost' | undefined> {
  if (kind === 'lost_request') return 'lost'
  if (kind === 'rate_limit')
    return problem(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. Learn more about rate limits: https://stripe.com/docs/rate-limits.',
    })
  if (kind === 'conflict') return keyInUse(question.idempotencyKey)
  if (kind === 'server_error') return problem(500, SERVER_ERROR)
  return undefined
}

const SERVER_ERROR = {
  type: 'api_error',
  message: 'Sorry! There was an error while talking to one of our backends. Support has been notified.',
} as const

async function answerOnce(
  house: House,
  question: Question,
  name: string,
  fault: Met | undefined,
): Promise<Reply> {
  const { world, inUse } = house
  if (question.idempotencyKey !== undefined && inUse.has(name)) return keyInUse(question.idempotencyKey)
  inUse.add(name)
  try {
    if (fault?.kind === 'late') await sleep(fault.ms)
    const known = findReply(world, question)
    if (known !== undefined) return { ...known, isReplayed: true }
    const reply = act(world, question)
    if (fault?.kind !== 'server_error_kept') return reply
    const broken = problem(500, SERVER_ERROR)
    keepReply(world, question, broken)
    return broken
  } catch (error) {
    return replyTo(error)
  } finally {
    inUse.delete(name)
  }
}

/** A decline is an answer, and what it leaves is kept; a refusal leaves nothing but its answer. */
function act(world: World, question: Question): Reply {
  const { endpoint, call, form } = question
  const params = readParameters(endpoint, form)
  const paths = 'expand' in params && Array.isArray(params.expand) ? params.expand.map(String) : []
  const answer = answers[endpoint]
  if (answer === undefined)
    throw new StripeProblem(501, {
      type: 'api_error',
      message: `The double does not answer ${endpoint} yet.`,
    })
  world.request = { id: `req_${world.nextWord(14)}`, idempotency_key: question.idempotencyKey ?? null }
  try {
    return world.inTransaction(() => {
      const reply = withoutRefusals(() => ({
        status: 200,
        body: JSON.stringify(expand(world, answer(call, params), paths)),
      }))
      keepReply(world, question, reply)
      return reply
    })
  } catch (error) {
    const reply = replyTo(error)
    if (error instanceof StripeProblem) keepReply(world, question, reply)
    return reply
  } finally {
    world.request = null
  }
}

function withoutRefusals(run: () => Reply): Reply {
  try {
    return run()
  } catch (error) {
    if (error instanceof StripeProblem && error.body.type === 'card_error') return replyTo(error)
    throw error
  }
}

function replyTo(error: unknown): Reply {
  if (!(error instanceof StripeProblem)) throw error
  return problem(error.status, error.body)
}

function problem(status: number, error: object): Reply {
  return { status, body: JSON.stringify({ error }) }
}

function keyInUse(key: string | undefined): Reply {
  return problem(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Stripe Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })
}

function send(response: ServerResponse, reply: Reply, fault?: FaultKind): void {
  if (fault === 'rate_limit' || fault === 'server_error') response.setHeader('stripe-should-retry', 'true')
  if (fault === 'server_error_kept') response.setHeader('stripe-should-retry', 'false')
  if (reply.isReplayed === true) response.setHeader('idempotent-replayed', 'true')
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'request-id': `req_${Math.floor(performance.now() * 1000).toString(36)}`,
    'stripe-version': Stripe.API_VERSION,
  })
  response.end(reply.body)
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    parts.push(Buffer.from(part))
    size += parts.at(-1)!.length
    if (size > MAXIMUM_BYTES) throw new Error('the body is too long')
  }
  return Buffer.concat(parts)
}
