import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/database.ts'
import { inTransaction, type OpenDatabase, openDatabase } from '../db/client.ts'
import { createStatementNames } from './statement-names.ts'

const OFTEN = 10

let owner: TestDatabase
let opened: OpenDatabase
beforeEach(async () => {
  owner = await newDatabase({ isOwner: true, maxConnections: 1 })
  await owner.pool.query('create table cup (id integer primary key, color text not null)')
  await owner.pool.query(`insert into cup values (1, 'red'), (2, 'blue')`)
  // One connection: what it has prepared can be asked.
  opened = openDatabase(owner.connection, { maxConnections: 1 })
  const { close } = opened
  onTestFinished(close)
})

async function prepared(): Promise<readonly string[]> {
  const { rows } = await opened.pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements order by prepare_time',
  )
  return rows.map(({ statement }) => statement)
}

const cup = (id: number, db: OpenDatabase['db'] = opened.db) =>
  sql<Record<string, unknown>>`select * from cup where id = ${id}`.execute(db).then(({ rows }) => rows[0])

async function askOften(): Promise<void> {
  for (let times = 0; times < OFTEN + 2; times++) await cup(1)
}

test('what is asked again and again is prepared once, and answers by what it is asked with', async () => {
  for (let times = 1; times < OFTEN; times++) await cup(1)
  expect(await prepared()).toEqual([])
  expect(await cup(1)).toEqual({ id: 1, color: 'red' })
  expect(await cup(2)).toEqual({ id: 2, color: 'blue' })
  expect(await cup(3)).toBeUndefined()
  expect(await prepared()).toEqual(['select * from cup where id = $1'])
})

test('beginning and ending a transaction is not prepared', async () => {
  for (let times = 0; times < OFTEN + 2; times++) await inTransaction(opened.db, (trx) => cup(1, trx))
  expect(await prepared()).toEqual(['select * from cup where id = $1'])
})

describe('a table that another release changed meanwhile is read as it is now', () => {
  const grow = () => owner.pool.query(`alter table cup add column handle boolean not null default true`)
  const now = { id: 2, color: 'blue', handle: true }

  test('by a statement alone', async () => {
    await askOften()
    await grow()
    expect(await cup(2)).toEqual(now)
    expect(await cup(2)).toEqual(now)
  })

  test('in a transaction, which is done again from its start', async () => {
    await askOften()
    await grow()
    let tries = 0
    const read = await inTransaction(opened.db, async (trx) => {
      tries++
      await sql`insert into cup values (${10 + tries}, 'green')`.execute(trx)
      return cup(2, trx)
    })
    expect(read).toEqual(now)
    expect(tries).toBe(2)
    const { rows } = await opened.pool.query(`select id from cup where color = 'green'`)
    expect(rows).toEqual([{ id: 12 }])
  })
})

test.each([
  ['a statement alone', () => cup(2)],
  ['a transaction', () => inTransaction(opened.db, (trx) => cup(2, trx))],
])('a session that is another’s now, behind a pooler that nobody told us of: %s', async (_what, ask) => {
  await askOften()
  await opened.pool.query('deallocate all')
  expect(await ask()).toEqual({ id: 2, color: 'blue' })
  await askOften()
  expect(await prepared()).toEqual([])
})

test('where other tables stand before ours for a transaction, nothing is read by a plan of ours', async () => {
  await askOften()
  await owner.pool.query(`create schema front; create table front.cup as select 1 as id, 'white' as color`)
  const read = await inTransaction(opened.db, async (trx) => {
    await sql`select set_config('search_path', 'front, public', true)`.execute(trx)
    return cup(1, trx)
  })
  expect(read).toEqual({ id: 1, color: 'white' })
  expect(await cup(1)).toEqual({ id: 1, color: 'red' })
  const { rows } = await opened.pool.query<{ plans: number }>(
    'select generic_plans + custom_plans as plans from pg_prepared_statements',
  )
  // Of twelve times the tenth gave it its name; then once more.
  expect(rows).toEqual([{ plans: 4 }])
})

describe('names', () => {
  const askAll = (names: ReturnType<typeof createStatementNames>, texts: readonly string[]) => {
    for (let times = 0; times < OFTEN; times++) for (const text of texts) names.nameOf(text)
    return texts.filter((text) => names.nameOf(text) !== undefined)
  }
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `select ${index} where $1`)

  test('are never more than a connection can keep', () => {
    const names = createStatementNames()
    expect(askAll(names, texts(300))).toHaveLength(300)
    expect(askAll(names, texts(2_000))).toHaveLength(400)
  })

  test('are not kept from what people ask by lists of every length, which are asked once', () => {
    const names = createStatementNames()
    for (let length = 0; length < 20_000; length++) names.nameOf(`select from cup where id in (${length})`)
    expect(askAll(names, texts(400))).toHaveLength(400)
  })

  test.each([
    'begin',
    'commit',
    'set transaction isolation level serializable',
    'listen crew_live',
    'update cup set color = $1 where id = any($2)',
    'with some as (select 1) insert into cup select $1',
  ])('none is for what has no plan, or changes rows: %s', (text) => {
    expect(askAll(createStatementNames(), [text])).toEqual([])
  })
})
