/**
 * No call to somebody outside is waited for longer than its time: whoever asked learns that there was no answer, as if
 * the line had broken. What was asked may still happen there; keys make asking again harmless.
 */
import { HospitableFailure } from './hospitable/port.ts'
import { ProviderFailure } from './payments/failure.ts'
import { PlacesUnavailable } from './places/port.ts'
import type { Ports } from './port.ts'

/** Not the feeds: each stands somewhere else, and its reader knows its time. */
export type Outside = Exclude<keyof Ports, 'clock' | 'feeds'>

/** Longer than the time-outs of an adapter's own parts, such as connecting. People wait for the places. */
export const DEADLINES_MS: Readonly<Record<Outside, number>> = {
  mail: 45_000,
  sms: 15_000,
  push: 15_000,
  photos: 15_000,
  places: 6_000,
  matrix: 12_000,
  payments: 20_000,
  hospitable: 12_000,
}

class Unanswered extends Error {
  override name = 'Unanswered'
}

export function withDeadlines(ports: Ports, limits = DEADLINES_MS): Ports {
  const unanswered = (message: string) => new Unanswered(message)
  return {
    clock: ports.clock,
    feeds: ports.feeds,
    mail: limited(ports.mail, limits.mail, unanswered),
    sms: limited(ports.sms, limits.sms, unanswered),
    push: limited(ports.push, limits.push, unanswered),
    photos: limited(ports.photos, limits.photos, unanswered),
    matrix: limited(ports.matrix, limits.matrix, unanswered),
    places: limited(ports.places, limits.places, (message) => new PlacesUnavailable(message)),
    payments: limited(
      ports.payments,
      limits.payments,
      (message) => new ProviderFailure('unavailable', message),
    ),
    hospitable: limited(
      ports.hospitable,
      limits.hospitable,
      (message) => new HospitableFailure('unavailable', message),
    ),
  }
}

/** The same port; what it answers at once, it still answers at once. */
function limited<Port extends object>(
  port: Port,
  limitMs: number,
  errorOf: (message: string) => Error,
): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(value, target, args)
        if (!(answer instanceof Promise)) return answer
        return within(answer, limitMs, () => errorOf(`no answer to ${String(name)} within ${limitMs} ms`))
      }
    },
  })
}

async function within<Answer>(answer: Promise<Answer>, limitMs: number, late: () => Error): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
