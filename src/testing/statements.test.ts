import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newDatabase } from './database.ts'
import {
  keepUnderstood,
  leaveStatements,
  readUnderstood,
  refusedBy,
  shapeOf,
  watchStatements,
} from './statements.ts'

const folder = await mkdtemp(join(tmpdir(), 'crew-statements-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['select $1::int, $2', 'select  $2::int,\n$1'],
  ['insert into a (b, c) values ($1, $2)', 'insert into a (b, c) values ($1, $2), ($3, $4), ($5, $6)'],
  ['select 1 where a in ($1)', 'select 1 where a in ($1, $2, $3)'],
])('%j has the shape of %j', (one, other) => {
  expect(shapeOf(one)).toBe(shapeOf(other))
})

test.each([
  ['select a', 'select b'],
  ['insert into a (b) values ($1)', 'insert into a (b) values ($1) on conflict do nothing'],
])('%j has another shape than %j', (one, other) => {
  expect(shapeOf(one)).not.toBe(shapeOf(other))
})

test('what another server does not know is found among what a run has sent, and nothing of a test’s own', async () => {
  const [one, other] = [await newDatabase({ isOwner: true }), await newDatabase({ isOwner: true })]
  // As a function that came with a release: known here, unknown there.
  await sql`create function newest(int) returns int language sql as 'select $1'`.execute(one.db)
  watchStatements()
  await sql`select newest(${7}::int) as planted`.execute(one.db)
  await one.pool.query('-- by the driver\nselect id as planted_too from users where id = $1', [null])
  await one.db.transaction().execute(async (transaction) => {
    await sql`create table own_of_a_test (id int)`.execute(transaction)
    await sql`select id as unplanted from own_of_a_test`.execute(transaction)
    await sql`drop table own_of_a_test`.execute(transaction)
  })
  await leaveStatements(folder)
  await keepUnderstood(folder, one.connection)

  const kept = (await readUnderstood(folder))!
  expect(kept.filter((text) => text.includes('planted'))).toEqual([
    'select newest($1::int) as planted',
    expect.stringContaining('planted_too'),
  ])
  expect(await refusedBy(one.connection, kept)).toEqual([])
  expect(await refusedBy(other.connection, kept)).toEqual([
    { text: 'select newest($1::int) as planted', reason: expect.stringContaining('newest') },
  ])
})

test('files that failed and run once more add to what the run has kept', async () => {
  const again = await mkdtemp(join(tmpdir(), 'crew-statements-'))
  const { connection, db } = await newDatabase({ isOwner: true })
  watchStatements()
  for (const text of ['select 1 as of_all', 'select 1 as of_one_again']) {
    await sql.raw(text).execute(db)
    await leaveStatements(again)
    await keepUnderstood(again, connection)
  }
  const kept = (await readUnderstood(again))!
  expect(kept.filter((text) => text.includes('as of_'))).toEqual([
    'select 1 as of_all',
    'select 1 as of_one_again',
  ])
  await rm(again, { recursive: true, force: true })
})

test('several statements at once are refused, and none of them is carried out', async () => {
  const { connection, db } = await newDatabase({ isOwner: true })
  const [refused] = await refusedBy(connection, ['select 1; create table left_over (id int)'])
  expect(refused?.reason).toMatch(/multiple commands/)
  const { rows } = await sql`select to_regclass('left_over') as found`.execute(db)
  expect(rows).toEqual([{ found: null }])
})

test('where no run has kept any there is none', async () => {
  expect(await readUnderstood(join(folder, 'nowhere'))).toBeNull()
})
