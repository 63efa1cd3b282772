import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { instant } from '#domain/time.ts'
import { newDatabase } from '#testing/database.ts'
import { inTransaction, openDatabase, toJson, toTimestamp } from './client.ts'
import { isConflict, isUnavailable } from './errors.ts'

const { db, pool } = await newDatabase({ isOwner: true })

async function valueOf(expression: string): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

describe('what comes out of the database', () => {
  test.each([
    ['a day is text', `date '2026-03-08'`, '2026-03-08'],
    [
      'an instant is epoch milliseconds',
      `timestamptz '2026-03-08 09:00:00.25-07'`,
      Date.UTC(2026, 2, 8, 16, 0, 0, 250),
    ],
    ['a time of day is HH:MM', `time '09:30'`, '09:30'],
    ['the end of a day is 24:00', `time '24:00'`, '24:00'],
    ['a bigint is a number', `9007199254740991::bigint`, Number.MAX_SAFE_INTEGER],
    ['a numeric keeps its digits', `0.1::numeric(5,3)`, '0.100'],
    ['days in an array are text', `array['2026-03-08'::date, null]`, ['2026-03-08', null]],
    ['small integers in an array are numbers', `'{1,7}'::smallint[]`, [1, 7]],
    ['bigints in nested arrays are numbers', `'{{1},{2}}'::bigint[]`, [[1], [2]]],
    ['a timestamp without a zone stays text', `timestamp '2026-03-08 09:00'`, '2026-03-08 09:00:00'],
  ])('%s', async (_sentence, expression, expected) => {
    expect(await valueOf(expression)).toEqual(expected)
  })

  test('a bigint beyond the safe integers is an error, not a near miss', async () => {
    await expect(valueOf('9007199254740993::bigint')).rejects.toThrow(/beyond the safe integers/)
  })

  test('an infinite timestamp is an error', async () => {
    await expect(valueOf(`'infinity'::timestamptz`)).rejects.toThrow(/not an instant/)
  })
})

test('an instant and JSON go in and come back as they were', async () => {
  const at = instant(Date.UTC(2026, 10, 1, 8, 30, 15, 123))
  const { rows } = await sql<{ at: number; json: unknown }>`
    select ${toTimestamp(at)}::timestamptz as at, ${toJson([1, { a: null }])}::jsonb as json
  `.execute(db)
  expect(rows).toEqual([{ at, json: [1, { a: null }] }])
})

test.each([
  ['a name that stands for two addresses', new AggregateError([refused('::1'), refused('127.0.0.1')]), true],
  ['a server that only reads by now', Object.assign(new Error('read-only'), { code: '25006' }), true],
  ['a commit of which nobody knows', Object.assign(new Error('unknown'), { code: '08007' }), true],
  ['two faults of our own', new AggregateError([new Error('a'), refused('127.0.0.1')]), false],
  ['nothing at all', new AggregateError([]), false],
])('whether a database is away: %s', (_what, error, isAway) => {
  expect(isUnavailable(error)).toBe(isAway)
})

function refused(address: string): Error {
  return Object.assign(new Error(`connect ECONNREFUSED ${address}:5432`), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
}

test('a statement that takes too long ends and reads as unavailable', async () => {
  const hasty = await newDatabase({ statementTimeoutMs: 100 })
  const error = await sql`select pg_sleep(5)`.execute(hasty.db).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: '57014' })
  expect(isUnavailable(error)).toBe(true)
})

