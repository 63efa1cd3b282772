/** The product with the demo city in a process of its own; tells what each call asks of the database. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { seedDemoCityOnce } from '#cli/demo.ts'
import { createProgress } from '#cli/terminal.ts'
import { readConfig } from '#server/config.ts'
import { sessionCookieName } from '#server/http/session.ts'
import { openApp } from '#server/open.ts'
import { createServer } from '#server/serving/create-server.ts'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { signInSoon } from '../started.ts'
import { ASKED, type Asked, type Product, type Recorded, type Statement } from './calls.ts'
import { ask } from './drive.ts'

/** Before a session is read anew: longer than one is kept in mind. */
const PAUSE_MS = 300
const WARM_UP_CALLS = 30
const SETTLING_MS = 2_000

/** A folder that is kept spares the next run the building of the city. */
const [kept] = process.argv.slice(2)
const dataDirectory = kept ?? (await mkdtemp(join(tmpdir(), 'crew-bench-')))
const config = readConfig({
  CREW_DATA_DIR: dataDirectory,
  PORT: '0',
  CREW_ORIGIN: 'http://localhost',
  // One machine asks as many people would: each call's address is said by the proxy that it plays.
  CREW_TRUSTED_PROXIES: '1',
  LOG_LEVEL: 'warn',
})
const app = await openApp(config)
await seedDemoCityOnce(app, createProgress('Building the demo city'))
const server = await createServer(app, {
  pagesDirectory: null,
  limitsCalls: true,
  shedsCalls: true,
  remembersSessions: true,
})
await server.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`

const cookies: Record<string, string> = {}
for (const who of ['Customer', 'Crew']) {
  const { email, password } = DEMO_SIGN_INS.find(
    (person) => person.email === `${who.toLowerCase()}@demo.test`,
  )!
  cookies[who] = await signInSoon(origin, email, password)
}
// So is this one, which begins with a city.
await new Promise((resolve) => setTimeout(resolve, SETTLING_MS))
for (const asked of ASKED) for (let index = 0; index < WARM_UP_CALLS; index++) await answerTo(asked)
const recorded: Recorded[] = []
for (const asked of ASKED) recorded.push(await record(asked))
process.send!({
  origin,
  cookies,
  recorded,
  cookieName: sessionCookieName(config),
  connection: app.directConnection,
} satisfies Product)

process.on('message', (message) => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage()
    process.send!({ cpuMs: (user + system) / 1_000 })
  } else void stop()
})

async function stop(): Promise<void> {
  await server.close()
  await app.close()
  if (kept === undefined) await rm(dataDirectory, { recursive: true, force: true })
  process.disconnect?.()
}

async function answerTo(asked: Asked): Promise<string> {
  const { status, text } = await ask(origin, asked, cookies[asked.who]!)
  if (status !== 200) throw new Error(`${asked.path} answered ${status}: ${text}`)
  return text
}

async function record(asked: Asked): Promise<Recorded> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  const statements: Statement[] = []
  // Of its many forms the product uses two: a text or a named text, with values.
  const asking = {
    apply: (target: (...given: unknown[]) => unknown, client: pg.Client, given: unknown[]) => {
      statements.push(statementOf(given))
      return Reflect.apply(target, client, given)
    },
  }
  const before = Reflect.get(pg.Client.prototype, 'query')
  Reflect.set(pg.Client.prototype, 'query', new Proxy(before, asking))
  try {
    return { ...asked, answer: await answerTo(asked), statements }
  } finally {
    Reflect.set(pg.Client.prototype, 'query', before)
  }
}

function statementOf([first, second]: readonly unknown[]): Statement {
  const { text, values } =
    typeof first === 'string'
      ? { text: first, values: second }
      : (first as { text: string; values?: unknown[] })
  const isSession = text.includes('"session"."token_hash" = $1')
  return { text, values: Array.isArray(values) ? values : [], isSession }
}
