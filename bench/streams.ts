/**
 * 1,000 open event streams on one process, every fifth a crew's. The bar (issue 4): ≤ 1 s from commit to arrival,
 * ≤ 300 MB, and as many connections to the database as without them. Of a burst that concerns a market every crew receives
 * at once, and once at the end of each pause.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { PACE_MS } from '#server/live/pace-hints.ts'
import type { Answer, Listener, Request } from './streams-server.ts'
import { printTable } from './table.ts'

const BAR_MS = 1_000
const BAR_MIB = 300
const SINGLE_CHANGES = 300
const CHANGES_OF_ALL = 5
const OPENED_AT_ONCE = 50
const BURST = 200

type Stream = { arrivedAt: number; openWorkCount: number; close(): void }

/** Arguments: the number of streams (1000). */
export async function run(args: readonly string[]): Promise<void> {
  const count = Number(args[0] ?? 1_000)
  const server = fork(join(import.meta.dirname, 'streams-server.ts'), [String(count)])
  const { origin, listeners } = await answered<{ origin: string; listeners: Listener[] }>(server)
  const before = await ask<{ rssMiB: number; connections: number }>(server, { ask: 'state' })
  const opening = performance.now()
  const streams: Stream[] = []
  for (let from = 0; from < count; from += OPENED_AT_ONCE)
    streams.push(
      ...(await Promise.all(listeners.slice(from, from + OPENED_AT_ONCE).map((each) => open(origin, each)))),
    )
  const opened = performance.now() - opening
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const singles: number[] = []
  for (let change = 0; change < SINGLE_CHANGES; change++) {
    const index = (change * 7) % count
    singles.push(
      ...(await latencies(server, [streams[index]!], { ask: 'change', visitId: listeners[index]!.visitId })),
    )
  }
  const all: number[] = []
  for (let change = 0; change < CHANGES_OF_ALL; change++)
    all.push(...(await latencies(server, streams, { ask: 'change all' })))
  const crews = streams.filter((_, index) => listeners[index]!.isCrew)
  // What was said while the listeners were made is over.
  await pause()
  const ofMarket = await latencies(server, crews, { ask: 'change open work' })
  const begun = Date.now()
  for (let change = 0; change < BURST; change++) await ask(server, { ask: 'change open work' })
  // One at once, and one at the end of each pause that it took.
  const mostExpected = 2 + Math.floor((Date.now() - begun) / PACE_MS)
  await pause()
  const openWorkCounts = streams.map((stream) => stream.openWorkCount)
  const after = await ask<{ rssMiB: number; connections: number }>(server, { ask: 'state' })
  for (const stream of streams) stream.close()
  server.send({ ask: 'stop' } satisfies Request)
  await once(server, 'exit')
  printTable([
    ['from commit to arrival', 'p50', 'p99', 'slowest'],
    ['one person’s change', ...figures(singles)],
    [`a change of all ${count}`, ...figures(all)],
    [`open work, to ${crews.length} crews`, ...figures(ofMarket)],
  ])
  const mostHints = Math.max(...openWorkCounts)
  const hintCount = openWorkCounts.reduce((sum, each) => sum + each, 0)
  console.log(`${BURST + 1} changes of open work: ${mostHints} hints to a crew at most, ${hintCount} in all`)
  console.log(`opened ${count} streams in ${opened.toFixed(0)} ms`)
  console.log(
    `memory ${before.rssMiB.toFixed(0)} MiB before, ${after.rssMiB.toFixed(0)} MiB with them (bar ${BAR_MIB})`,
  )
  console.log(`connections to the database ${before.connections} before, ${after.connections} with them`)
  const isCalm = mostHints <= mostExpected && hintCount <= crews.length * mostExpected
  if (Math.max(...singles, ...all, ...ofMarket) > BAR_MS || after.rssMiB > BAR_MIB || !isCalm)
    process.exitCode = 1
}

/** How long after the commit each of these streams received it; before it counts as at once. */
async function latencies(
  server: ChildProcess,
  streams: readonly Stream[],
  request: Request,
): Promise<number[]> {
  for (const stream of streams) stream.arrivedAt = 0
  const { committedAt } = await ask<{ committedAt: number }>(server, request)
  const until = Date.now() + 10_000
  while (streams.some((stream) => stream.arrivedAt === 0) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 2))
  if (streams.some((stream) => stream.arrivedAt === 0)) throw new Error('a stream received nothing for 10 s')
  return streams.map((stream) => Math.max(0, stream.arrivedAt - committedAt))
}

/** As long as a market receives nothing more. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PACE_MS + 500))
}

function open(origin: string, { cookie }: Listener): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const request = get(`${origin}/api/events`, { headers: { cookie }, agent: false }, (response) => {
      const stream = { arrivedAt: 0, openWorkCount: 0, close: () => void request.destroy() }
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        if (/"(visit|open_work)"/.test(text)) stream.arrivedAt = Date.now()
        stream.openWorkCount += text.split('"open_work"').length - 1
      })
      response.on('error', () => undefined)
      resolve(stream)
    })
    request.on('error', reject)
  })
}

async function ask<Said>(server: ChildProcess, request: Request): Promise<Said> {
  const said = answered<Said>(server)
  server.send(request)
  return said
}

async function answered<Said>(server: ChildProcess): Promise<Said> {
  const [said] = (await once(server, 'message')) as [Answer]
  return said as Said
}

function figures(milliseconds: readonly number[]): string[] {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (share: number) => `${sorted[Math.ceil(share * sorted.length) - 1]} ms`
  return [at(0.5), at(0.99), at(1)]
}
