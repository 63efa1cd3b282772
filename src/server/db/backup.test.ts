import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/database.ts'
import { startOtherPostgres } from '#testing/other-postgres.ts'
import { backup } from './backup.ts'
import { createBackup } from './backup-file.ts'
import { readTables } from './catalog.ts'
import { connectionOf, openDatabase } from './client.ts'
import { migrate, readTexts } from './migrate.ts'
import { restore } from './restore.ts'
import { dumpSchema } from './schema-dump.ts'

const scratch = await mkdtemp(join(tmpdir(), 'crew-backup-'))
afterAll(() => rm(scratch, { recursive: true }))
const now = new Date('2026-03-08T09:00:00Z')
let files = 0

const ODD_TEXT = 'tab\t newline\n return\r backslash\\ \\N \\. "quotes" \'single\' 🧹 é {}'

type Place = { readonly pool: Pool; readonly dataDir: string }

async function emptyPlace(): Promise<Place & { readonly database: TestDatabase }> {
  const database = await newDatabase({ isEmpty: true, statementTimeoutMs: 0 })
  return { database, pool: database.pool, dataDir: await mkdtemp(join(scratch, 'data-')) }
}

/** A migrated database with a row of every sort of value, a chain of references, and a picture. */
async function livedInPlace(): Promise<Place> {
  const { pool } = await newDatabase({ isOwner: true, statementTimeoutMs: 0 })
  const dataDir = await mkdtemp(join(scratch, 'data-'))
  await pool.query(`
    insert into market (id, name, time_zone) values ('m1', 'Denver', 'America/Denver');
    insert into users (id, type, market_id, email, name, password_hash, referral_code, lat, lng, password_changed_at, created_at)
    values ('00000000-0000-4000-8000-000000000001', 'Customer', 'm1', 'a@example.com', 'A', 'x', 'AAAA', 39.73915360000001, -104.98470000000001,
      '2026-11-01 08:30:00.123456+00', '2026-03-08 09:00:00+00');
    insert into users (id, type, market_id, email, name, password_hash, referral_code, sponsor_id, password_changed_at, created_at)
    values ('00000000-0000-4000-8000-000000000002', 'Crew', 'm1', 'b@example.com', '', 'x', 'BBBB',
      '00000000-0000-4000-8000-000000000001', now(), now());
    insert into crew_profile (user_id, range_feet, services)
    values ('00000000-0000-4000-8000-000000000002', 5280, '{"a b","c\\"d",NULL,""}');
    insert into crew_hours values ('00000000-0000-4000-8000-000000000002', 1, '08:00', '24:00');
    insert into ledger_account (kind) values ('a'), ('b');
    insert into ledger_journal (key, kind, at) values ('j1', 'test', now());
    insert into ledger_posting (journal_id, account_id, amount_cents) values (1, 1, 9007199254740991), (1, 2, -9007199254740991);
    insert into session (token_hash, user_id, user_agent, created_at, last_seen_at, authenticated_at, expires_at)
    values ('\\x00ff0a5c4e', '00000000-0000-4000-8000-000000000001', '', now(), now(), now(), now())`)
  await pool.query('insert into installation values ($1, $2, now())', [
    'odd',
    JSON.stringify({ text: ODD_TEXT }),
  ])
  await pool.query('update users set frozen_notes = $1 where type = $2', [ODD_TEXT, 'Customer'])
  await mkdir(join(dataDir, 'photos/visits'), { recursive: true })
  await mkdir(join(dataDir, 'uploads'))
  await writeFile(join(dataDir, 'photos/visits/one.webp'), Buffer.alloc(300_000, 7))
  await writeFile(join(dataDir, 'uploads/unfinished'), 'not worth keeping')
  await mkdir(join(dataDir, 'denver'))
  await writeFile(join(dataDir, 'denver/listings.csv'), 'comes with a clone')
  return { pool, dataDir }
}

async function backUp(place: Place): Promise<string> {
  const to = join(scratch, `${++files}.backup`)
  await backup({ ...place, to, now })
  return to
}

