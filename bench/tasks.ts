/**
 * How soon committed work begins, and how much of it one process does: `npm run bench -- tasks`. A process of its own
 * pool, the embedded database, tasks that do nothing. `--count` tasks for the throughput, 200 waits for the beginning.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { VisitId } from '#domain/ids.ts'
import { instant } from '#domain/time.ts'
import { readConfig } from '#server/config.ts'
import { type OpenedApp, openApp } from '#server/open.ts'
import { createSignals } from '#server/signals/create-signals.ts'
import { enqueueAll, taskRow } from '#server/tasks/queries.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { startWorking } from '#server/workers/start-working.ts'

const WAITS = 200
/** Committed work begins within this when nothing else is to be done. */
const BAR_MS = 50

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...flags], options: { count: { type: 'string', default: '5000' } } })
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const opened = await openApp(
    readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error' }),
  )
  const begun: ((key: string) => void)[] = []
  const mail = { send: async ({ key }: { key: string }) => begun.forEach((receive) => receive(key)) }
  const app = { ...opened, ports: { ...opened.ports, mail } }
  const stop = startWorking(app, createSignals(opened.directConnection, opened.log))
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const waits = await waitsOf(app, begun)
  const perSecond = { mail: await throughput(app, 'mail', Number(values.count)), quick: 0 }
  perSecond.quick = await throughput(app, 'quick', Number(values.count))
  await stop()
  await opened.close()
  await rm(dataDirectory, { recursive: true, force: true })
  const [p50, p99] = [0.5, 0.99].map((part) => waits[Math.floor(part * waits.length)]!)
  console.log(
    `commit → start, idle, ${WAITS} tasks one by one: p50 ${p50!.toFixed(1)} ms, p99 ${p99!.toFixed(1)} ms`,
  )
  console.log(
    `${values.count} tasks at once: ${perSecond.mail.toFixed(0)}/s leased, ${perSecond.quick.toFixed(0)}/s in their transaction`,
  )
  if (p50! > BAR_MS) process.exitCode = 1
}

async function waitsOf(app: OpenedApp, begun: ((key: string) => void)[]): Promise<number[]> {
  const waits: number[] = []
  for (let index = 0; index < WAITS; index++) {
    const key = `wait ${index}`
    const started = new Promise<number>((resolve) => {
      begun[0] = (finished) => finished === key && resolve(performance.now())
    })
    await enqueue(app.db, 'send_mail', mailOf(key), { now: app.ports.clock.now() })
    const committedAt = performance.now()
    waits.push(Math.max(0, (await started) - committedAt))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return waits.toSorted((a, b) => a - b)
}

/** Tasks a second, all committed at once. Nothing is to be done about a visit that is none. */
async function throughput(app: OpenedApp, lane: 'mail' | 'quick', count: number): Promise<number> {
  const now = app.ports.clock.now()
  const numbers = Array.from({ length: count }, (_, index) => index)
  const tasks = numbers.map((index) =>
    lane === 'mail'
      ? taskRow('send_mail', mailOf(`${index}`), { now: instant(now) })
      : taskRow('ask_for_rating', { visitId: crypto.randomUUID() as VisitId }, { now: instant(now) }),
  )
  const startedAt = performance.now()
  await enqueueAll(app.db, tasks)
  while (await isLeft(app, lane)) await new Promise((resolve) => setTimeout(resolve, 50))
  return count / ((performance.now() - startedAt) / 1_000)
}

async function isLeft(app: OpenedApp, lane: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('task')
    .where('lane', '=', lane)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function mailOf(key: string) {
  return { key, to: 'ann@example.com', subject: 'Hello', text: 'Hello', userId: null }
}
