/**
 * The same statements by `node:http` and `pg` alone: the session by the hash of its cookie, then what the product asked
 * of the database, then the same answer as JSON. It makes nothing out of the rows that it reads, so it does a little less
 * than whoever would write the product by hand. With `named` each statement is prepared once per connection.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Pool } from 'pg'
import { columnTypes } from '#server/db/column-types.ts'
import type { Recorded, Statement, Work } from './calls.ts'

type Asker = {
  query(asked: { name?: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>
}
type Plan = {
  readonly session: Statement
  readonly others: readonly Statement[]
  readonly isTransaction: boolean
  readonly answer: unknown
}

const isNamed = process.argv[2] === 'named'
/** As many as the product has. */
const CONNECTIONS = 12
const names = new Map<string, string>()

process.once('message', (work: Work) => {
  const pool = new Pool({ ...work.connection, types: columnTypes, max: CONNECTIONS })
  const plans = new Map(work.recorded.map((each) => [each.path, planOf(each)]))
  const answer = (request: IncomingMessage) =>
    answerTo(request, plans.get(request.url!)!, pool, work.cookieName)
  const server = serve(answer)
  process.on('message', (message) => {
    if (message === 'usage') {
      const { user, system } = process.cpuUsage()
      process.send!({ cpuMs: (user + system) / 1_000 })
      return
    }
    server.close()
    server.closeAllConnections()
    void pool.end().then(() => process.disconnect?.())
  })
})

function planOf({ statements, answer, path }: Recorded): Plan {
  const session = statements.find(({ isSession }) => isSession)
  if (session === undefined) throw new Error(`${path} read no session`)
  const others = statements.filter(({ isSession }) => !isSession)
  const isTransaction = others.some((each) => /^(begin|start)/i.test(each.text))
  return { session, others, isTransaction, answer: JSON.parse(answer) }
}

function serve(answer: (request: IncomingMessage) => Promise<string>): Server {
  const server = createServer((request, response) => {
    answer(request).then(
      (said) => {
        response.setHeader('content-type', 'application/json; charset=utf-8')
        response.setHeader('content-length', Buffer.byteLength(said))
        response.end(said)
      },
      (error: unknown) => {
        console.error(error)
        response.statusCode = 500
        response.setHeader('content-length', 0)
        response.end()
      },
    )
  })
  server.listen(0, '127.0.0.1', () => {
    // A port is all that a server has that listens here.
    const { port } = server.address() as AddressInfo
    process.send!({ origin: `http://127.0.0.1:${port}` })
  })
  return server
}

async function answerTo(
  request: IncomingMessage,
  plan: Plan,
  pool: Pool,
  cookieName: string,
): Promise<string> {
  if (request.method === 'POST') JSON.parse(await text(request))
  const token = tokenOf(request.headers.cookie ?? '', cookieName)
  const { rows } = await query(pool, {
    ...plan.session,
    values: [createHash('sha256').update(token).digest()],
  })
  if (rows.length === 0) throw new Error('nobody is signed in')
  if (plan.isTransaction) await inOneTransaction(pool, plan.others)
  else await Promise.all(plan.others.map((statement) => query(pool, statement)))
  return JSON.stringify(plan.answer)
}

async function inOneTransaction(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect()
  try {
    for (const statement of statements) await query(client, statement)
  } finally {
    client.release()
  }
}

function query(on: Asker, { text: asked, values }: Statement) {
  const sent = { text: asked, values: [...values] }
  return on.query(isNamed && values.length > 0 ? { ...sent, name: nameOf(asked) } : sent)
}

function nameOf(asked: string): string {
  const name = names.get(asked) ?? `s${names.size}`
  names.set(asked, name)
  return name
}

function tokenOf(cookie: string, name: string): string {
  for (const pair of cookie.split('; ')) if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  return ''
}
