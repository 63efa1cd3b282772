import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Client, type PoolConfig } from 'pg'
import { afterAll, inject } from 'vitest'
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '#server/db/client.ts'
import type { Database } from '#server/db/tables.ts'
import { asRole, inDatabase } from './database-connection.ts'

export type TestDatabase = OpenDatabase & {
  /** By the role that owns the tables; `db` and `pool` work by the application's, as in a real house. */
  readonly connection: PoolConfig
  readonly appConnection: PoolConfig
}

let shared: Promise<TestDatabase> | undefined

const opened: OpenDatabase[] = []
// Asked for here, while the file is read: within a hook or a test it is too late, and connections of one file would
// stay with the process, which goes on with the next.
afterAll(async () => {
  for (const database of opened.splice(0)) await database.close()
})

/**
 * The test file's own database, migrated and empty: cloned on the first call, the same on every later one. A test
 * builds its world with fresh ids and cleans nothing up.
 */
export function testDatabase(): Promise<TestDatabase> {
  shared ??= newDatabase()
  return shared
}

/** What only the owner of the tables may do with the file's database: emptying the books, breaking a table. */
export async function asOwner<Result>(
  work: (db: Kysely<Database>) => Promise<Result>,
  options: DatabaseOptions = {},
): Promise<Result> {
  const { connection } = await testDatabase()
  const owner = openDatabase(connection, { ...options, maxConnections: 1 })
  try {
    return await work(owner.db)
  } finally {
    await owner.close()
  }
}

type NewDatabase = DatabaseOptions & {
  /** Without any table; it is open to its owner. */
  readonly isEmpty?: boolean
  /** By the role that owns the tables, as for a migration. */
  readonly isOwner?: boolean
}

/** One more database, for tests of two at once. */
export async function newDatabase({
  isEmpty = false,
  isOwner = isEmpty,
  ...options
}: NewDatabase = {}): Promise<TestDatabase> {
  const { connection: server, appRole, prefix } = inject('testServer')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  const client = new Client(server)
  await client.connect()
  await client.query(`create database ${name} template ${isEmpty ? 'template0' : `${prefix}_template`}`)
  await client.end()
  const connection = inDatabase(server, name)
  const appConnection = asRole(connection, appRole)
  const database = openDatabase(isOwner ? connection : appConnection, { maxConnections: 8, ...options })
  opened.push(database)
  return { ...database, connection, appConnection }
}
