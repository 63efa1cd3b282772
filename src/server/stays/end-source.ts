/** A source is heard no more: its account was disconnected, or its feed taken away. */
import type { StaySourceId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { recordReports } from './record-reports.ts'
import { markEnded } from './source-queries.ts'

/**
 * What it told of stays as it was last said, until another source says otherwise; or what is not over and nobody
 * else tells of is cancelled.
 */
export function endSource(
  app: App,
  db: Db,
  { sourceId, keepsStays }: { readonly sourceId: StaySourceId; readonly keepsStays: boolean },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (!keepsStays) await recordReports(app, trx, { sourceId, reports: [], isWhole: true, isEnding: true })
    await markEnded(trx, sourceId, app.ports.clock.now())
  })
}
