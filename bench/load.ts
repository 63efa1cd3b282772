/**
 * More calls than one process can answer: signed-in reads and every tenth a write, over real HTTP, at rising rates
 * that do not slow down with the server. Each call's time counts from the moment it was due. The bar: at every rate
 * what is admitted is answered with p99 ≤ 500 ms, whatever is refused says when to come again, and somebody noisy
 * does not slow others. `npm run bench -- load [--seconds 8] [--rates 150,300,450,600,900]`
 */
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { signIn, startProduct } from './started.ts'
import { printTable } from './table.ts'

type Asked = { readonly email: string; readonly method: 'GET' | 'POST'; readonly path: string }
type Answer = { readonly status: number; readonly saysWhen: boolean; readonly ms: number }

const CUSTOMER = 'customer@demo.test'
const CREW = 'crew@demo.test'
const BAR_MS = 500
const NOISE_AT_ONCE = 64

const MIX: readonly Asked[] = [
  { email: CUSTOMER, method: 'GET', path: '/api/user?fields=*' },
  { email: CREW, method: 'GET', path: '/api/user?fields=*' },
  { email: CUSTOMER, method: 'GET', path: '/api/properties' },
  { email: CREW, method: 'GET', path: '/api/day' },
  { email: CUSTOMER, method: 'GET', path: '/api/customer-summary' },
  { email: CREW, method: 'POST', path: '/api/get-assignments' },
  { email: CUSTOMER, method: 'POST', path: '/api/get-weekly-jobs' },
  { email: CREW, method: 'GET', path: '/api/crew-payments' },
  { email: CUSTOMER, method: 'GET', path: '/api/billing' },
  { email: CUSTOMER, method: 'POST', path: '/api/read-notices' },
]

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      seconds: { type: 'string', default: '8' },
      rates: { type: 'string', default: '150,300,450,600,900' },
    },
  })
  const seconds = Number(values.seconds)
  const product = await startProduct()
  try {
    const cookies = new Map<string, string>()
    for (const { email, password } of DEMO_SIGN_INS.filter(({ email }) => [CUSTOMER, CREW].includes(email)))
      cookies.set(email, await signedIn(product.origin, email, password))
    const ask = (index: number, due: number) => {
      const asked = MIX[index % MIX.length]!
      return call(product.origin, asked, cookies.get(asked.email)!, due)
    }
    for (let index = 0; index < 300; index++) await ask(index, performance.now())
    const rows = [['calls/s', 'answered/s', 'p50 ms', 'p99 ms', 'refused', 'otherwise']]
    let isWithin = true
    for (const rate of values.rates.split(',').map(Number)) {
      const answers = await atRate(rate, seconds, ask)
      const { row, p99 } = judged(String(rate), answers, seconds)
      rows.push(row)
      isWithin &&= p99 <= BAR_MS
    }
    const alone = await atRate(20, seconds, (_, due) =>
      call(product.origin, MIX[3]!, cookies.get(CREW)!, due),
    )
    rows.push(judged('20, alone', alone, seconds).row)
    const noise = makeNoise(product.origin, cookies.get(CUSTOMER)!)
    const beside = await atRate(20, seconds, (_, due) =>
      call(product.origin, MIX[3]!, cookies.get(CREW)!, due),
    )
    await noise.stop()
    rows.push(judged('20, beside noise', beside, seconds).row)
    printTable(rows)
    if (!isWithin) process.exitCode = 1
  } finally {
    agent.destroy()
    await product.stop()
  }
}

/** A process that has just begun may be busy with itself. */
async function signedIn(origin: string, email: string, password: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await signIn(origin, email, password)
    } catch (error) {
      if (tries === 10) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}

async function atRate(
  rate: number,
  seconds: number,
  ask: (index: number, due: number) => Promise<Answer>,
): Promise<Answer[]> {
  const start = performance.now() + 100
  return Promise.all(
    Array.from({ length: rate * seconds }, async (_, index) => {
      const due = start + (index * 1_000) / rate
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      return ask(index, due)
    }),
  )
}

/** One account that asks again as soon as it is answered, on many connections. */
function makeNoise(origin: string, cookie: string) {
  const state = { isOver: false }
  const all = Array.from({ length: NOISE_AT_ONCE }, async () => {
    while (!state.isOver) await call(origin, MIX[8]!, cookie, performance.now())
  })
  return {
    stop: async () => {
      state.isOver = true
      await Promise.all(all)
    },
  }
}

function call(origin: string, { method, path }: Asked, cookie: string, due: number): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(origin + path, { method, agent, headers: headersOf(method, cookie) }, (response) => {
      response.resume()
      response.once('end', () => {
        const { statusCode = 0, headers } = response
        resolve({
          status: statusCode,
          saysWhen: headers['retry-after'] !== undefined,
          ms: performance.now() - due,
        })
      })
    })
    sent.once('error', () => resolve({ status: 0, saysWhen: false, ms: performance.now() - due }))
    sent.end(method === 'POST' ? '{}' : undefined)
  })
}

function headersOf(method: string, cookie: string): Record<string, string> {
  return { cookie, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) }
}

function judged(name: string, answers: readonly Answer[], seconds: number) {
  const good = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status, saysWhen }) => (status === 503 || status === 429) && saysWhen)
  const sorted = good.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Infinity
  const others = answers.length - good.length - refused.length
  const numbers = [good.length / seconds, at(0.5), at(0.99), refused.length, others]
  return { row: [name, ...numbers.map((number) => number.toFixed(0))], p99: at(0.99) }
}
