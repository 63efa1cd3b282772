import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { createSignals } from '#server/signals/create-signals.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { newDatabase, type TestDatabase } from '#testing/database.ts'
import { startTransactionPooler, type TransactionPooler } from '#testing/transaction-pooler.ts'
import { type OpenDatabase, openDatabase } from '../db/client.ts'
import { checkSettings, keepSettings } from './session-queries.ts'

let database: TestDatabase
let role: string
let pooler: TransactionPooler
let pooled: OpenDatabase
beforeAll(async () => {
  database = await newDatabase({ maxConnections: 2 })
  role = (await database.pool.query<{ role: string }>('select current_user as role')).rows[0]!.role
  const owner = openDatabase(database.connection, { maxConnections: 1 })
  await keepSettings(owner.db, role)
  await owner.close()
  pooler = await startTransactionPooler(database.appConnection)
  pooled = openDatabase(through(pooler), { isPooled: true })
})
afterAll(async () => {
  await pooled.close()
  await pooler.stop()
})

function through({ port }: TransactionPooler): PoolConfig {
  return { host: '127.0.0.1', port, user: role, database: 'whichever it stands before' }
}

test('what holds in every session belongs to the role, whichever session a transaction gets', async () => {
  const seen = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { rows } = await sql<{ pid: number; at: number; limit: string; span: string }>`
        select pg_backend_pid() as pid, now() as at, current_setting('statement_timeout') as limit,
          (interval '26 hours')::text as span
      `.execute(pooled.db)
      return rows[0]!
    }),
  )
  expect(new Set(seen.map(({ pid }) => pid)).size).toBe(3)
  expect(new Set(seen.map(({ limit, span }) => `${limit} ${span}`))).toEqual(new Set(['4500ms 26:00:00']))
  expect(seen.every(({ at }) => Math.abs(at - Date.now()) < MINUTE_MS)).toBe(true)
  await checkSettings(pooled.db)
})

test('how statements are planned is said by sessions and roles, whatever the server’s own settings', async () => {
  const plain = openDatabase(database.connection, { maxConnections: 1 })
  onTestFinished(() => plain.close())
  for (const [db, source] of [
    [plain.db, 'client'],
    [pooled.db, 'database user'],
  ] as const) {
    const { rows } = await sql`
      select name, setting, source from pg_settings where name in ('jit', 'random_page_cost') order by name
    `.execute(db)
    expect(rows).toEqual([
      { name: 'jit', setting: 'off', source },
      { name: 'random_page_cost', setting: '1.1', source },
    ])
  }
})

test('nothing is prepared behind it: the session that has a name is another’s the next time', async () => {
  for (let times = 0; times < 40; times++)
    expect((await sql`select ${times}::integer as times`.execute(pooled.db)).rows).toEqual([{ times }])
  const prepared = await sql`select statement from pg_prepared_statements`.execute(pooled.db)
  expect(prepared.rows).toEqual([])
})

test('a pooler whose sessions are older than the settings of the role is said', async () => {
  const other = await newDatabase({ maxConnections: 1 })
  const early = await startTransactionPooler(other.appConnection, 1)
  onTestFinished(() => early.stop())
  const late = openDatabase(through(early), { isPooled: true, maxConnections: 1 })
  onTestFinished(() => late.close())
  await expect(checkSettings(late.db)).rejects.toThrow(/^The pooler at DATABASE_URL .* RECONNECT/)
})

test('a session of our own is opened with them, which no pooler takes', async () => {
  const plain = openDatabase(through(pooler), { maxConnections: 1 })
  onTestFinished(() => plain.close())
  await expect(sql`select 1`.execute(plain.db)).rejects.toThrow('unsupported startup parameter: options')
})

test('what is set already is not set again, and who may not is given the statements', async () => {
  await keepSettings(database.db, role)
  const owner = openDatabase(database.connection, { maxConnections: 1 })
  onTestFinished(() => owner.close())
  const { rows } = await owner.pool.query<{ role: string }>('select current_user as role')
  await expect(keepSettings(database.db, rows[0]!.role)).rejects.toThrow(
    /^The role \w+ has to have .*alter role/,
  )
})

test('calls at the same time, each made twice under one key, act once each', async () => {
  const testApp = await createTestApp({ database: { ...database, db: pooled.db } })
  onTestFinished(() => testApp.close())
  const client = await signedIn(testApp, await buildCustomer(testApp.app))
  const names = Array.from({ length: 12 }, (_, index) => `Home ${index}`)
  const add = (name: string) =>
    client.call('POST /api/add-property', {
      body: { name, address: '1 Bannock St, Denver', lat: 39.7392, lng: -104.9903 },
      headers: { 'idempotency-key': name },
    })
  const answers = await Promise.all([...names, ...names].map(add))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const kept = await pooled.db.selectFrom('property').select('name').orderBy('created_at').execute()
  expect(kept.map(({ name }) => name).sort()).toEqual(names.sort())
})

test('who listens on a line of its own hears what is committed through the pooler', async () => {
  const signals = createSignals(database.appConnection, pino({ level: 'silent' }))
  const words: string[] = []
  const stop = signals.subscribe('crew_task', (word) => words.push(word))
  onTestFinished(stop)
  await expect.poll(() => signals.isConnected()).toBe(true)
  await sql`select pg_notify('crew_task', 'quick')`.execute(pooled.db)
  await expect.poll(() => words).toContain('quick')
})
