/** Who wants a year as a table asks until it is written; asked by two at once it is written once. */
import { instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { findNewest, insertYear, type Year } from './queries.ts'

/** What somebody waits for is this new; who asks later gets what has come since. */
const NEW_MS = MINUTE_MS
/** One that is not written by then was given up, or its task is parked. */
const GIVEN_UP_MS = 15 * MINUTE_MS

export function askForYear(app: App, scope: UserScope, year: Year): Promise<{ readonly isReady: boolean }> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const newest = await findNewest(trx, scope, year)
    if (newest?.ready_at != null && newest.ready_at > now - NEW_MS) return { isReady: true }
    const isBeingWritten = newest?.ready_at === null && newest.asked_at > now - GIVEN_UP_MS
    if (!isBeingWritten) {
      const exportId = await insertYear(trx, scope, { ...year, now: instant(now) })
      await enqueue(trx, 'write_year_file', { exportId }, { now })
    }
    return { isReady: false }
  })
}
