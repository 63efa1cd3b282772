/**
 * What each of those outside answered last, and how long it took, kept where every server and the operators' page of
 * health can read it. It is written beside the call: who asks waits for it no longer, and a failure to write is no
 * failure of the call.
 */
import type { Logger } from 'pino'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Outside } from './deadlines.ts'
import { HospitableFailure } from './hospitable/port.ts'
import { ProviderFailure } from './payments/failure.ts'
import type { Ports } from './port.ts'

type Answer = { readonly call: string; readonly tookMs: number; readonly error: string }

/** Often enough for eyes; a changed answer is written at once. */
const WRITE_EVERY_MS = 10_000

export function withAnswers(ports: Ports, { db, log }: { db: Db; log: Logger }): Ports {
  const lastWritten = new Map<Outside, { readonly isOk: boolean; readonly at: number }>()
  const keep = (port: Outside) => (answer: Answer) => {
    const isOk = answer.error === ''
    const last = lastWritten.get(port)
    if (last?.isOk === isOk && performance.now() - last.at < WRITE_EVERY_MS) return
    lastWritten.set(port, { isOk, at: performance.now() })
    saveAnswer(db, port, answer, ports.clock.now()).catch((error: unknown) => {
      log.warn({ err: error, port, code: 'provider_answer' }, 'an answer could not be written down')
    })
  }
  return {
    clock: ports.clock,
    feeds: ports.feeds,
    mail: watched(ports.mail, keep('mail')),
    sms: watched(ports.sms, keep('sms')),
    push: watched(ports.push, keep('push')),
    photos: watched(ports.photos, keep('photos')),
    places: watched(ports.places, keep('places')),
    matrix: watched(ports.matrix, keep('matrix')),
    payments: watched(ports.payments, keep('payments')),
    hospitable: watched(ports.hospitable, keep('hospitable')),
  }
}

function watched<Port extends object>(port: Port, keep: (answer: Answer) => void): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        const began = performance.now()
        const answer: unknown = Reflect.apply(value, target, args)
        if (!(answer instanceof Promise)) return answer
        const note = (error: string) =>
          keep({ call: String(name), tookMs: Math.round(performance.now() - began), error })
        answer.then(
          () => note(''),
          (error: unknown) => note(isNo(error) ? '' : sentenceOf(error)),
        )
        return answer
      }
    },
  })
}

/** A declined card, a refused refund or a token that counts no longer is an answer: the provider is well. */
function isNo(error: unknown): boolean {
  if (error instanceof HospitableFailure) return /^(unauthorized|refused)$/.test(error.kind)
  return error instanceof ProviderFailure && /^(balance|account|refused)$/.test(error.kind)
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text === '' ? 'unknown' : text).slice(0, 300)
}

async function saveAnswer(db: Db, port: Outside, answer: Answer, now: Instant): Promise<void> {
  const isOk = answer.error === ''
  const row = {
    is_ok: isOk,
    answered_at: toTimestamp(now),
    took_ms: answer.tookMs,
    call: answer.call,
    error: answer.error,
    ...(isOk ? {} : { failed_at: toTimestamp(now) }),
  }
  await db
    .insertInto('provider_answer')
    .values({ port, ...row })
    .onConflict((conflict) => conflict.column('port').doUpdateSet(row))
    .execute()
}
