/** Finds what is to be put into waves, and what waits there for an hour, an alarm or a task that was lost. */
import { sql } from 'kysely'
import type { VisitId } from '#domain/ids.ts'
import { addDays, HOUR_MS, type Instant, instant, type LocalDate, MINUTE_MS } from '#domain/time.ts'
import { weekToConfirm } from '#domain/visits/confirmation.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { settingsAt } from '../settings/settings-at.ts'
import { expireOffers } from './queries.ts'
import { runWaves } from './run-waves.ts'

const VISITS_AT_ONCE = 200
/** No work takes longer than this: from here on an alarm may be due. */
const LONGEST_WORK_MS = 12 * HOUR_MS

export async function offerOpenVisits(app: App, marketId: string): Promise<void> {
  const now = app.ports.clock.now()
  await expireOffers(app.db, { now })
  const until = await lastOfferedDate(app.db, marketId, now)
  for (let after: VisitId | null = null; ; ) {
    const visitIds = await findDue(app.db, { marketId, until, now, after })
    if (visitIds.length > 0)
      await inTransaction(app.db, (db) => runWaves(db, { visitIds, now }), {
        isolation: 'read committed',
      })
    if (visitIds.length < VISITS_AT_ONCE) return
    after = visitIds.at(-1)!
  }
}

/** The last day of the weeks whose cutoff for confirming has passed. */
async function lastOfferedDate(db: Db, marketId: string, now: Instant): Promise<LocalDate> {
  const { time_zone } = await db
    .selectFrom('market')
    .where('id', '=', marketId)
    .select('time_zone')
    .executeTakeFirstOrThrow()
  const settings = await settingsAt(db, marketId, now)
  return addDays(weekToConfirm(now, time_zone, settings).from, -1)
}

async function findDue(
  db: Db,
  due: { marketId: string; until: LocalDate; now: Instant; after: VisitId | null },
): Promise<VisitId[]> {
  const now = toTimestamp(due.now)
  const { offerAlarmLeadMinutes } = await settingsAt(db, due.marketId, due.now)
  const lead = offerAlarmLeadMinutes * MINUTE_MS
  const soon = toTimestamp(instant(due.now + lead + LONGEST_WORK_MS))
  const { rows } = await sql<{ id: VisitId }>`
    select visit.id
    from visit
    join users customer on customer.id = visit.customer_id and customer.market_id = ${due.marketId}
    left join offering on offering.visit_id = visit.id
    where visit.crew_id is null and visit.state in ('scheduled', 'reopened')
      and visit.date <= ${due.until}::date and visit.ends_at > ${now}
      and (${due.after}::uuid is null or visit.id > ${due.after}::uuid)
      and (
        offering.visit_id is null
        or (not offering.is_standing and (offering.wave_expires_at is null or offering.wave_expires_at <= ${now}))
        or (offering.operator_told_at is null and visit.ends_at <= ${soon})
        or exists (
          select from offer where offer.visit_id = visit.id and offer.state = 'open'
            and (offer.starts_at, offer.ends_at, offer.quantity) is distinct from (visit.starts_at, visit.ends_at, visit.quantity)
        )
      )
    order by visit.id
    limit ${VISITS_AT_ONCE}
  `.execute(db)
  return rows.map((row) => row.id)
}
