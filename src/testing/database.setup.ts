/** Once for a run of the server tests: a PostgreSQL server and a migrated template to clone databases from. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { APP_ROLE, createAppRole, grantToApp } from '#server/db/app-role.ts'
import { connectionOf, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { inDatabase, type Role } from './database-connection.ts'
import { keepUnderstood } from './statements.ts'

const ABANDONED_MS = 2 * 3_600_000

/** On our own server only: what a test wrote need not outlive the machine. */
const FORGETFUL = [
  'alter system set fsync = off',
  'alter system set synchronous_commit = off',
  'alter system set full_page_writes = off',
  'select pg_reload_conf()',
]

export type TestServer = { readonly connection: PoolConfig; readonly appRole: Role; readonly prefix: string }

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  const server = url ? { connection: connectionOf(url), stop: async () => {} } : await startTemporary()
  const prefix = `crew_test_${randomBytes(4).toString('hex')}`
  await runOn(server.connection, [...(url ? [] : FORGETFUL), `create database ${prefix}_template`])
  const template = openDatabase(inDatabase(server.connection, `${prefix}_template`), {
    statementTimeoutMs: 0,
  })
  await migrate(template.db)
  await createAppRole(template.db)
  await grantToApp(template.db)
  const appRole = { user: APP_ROLE, password: url ? randomBytes(16).toString('hex') : null }
  if (appRole.password !== null)
    await runOn(server.connection, [`alter role ${APP_ROLE} password '${appRole.password}'`])
  await template.close()
  project.provide('testServer', { connection: server.connection, appRole, prefix })
  return async () => {
    const folder = process.env['TEST_STATEMENTS']
    if (folder) await keepUnderstood(folder, inDatabase(server.connection, `${prefix}_template`))
    if (url) await dropDatabases(server.connection, prefix)
    await server.stop()
  }
}

async function startTemporary(): Promise<{ connection: PoolConfig; stop: () => Promise<void> }> {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), 'crew-test-'))
  const server = await startEmbedded({ dataDir, log: () => {}, maxConnections: 200 })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { connection: server.connection, stop }
}

/** A run that was killed leaves its folder; its server stopped with it. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith('crew-test-')) continue
    const folder = join(tmpdir(), name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > ABANDONED_MS)
      await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

async function dropDatabases(connection: PoolConfig, prefix: string): Promise<void> {
  const names = await runOn(connection, [`select datname from pg_database where datname like '${prefix}%'`])
  await runOn(
    connection,
    names.map(({ datname }) => `drop database if exists ${datname} with (force)`),
  )
}

async function runOn(connection: PoolConfig, statements: readonly string[]): Promise<{ datname: string }[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    let rows: { datname: string }[] = []
    for (const statement of statements) ({ rows } = await client.query<{ datname: string }>(statement))
    return rows
  } finally {
    await client.end()
  }
}
