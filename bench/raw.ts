/**
 * The product beside `node:http` and `pg` that do the same work: the session by its cookie and every statement that the
 * call sends, then the same JSON. One process each on one database, in turns, so that whatever else the machine does
 * meets both. The bar: 80 % of their calls a second. Beside them the same with prepared statements, as far as one can go.
 * `npm run bench -- raw [--seconds 2] [--rounds 4] [--lines 16] [--only 'a number']
 * [--data FOLDER]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Product, Recorded, Usage } from './raw/calls.ts'
import { drive } from './raw/drive.ts'
import { printTable } from './table.ts'

const BAR = 0.8

type Server = { readonly name: string; readonly origin: string; readonly child: ChildProcess }
type Sum = { calls: number; others: number; cpuMs: number; seconds: number; readonly ms: number[] }

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '4' },
      lines: { type: 'string', default: '16' },
      only: { type: 'string' },
      data: { type: 'string' },
    },
  })
  const child = start('product-server.ts', values.data === undefined ? [] : [values.data])
  const product = await answerOf<Product>(child)
  const servers = [
    { name: 'product', origin: product.origin, child },
    await startRaw('raw', product, []),
    await startRaw('raw, prepared', product, ['named']),
  ]
  const rows = [['', 'statements', 'calls/s', 'of raw', 'p50 ms', 'p99 ms', 'CPU ms a call', 'otherwise']]
  const shares: number[] = []
  const chosen = product.recorded.filter(({ name }) => values.only === undefined || name === values.only)
  for (const asked of chosen) {
    const sums = await inTurns(servers, asked, product.cookies[asked.who]!, {
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      lines: asked.isOneByOne ? 1 : Number(values.lines),
    })
    const raw = perSecond(sums[1]!)
    shares.push(perSecond(sums[0]!) / raw)
    servers.forEach(({ name }, index) => {
      rows.push(rowOf(`${asked.name}, ${name}`, asked, sums[index]!, raw))
    })
  }
  // The product has the database.
  for (const server of servers.toReversed()) await stop(server)
  printTable(rows)
  const [least, mean] = [Math.min(...shares), shares.reduce((sum, share) => sum + share, 0) / shares.length]
  console.log(`\nof raw: ${percent(mean)} on average, ${percent(least)} at least; the bar is ${percent(BAR)}`)
  if (least < BAR) process.exitCode = 1
}

/** The first round is not counted: all of them warm up. */
async function inTurns(
  servers: readonly Server[],
  asked: Recorded,
  cookie: string,
  { seconds, rounds, lines }: { seconds: number; rounds: number; lines: number },
): Promise<Sum[]> {
  const sums: Sum[] = servers.map(() => ({ calls: 0, others: 0, cpuMs: 0, seconds: 0, ms: [] }))
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { origin, child }] of servers.entries()) {
      const before = await usageOf(child)
      const { answered, others, ms } = await drive(origin, asked, cookie, { seconds, lines })
      const { cpuMs } = await usageOf(child)
      if (round === 0) continue
      const sum = sums[index]!
      sum.calls += answered
      sum.others += others
      sum.cpuMs += cpuMs - before.cpuMs
      sum.seconds += seconds
      sum.ms.push(...ms)
    }
  }
  return sums
}

function rowOf(name: string, { statements }: Recorded, sum: Sum, raw: number): string[] {
  const sorted = sum.ms.sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? Infinity).toFixed(1)
  const each = perSecond(sum)
  const figures = [String(statements.length), each.toFixed(0), percent(each / raw), at(0.5), at(0.99)]
  return [name, ...figures, (sum.cpuMs / sum.calls).toFixed(2), String(sum.others)]
}

function perSecond({ calls, seconds }: Sum): number {
  return calls / seconds
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

async function startRaw(name: string, product: Product, flags: readonly string[]): Promise<Server> {
  const child = start('raw-server.ts', flags)
  child.send(product)
  return { name, child, ...(await answerOf<{ origin: string }>(child)) }
}

function start(file: string, flags: readonly string[] = []): ChildProcess {
  return fork(join(import.meta.dirname, 'raw', file), [...flags], { serialization: 'advanced' })
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  const said = answerOf<Usage>(child)
  child.send('usage')
  return said
}

async function stop({ child }: Server): Promise<void> {
  const gone = once(child, 'exit')
  child.send('stop')
  await gone
}

/** What these two files of ours say is as their types do. */
async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('a server ended')))
  const [said] = await Promise.race([once(child, 'message'), gone])
  return said as Answer
}