test('when the server closes the connections, the pool reports it and opens new ones', async () => {
  const onConnectionError = vi.fn()
  const { pool: broken } = await newDatabase({ onConnectionError })
  await broken.query('select 1')
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1`,
    [(await broken.query<{ name: string }>('select current_database() as name')).rows[0]!.name],
  )
  await expect.poll(() => onConnectionError.mock.calls.length).toBeGreaterThan(0)
  await expect
    .poll(() =>
      broken.query('select 1').then(
        () => 'answers',
        () => 'broken',
      ),
    )
    .toBe('answers')
})

test('a connection that breaks while the pool is closed is not reported', async () => {
  const onConnectionError = vi.fn()
  const { connection } = await newDatabase()
  const closing = openDatabase(connection, { onConnectionError })
  const client = await closing.pool.connect()
  client.release()
  const closed = closing.close()
  client.emit('error', new Error('terminating connection'))
  await closed
  expect(onConnectionError).not.toHaveBeenCalled()
})

describe('inTransaction', () => {
  test('fifty at once that read and then write keep every increment', async () => {
    await pool.query('create table counter (id integer primary key, value integer not null)')
    await pool.query('insert into counter values (1, 0)')
    const increment = () =>
      inTransaction(db, async (transaction) => {
        const { rows } = await sql<{ value: number }>`select value from counter where id = 1`.execute(
          transaction,
        )
        await sql`update counter set value = ${rows[0]!.value + 1} where id = 1`.execute(transaction)
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, increment))
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled').length
    expect(await valueOf('(select value from counter where id = 1)')).toBe(done)
    expect(done).toBe(50)
  })

  test('two that read each other’s rows before writing cannot both have been first', async () => {
    await pool.query('create table on_call (name text primary key, is_on boolean not null)')
    await pool.query(`insert into on_call values ('a', true), ('b', true)`)
    const leave = (name: string) =>
      inTransaction(db, async (transaction) => {
        const { rows } = await sql<{ count: number }>`select count(*) from on_call where is_on`.execute(
          transaction,
        )
        if (rows[0]!.count > 1)
          await sql`update on_call set is_on = false where name = ${name}`.execute(transaction)
      })
    await Promise.all([leave('a'), leave('b')])
    expect(await valueOf('(select count(*) from on_call where is_on)')).toBe(1)
  })

  test('an error of the work rolls everything back and comes out unchanged', async () => {
    await pool.query('create table note (text text)')
    const failure = new Error('on purpose')
    const work = inTransaction(db, async (transaction) => {
      await sql`insert into note values ('half')`.execute(transaction)
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    expect(await valueOf('(select count(*) from note)')).toBe(0)
  })

  test('inside a transaction it joins the one that is open', async () => {
    await pool.query('create table joined (text text)')
    const outer = inTransaction(db, async (transaction) => {
      await inTransaction(transaction, (inner) => sql`insert into joined values ('x')`.execute(inner))
      throw new Error('undo both')
    })
    await expect(outer).rejects.toThrow('undo both')
    expect(await valueOf('(select count(*) from joined)')).toBe(0)
  })

  test('what broke before its commit is done once, by another connection', async () => {
    await pool.query('create table kept (text text)')
    let attempts = 0
    await inTransaction(db, async (transaction) => {
      attempts++
      await sql`insert into kept values ('once')`.execute(transaction)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      if (attempts < 3) await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
      await sql`select 1`.execute(transaction)
    })
    expect([attempts, await valueOf('(select count(*) from kept)')]).toEqual([3, 1])
  })

  test('what broke at its commit may be done, and is not done again', async () => {
    const { connection } = await newDatabase({ isOwner: true })
    const own = openDatabase(connection, { maxConnections: 1 })
    await own.pool.query('create table perhaps (text text)')
    const client = await own.pool.connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    client.query = (async (...args: unknown[]) => {
      const answer = await query(...args)
      if (args[0] === 'commit') throw new Error('Connection terminated unexpectedly')
      return answer
    }) as typeof client.query
    client.release()
    let attempts = 0
    const work = inTransaction(own.db, async (transaction) => {
      attempts++
      await sql`insert into perhaps values ('once')`.execute(transaction)
    })
    await expect(work).rejects.toThrow('Connection terminated')
    const { rows } = await own.pool.query<{ count: number }>('select count(*) as count from perhaps')
    expect([attempts, rows[0]!.count]).toEqual([1, 1])
    await own.close()
  })

  test('a database that stays away is said after a moment', async () => {
    const away = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
    const startedAt = performance.now()
    const error = await inTransaction(away.db, async () => {}).catch((caught: unknown) => caught)
    expect(isUnavailable(error)).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    await away.close()
  })

  test('a conflict that never ends is given up and named', async () => {
    let attempts = 0
    const work = inTransaction(db, async (transaction) => {
      attempts++
      await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(transaction)
    })
    const error = await work.catch((caught: unknown) => caught)
    expect(isConflict(error)).toBe(true)
    expect(attempts).toBe(10)
  })
})
