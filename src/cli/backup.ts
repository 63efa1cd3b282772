/** `npm run backup -- --to crew.backup`: one file with everything, also while Crew is running. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { backup, noteBackup } from '#server/db/backup.ts'
import { connectionOf, openDatabase } from '#server/db/client.ts'
import { openEmbedded } from '#server/postgres/embedded.ts'
import { createProgress, failWith, say } from './terminal.ts'

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (values.to === undefined)
    throw new Error('Say where the backup goes: npm run backup -- --to crew.backup')
  const config = readConfig(process.env)
  const dataDir = config.dataDirectory
  const server = config.databaseUrl === null ? await openEmbedded({ dataDir, log: say }) : null
  const connection = server?.connection ?? connectionOf(config.directDatabaseUrl ?? config.databaseUrl!)
  const { pool, close } = openDatabase(connection, { statementTimeoutMs: 0, maxConnections: 1 })
  try {
    const onProgress = createProgress('Backing up')
    const rows = await backup({ pool, dataDir, to: resolve(values.to), now: new Date(), onProgress })
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    const { size } = await stat(resolve(values.to))
    await noteBackup(pool, { now: new Date(), bytes: size, rows: total })
    say(`Backed up ${total} rows of ${Object.keys(rows).length} tables into ${values.to}.`)
  } finally {
    await close()
    await server?.stop()
  }
}

run().catch(failWith)