/** Every row of every table as text, and where the sequences stand. */
async function contentOf(pool: Pool): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {}
  for (const { name } of await readTables(pool)) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
    content[name] = rows.map(({ row }) => row)
  }
  const { rows } = await pool.query('select sequencename, last_value from pg_sequences order by 1')
  return { ...content, sequences: rows }
}

async function tableCount(pool: Pool): Promise<number> {
  return (await readTables(pool)).length
}

describe('a backup', () => {
  test('restores every row, sequence, picture and rule elsewhere', async () => {
    const source = await livedInPlace()
    const target = await emptyPlace()
    await restore({ ...target, from: await backUp(source) })
    expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool))
    expect(await dumpSchema(target.pool)).toBe(await dumpSchema(source.pool))
    expect(await readFile(join(target.dataDir, 'photos/visits/one.webp'))).toEqual(Buffer.alloc(300_000, 7))
    expect(await readdir(target.dataDir)).toEqual(['photos'])
    expect(await migrate(target.database.db)).toEqual([])
    await expect(target.pool.query('delete from ledger_posting')).rejects.toThrow(/append-only/)
    const next = await target.pool.query<{ id: number }>(
      `insert into ledger_account (kind) values ('c') returning id`,
    )
    expect(next.rows[0]!.id).toBe(3)
  })

  test('taken under load is one moment: what was written together is there together', async () => {
    const source = await livedInPlace()
    const end = new AbortController()
    const write = async (writer: number) => {
      for (let round = 0; !end.signal.aborted; round++) {
        const key = `pair_${writer}_${round}`
        const client = await source.pool.connect()
        await client.query('begin')
        await client.query(`insert into installation values ($1, '1', now())`, [key])
        await client.query(`insert into coupon values ($1, 'x', 1, null)`, [key])
        await client.query('commit')
        client.release()
      }
    }
    const writers = [1, 2, 3].map(write)
    await expect
      .poll(async () => (await source.pool.query('select from coupon')).rowCount)
      .toBeGreaterThan(50)
    const from = await backUp(source)
    end.abort()
    await Promise.all(writers)

    const target = await emptyPlace()
    await restore({ ...target, from })
    const { rows } = await target.pool.query<{ code: string | null; key: string | null }>(
      `select code, key from coupon full join (select key from installation where key like 'pair%') s on key = code`,
    )
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ code, key }) => code === null || key === null)).toEqual([])
  })

  test('never overwrites a file, and leaves none behind when it fails', async () => {
    const source = await livedInPlace()
    const to = await backUp(source)
    await expect(backup({ ...source, to, now })).rejects.toThrow(/There is already a file/)
    const nothing = await emptyPlace()
    const before = await readdir(scratch)
    await expect(backup({ ...nothing, to: join(scratch, 'never.backup'), now })).rejects.toThrow(
      /nothing to back up/,
    )
    expect(await readdir(scratch)).toEqual(before)
  })
})

