import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator, type MigratorProps } from 'kysely/migration'
import type { ClientBase } from 'pg'
import { dropSharedViews, makeSharedViews } from '../shared-views/queries.ts'

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Brings a database to the newest schema: numbered SQL files, forward only, each once, under an advisory lock, all of
 * a start in one transaction. Answers the names that ran. Throws one sentence for a database of a newer release.
 * Needs a database opened without a statement timeout.
 */
export async function migrate(db: MigratorProps['db'], folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const isBehind = (await migrator.getMigrations()).some(({ executedAt }) => executedAt === undefined)
  if (isBehind) await dropSharedViews(db)
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) {
    await makeSharedViews(db)
    return results.map((result) => result.migrationName)
  }
  const failed = results.find((result) => result.status === 'Error')
  const reason = error instanceof Error ? error.message : 'unknown reason'
  if (/previously executed migration .* is missing/.test(reason))
    throw new Error('The database was made by a newer release of Crew; start that release instead.', {
      cause: error,
    })
  throw new Error(
    `The database could not be migrated${failed ? ` (${failed.migrationName})` : ''}: ${reason}`,
    {
      cause: error,
    },
  )
}

/**
 * Makes the schema that a database had after the named migrations, inside the caller's transaction, with Kysely's
 * bookkeeping. Throws one sentence when this release does not know one of them.
 */
export async function createMigratedSchema(
  client: ClientBase,
  names: readonly string[],
  folder = MIGRATIONS_FOLDER,
): Promise<void> {
  const texts = await readTexts(folder)
  if (names.some((name, index) => Object.keys(texts)[index] !== name))
    throw new Error('The backup was made by a newer release of Crew; restore it with that release.')
  for (const name of names) await client.query(texts[name]!)
  await client.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null);
    insert into kysely_migration_lock values ('migration_lock', 0)`)
  for (const name of names)
    await client.query('insert into kysely_migration values ($1, $2)', [name, new Date().toISOString()])
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const entries = Object.entries(await readTexts(folder)).map(([name, text]): [string, Migration] => [
    name,
    { up: async (db) => void (await sql.raw(text).execute(db)) },
  ])
  return Object.fromEntries(entries)
}

export async function readTexts(folder = MIGRATIONS_FOLDER): Promise<Record<string, string>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = files.map((name) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
  const wrong = files.find(
    (_, index) => numbers[index] === undefined || numbers[index] === numbers[index - 1],
  )
  if (wrong) throw new Error(`Migrations are named 0001-name.sql, each number once: ${wrong} is not.`)
  const entries = files.map(
    async (name) => [name.replace('.sql', ''), await readFile(join(folder, name), 'utf8')] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}
