/** Writes `schema.sql` and `tables.ts` from a fresh database: `npm run schema`, after every new migration. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { dumpSchema } from '#server/db/schema-dump.ts'
import { tableTypes } from '#server/db/table-types.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'

const folder = join(import.meta.dirname, '../server/db')
const dataDir = await mkdtemp(join(tmpdir(), 'crew-schema-'))
const server = await startEmbedded({ dataDir, log: () => {} })
const database = openDatabase(server.connection, { statementTimeoutMs: 0 })
try {
  await migrate(database.db)
  await writeFile(join(folder, 'schema.sql'), await dumpSchema(database.pool))
  await writeFile(join(folder, 'tables.ts'), await tableTypes(database.pool))
  console.log('Wrote src/server/db/schema.sql and src/server/db/tables.ts.')
} finally {
  await database.close()
  await server.stop()
  await rm(dataDir, { recursive: true })
}
