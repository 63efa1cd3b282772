/** `npm run restore -- --from crew.backup [--into postgres://…] [--replace]`: all of a backup, or nothing. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { connectionOf, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { restore } from '#server/db/restore.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { createProgress, failWith, say } from './terminal.ts'

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      into: { type: 'string' },
      replace: { type: 'boolean', default: false },
    },
  })
  if (values.from === undefined) throw new Error('Say which backup: npm run restore -- --from crew.backup')
  const config = readConfig(process.env)
  const dataDir = config.dataDirectory
  const url = values.into ?? config.directDatabaseUrl ?? config.databaseUrl
  const server = url === null ? await startEmbedded({ dataDir, log: say }) : null
  const connection = server?.connection ?? connectionOf(url!)
  const { db, pool, close } = openDatabase(connection, { statementTimeoutMs: 0, maxConnections: 2 })
  try {
    const onProgress = createProgress('Restoring')
    const rows = await restore({
      pool,
      dataDir,
      from: resolve(values.from),
      replaces: values.replace,
      onProgress,
    })
    await migrate(db)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    say(`Restored ${total} rows of ${Object.keys(rows).length} tables from ${values.from}.`)
  } finally {
    await close()
    await server?.stop()
  }
}

run().catch(failWith)