describe('restore', () => {
  test('refuses a file with one damaged byte anywhere, or cut short, and changes nothing', async () => {
    const whole = await readFile(await backUp(await livedInPlace()))
    const target = await emptyPlace()
    const damaged = join(scratch, 'damaged.backup')
    const places = [0, 9, 100, whole.length >> 1, whole.length - 40, whole.length - 1]
    for (const place of places) {
      const bytes = Buffer.from(whole)
      bytes[place]! ^= 1
      await writeFile(damaged, bytes)
      await expect(restore({ ...target, from: damaged })).rejects.toThrow(/is damaged or no whole backup/)
    }
    await writeFile(damaged, whole)
    for (const length of [whole.length - 1, whole.length - 33, whole.length >> 1, 45, 8, 0]) {
      await truncate(damaged, length)
      await expect(restore({ ...target, from: damaged })).rejects.toThrow(/is damaged or no whole backup/)
    }
    expect(await tableCount(target.pool)).toBe(0)
    expect(await readdir(target.dataDir)).toEqual([])
  })

  test('refuses a database with something in it, unless it is to be replaced', async () => {
    const source = await livedInPlace()
    const from = await backUp(source)
    const target = await livedInPlace()
    await target.pool.query(`insert into coupon values ('OLD', 'old', 1, null)`)
    const before = await contentOf(target.pool)
    await expect(restore({ ...target, from })).rejects.toThrow(/is not empty; nothing was changed/)
    expect(await contentOf(target.pool)).toEqual(before)
    await restore({ ...target, from, replaces: true })
    expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool))
  })

  test('that fails halfway leaves the database as it was', async () => {
    const from = join(scratch, 'orphan.backup')
    const writer = await createBackup(from)
    await writer.add({
      kind: 'database',
      migrations: Object.keys(await readTexts()),
      takenAt: now.toISOString(),
    })
    const orphan = (async function* () {
      yield Buffer.from(`k\t00000000-0000-4000-8000-00000000000f\n`)
    })()
    await writer.add({ kind: 'table', name: 'property_group', columns: ['name', 'customer_id'] }, orphan)
    await writer.add({ kind: 'end', parts: 2, rows: { property_group: 1 } })
    await writer.finish()
    const target = await emptyPlace()
    await expect(restore({ ...target, from })).rejects.toThrow(/violates/)
    expect(await tableCount(target.pool)).toBe(0)
  })

  test.each([
    [
      'a newer release',
      { kind: 'database', migrations: ['9999-later'], takenAt: '' },
      /made by a newer release/,
    ],
    ['a path out of the data folder', { kind: 'file', path: '../outside' }, /outside the data folder/],
  ] as const)('refuses %s', async (_what, header, sentence) => {
    const from = join(scratch, `${++files}.backup`)
    const writer = await createBackup(from)
    await writer.add(header)
    await writer.add({ kind: 'end', parts: 1, rows: {} })
    await writer.finish()
    await expect(restore({ ...(await emptyPlace()), from })).rejects.toThrow(sentence)
  })

  test('says that there is no such file', async () => {
    const target = await emptyPlace()
    await expect(restore({ ...target, from: '/nowhere.backup' })).rejects.toThrow(
      'There is no file /nowhere.backup.',
    )
  })

  test('goes from the embedded server to another one and back with every row', async (context) => {
    const server = await startOtherPostgres()
    if (typeof server === 'string') return context.skip(server)
    const other = openDatabase(connectionOf(server.url), { statementTimeoutMs: 0 })
    try {
      const source = await livedInPlace()
      const there = { pool: other.pool, dataDir: await mkdtemp(join(scratch, 'data-')) }
      await restore({ ...there, from: await backUp(source) })
      expect(await contentOf(there.pool)).toEqual(await contentOf(source.pool))
      const back = await emptyPlace()
      await restore({ ...back, from: await backUp(there) })
      expect(await contentOf(back.pool)).toEqual(await contentOf(source.pool))
      expect(await readdir(join(back.dataDir, 'photos/visits'))).toEqual(['one.webp'])
    } finally {
      await other.close()
      await server.stop()
    }
  })
})

/** Asked of the database itself, also of those that are divided into parts; the migrations' own are made by migrating. */
async function tablesIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and relname !~ '^kysely_'`)
  return rows.map(({ name }) => name).sort()
}

test('every table there is stands in the backup and comes back, with rows or without', async () => {
  const { pool } = await newDatabase({ isOwner: true, statementTimeoutMs: 0 })
  const target = await newDatabase({ isEmpty: true, statementTimeoutMs: 0 })
  const tables = await tablesIn(pool)
  expect(tables.length).toBeGreaterThan(100)
  const to = join(scratch, 'whole.backup')
  const written = await backup({ pool, dataDir: scratch, to, now: new Date() })
  expect(Object.keys(written).sort()).toEqual(tables)
  const back = await restore({ pool: target.pool, dataDir: join(scratch, 'back'), from: to })
  expect(back).toEqual(written)
  expect(await tablesIn(target.pool)).toEqual(tables)
})
