/**
 * The server's tests on two databases: all of them on the PostgreSQL from npm, which also keeps every statement that
 * they send; on the machine's own the rooms that depend on more than its understanding (`other-rooms.ts`), and each of
 * those statements, prepared once (decision 79).
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { inDatabase } from '#testing/database-connection.ts'
import { startOtherPostgres } from '#testing/other-postgres.ts'
import { readUnderstood, refusedBy } from '#testing/statements.ts'
import { connectionOf, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Outcome, testStep, testStepTwice } from './check-steps.ts'
import { root } from './command.js'
import { OTHER_ROOMS } from './other-rooms.ts'

const STATEMENTS = join(root, 'test-results', 'statements')
const MOST_SHOWN = 20

export async function testOnEmbedded(): Promise<Outcome> {
  await rm(STATEMENTS, { recursive: true, force: true })
  return testStepTwice('server', { TEST_STATEMENTS: STATEMENTS })
}

/** Everything where it is asked for, or where no run before this one kept its statements. */
export async function testOnOtherPostgres(isWhole: boolean): Promise<Outcome> {
  const server = await startOtherPostgres()
  if (typeof server === 'string') return { passed: 0, failed: 0, summary: `left out, ${server}` }
  const environment = { TEST_DATABASE_URL: server.url }
  try {
    const statements = isWhole ? null : await readUnderstood(STATEMENTS)
    if (statements === null) {
      const outcome = await testStepTwice('server', environment)
      return { ...outcome, summary: `${outcome.summary}, ${server.version}` }
    }
    const rooms = await testStepTwice('server', environment, (project, variables, only = []) =>
      testStep(project, variables, only.length > 0 ? only : OTHER_ROOMS),
    )
    return await withStatements(rooms, statements, server)
  } finally {
    await server.stop()
  }
}

async function withStatements(
  rooms: Outcome,
  statements: readonly string[],
  { url, version }: { url: string; version: string },
): Promise<Outcome> {
  const refused = await refusedOf(url, statements)
  const said = refused.slice(0, MOST_SHOWN).map(({ text, reason }) => `${version}: ${reason}\n${text}`)
  const output = [...(rooms.output === undefined ? [] : [rooms.output]), ...said].join('\n\n')
  const understood = statements.length - refused.length
  return {
    ...rooms,
    passed: rooms.passed + Number(refused.length === 0),
    failed: rooms.failed + refused.length,
    summary: `${rooms.summary}, and ${understood} of ${statements.length} statements of all rooms understood, ${version}`,
    ...(output === '' ? {} : { output }),
  }
}

async function refusedOf(url: string, statements: readonly string[]) {
  const name = 'crew_statements'
  const client = new Client(connectionOf(url))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const connection = inDatabase(connectionOf(url), name)
  const database = openDatabase(connection, { statementTimeoutMs: 0 })
  await migrate(database.db)
  await database.close()
  return refusedBy(connection, statements)
}
