/**
 * Hours of an ordinary load on one process of the product with the demo city: 50 calls a second and 1,000 open streams.
 * The bars: memory of the last tenth within 5 % of that of the second, p99 of the last tenth within 20 % of the second,
 * of the event loop's delay p99 ≤ 20 ms. The first tenth warms up.
 * `npm run bench -- soak [--minutes 120] [--rate 50] [--streams 1000]`
 */
import { get } from 'node:http'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openDatabase, toTimestamp } from '#server/db/client.ts'
import { openSession, sessionCookieName } from '#server/http/session.ts'
import { findFirstMarket } from '#server/markets/queries.ts'
import { openEmbedded } from '#server/postgres/embedded.ts'
import { instant } from '#domain/time.ts'
import { type Answer, atRate, judged, openCallers } from './load/ask.ts'
import { mixedCall } from './load/calls.ts'
import { meetPeople } from './load/people.ts'
import type { Felt } from './soak/probe.ts'
import { startProduct } from './started.ts'
import { printTable } from './table.ts'

const PARTS = 10
/** Fewer than the product lets one person have. */
const STREAMS_OF_ONE = 7
const LOOP_BAR_MS = 20
const AGAIN_MS = 20_000

type Part = {
  readonly p99: number
  readonly others: number
  readonly rssMiB: number
  readonly loopP99Ms: number
}

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      minutes: { type: 'string', default: '120' },
      rate: { type: 'string', default: '50' },
      streams: { type: 'string', default: '1000' },
    },
  })
  const [minutes, rate, count] = [values.minutes, values.rate, values.streams].map(Number) as [
    number,
    number,
    number,
  ]
  let felt: Felt[] = []
  const product = await startProduct({
    probe: new URL('soak/probe.ts', import.meta.url),
    onFelt: (each) => felt.push(each),
  })
  const callers = openCallers(product.origin)
  try {
    const people = await meetPeople(product.dataDirectory)
    const listeners = await signListenersIn(product.dataDirectory, Math.ceil(count / STREAMS_OF_ONE))
    const seconds = (minutes * 60) / PARTS
    // One address may open so many a minute; they come within the first tenth.
    const streams = openStreams(product.origin, listeners, count, seconds * 1_000 * 0.8)
    const parts: Part[] = []
    let asked = 0
    const rows = [
      ['minute', 'p50 ms', 'p99 ms', 'refused', 'otherwise', 'rss MiB', 'heap MiB', 'loop p99 ms', 'streams'],
    ]
    for (let part = 1; part <= PARTS; part++) {
      felt = []
      const answers: Answer[] = await atRate(rate, seconds, (_, due) =>
        callers.ask(mixedCall(people, asked++), due),
      )
      const of = judged(answers, seconds)
      const [rssMiB, heapMiB] = [
        medianOf(felt.map((each) => each.rssMiB)),
        Math.min(...felt.map((each) => each.heapMiB)),
      ]
      const loopP99Ms = medianOf(felt.map((each) => each.loopP99Ms))
      parts.push({ p99: of.p99, others: of.others, rssMiB, loopP99Ms })
      const [, , ...figures] = of.figures
      rows.push([
        ((part * minutes) / PARTS).toFixed(0),
        ...figures,
        ...[rssMiB, heapMiB, loopP99Ms].map((number) => number.toFixed(0)),
        String(streams.open()),
      ])
      console.log(rows.at(-1)!.join('  '))
    }
    console.log()
    printTable(rows)
    console.log(`streams that were begun again: ${streams.begunAgain()}`)
    judge(parts)
  } finally {
    callers.close()
    await product.stop()
  }
}

function judge(parts: readonly Part[]): void {
  const [second, last] = [parts[1]!, parts.at(-1)!]
  const grown = (of: (part: Part) => number) => of(last) / of(second) - 1
  const [memory, slower] = [grown(({ rssMiB }) => rssMiB), grown(({ p99 }) => p99)]
  const loop = Math.max(...parts.slice(1).map(({ loopP99Ms }) => loopP99Ms))
  const others = parts.reduce((sum, part) => sum + part.others, 0)
  const share = (of: number) => `${(of * 100).toFixed(1)} %`
  console.log(
    `memory ${share(memory)}, p99 ${share(slower)} against the second tenth, loop p99 ${loop.toFixed(0)} ms`,
  )
  if (memory > 0.05 || slower > 0.2 || loop > LOOP_BAR_MS || others > 0) process.exitCode = 1
}

/** Streams that come back when they are ended, as a browser's do. */
function openStreams(origin: string, cookies: readonly string[], count: number, withinMs: number) {
  const state = { open: 0, begunAgain: 0 }
  const open = (cookie: string) => {
    const again = () => {
      state.begunAgain++
      setTimeout(open, AGAIN_MS, cookie).unref()
    }
    const request = get(`${origin}/api/events`, { headers: { cookie }, agent: false }, (response) => {
      state.open++
      response.resume()
      response.once('close', () => {
        state.open--
        again()
      })
    })
    request.once('error', again)
  }
  for (let index = 0; index < count; index++)
    setTimeout(open, (index * withinMs) / count, cookies[index % cookies.length]!)
  return { open: () => state.open, begunAgain: () => state.begunAgain }
}

/** Cookies of so many people, who only listen; the demo city has too few. `dataDirectory`: of the running product. */
async function signListenersIn(dataDirectory: string, count: number): Promise<string[]> {
  const { connection } = await openEmbedded({ dataDir: dataDirectory, log: () => {} })
  const { db, close } = openDatabase(connection, { maxConnections: 2 })
  const name = sessionCookieName(readConfig({}))
  const now = instant(Date.now())
  try {
    const { id: marketId } = await findFirstMarket(db)
    const listeners = await db
      .insertInto('users')
      .values(
        Array.from({ length: count }, (_, index) => ({
          type: 'Customer' as const,
          market_id: marketId,
          email: `listener-${index}@soak.test`,
          name: `Listener ${index}`,
          password_hash: 'none',
          referral_code: `SOAK${index}`,
          password_changed_at: toTimestamp(now),
          created_at: toTimestamp(now),
        })),
      )
      .returning('id')
      .execute()
    return await Promise.all(
      listeners.map(
        async ({ id }) => `${name}=${await openSession(db, { userId: id, userAgent: 'soak', now })}`,
      ),
    )
  } finally {
    await close()
  }
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
