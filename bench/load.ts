/**
 * More calls than one process can answer, over real HTTP: signed-in reads, every tenth a write and every tenth of what is
 * shed last (finished work), offered at half, once, one and a half times and twice of what it can answer, at rates that do
 * not slow down with the server. Each call's time counts from the moment it was due. The bars: what is admitted is
 * answered with p99 ≤ 500 ms at every rate; whatever is refused says when to come again; of what is shed last a smaller
 * part is refused than of the rest; beside somebody noisy (reads, searches, exports and imports on 64 lines) another's calls are
 * answered with p99 ≤ 500 ms, and none is refused.
 * `npm run bench -- load [--seconds 8] [--rates 150,300,450] [--capacity 400]`
 */
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { signInSoon, startProduct } from './started.ts'
import { printTable } from './table.ts'

type Asked = {
  readonly email: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly type?: string
  readonly isShedLast?: boolean
}
type Answer = {
  readonly status: number
  readonly saysWhen: boolean
  readonly ms: number
  readonly isShedLast: boolean
}

const CUSTOMER = 'customer@demo.test'
const CREW = 'crew@demo.test'
const OPERATOR = 'operator@demo.test'
const BAR_MS = 500
const NOISE_AT_ONCE = 64
const SHARES = [0.5, 1, 1.5, 2]
/** Asked at once while the capacity is found out: enough to keep it busy, too few to be refused. */
const BUSY_LINES = 16
const STEADY_PER_SECOND = 20

const READS: readonly Asked[] = [
  { email: CUSTOMER, method: 'GET', path: '/api/user?fields=*' },
  { email: CREW, method: 'GET', path: '/api/user?fields=*' },
  { email: CUSTOMER, method: 'GET', path: '/api/properties' },
  { email: CREW, method: 'GET', path: '/api/day' },
  { email: CUSTOMER, method: 'GET', path: '/api/customer-summary' },
  { email: CREW, method: 'POST', path: '/api/get-assignments' },
  { email: CUSTOMER, method: 'POST', path: '/api/get-weekly-jobs' },
  { email: CREW, method: 'GET', path: '/api/crew-payments' },
]
const WRITE: Asked = { email: CUSTOMER, method: 'POST', path: '/api/read-notices' }
const STEADY = READS[3]!

const year = new Date().getFullYear()
/** What costs most, as often as it is answered. */
const NOISE: Readonly<Record<string, readonly Asked[]>> = {
  'billing reads': [{ email: CUSTOMER, method: 'GET', path: '/api/billing' }],
  searches: [
    { email: CUSTOMER, method: 'POST', path: '/api/get-properties', body: '{"search":"a"}' },
    { email: OPERATOR, method: 'POST', path: '/api/search', body: '{"text":"de"}' },
  ],
  exports: [{ email: CUSTOMER, method: 'GET', path: `/api/payments-csv?year=${year}` }],
  imports: [
    { email: CUSTOMER, method: 'POST', path: '/api/upload-property-csv', body: aFile(), type: 'text/csv' },
  ],
}

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

type Ask = (asked: Asked, due: number) => Promise<Answer>
type Row = readonly string[]

const HEAD: Row = ['offered', 'of it', 'calls/s', 'answered/s', 'p50 ms', 'p99 ms', 'refused', 'otherwise']

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      seconds: { type: 'string', default: '8' },
      rates: { type: 'string' },
      capacity: { type: 'string' },
    },
  })
  const seconds = Number(values.seconds)
  const product = await startProduct()
  try {
    const cookies = new Map<string, string>()
    for (const { email, password } of DEMO_SIGN_INS)
      if ([CUSTOMER, CREW, OPERATOR].includes(email))
        cookies.set(email, await signInSoon(product.origin, email, password))
    const ask: Ask = (asked, due) => call(product.origin, asked, cookies.get(asked.email)!, due)
    const mix = [...READS, WRITE, await finishedWork(product.origin, cookies.get(CREW)!)]
    for (let index = 0; index < 300; index++) await ask(mix[index % mix.length]!, performance.now())
    const capacity = Number(values.capacity ?? (await findCapacity(mix, ask, seconds)))
    console.log(
      `answered with ${BUSY_LINES} lines that wait for their answers: ${capacity.toFixed(0)} calls/s`,
    )
    const rates = values.rates?.split(',').map(Number) ?? SHARES.map((share) => Math.round(share * capacity))
    const offered = await offer(rates, mix, ask, seconds)
    const beside = await standBeside(ask, seconds)
    printTable([HEAD, ...offered.rows, ...beside.rows])
    if (!offered.isWithin || !beside.isWithin) process.exitCode = 1
  } finally {
    agent.destroy()
    await product.stop()
  }
}

