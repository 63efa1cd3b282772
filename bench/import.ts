/**
 * The import of the 5,151 listings of Denver as a customer does it: the file sent over HTTP, columns as guessed, the
 * background work run to its end, on real PostgreSQL. The bar: ≤ 15 s. Then the same file again, which adds nothing,
 * and how long the customer's whole list takes afterwards.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openSession, sessionCookieName } from '#server/http/session.ts'
import { openApp } from '#server/open.ts'
import { createServer } from '#server/serving/create-server.ts'
import { runDueTasks } from '#server/workers/run-tasks.ts'
import { buildCustomer } from '#testing/build.ts'

const BAR_SECONDS = 15
const LISTINGS = join(import.meta.dirname, '../data/denver/listings.csv')
const LIST_CALLS = 20

type Ask = <Reply>(method: 'GET' | 'POST', path: string, type?: string, body?: string) => Promise<Reply>
type Uploaded = { importId: string; mapping: Record<string, number>; totalRows: number }
type Progress = { state: string; added: number; unchanged: number; refused: number }

/** Arguments: the file (the listings of Denver). */
export async function run(args: readonly string[]): Promise<void> {
  const content = await readFile(args[0] ?? LISTINGS, 'utf8')
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const config = readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error', PORT: '0' })
  const app = await openApp(config)
  const server = await createServer(app, { pagesDirectory: null, limitsCalls: false })
  try {
    await server.listen({ port: 0, host: '127.0.0.1' })
    const ask = await signIn(app, `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
    console.log(`${cpus()[0]!.model}, ${cpus().length} cores`)
    const first = await importOnce(app, ask, content)
    console.log(`first: ${first.description} (bar ${BAR_SECONDS} s)`)
    const again = await importOnce(app, ask, content)
    console.log(`again: ${again.description}`)
    console.log(`the whole list: median ${await listMilliseconds(ask)} ms`)
    if (first.seconds > BAR_SECONDS) process.exitCode = 1
  } finally {
    await server.close()
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function signIn(app: App, origin: string): Promise<Ask> {
  const { userId } = await buildCustomer(app)
  const token = await openSession(app.db, { userId, userAgent: 'bench', now: app.ports.clock.now() })
  const cookie = `${sessionCookieName(app.config)}=${token}`
  return async (method, path, type = 'application/json', body) => {
    const headers = { cookie, ...(body === undefined ? {} : { 'content-type': type }) }
    const response = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as never
  }
}

async function importOnce(
  app: App,
  ask: Ask,
  content: string,
): Promise<{ seconds: number; description: string }> {
  const started = performance.now()
  const { importId, mapping, totalRows } = await ask<Uploaded>(
    'POST',
    '/api/upload-property-csv',
    'text/csv',
    content,
  )
  const sent = performance.now()
  await ask('POST', '/api/start-property-import', 'application/json', JSON.stringify({ importId, mapping }))
  await runDueTasks(app)
  const seconds = (performance.now() - started) / 1_000
  const { state, added, unchanged, refused } = await ask<Progress>(
    'GET',
    `/api/property-import?id=${importId}`,
  )
  if (state !== 'done') throw new Error(`the import is ${state}`)
  const description = `${totalRows} rows in ${seconds.toFixed(2)} s (sent and looked through in ${((sent - started) / 1_000).toFixed(2)} s): ${added} added, ${unchanged} unchanged, ${refused} refused`
  return { seconds, description }
}

async function listMilliseconds(ask: Ask): Promise<string> {
  const timings: number[] = []
  for (let count = 0; count < LIST_CALLS; count++) {
    const started = performance.now()
    await ask('GET', '/api/properties')
    timings.push(performance.now() - started)
  }
  return timings.sort((a, b) => a - b)[LIST_CALLS / 2]!.toFixed(0)
}
