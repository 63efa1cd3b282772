/** Whether the server at DATABASE_READS_URL is a standby of the database, for whoever sets it up. */
import type { PoolConfig } from 'pg'
import { type Db, openDatabase } from '../db/client.ts'
import type { Finding } from '../ports/payments/payments.ts'
import { readFollowed, readWritten } from './queries.ts'

export async function checkReplica(primary: Db, connection: PoolConfig): Promise<Finding> {
  const replica = openDatabase(connection, { maxConnections: 1 })
  try {
    const [written, followed] = [await readWritten(primary), await readFollowed(replica.db)]
    if (followed.cluster !== written.cluster)
      return wrong('is not a copy of the database at DATABASE_URL: make one with pg_basebackup')
    if (followed.position === null)
      return wrong('follows nobody: it has taken the primary’s place, or never was a standby')
    if (!followed.isFed)
      return doubtful(
        'is a standby to which nothing comes: see whether its primary_conninfo leads to the primary',
      )
    return {
      state: 'good',
      sentence: 'What bears to be a second old is read from the standby at DATABASE_READS_URL.',
    }
  } catch (error) {
    return wrong(`does not answer: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await replica.close()
  }
}

const doubtful = (what: string): Finding => ({
  state: 'doubtful',
  sentence: `The server at DATABASE_READS_URL ${what}. Everything is read from the primary.`,
})
const wrong = (what: string): Finding => ({ ...doubtful(what), state: 'wrong' })
