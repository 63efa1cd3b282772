import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newDatabase } from '#testing/database.ts'
import { openDatabase } from './client.ts'
import { migrate, readTexts } from './migrate.ts'

const scratch = await mkdtemp(join(tmpdir(), 'crew-migrations-'))
afterAll(() => rm(scratch, { recursive: true }))

const emptyDatabase = () => newDatabase({ isEmpty: true, statementTimeoutMs: 0 })

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'm-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

test('an empty database gets every migration in sequence, a second time nothing', async () => {
  const { db, pool } = await emptyDatabase()
  const names = Object.keys(await readTexts())
  expect(await migrate(db)).toEqual(names)
  expect(await migrate(db)).toEqual([])
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('four servers that start on an empty database at once all succeed, and each migration runs once', async () => {
  const { connection } = await emptyDatabase()
  const servers = [1, 2, 3, 4].map(() => openDatabase(connection, { statementTimeoutMs: 0 }))
  const runs = await Promise.all(servers.map(({ db }) => migrate(db)))
  await Promise.all(servers.map(({ close }) => close()))
  expect(runs.flat()).toEqual(Object.keys(await readTexts()))
})

test('a migration that fails leaves nothing of itself and of those before it in the same start', async () => {
  const { db, pool } = await emptyDatabase()
  const folder = await folderOf({
    '0001-good.sql': 'create table a ()',
    '0002-bad.sql': 'create table b (); select 1 / 0',
  })
  await expect(migrate(db, folder)).rejects.toThrow(
    'The database could not be migrated (0002-bad): division by zero',
  )
  const { rows } = await pool.query(`select to_regclass('a') as a, to_regclass('b') as b`)
  expect(rows).toEqual([{ a: null, b: null }])
  await writeFile(join(folder, '0002-bad.sql'), 'create table b ()')
  expect(await migrate(db, folder)).toEqual(['0001-good', '0002-bad'])
})

test('a database of a newer release is refused in one sentence', async () => {
  const { db } = await emptyDatabase()
  await migrate(db, await folderOf({ '0001-a.sql': 'select 1', '0002-b.sql': 'select 1' }))
  await expect(migrate(db, await folderOf({ '0001-a.sql': 'select 1' }))).rejects.toThrow(
    'The database was made by a newer release of Crew; start that release instead.',
  )
})

test('two files of one number are refused', async () => {
  const folder = await folderOf({ '0001-a.sql': '', '0001-b.sql': '' })
  await expect(readTexts(folder)).rejects.toThrow('each number once: 0001-b.sql is not')
})

test.each([['1-first.sql'], ['0001-First.sql'], ['first.sql']])(
  'a file named %s is refused',
  async (name) => {
    await expect(readTexts(await folderOf({ [name]: '' }))).rejects.toThrow(
      /named 0001-name.sql, each number once/,
    )
  },
)

test('0023 keeps what was set and what waits under their new names, and settings append-only', async () => {
  const { db, pool } = await emptyDatabase()
  const before = Object.entries(await readTexts()).filter(([name]) => name < '0023')
  await migrate(db, await folderOf(Object.fromEntries(before.map(([name, text]) => [`${name}.sql`, text]))))
  await pool.query(`
    insert into setting (key, value, in_force_from, created_at) values ('commissionHoldDays', '9', now(), now());
    insert into task (kind, payload, run_at, created_at, lane)
    values ('tell_order_end', '{}', now(), now(), 'quick'), ('charge_payment', '{}', now(), now(), 'payments')`)
  await migrate(db)
  const { rows: settings } = await pool.query('select key, value from setting')
  expect(settings).toEqual([{ key: 'commissionMaturityDays', value: 9 }])
  const { rows: tasks } = await pool.query<{ kind: string }>('select kind from task order by id')
  expect(tasks.map(({ kind }) => kind)).toEqual(['notify_order_end', 'charge_payment'])
  await expect(pool.query('delete from setting')).rejects.toThrow('settings are append-only')
})
