import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type BackupWriter, createBackup } from './backup-file.ts'
import { readTables, type Table } from './catalog.ts'

export type BackupOptions = {
  /** Of a database opened without a statement timeout. */
  readonly pool: Pool
  /** Photos and other files of people are taken from here; PostgreSQL's own are not. */
  readonly dataDir: string
  readonly to: string
  readonly now: Date
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void
}

/**
 * What is no one's belongings in the data folder: the server's files, unfinished uploads, parts of builds, and the public figures that
 * a clone brings along there.
 */
const LEFT_OUT = /^(postgres|postgresql-.*|copying-.*|uploads|builds|denver|feeds|routing|README\.md)$/

/**
 * Writes one moment of the database, and the files its rows name, into one file, while everybody goes on working.
 * Answers the rows of each table. Throws with nothing left behind.
 */
export async function backup(options: BackupOptions): Promise<Record<string, number>> {
  const writer = await createBackup(options.to)
  const client = await options.pool.connect()
  try {
    // One snapshot for every table. Files are put before the rows that name them are committed, so those read
    // after the snapshot was taken are all there.
    await client.query('start transaction isolation level repeatable read read only')
    const rows = await writeEverything(client, writer, options)
    await client.query('commit')
    await writer.finish()
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    await writer.abandon()
    throw error
  }
}

/** What the page of the system's health shows: when the last backup was made, and how large it is. */
export async function noteBackup(
  pool: Pool,
  { now, bytes, rows }: { readonly now: Date; readonly bytes: number; readonly rows: number },
): Promise<void> {
  await pool.query(
    `insert into installation (key, value, updated_at) values ('backup', $1, $2)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [JSON.stringify({ backedUpAt: now.getTime(), bytes, rows }), now],
  )
}

async function writeEverything(
  client: PoolClient,
  writer: BackupWriter,
  { dataDir, now, onProgress }: BackupOptions,
): Promise<Record<string, number>> {
  const migrations = await readMigrations(client)
  const tables = await readTables(client)
  const files = await filesBelow(dataDir)
  const total = (await databaseBytes(client)) + files.reduce((sum, file) => sum + file.bytes, 0)
  let done = 0
  const advance = (bytes: number) => onProgress?.(Math.min((done += bytes), total), total)

  await writer.add({
    kind: 'database',
    migrations,
    takenAt: now.toISOString(),
  })
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = await addTable(client, writer, table, advance)
  const sequences = await readSequences(client)
  for (const sequence of sequences) await writer.add({ kind: 'sequence', ...sequence })
  for (const { path } of files)
    await writer.add({ kind: 'file', path }, counted(createReadStream(join(dataDir, path)), advance))
  await writer.add({ kind: 'end', parts: 1 + tables.length + sequences.length + files.length, rows })
  onProgress?.(total, total)
  return rows
}

async function readMigrations(client: PoolClient): Promise<string[]> {
  const { rows: known } = await client.query<{ is: boolean }>(
    `select to_regclass('kysely_migration') is not null as is`,
  )
  if (!known[0]!.is) throw new Error('The database holds nothing of Crew yet: there is nothing to back up.')
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

async function addTable(
  client: PoolClient,
  writer: BackupWriter,
  { name, columns }: Table,
  advance: (bytes: number) => void,
): Promise<number> {
  const stored = columns.filter((column) => !column.isGenerated).map((column) => column.name)
  const stream = client.query(copyTo(`copy "${name}" (${quoted(stored)}) to stdout`))
  await writer.add({ kind: 'table', name, columns: stored }, counted(stream, advance))
  return stream.rowCount
}

/** Column names as SQL writes them. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

async function readSequences(
  client: PoolClient,
): Promise<{ name: string; lastValue: string; isCalled: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    'select sequencename as name from pg_sequences where schemaname = current_schema() order by 1',
  )
  const sequences = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from "${name}"`,
    )
    sequences.push({ name, ...values[0]! })
  }
  return sequences
}

/** Roughly what the tables will give, for the progress only. */
async function databaseBytes(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_table_size(oid)), 0)::bigint as bytes from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  )
  return rows[0]!.bytes
}

async function filesBelow(dataDir: string): Promise<{ path: string; bytes: number }[]> {
  const files: { path: string; bytes: number }[] = []
  const look = async (folder: string) => {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (folder === '' && LEFT_OUT.test(entry.name)) continue
      if (entry.isDirectory()) await look(path)
      else if (entry.isFile() && !entry.name.endsWith('.part'))
        files.push({ path, bytes: (await stat(join(dataDir, path))).size })
    }
  }
  await look('')
  return files
}

async function* counted(
  source: AsyncIterable<Buffer>,
  advance: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    advance(chunk.length)
    yield chunk
  }
}
