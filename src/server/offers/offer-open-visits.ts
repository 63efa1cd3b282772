/** Finds what is to be put into waves, and what waits there for an hour, an alarm or a task that was lost. */
import type { VisitId } from '#domain/ids.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { addDays, type Instant, type LocalDate } from '#domain/time.ts'
import { weekToConfirm } from '#domain/visits/confirmation.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { expireOffers } from './queries.ts'
import { runWaves } from './run-waves.ts'
import { findDueVisits } from './wave-queries.ts'

const VISITS_AT_ONCE = 200

export async function offerOpenVisits(app: App, marketId: string): Promise<void> {
  const now = app.ports.clock.now()
  await expireOffers(app.db, { now })
  const settings = await settingsAt(app.db, marketId, now)
  const until = lastOfferedDate(now, await marketZone(app.db, { marketId }), settings)
  const alarmLeadMinutes = settings.offerAlarmLeadMinutes
  for (let after: VisitId | null = null; ; ) {
    const visitIds = await findDueVisits(app.db, {
      marketId,
      until,
      now,
      alarmLeadMinutes,
      after,
      limit: VISITS_AT_ONCE,
    })
    if (visitIds.length > 0)
      await inTransaction(app.db, (db) => runWaves(db, { visitIds, now }), {
        isolation: 'read committed',
      })
    if (visitIds.length < VISITS_AT_ONCE) return
    after = visitIds.at(-1)!
  }
}

/** The last day of the weeks whose cutoff for confirming has passed. */
function lastOfferedDate(now: Instant, zone: string, settings: BusinessSettings): LocalDate {
  return addDays(weekToConfirm(now, zone, settings).from, -1)
}
