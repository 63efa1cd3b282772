import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { quoted } from './backup.ts'
import { type Part, type PartHeader, readParts, verifyBackup } from './backup-file.ts'
import { readTables, type Table } from './catalog.ts'
import { createMigratedSchema } from './migrate.ts'

export type RestoreOptions = {
  /** Of a database opened without a statement timeout. */
  readonly pool: Pool
  readonly dataDir: string
  readonly from: string
  /** Whether what the database holds may go. Otherwise it must be empty. */
  readonly replaces?: boolean
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void
  /** Tests only: another folder of migrations. */
  readonly migrationsFolder?: string
}

/**
 * Puts a backup into a database, in one transaction: it is all there afterwards, or nothing of it. A damaged file is
 * refused before anything is touched. The schema is the backup's; migrate afterwards. Throws one sentence.
 */
export async function restore(options: RestoreOptions): Promise<Record<string, number>> {
  const total = { bytes: 0 }
  await verifyBackup(options.from, (bytes) => (total.bytes += bytes))
  const client = await options.pool.connect()
  try {
    await client.query('begin')
    // Kysely's own migration lock: a server that starts meanwhile waits for us.
    await client.query('select pg_advisory_xact_lock(3853314791062309107)')
    await makeEmpty(client, options.replaces ?? false)
    const rows = await readEverything(client, options, total.bytes)
    await client.query('commit')
    client.release()
    return rows
  } catch (error) {
    await client.query('rollback').catch(() => {})
    client.release(true)
    throw error
  }
}

async function makeEmpty(client: PoolClient, replaces: boolean): Promise<void> {
  const { rows: relations } = await client.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class where relkind in ('r', 'p', 'v', 'm') and relnamespace = current_schema()::regnamespace`,
  )
  if (relations.length > 0 && !replaces)
    throw new Error(
      'The database is not empty; nothing was changed. Give --replace to put the backup in its place.',
    )
  const tables = relations.filter(({ kind }) => kind === 'r' || kind === 'p')
  if (tables.length > 0) await client.query(`drop table ${quoted(tables.map(({ name }) => name))} cascade`)
  const { rows: functions } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = current_schema()::regnamespace
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { name } of functions) await client.query(`drop routine if exists ${name} cascade`)
}

async function readEverything(
  client: PoolClient,
  { from, dataDir, onProgress, migrationsFolder }: RestoreOptions,
  totalBytes: number,
): Promise<Record<string, number>> {
  let done = 0
  let tables: Table[] = []
  const rows: Record<string, number> = {}
  for await (const { header, body } of readParts(from, (bytes) =>
    onProgress?.((done += bytes), totalBytes),
  )) {
    if (header.kind === 'database') tables = await createTables(client, header.migrations, migrationsFolder)
    if (header.kind === 'table') rows[header.name] = await fillTable(client, header, body)
    if (header.kind === 'sequence')
      await client.query('select setval($1::text::regclass, $2, $3)', [
        `"${header.name}"`,
        header.lastValue,
        header.isCalled,
      ])
    if (header.kind === 'file') await putFile(dataDir, header.path, body)
    if (header.kind === 'end') compareRows(header.rows, rows)
  }
  await addKeys(client, tables)
  return rows
}

/** The backup's own schema, empty, without foreign keys and triggers until the rows are there. */
async function createTables(
  client: PoolClient,
  migrations: readonly string[],
  folder: string | undefined,
): Promise<Table[]> {
  await createMigratedSchema(client, migrations, folder)
  const tables = await readTables(client)
  for (const { name, key } of keysOf(tables))
    await client.query(`alter table "${name}" drop constraint "${key.name}"`)
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`)
  await client.query(`truncate ${quoted(tables.map(({ name }) => name))}`)
  return tables
}

async function addKeys(client: PoolClient, tables: readonly Table[]): Promise<void> {
  for (const { name, key } of keysOf(tables))
    await client.query(`alter table "${name}" add constraint "${key.name}" ${key.definition}`)
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`)
  for (const { name } of tables) await client.query(`analyze "${name}"`)
}

function keysOf(tables: readonly Table[]) {
  return tables.flatMap(({ name, constraints }) =>
    constraints.filter((constraint) => constraint.kind === 'foreign key').map((key) => ({ name, key })),
  )
}

async function fillTable(
  client: PoolClient,
  { name, columns }: Extract<PartHeader, { kind: 'table' }>,
  body: Part['body'],
): Promise<number> {
  const stream = client.query(copyFrom(`copy "${name}" (${quoted(columns)}) from stdin`))
  await pipeline(Readable.from(body), stream)
  return stream.rowCount
}

function compareRows(
  expected: Readonly<Record<string, number>>,
  found: Readonly<Record<string, number>>,
): void {
  for (const [name, count] of Object.entries(expected)) {
    if (found[name] !== count) throw new Error(`The table ${name} came out short; nothing was changed.`)
  }
}

/** Files are in place before the rows that name them are committed. */
async function putFile(dataDir: string, path: string, body: Part['body']): Promise<void> {
  const target = resolve(dataDir, path)
  if (!target.startsWith(resolve(dataDir) + sep))
    throw new Error(`The backup names a file outside the data folder: ${path}`)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const unfinished = join(dirname(target), `.${process.pid}.part`)
  {
    await using handle = await open(unfinished, 'w', 0o600)
    for await (const chunk of body) await handle.writeFile(chunk)
    await handle.sync()
  }
  await rename(unfinished, target)
}
