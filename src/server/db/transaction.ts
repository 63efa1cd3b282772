import { setTimeout as sleep } from 'node:timers/promises'
import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import { isConflict } from './errors.ts'

const MAX_ATTEMPTS = 10
const LONGEST_PAUSE_MS = 250

/**
 * Runs `work` in one transaction, again from its start when PostgreSQL could not serialise it or broke a deadlock.
 * `work` may therefore run several times: it touches nothing but the database. Serializable unless told otherwise,
 * so that a decision made on what was read holds when it is written. Rethrows the last error after ten attempts.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  { isolation = 'serializable' }: { isolation?: IsolationLevel } = {},
): Promise<Result> {
  // Inside another's transaction there is nothing to begin and nothing to run again.
  if (db.isTransaction) return work(db as Transaction<Tables>)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel(isolation).execute(work)
    } catch (error) {
      if (!isConflict(error) || attempt >= MAX_ATTEMPTS) throw error
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 4 * 2 ** attempt))
    }
  }
}
