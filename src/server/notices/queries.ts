import { type Insertable, type SqlBool, sql } from 'kysely'
import type { NoticeId, UserId, VisitId } from '#domain/ids.ts'
import { toNotificationEvent } from '#domain/notifications/events.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import { isItsReader, TO_COME } from './reminder-queries.ts'

export async function findNotice(db: Db, noticeId: NoticeId) {
  const row = await db
    .selectFrom('notice')
    .leftJoin('visit', 'visit.id', 'notice.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .where('notice.id', '=', noticeId)
    .select([
      'notice.id',
      'notice.user_id',
      'notice.event',
      'notice.key',
      'notice.title',
      'notice.text',
      'notice.url',
      'notice.until',
      'notice.is_urgent',
      'notice.visit_starts_at',
      'notice.visit_crew_id',
      'notice.share_id',
      'notice.property_id as about_id',
      'visit.state',
      'visit.starts_at',
      'visit.crew_id',
      'property.time_zone as zone',
    ])
    .executeTakeFirst()
  return row && { ...row, event: toNotificationEvent(row.event) }
}

/** The visits that notices are about, as they stand. */
export async function visitsById(db: Db, visitIds: readonly VisitId[]) {
  if (visitIds.length === 0) return new Map<VisitId, never>()
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.id', 'in', [...visitIds])
    .select(['visit.id', 'visit.starts_at', 'visit.crew_id', 'property.time_zone'])
    .select(['visit.property_id', 'visit.weekly_job_id'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export function insertNotices(db: Db, rows: readonly Insertable<Database['notice']>[]) {
  return db
    .insertInto('notice')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'user_id', 'key'])
    .execute()
}

/** One page of a person's list, newest first. Reminders of what is no longer to come are left out (field 37). */
export async function listNotices(
  db: Db,
  userId: UserId,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const before = readTimeMark(cursor)
  const rows = await db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('is_in_app', '=', true)
    .where(isActive)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before!.value}::timestamptz, ${before!.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .select(['id', 'event', 'title', 'text', 'url', 'visit_id', 'created_at', 'read_at'])
    .select(sql<string>`created_at::text`.as('mark'))
    .execute()
  return pageOf(rows, limit)
}

export async function countUnread(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('is_in_app', '=', true)
    .where('read_at', 'is', null)
    .where(isActive)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Of these, or of all; others' notices are not touched, whatever ids are given. */
export async function markRead(
  db: Db,
  { userId, noticeIds, now }: { userId: UserId; noticeIds: readonly NoticeId[] | undefined; now: Instant },
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(noticeIds !== undefined, (query) => query.where('id', 'in', [...noticeIds!]))
    .execute()
}

/**
 * The same condition as in `activeReminders`, for whole lists. With `offset 0` each reminder is looked up by itself:
 * without, the database reads all reminders and visits there are into a table of its own first.
 */
function isActive() {
  return sql<SqlBool>`(notice.event <> 'visit_reminder' or exists (
    select from visit_reminder as reminder join visit on visit.id = reminder.visit_id
      join property on property.id = visit.property_id
      left join share on share.id = notice.share_id
    where reminder.notice_id = notice.id and visit.starts_at = reminder.starts_at
      and visit.state in (${sql.join(TO_COME)}) and ${isItsReader()}
    offset 0))`
}
