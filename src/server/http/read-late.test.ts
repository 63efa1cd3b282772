import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client as Connection } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FRESH_COOKIE } from '#contract/fresh.ts'
import { LATE_READS } from '#contract/late-reads.ts'
import { DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { around } from '#testing/fill-around.ts'
import { fillGrowth } from '#testing/fill-growth.ts'
import { hotCalls } from '#testing/hot-calls.ts'
import { meet } from '#testing/meet.ts'
import { asRole } from '#testing/database-connection.ts'
import { type OtherPostgres, startOtherPostgres } from '#testing/other-postgres.ts'
import { connectionOf, type OpenDatabase, openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { checkReplica } from '../replica/check-replica.ts'
import { readFollowed, readWritten } from '../replica/queries.ts'
import { type Replica, watchReplica } from '../replica/watch-replica.ts'

const SLOW_MS = 120_000
/** Its age and a look. */
const WITHIN_MS = 3_000

/** The embedded server has no standby. */
const server = await startOtherPostgres()

describe.skipIf(typeof server === 'string')('with a standby that follows the primary', () => {
  const house = server as OtherPostgres
  const { url } = house
  const addStandby = () => house.addStandby()
  let primary: OpenDatabase
  let standby: Awaited<ReturnType<typeof addStandby>>
  let replica: Replica
  let testApp: TestApp
  let operator: Client
  const closing: (() => Promise<unknown>)[] = [() => house.stop()]

  beforeAll(async () => {
    primary = openDatabase(connectionOf(url), { statementTimeoutMs: 0 })
    closing.unshift(() => primary.close())
    await migrate(primary.db)
    const today = dateAt(TEST_START, DEFAULT_TIME_ZONE)
    await fillGrowth(primary.db, { visits: 4_000, visitsOfCustomer: 25, today, also: around })
    standby = await addStandby()
    replica = watch(standby.url)
    const database = { db: primary.db, appConnection: connectionOf(url) }
    testApp = await createTestApp({ database, replica })
    closing.unshift(() => testApp.close())
    operator = await signedIn(testApp, await buildOperator(testApp.app))
    await until('used')
  }, SLOW_MS)
  afterAll(async () => {
    for (const close of closing) await close()
  })

  function watch(at: string): Replica {
    const watched = watchReplica({ primary: primary.db, connection: connectionOf(at) })
    closing.unshift(() => watched.close())
    return watched
  }

  const until = (is: string, of = replica) =>
    vi.waitUntil(() => of.state().is === is, { timeout: 15_000, interval: 20 })

  /** Of the standby, as whoever runs it by hand. */
  async function onStandby(statement: string): Promise<void> {
    const connection = new Connection(standby.url)
    await connection.connect()
    await connection.query(statement)
    await connection.end()
  }

  /** Nobody who is on the primary by now is missed by whoever reads there. */
  const finds = async (name: string, client = operator) =>
    (await client.call('POST /api/search', { body: { text: name } })).text.includes(name)

  /** On a busy machine it may be late for a moment. */
  async function answeredThere<Answer>(ask: () => Promise<Answer>, what = 'it'): Promise<Answer> {
    for (let tries = 0; tries < 20; tries++) {
      await until('used')
      const before = replica.state().answered
      const answer = await ask()
      if (replica.state().answered > before) return answer
    }
    throw new Error(`${what} was never answered by the standby, which is ${JSON.stringify(replica.state())}`)
  }

  async function settleSomebody(name: string): Promise<void> {
    await buildCustomer(testApp.app, { name })
  }

  test('what is named as bearing it is answered there, all of it, as the primary would', async () => {
    const met = await meet(testApp.app)
    const clients = {
      customer: await signedIn(testApp, { userId: met.customerId }),
      crew: await signedIn(testApp, { userId: met.crewId }),
      operator,
    }
    const month = { from: '2026-01-01', to: '2026-02-28' }
    const rest: Readonly<Record<string, () => Promise<{ status: number; text: string }>>> = {
      'GET /api/ageing-csv': () => operator.call('GET /api/ageing-csv'),
      'GET /api/cohorts-csv': () => operator.call('GET /api/cohorts-csv'),
      'GET /api/cohort-rows': () =>
        operator.call('GET /api/cohort-rows', { query: { joined: '2026-01-01', month: '2026-02-01' } }),
      'GET /api/cohort-rows-csv': () =>
        operator.call('GET /api/cohort-rows-csv', { query: { joined: '2026-01-01', month: '2026-02-01' } }),
      'GET /api/export-visits': () => clients.customer.call('GET /api/export-visits', { query: month }),
      'GET /api/numbers-csv': () => operator.call('GET /api/numbers-csv', { query: month }),
      'GET /api/numbers-by-city-csv': () => operator.call('GET /api/numbers-by-city-csv', { query: month }),
      'GET /api/number-rows-csv': () =>
        operator.call('GET /api/number-rows-csv', { query: { ...month, set: 'completed' } }),
      'GET /api/sales-tax-report-csv': () =>
        operator.call('GET /api/sales-tax-report-csv', { query: { period: '2026-01' } }),
      'POST /api/get-on-demand-services': () =>
        operator.call('POST /api/get-on-demand-services', { body: { lat: 39.7, lng: -104.9 } }),
    }
    const hot = hotCalls(clients, met, dateAt(TEST_START, DEFAULT_TIME_ZONE))
    const asks = [...hot, ...Object.entries(rest).map(([key, ask]) => ({ key, ask }))]
    const late = asks.filter(({ key }) => LATE_READS.has(key))
    expect([...LATE_READS].filter((key) => !late.some((each) => each.key === key))).toEqual([])
    for (const { key, ask } of late) {
      const { cameBack } = replica.state()
      const there = await answeredThere(ask, key)
      expect([key, there.status, replica.state().cameBack]).toEqual([key, 200, cameBack])
      const { answered } = replica.state()
      for (const client of Object.values(clients)) client.cookies.set(FRESH_COOKIE, '1')
      const here = await ask()
      for (const client of Object.values(clients)) client.cookies.delete(FRESH_COOKIE)
      expect(replica.state().answered).toBe(answered)
      if (!there.text.includes('%PDF')) expect([key, there.text]).toEqual([key, here.text])
    }
  })

  test('operators and whoever sets it up are told', async () => {
    await until('used')
    const { database } = (await operator.call('GET /api/system-health')).body
    expect(database.replica).toMatchObject({ is: 'used', answered: replica.state().answered })
    const { state, sentence } = await checkReplica(primary.db, connectionOf(standby.url))
    expect([state, sentence]).toEqual(['good', expect.stringContaining('read from the standby')])
    expect(await checkReplica(primary.db, connectionOf(url))).toMatchObject({
      state: 'wrong',
      sentence: expect.stringContaining('follows nobody'),
    })
    const nobody = connectionOf('postgres://crew@127.0.0.1:9/postgres')
    expect(await checkReplica(primary.db, nobody)).toMatchObject({
      state: 'wrong',
      sentence: expect.stringContaining('does not answer'),
    })
  })

  test('a role that may do nothing else may ask how far both are', async () => {
    await sql`create role plain login password 'plain'`.execute(primary.db)
    const asPlain = async <Answer>(at: string, ask: (db: OpenDatabase['db']) => Promise<Answer>) => {
      const opened = openDatabase(asRole(connectionOf(at), { user: 'plain', password: 'plain' }))
      const answer = await ask(opened.db)
      await opened.close()
      return answer
    }
    await vi.waitFor(async () => {
      const written = await asPlain(url, readWritten)
      const followed = await asPlain(standby.url, readFollowed)
      expect(followed).toMatchObject({ cluster: written.cluster, isFed: true })
      expect(followed.position).toBeGreaterThan(0n)
    })
  })

  test('everything else is asked of the primary', async () => {
    const before = replica.state().answered
    expect((await operator.call('GET /api/user')).status).toBe(200)
    expect((await operator.call('GET /api/operator-board')).status).toBe(200)
    expect(replica.state().answered).toBe(before)
  })

  test('who looks as somebody, or for somebody, reads the primary', async () => {
    const before = replica.state().answered
    for (const header of ['seeing-as', 'acting-for'])
      await operator.call('POST /api/search', { body: { text: 'anybody' }, headers: { [header]: 'nobody' } })
    expect(replica.state().answered).toBe(before)
  })

  test('whoever changed something reads it at once, others within a second', async () => {
    await until('used')
    await onStandby('select pg_wal_replay_pause()')
    onTestFinished(() => onStandby('select pg_wal_replay_resume()'))
    const writer = await signedIn(testApp, await buildOperator(testApp.app))
    await until('used')
    await settleSomebody('Zebulon Pike')
    const pausedAt = performance.now()
    expect(await finds('Zebulon Pike')).toBe(false)
    expect(replica.state().is).toBe('used')
    // Whatever it is that may change something.
    await writer.call('POST /api/read-notices', { body: {} })
    expect(writer.cookies.get(FRESH_COOKIE)).toBe('1')
    expect(await finds('Zebulon Pike', writer)).toBe(true)
    while (!(await finds('Zebulon Pike'))) await sleep(20)
    const lateMs = performance.now() - pausedAt
    expect(lateMs).toBeLessThan(1_000 + 300)
    expect(replica.state().is).toBe('late')
    expect(replica.state().atMostMs).toBeGreaterThan(1_000)
  })

  test('is read again once it has caught up, and a primary where nothing happens makes it no older', async () => {
    await until('used')
    await sleep(1_500)
    expect(await answeredThere(() => finds('Zebulon Pike'))).toBe(true)
    expect(replica.state().atMostMs).toBeLessThan(1_000)
  })

  test('reading changes nobody’s cookie, and without a replica nobody has one', async () => {
    operator.cookies.delete(FRESH_COOKIE)
    await finds('Zebulon Pike')
    expect(operator.cookies.has(FRESH_COOKIE)).toBe(false)
    const plain = await createTestApp({ database: { db: primary.db, appConnection: connectionOf(url) } })
    onTestFinished(() => plain.close())
    const somebody = await signedIn(plain, await buildOperator(plain.app))
    expect((await somebody.call('POST /api/read-notices', { body: {} })).status).toBe(200)
    expect(somebody.cookies.has(FRESH_COOKIE)).toBe(false)
  })

  test('what would write there goes on at the primary, and so does what it cancels', async () => {
    await until('used')
    const before = replica.state()
    await replica.read(primary.db, (db) => sql`create table if not exists written (a text)`.execute(db))
    const serializable = await replica.read(primary.db, (db) =>
      db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((trx) => sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(trx)),
    )
    expect(serializable.rows).toEqual([{ is: false }])
    expect(replica.state()).toMatchObject({ answered: before.answered, cameBack: before.cameBack + 2 })
    await expect(replica.read(primary.db, (db) => sql`select from nowhere`.execute(db))).rejects.toThrow(
      'nowhere',
    )
  })

  test('who asks it while it hangs is answered by the primary soon', async () => {
    const line = await openLine(Number(new URL(standby.url).port))
    onTestFinished(line.close)
    const at = new URL(standby.url)
    at.port = String(line.port)
    const behind = watch(at.href)
    await until('used', behind)
    const whom = (db: OpenDatabase['db']) =>
      sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db).then(({ rows }) => rows[0]!.is)
    expect(await behind.read(primary.db, whom)).toBe(true)
    line.freeze()
    const asked = performance.now()
    expect(await behind.read(primary.db, whom)).toBe(false)
    expect(performance.now() - asked).toBeLessThan(WITHIN_MS)
    expect(behind.state().is).toBe('away')
  })

  test('a server of another house is not read', async () => {
    const other = await startOtherPostgres()
    if (typeof other === 'string') throw new Error(other)
    onTestFinished(() => other.stop())
    const foreign = watch(other.url)
    await until('foreign', foreign)
    const ofOther = (await other.addStandby()).url
    expect((await checkReplica(primary.db, connectionOf(ofOther))).sentence).toContain('is not a copy')
    const standbyOfOther = watch(ofOther)
    await until('foreign', standbyOfOther)
    await Promise.all([foreign.close(), standbyOfOther.close()])
  }, 60_000)

  test('one that took the primary’s place is not read, and one that went away neither', async () => {
    await until('used')
    await onStandby('select pg_promote()')
    await until('promoted')
    await settleSomebody('Isabella Bird')
    expect(await finds('Isabella Bird')).toBe(true)
    const next = await addStandby()
    const watched = watch(next.url)
    await until('used', watched)
    const slow = watched.read(primary.db, (db) =>
      sql<{ is: boolean }>`select pg_is_in_recovery() as is, pg_sleep(0.5)`.execute(db),
    )
    await sleep(100)
    await next.stop()
    expect((await slow).rows).toMatchObject([{ is: false }])
    await until('away', watched)
    expect(watched.state().cameBack).toBe(1)
  }, 60_000)
})

/** A way to a port which can be made to carry nothing more, without anybody hearing that it broke. */
async function openLine(target: number) {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const line = createServer((caller) => {
    const there = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [caller, there],
      [there, caller],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (piece) => void (isFrozen || to.write(piece)))
      from.on('close', () => to.destroy())
    }
  })
  await once(line.listen(0, '127.0.0.1'), 'listening')
  const { port } = line.address() as AddressInfo
  return {
    port,
    freeze: () => {
      isFrozen = true
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      line.close()
    },
  }
}
