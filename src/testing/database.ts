import { randomBytes } from 'node:crypto'
import { Client, type PoolConfig } from 'pg'
import { afterAll, inject } from 'vitest'
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { inDatabase } from './database-connection.ts'

export type TestDatabase = OpenDatabase & { readonly connection: PoolConfig }

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

/** One more database, for tests of two at once; `isEmpty` leaves even the tables out. */
export async function newDatabase({
  isEmpty = false,
  ...options
}: DatabaseOptions & { isEmpty?: boolean } = {}): Promise<TestDatabase> {
  const { connection: server, prefix } = inject('testServer')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  const client = new Client(server)
  await client.connect()
  await client.query(`create database ${name} template ${isEmpty ? 'template0' : `${prefix}_template`}`)
  await client.end()
  const connection = inDatabase(server, name)
  const database = openDatabase(connection, { maxConnections: 8, ...options })
  opened.push(database)
  return { ...database, connection }
}
