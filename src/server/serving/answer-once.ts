/**
 * Acting calls with an `Idempotency-Key` happen once, whatever breaks: each transaction of the call keeps what it
 * answered together with what it did (`db/steps.ts`), and the whole answer is given again for 24 hours.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { ShareId, UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { isUnavailable } from '../db/errors.ts'
import { withSteps } from '../db/steps.ts'
import { createPatience, untilFound } from '../failover/retry-lost.ts'
import { Refused } from '../refused.ts'
import {
  type CallKey,
  confirmCall,
  findCall,
  forgetCall,
  insertCall,
  readSteps,
  releaseCall,
  storeReply,
  takeOverCall,
  writeStep,
} from './call-queries.ts'

/** Whoever makes a call answers within 5 s; after that it is taken for dead. Taking over too early does no harm. */
const CLAIM_MS = 6_000
/** Longer than a claim, so that who asks again after a crash has the answer of that very call. */
const LONGEST_WAIT_MS = 10_000
const LONGEST_PAUSE_MS = 200

type Claimed = { readonly claimedUntil: Instant; readonly steps: readonly Buffer[] }

/**
 * Runs `act` once per user and key, with the application whose transactions keep what they answered. The same key with
 * other content is refused; who asks while the first still acts waits and is answered the same.
 */
export async function oncePerKey(
  app: App,
  caller: { readonly userId: UserId; readonly shareId?: ShareId | undefined } | null,
  endpoint: string,
  request: FastifyRequest,
  act: (app: App) => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key']
  if (caller === null || request.method !== 'POST' || typeof key !== 'string' || key === '') return act(app)
  if (key.length > 200)
    throw new Refused('bad_input', { faults: { 'Idempotency-Key': 'atMost200Characters' } })
  const call = { userId: caller.userId, key }
  const actingFor = request.headers['acting-for']
  const whose = actingFor === undefined ? '' : ` for ${String(actingFor)}`
  const hash = hashOf(`${endpoint} ${caller.shareId ?? ''}${whose}`, request)
  const turn = await takeTurn(app, call, { endpoint, hash })
  if ('reply' in turn) return turn.reply
  return actOnce(app, call, turn, act)
}

async function actOnce(
  app: App,
  call: CallKey,
  { claimedUntil, steps }: Claimed,
  act: (app: App) => Promise<unknown>,
): Promise<unknown> {
  const book = {
    read: () => readSteps(app.db, call),
    write: (transaction: App['db'], step: number, answer: Buffer) =>
      writeStep(transaction, call, step, answer),
  }
  const onTrouble = (error: unknown) =>
    app.log.warn({ err: error, code: 'keyed_call' }, 'the end of a call under a key could not be written')
  const release = () => releaseCall(app.db, call, claimedUntil, app.ports.clock.now()).catch(onTrouble)
  try {
    const reply = await actAgain(book, steps, (done) => act({ ...app, db: withSteps(app.db, book, done) }))
    // What was done is kept with its steps: without the reply, whoever asks again is answered from those.
    await storeReply(app.db, call, reply).catch((error: unknown) => {
      onTrouble(error)
      return release()
    })
    return reply
  } catch (error) {
    // A database that does not answer keeps nobody waiting for what it would say to that, too.
    if (isUnavailable(error)) void release()
    else await release()
    throw error
  }
}

/** Goes on behind the steps that are done where the database went away for a moment, be it at a commit. */
async function actAgain(
  book: { read(): Promise<readonly Buffer[]> },
  steps: readonly Buffer[],
  act: (done: readonly Buffer[]) => Promise<unknown>,
): Promise<unknown> {
  const patience = createPatience()
  for (let done = steps; ; ) {
    try {
      return await act(done)
    } catch (error) {
      if (!(await patience.isWorthAnotherTry(error))) throw error
      done = await untilFound(() => book.read())
    }
  }
}

/** The stored answer, or the turn to act: as the first, or after one who broke off. */
async function takeTurn(
  app: App,
  call: CallKey,
  content: { endpoint: string; hash: Buffer },
): Promise<Claimed | { readonly reply: unknown }> {
  const waitUntil = performance.now() + LONGEST_WAIT_MS
  for (let pauseMs = 10; performance.now() < waitUntil; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    const now = app.ports.clock.now()
    const claimedUntil = instant(now + CLAIM_MS)
    if (await insertCall(app.db, call, { ...content, now, claimedUntil })) return { claimedUntil, steps: [] }
    const known = await findCall(app.db, call)
    if (known === undefined) continue
    if (known.created_at < now - DAY_MS) {
      await forgetCall(app.db, call, known.created_at)
      continue
    }
    if (!content.hash.equals(known.request_hash)) throw new Refused('key_reused')
    if (known.status !== null) {
      await confirmCall(app.db, call)
      return { reply: known.reply }
    }
    if (known.claimed_until <= now) {
      const steps = await takeOverCall(app.db, call, { claimedBefore: known.claimed_until, claimedUntil })
      if (steps !== null) return { claimedUntil, steps }
    }
    await sleep(pauseMs)
  }
  throw new Refused('unavailable')
}

function hashOf(endpoint: string, request: FastifyRequest): Buffer {
  return (
    createHash('sha256')
      .update(endpoint)
      // A file on its way in is known by the words beside it.
      .update(JSON.stringify(request.body instanceof Readable ? request.query : (request.body ?? null)))
      .digest()
  )
}
