/** The weekly jobs and visits of one property, as its customer sees them. The caller has checked whose it is. */

import { type RawBuilder, sql } from 'kysely'
import type { PropertyId } from '#domain/ids.ts'
import { rhythmOf } from '#domain/schedule/rhythm.ts'
import { type Instant, isLocalDate, type LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'

const VISITS_SHOWN = 20
const JOBS_SHOWN = 100

export type VisitHere = {
  readonly id: string
  readonly service_key: string
  readonly date: LocalDate
  readonly starts_at: Instant
  readonly ends_at: Instant
  readonly state: VisitState
  readonly crew_first_name: string | null
  readonly photo_count: number
}

/** Weekly jobs that still go on, paused ones too. */
export async function liveJobsAt(db: Db, propertyId: PropertyId, today: LocalDate) {
  const rows = await db
    .selectFrom('weekly_job')
    .where('property_id', '=', propertyId)
    .where('state', 'in', ['active', 'paused'])
    .where((where) => where.or([where('ends_on', 'is', null), where('ends_on', '>=', today)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(JOBS_SHOWN)
    .select(['id', 'service_key', 'weekdays', 'rhythm', 'window_start', 'window_end', 'quantity', 'state'])
    .$narrowType<{ state: 'active' | 'paused' }>()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    serviceKey: row.service_key,
    weekdays: row.weekdays,
    rhythm: rhythmOf(row),
    windowStart: row.window_start,
    windowEnd: row.window_end,
    quantity: row.quantity,
    state: row.state,
  }))
}

/** The next ones, under way first. */
export function comingVisitsAt(db: Db, propertyId: PropertyId, now: Instant): Promise<VisitHere[]> {
  return visitsWhere(
    db,
    propertyId,
    sql`${isComing(now)} order by visit.date, visit.starts_at, visit.id limit ${VISITS_SHOWN}`,
  )
}

/** One page of what has been, newest first. Throws bad_input for a cursor that is none. */
export async function pastVisitsAt(
  db: Db,
  propertyId: PropertyId,
  { now, cursor }: { now: Instant; cursor?: string | undefined },
): Promise<{ visits: VisitHere[]; nextCursor: string | null }> {
  const before =
    cursor === undefined ? sql`` : sql`and (visit.date, visit.id) < (${sql.join(readCursor(cursor))})`
  const rows = await visitsWhere(
    db,
    propertyId,
    sql`not (${isComing(now)}) and visit.starts_at <= ${toTimestamp(now)} ${before}
      order by visit.date desc, visit.id desc limit ${VISITS_SHOWN + 1}`,
  )
  const visits = rows.slice(0, VISITS_SHOWN)
  const last = visits.at(-1)
  return { visits, nextCursor: rows.length > VISITS_SHOWN ? `${last!.date}~${last!.id}` : null }
}

function isComing(now: Instant): RawBuilder<unknown> {
  return sql`(visit.state in ('en_route', 'in_progress')
    or (visit.ends_at > ${toTimestamp(now)} and visit.state not in ('completed', 'missed', 'cancelled')))`
}

async function visitsWhere(db: Db, propertyId: PropertyId, rest: RawBuilder<unknown>): Promise<VisitHere[]> {
  const { rows } = await sql<VisitHere>`
    select visit.id, visit.service_key, visit.date, visit.starts_at, visit.ends_at, visit.state,
      split_part(users.name, ' ', 1) as crew_first_name,
      (select count(*) from photo where photo.visit_id = visit.id) as photo_count
    from visit left join users on users.id = visit.crew_id
    where visit.property_id = ${propertyId} and ${rest}
  `.execute(db)
  return rows
}

function readCursor(cursor: string) {
  const [date = '', id = ''] = cursor.split('~')
  if (!isLocalDate(date) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new Refused('bad_input', { faults: { pastCursor: 'notACursor' } })
  return [sql`${date}::date`, sql`${id}::uuid`]
}
