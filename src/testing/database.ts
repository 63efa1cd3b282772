import { randomBytes } from 'node:crypto'
import { Client, type PoolConfig } from 'pg'
import { afterAll, inject } from 'vitest'
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { inDatabase } from './database-connection.ts'

export type TestDatabase = OpenDatabase & { readonly connection: PoolConfig }

let shared: Promise<TestDatabase> | undefined

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
  afterAll(() => database.close())
  return { ...database, connection }
}
