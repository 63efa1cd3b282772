/** The visits of one week of many weekly jobs, as the rules see them. */
import { sql } from 'kysely'
import type { WeeklyJobId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { FACT_COLUMNS, factsOf } from '../visits/fact-queries.ts'

export type WeekVisit = Awaited<ReturnType<typeof findWeekVisits>>[number]

/** Those that are still to come, or under way. */
export async function findWeekVisits(
  db: Db,
  jobIds: readonly WeeklyJobId[],
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
  now: Instant,
) {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where(sql<boolean>`visit.weekly_job_id = any(${[...jobIds]}::uuid[])`)
    .where('visit.date', '>=', from)
    .where('visit.date', '<=', to)
    .where('visit.state', 'in', ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'])
    .where('visit.ends_at', '>', toTimestamp(now))
    .orderBy('visit.date')
    .orderBy('visit.id')
    .select([...FACT_COLUMNS, 'visit.quantity'])
    .execute()
  return rows.map((row) => ({
    ...factsOf(row),
    weeklyJobId: row.weekly_job_id!,
    quantity: row.quantity,
  }))
}
