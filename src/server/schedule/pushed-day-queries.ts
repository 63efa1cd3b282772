/** Pushed days: the operator's request, how far it is, who is concerned and what standing by is owed. */
import { sql } from 'kysely'
import type { PushedDayId, UserId, VisitId } from '#domain/ids.ts'
import type { Push } from '#domain/schedule/pushed-day.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'

export type PushedDayRow = Awaited<ReturnType<typeof lockPushedDay>>

/** Locked: batches of one pushed day come one after another, whoever works on them. */
export async function lockPushedDay(db: Db, id: PushedDayId) {
  const row = await db
    .selectFrom('pushed_day')
    .where('id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return row
}

export async function insertPushedDay(
  db: Db,
  push: Push & { readonly reason: 'snow' | 'hauler' | 'other'; readonly note: string },
  { by, now, undoUntil }: { by: UserId; now: Instant; undoUntil: Instant },
): Promise<PushedDayId> {
  const { id } = await db
    .insertInto('pushed_day')
    .values({
      market_id: push.marketId,
      date: push.date,
      to_date: push.to,
      lat: push.area?.lat ?? null,
      lng: push.area?.lng ?? null,
      radius_feet: push.area?.radiusFeet ?? null,
      service_keys: push.serviceKeys === null ? null : [...push.serviceKeys],
      reason: push.reason,
      note: push.note,
      created_by: by,
      created_at: toTimestamp(now),
      undo_until: toTimestamp(undoUntil),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function listPushedDays(db: Db, scope: OperatorScope, limit: number) {
  return db
    .selectFrom('pushed_day as day')
    .where('day.market_id', '=', scope.marketId)
    .innerJoin('market', 'market.id', 'day.market_id')
    .innerJoin('users as person', 'person.id', 'day.created_by')
    .orderBy('day.created_at', 'desc')
    .limit(limit)
    .selectAll('day')
    .select(['market.name as market_name', 'person.name as by_name'])
    .execute()
}

/** What a batch did, and the visit after which the next one begins. */
export async function addProgress(
  db: Db,
  id: PushedDayId,
  done: { readonly lastVisitId: string | null; readonly movedCount: number; readonly skippedCount: number },
): Promise<void> {
  await db
    .updateTable('pushed_day')
    .set((set) => ({
      after_visit_id: done.lastVisitId,
      total_count: set('total_count', '+', done.movedCount + done.skippedCount),
      moved_count: set('moved_count', '+', done.movedCount),
      skipped_count: set('skipped_count', '+', done.skippedCount),
    }))
    .where('id', '=', id)
    .execute()
}

export async function markPushed(db: Db, id: PushedDayId, now: Instant): Promise<void> {
  await db
    .updateTable('pushed_day')
    .set({ state: 'done', finished_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}

export async function markUndoing(db: Db, id: PushedDayId, by: UserId, now: Instant): Promise<void> {
  await db
    .updateTable('pushed_day')
    .set({ state: 'undoing', after_visit_id: null, undone_by: by, undone_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}

/** The visit after which the next batch of undoing begins, or that it was the last. */
export async function saveUndone(
  db: Db,
  id: PushedDayId,
  { lastVisitId, isLast }: { readonly lastVisitId: string | null; readonly isLast: boolean },
): Promise<void> {
  await db
    .updateTable('pushed_day')
    .set({ after_visit_id: lastVisitId, ...(isLast ? { state: 'undone' } : {}) })
    .where('id', '=', id)
    .execute()
}

export function pushOf(row: PushedDayRow): Push {
  return {
    marketId: row.market_id,
    date: row.date,
    to: row.to_date,
    area: areaOf(row),
    serviceKeys: row.service_keys,
  }
}

export function areaOf({
  lat,
  lng,
  radius_feet: radiusFeet,
}: Pick<PushedDayRow, 'lat' | 'lng' | 'radius_feet'>): Push['area'] {
  return lat === null || lng === null || radiusFeet === null ? null : { lat, lng, radiusFeet }
}

export const PEOPLE_AT_ONCE = 400

export type ConcernedPerson = { user_id: UserId; is_crew: boolean; moved: number; skipped: number }

/** In the order of their ids, after one of them; a crew as one that had the visits before. */
export async function findNextPeople(
  db: Db,
  pushedDayId: PushedDayId,
  after: string | null,
): Promise<ConcernedPerson[]> {
  const { rows } = await sql<ConcernedPerson>`
    select user_id, bool_or(is_crew) as is_crew,
      count(*) filter (where outcome = 'moved')::integer as moved,
      count(*) filter (where outcome = 'skipped')::integer as skipped
    from (
      select visit.customer_id as user_id, false as is_crew, pushed.outcome from pushed_day_visit pushed
      join visit on visit.id = pushed.visit_id where pushed.pushed_day_id = ${pushedDayId}
      union all
      select was_crew_id, true, outcome from pushed_day_visit
      where pushed_day_id = ${pushedDayId} and was_crew_id is not null
    ) as concerned
    where ${after}::uuid is null or user_id > ${after}::uuid
    group by user_id order by user_id limit ${PEOPLE_AT_ONCE}
  `.execute(db)
  return rows
}

export type Owed = { visit_id: VisitId; was_crew_id: string; standby_cents: number }

export async function findOwedStandby(db: Db, pushedDayId: PushedDayId): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select visit_id, was_crew_id, standby_cents from pushed_day_visit
    where pushed_day_id = ${pushedDayId} and standby_cents is not null and not exists (
      select from ledger_journal
      where key = 'pushed-day:' || pushed_day_id || ':standby:' || pushed_day_visit.visit_id
    )
    order by visit_id
  `.execute(db)
  return rows
}

/** The platform's own money: no customer's payment is waited for. */
export async function saveEarnings(db: Db, rows: readonly Owed[], now: Instant): Promise<void> {
  await sql`
    insert into earning (crew_id, visit_id, kind, amount_cents, earned_at, available_at)
    select crew_id, visit_id, 'adjustment', amount_cents, ${toTimestamp(now)}, ${toTimestamp(now)}
    from unnest(
      ${rows.map((row) => row.was_crew_id)}::uuid[],
      ${rows.map((row) => row.visit_id)}::uuid[],
      ${rows.map((row) => row.standby_cents)}::bigint[]
    ) as owed (crew_id, visit_id, amount_cents)
  `.execute(db)
}
