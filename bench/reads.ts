/**
 * Signed-in reads of the demo city at a steady 50 requests a second, over real HTTP from another process. Each call's
 * time counts from the moment it was due, so that a server which falls behind cannot hide it. The bar: p99 ≤ 50 ms.
 */
import { addDays, DEFAULT_TIME_ZONE, dateAt, type LocalDate } from '#domain/time.ts'
import { systemClock } from '#server/ports/clock/system.ts'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { signIn, startProduct } from './started.ts'

const CALLS_PER_SECOND = 50
const WARM_UP_CALLS = 200

type Read = {
  readonly who: 'Customer' | 'Crew'
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

const READS: readonly Read[] = [
  { who: 'Customer', method: 'GET', path: '/api/user?fields=*' },
  { who: 'Customer', method: 'GET', path: '/api/properties' },
  { who: 'Customer', method: 'GET', path: '/api/customer-summary' },
  { who: 'Customer', method: 'POST', path: '/api/get-visits', body: { from: day(-14), to: day(14) } },
  { who: 'Customer', method: 'POST', path: '/api/get-weekly-jobs' },
  { who: 'Customer', method: 'GET', path: '/api/billing' },
  { who: 'Customer', method: 'GET', path: '/api/payments' },
  { who: 'Crew', method: 'GET', path: '/api/user?fields=*' },
  { who: 'Crew', method: 'GET', path: '/api/day' },
  { who: 'Crew', method: 'POST', path: '/api/get-assignments' },
  { who: 'Crew', method: 'GET', path: '/api/crew-payments' },
]

/** A day from today on, in the product's zone. */
function day(offset: number): LocalDate {
  return addDays(dateAt(systemClock.now(), DEFAULT_TIME_ZONE), offset)
}

/** Arguments: seconds (20). */
export async function run(args: readonly string[]): Promise<void> {
  const seconds = Number(args[0] ?? 20)
  const product = await startProduct()
  try {
    const cookies = {
      Customer: await signInAs(product.origin, 'customer@demo.test'),
      Crew: await signInAs(product.origin, 'crew@demo.test'),
    }
    const read = (index: number) => {
      const chosen = READS[index % READS.length]!
      return ask(product.origin, chosen, cookies[chosen.who])
    }
    for (let index = 0; index < WARM_UP_CALLS; index++) await read(index)
    report(await measure(read, seconds * CALLS_PER_SECOND))
  } finally {
    await product.stop()
  }
}

async function measure(read: (index: number) => Promise<void>, count: number): Promise<number[]> {
  const start = performance.now() + 100
  const calls = Array.from({ length: count }, async (_, index) => {
    const due = start + (index * 1_000) / CALLS_PER_SECOND
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
    await read(index)
    return performance.now() - due
  })
  return Promise.all(calls)
}

async function ask(origin: string, { method, path, body: given = {} }: Read, cookie: string): Promise<void> {
  const body =
    method === 'POST'
      ? { body: JSON.stringify(given), headers: { cookie, 'content-type': 'application/json' } }
      : { headers: { cookie } }
  const response = await fetch(origin + path, { method, ...body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
}

async function signInAs(origin: string, email: string): Promise<string> {
  const { password } = DEMO_SIGN_INS.find((person) => person.email === email)!
  return signIn(origin, email, password)
}

function report(timings: readonly number[]): void {
  const sorted = [...timings].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!.toFixed(1)
  process.stdout.write(
    `signed-in reads, ${READS.length} kinds, ${sorted.length} calls at ${CALLS_PER_SECOND}/s: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms\n`,
  )
}
