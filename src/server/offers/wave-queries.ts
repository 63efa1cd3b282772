/** The state of the waves of visits that nobody has, and which visits are to be offered, for many at once. */
import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, instant, type LocalDate, MINUTE_MS } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

/** No work takes longer than this: from here on an alarm may be due. */
const LONGEST_WORK_MS = 12 * HOUR_MS

export type OfferingRow = {
  readonly visit_id: VisitId
  readonly began_at: Instant
  readonly waves_done: number
  readonly wave_expires_at: Instant | null
  readonly is_standing: boolean
  readonly operator_notified_at: Instant | null
  readonly left_by_crew_id: UserId | null
}

export async function findOfferings(
  db: Db,
  visitIds: readonly VisitId[],
): Promise<Map<VisitId, OfferingRow>> {
  const rows = await db.selectFrom('offering').where(isOneOf(visitIds)).selectAll().execute()
  return new Map(rows.map((row) => [row.visit_id, { ...row, visit_id: row.visit_id }]))
}

export async function saveOfferings(db: Db, rows: readonly OfferingRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into offering
    select (jsonb_populate_record(null::offering, row)).* from jsonb_array_elements(${toJson(
      rows.map((row) => ({
        ...row,
        began_at: toTimestamp(row.began_at),
        wave_expires_at: row.wave_expires_at && toTimestamp(row.wave_expires_at),
        operator_notified_at: row.operator_notified_at && toTimestamp(row.operator_notified_at),
      })),
    )}::jsonb) as given (row)
    on conflict (visit_id) do update set began_at = excluded.began_at, waves_done = excluded.waves_done,
      wave_expires_at = excluded.wave_expires_at, is_standing = excluded.is_standing,
      operator_notified_at = excluded.operator_notified_at, left_by_crew_id = excluded.left_by_crew_id
  `.execute(db)
}

/** Puts visits into waves from the first one on. */
export async function beginOfferings(
  db: Db,
  visits: readonly { readonly visitId: VisitId; readonly leftByCrewId: UserId | null }[],
  now: Instant,
): Promise<void> {
  await sql`
    insert into offering (visit_id, began_at, left_by_crew_id)
    select visit_id, ${toTimestamp(now)}, left_by
    from unnest(${visits.map(({ visitId }) => visitId)}::uuid[], ${visits.map(({ leftByCrewId }) => leftByCrewId)}::uuid[])
      as new (visit_id, left_by)
    on conflict (visit_id) do update set began_at = excluded.began_at, left_by_crew_id = excluded.left_by_crew_id,
      waves_done = 0, wave_expires_at = null, is_standing = false, operator_notified_at = null
  `.execute(db)
}

/** Visits that leave the waves because somebody has them or nobody wants them any more. */
export async function endOfferings(db: Db, visitIds: readonly VisitId[], now: Instant): Promise<void> {
  if (visitIds.length === 0) return
  await db
    .updateTable('offer')
    .set({ state: 'withdrawn', decided_at: toTimestamp(now) })
    .where('state', '=', 'open')
    .where(isOneOf(visitIds))
    .execute()
  await db.deleteFrom('offering').where(isOneOf(visitIds)).execute()
}

/** Visits up to a date that are to be put into waves, and those that wait there for their next step. */
export async function findDueVisits(
  db: Db,
  due: {
    marketId: string
    until: LocalDate
    now: Instant
    alarmLeadMinutes: number
    after: VisitId | null
    limit: number
  },
): Promise<VisitId[]> {
  const now = toTimestamp(due.now)
  const soon = toTimestamp(instant(due.now + due.alarmLeadMinutes * MINUTE_MS + LONGEST_WORK_MS))
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
        or (offering.operator_notified_at is null and visit.ends_at <= ${soon})
        or exists (
          select from offer where offer.visit_id = visit.id and offer.state = 'open'
            and (offer.starts_at, offer.ends_at, offer.quantity) is distinct from (visit.starts_at, visit.ends_at, visit.quantity)
        )
      )
    order by visit.id
    limit ${due.limit}
  `.execute(db)
  return rows.map((row) => row.id)
}

export type UnassignedRow = {
  readonly id: VisitId
  readonly waves_done: number | null
  readonly is_standing: boolean | null
  readonly operator_notified_at: Instant | null
  readonly open_offers: number
  readonly declined_offers: number
  readonly total: number
}

/** Visits of a market that nobody has, those that a person must see to first. */
export async function findUnassigned(
  db: Db,
  scope: OperatorScope,
  due: { from: LocalDate; until: LocalDate; now: Instant; limit: number },
): Promise<UnassignedRow[]> {
  const { rows } = await sql<UnassignedRow>`
    select visit.id, offering.waves_done, offering.is_standing, offering.operator_notified_at,
      (select count(*) from offer where offer.visit_id = visit.id and offer.state = 'open') as open_offers,
      (select count(*) from offer where offer.visit_id = visit.id and offer.state = 'declined') as declined_offers,
      count(*) over () as total
    from visit
    join users customer on customer.id = visit.customer_id and customer.market_id = ${scope.marketId}
    left join offering on offering.visit_id = visit.id
    where visit.crew_id is null and visit.state in ('scheduled', 'reopened')
      and visit.date between ${due.from}::date and ${due.until}::date
      and visit.ends_at > ${toTimestamp(due.now)}
    order by offering.operator_notified_at is null, visit.starts_at, visit.id
    limit ${due.limit}
  `.execute(db)
  return rows
}

export function isOneOf(visitIds: readonly VisitId[]) {
  return sql<boolean>`visit_id = any(${[...visitIds]}::uuid[])`
}
