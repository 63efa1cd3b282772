/** `npm run simulate -- --weeks 8 --seed 1 --customers 300 --crews 40`: a whole marketplace on a virtual clock. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PoolConfig } from 'pg'
import { createAppRole, grantToApp } from '#server/db/app-role.ts'
import { connectionOf, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { simulate } from '../../sim/simulate.ts'
import { tableOf } from '../../sim/totals.ts'
import { createProgress, failWith, say } from './terminal.ts'

const OPTIONS = {
  weeks: { type: 'string', default: '8' },
  seed: { type: 'string', default: '1' },
  customers: { type: 'string', default: '300' },
  crews: { type: 'string', default: '40' },
  'until-day': { type: 'string' },
  /** An empty database of another server. */
  'database-url': { type: 'string' },
} as const

async function run(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS })
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-simulation-'))
  const url = values['database-url']
  const server = url === undefined ? await startEmbedded({ dataDir: dataDirectory, log: () => {} }) : null
  try {
    const ownerConnection = server?.connection ?? connectionOf(url!)
    await migrateEmpty(ownerConnection, server !== null)
    const startedAt = performance.now()
    const progress = createProgress('Simulating')
    const { dayCount, totals, tally } = await simulate({
      seed: whole('seed', values.seed),
      weeks: whole('weeks', values.weeks),
      customerCount: whole('customers', values.customers),
      crewCount: whole('crews', values.crews),
      untilDay: values['until-day'] === undefined ? undefined : whole('until-day', values['until-day']),
      ownerConnection,
      connection: server?.appConnection ?? ownerConnection,
      dataDirectory,
      onDay: (day, days) => progress(day + 1, days),
    })
    const seconds = (performance.now() - startedAt) / 1000
    say(`\n${tableOf(totals)}\n\nWhat people did, and what came of it:`)
    for (const [what, times] of [...tally].sort()) say(`  ${what.padEnd(42)}${String(times).padStart(8)}`)
    say(
      `\n${dayCount} days in ${seconds.toFixed(1)} s, ${(dayCount / seconds).toFixed(2)} days a second. Everything held.`,
    )
  } finally {
    await server?.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function migrateEmpty(connection: PoolConfig, isOurs: boolean): Promise<void> {
  const { db, close } = openDatabase(connection, { statementTimeoutMs: 0, maxConnections: 2 })
  try {
    await migrate(db)
    if (isOurs) {
      await createAppRole(db)
      await grantToApp(db)
    }
    const someone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (someone !== undefined) throw new Error('A simulation needs a database without people.')
  } finally {
    await close()
  }
}

function whole(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes a whole number.`)
  return value
}

run().catch(failWith)
