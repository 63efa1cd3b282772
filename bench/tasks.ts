/**
 * How soon committed work begins, and how much of it one process and two do, beside other queues on the same
 * PostgreSQL in the same run: `npm run bench -- tasks`. Tasks do nothing; `--count` of them for the throughput, the
 * median of `--rounds` in which each queue has its turn, `--alone` without the others.
 */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { readConfig } from '#server/config.ts'
import { openApp } from '#server/open.ts'
import { printTable } from './table.ts'
import { installPeers, nameOfPeers } from './tasks/install-peers.ts'
import { OPEN_QUEUE } from './tasks/open-queue.ts'
import { LEFT, type Place, type QueueName } from './tasks/queue.ts'

const WAITS = 200
const WARM = 200
/** Committed work begins within this when nothing else is to be done. */
const BAR_MS = 20
const PROCESSES = [1, 2] as const
/** Nobody else does this; so many times fewer tasks tell its rate. */
const SLOW: QueueName = 'crew, in transactions'
const SLOWER = 10

type Measured = {
  readonly name: QueueName
  readonly perSecond: readonly number[]
  readonly waits: readonly number[]
}

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      count: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '3' },
      alone: { type: 'boolean', default: false },
    },
  })
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const opened = await openApp(
    readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error' }),
  )
  const peersFolder = values.alone ? null : await installPeers()
  if (peersFolder === null) console.log(`No registry is in reach: ${nameOfPeers()} are not measured.\n`)
  const place = { connection: opened.ownerConnection, peersFolder: peersFolder ?? '' }
  const names: QueueName[] = ['crew, leased', 'crew, in transactions']
  if (peersFolder !== null) names.push('graphile-worker', 'pg-boss')
  const rates = await throughputs(names, place, {
    count: Number(values.count),
    rounds: Number(values.rounds),
  })
  const measured: Measured[] = []
  for (const name of names) {
    const waits = name === SLOW ? [] : await waitsOf(name, place)
    measured.push({ name, perSecond: rates.get(name)!.map(medianOf), waits })
  }
  await opened.close()
  await rm(dataDirectory, { recursive: true, force: true })
  print(measured)
  judge(measured)
}

/**
 * Tasks a second of each queue, by its number of processes, once a round. Of a machine that is slower for a while each
 * has its part: they take turns, and who was first is last in the next round.
 */
async function throughputs(
  names: readonly QueueName[],
  place: Place,
  { count, rounds }: { count: number; rounds: number },
): Promise<ReadonlyMap<QueueName, readonly number[][]>> {
  const rates = new Map(names.map((name) => [name, PROCESSES.map((): number[] => [])]))
  for (let round = 0; round < rounds; round++) {
    const turn = [...names.slice(round % names.length), ...names.slice(0, round % names.length)]
    for (const name of turn) {
      const ofName = name === SLOW ? Math.ceil(count / SLOWER) : count
      for (const [index, processes] of PROCESSES.entries())
        rates.get(name)![index]!.push(await throughput(name, place, { processes, count: ofName }))
    }
  }
  return rates
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Tasks a second, all committed at once while the processes sleep. */
async function throughput(
  name: QueueName,
  place: Place,
  { processes, count }: { processes: number; count: number },
): Promise<number> {
  const queue = await OPEN_QUEUE[name](place)
  const pool = new Pool({ ...place.connection, max: 1 })
  const stops = await Promise.all(Array.from({ length: processes }, () => startWorker(name, place)))
  await sleep(2_000)
  const doAll = async (of: number) => {
    await queue.add(Array.from({ length: of }, (_, index) => `${processes}:${index}`))
    for (;;) {
      const { rows } = await pool.query<{ count: string }>(LEFT[name])
      if (Number(rows[0]!.count) === 0) break
      await sleep(20)
    }
  }
  // A server that runs has its connections open and its statements planned.
  await doAll(WARM)
  const startedAt = performance.now()
  await doAll(count)
  const seconds = (performance.now() - startedAt) / 1_000
  await Promise.all(stops.map((stop) => stop()))
  await queue.close()
  await pool.end()
  return count / seconds
}

async function startWorker(name: QueueName, place: Place): Promise<() => Promise<void>> {
  const child = fork(join(import.meta.dirname, 'tasks/work.ts'), [JSON.stringify({ name, place })])
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error(`a process of ${name} did not start`)))
  })
  return async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.send('stop')
    await gone
  }
}

/** From the commit to the beginning, one by one, in the process that adds them. */
async function waitsOf(name: QueueName, place: Place): Promise<number[]> {
  const queue = await OPEN_QUEUE[name](place)
  const begun = new Map<string, (at: number) => void>()
  const stop = await queue.work((key) => begun.get(key)?.(performance.now()))
  await sleep(2_000)
  const waits: number[] = []
  for (let index = 0; index < WAITS; index++) {
    const key = `wait ${index}`
    const started = new Promise<number>((resolve) => begun.set(key, resolve))
    await queue.add([key])
    const committedAt = performance.now()
    waits.push(Math.max(0, (await started) - committedAt))
    await sleep(20)
  }
  await stop()
  await queue.close()
  return waits.toSorted((a, b) => a - b)
}

function print(measured: readonly Measured[]): void {
  const ms = (waits: readonly number[], part: number) =>
    waits.length === 0 ? '' : `${waits[Math.floor(part * waits.length)]!.toFixed(1)} ms`
  printTable([
    ['', '1 process', '2 processes', 'idle p50', 'idle p99'],
    ...measured.map(({ name, perSecond, waits }) => [
      name,
      ...perSecond.map((rate) => `${rate.toFixed(0)}/s`),
      ms(waits, 0.5),
      ms(waits, 0.99),
    ]),
  ])
}

/** Ours is to be at least as good as the best of the others. What is done in a transaction is something they have not. */
function judge(measured: readonly Measured[]): void {
  const [ours, , ...peers] = measured
  const isSlow = ours!.waits[WAITS / 2]! > BAR_MS
  const isBehind = PROCESSES.some((_, index) =>
    peers.some(({ perSecond }) => perSecond[index]! > ours!.perSecond[index]!),
  )
  if (isSlow || isBehind) process.exitCode = 1
}