/** A visit that is completed already: sent once more it counts once, and is answered the same. */
async function finishedWork(origin: string, cookie: string): Promise<Asked> {
  const response = await fetch(`${origin}/api/crew-payments`, { headers: { cookie } })
  const visitId = /"visitId":"([^"]+)"/.exec(await response.text())?.[1]
  if (visitId === undefined) throw new Error('the crew has completed nothing')
  const body = JSON.stringify({ visitId })
  return { email: CREW, method: 'POST', path: '/api/complete-visit', body, isShedLast: true }
}

async function findCapacity(mix: readonly Asked[], ask: Ask, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let [answered, next] = [0, 0]
  await Promise.all(
    Array.from({ length: BUSY_LINES }, async () => {
      while (performance.now() < until) {
        const { status } = await ask(mix[next++ % mix.length]!, performance.now())
        if (status === 200) answered++
      }
    }),
  )
  return answered / seconds
}

async function offer(rates: readonly number[], mix: readonly Asked[], ask: Ask, seconds: number) {
  const rows: Row[] = []
  let isWithin = true
  for (const rate of rates) {
    const answers = await atRate(rate, seconds, (index, due) => ask(mix[index % mix.length]!, due))
    const [last, first] = [true, false].map((isLast) => answers.filter((each) => each.isShedLast === isLast))
    const of = { first: judged(first!, seconds), last: judged(last!, seconds) }
    rows.push(
      [`${rate}/s`, 'shed first', ...of.first.figures],
      [`${rate}/s`, 'shed last', ...of.last.figures],
    )
    isWithin &&= [of.first, of.last].every(({ p99, others }) => p99 <= BAR_MS && others === 0)
    isWithin &&= of.last.refusedShare <= of.first.refusedShare
  }
  return { rows, isWithin }
}

/** How somebody fares who asks now and then, alone and while another makes each kind of noise. */
async function standBeside(ask: Ask, seconds: number) {
  const rows: Row[] = []
  let isWithin = true
  for (const [kind, noise] of [['nobody', []], ...Object.entries(NOISE)] as const) {
    const stop = makeNoise(noise, ask)
    const answers = await atRate(STEADY_PER_SECOND, seconds, (_, due) => ask(STEADY, due))
    const made = await stop()
    const steady = judged(answers, seconds)
    rows.push([`${STEADY_PER_SECOND}/s`, `beside ${kind}`, ...steady.figures])
    if (noise.length > 0) rows.push(['', kind, ...judged(made, seconds).figures])
    isWithin &&= steady.p99 <= BAR_MS && steady.refusedShare === 0
  }
  return { rows, isWithin }
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

/** One account that asks again as soon as it is answered, on many connections. Answers how to stop, and what it was answered. */
function makeNoise(noise: readonly Asked[], ask: Ask) {
  const state = { isOver: noise.length === 0 }
  const answers: Answer[] = []
  const all = Array.from({ length: NOISE_AT_ONCE }, async (_, line) => {
    while (!state.isOver) answers.push(await ask(noise[line % noise.length]!, performance.now()))
  })
  return async () => {
    state.isOver = true
    await Promise.all(all)
    return answers
  }
}

/** Addresses as people keep them. */
function aFile(): string {
  const rows = Array.from({ length: 500 }, (_, index) => `Home ${index},${100 + index} Main St,Denver,CO`)
  return ['name,street,city,state', ...rows].join('\n')
}

function call(origin: string, asked: Asked, cookie: string, due: number): Promise<Answer> {
  const { method, path, body = method === 'POST' ? '{}' : undefined, isShedLast = false } = asked
  const since = () => performance.now() - due
  return new Promise((resolve) => {
    const sent = request(origin + path, { method, agent, headers: headersOf(asked, cookie) }, (response) => {
      response.resume()
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, saysWhen: headers['retry-after'] !== undefined, ms: since(), isShedLast })
      })
    })
    sent.once('error', () => resolve({ status: 0, saysWhen: false, ms: since(), isShedLast }))
    sent.end(body)
  })
}

function headersOf({ method, type = 'application/json' }: Asked, cookie: string): Record<string, string> {
  return { cookie, ...(method === 'POST' ? { 'content-type': type } : {}) }
}

function judged(answers: readonly Answer[], seconds: number) {
  const good = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status, saysWhen }) => (status === 503 || status === 429) && saysWhen)
  const sorted = good.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Infinity
  const others = answers.length - good.length - refused.length
  const perSecond = [answers.length / seconds, good.length / seconds]
  const numbers = [...perSecond, at(0.5), at(0.99)].map((number) => number.toFixed(0))
  const refusedShare = answers.length === 0 ? 0 : refused.length / answers.length
  const shares = [`${(refusedShare * 100).toFixed(1)} %`, String(others)]
  return { figures: [...numbers, ...shares], p99: at(0.99), others, refusedShare }
}
