/** What helpers did, kept in the transaction in which they did it. */
import { sql } from 'kysely'
import type { PropertyId, ShareActionId, ShareId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'

const PAGE = 50

/** As it is now, and as it stays until the transaction ends; undefined where it ended. */
export async function holdShare(db: Db, id: ShareId) {
  const row = await db
    .selectFrom('share')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .select(['role', 'is_whole as isWhole'])
    .forShare()
    .executeTakeFirst()
  return row
}

/** What one call does in several transactions is one line. */
export async function insertAction(
  db: Db,
  action: {
    readonly ownerId: UserId
    readonly shareId: ShareId
    readonly call: string
    readonly tryId: ShareActionId
    readonly propertyId: PropertyId | null
    readonly visitId: VisitId | null
    readonly at: Instant
  },
): Promise<void> {
  await db
    .insertInto('share_action')
    .values({
      owner_id: action.ownerId,
      share_id: action.shareId,
      call: action.call,
      try_id: action.tryId,
      property_id: action.propertyId,
      visit_id: action.visitId,
      at: toTimestamp(action.at),
    })
    .onConflict((conflict) => conflict.column('try_id').doNothing())
    .execute()
}

/** A page of what was done for an owner, newest first. */
export async function listActions(db: Db, ownerId: UserId, cursor: string | undefined) {
  const before = readTimeMark(cursor)
  const rows = await db
    .selectFrom('share_action as action')
    .innerJoin('share', 'share.id', 'action.share_id')
    .innerJoin('users as helper', 'helper.id', 'share.helper_id')
    .leftJoin('visit', 'visit.id', 'action.visit_id')
    .leftJoin('property', (join) =>
      join.onRef('property.id', '=', (eb) => eb.fn.coalesce('action.property_id', 'visit.property_id')),
    )
    .where('action.owner_id', '=', ownerId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(action.at, action.id) < (${before!.value}::timestamptz, ${before!.id}::uuid)`,
      ),
    )
    .orderBy('action.at', 'desc')
    .orderBy('action.id', 'desc')
    .limit(PAGE + 1)
    .select(['action.id', 'action.call', 'action.at', 'action.visit_id', 'helper.id as helper_id'])
    .select(['helper.name as helper_name', 'property.id as property_id', 'property.name as property_name'])
    .select(sql<string>`action.at::text`.as('mark'))
    .execute()
  return pageOf(rows, PAGE)
}

/** That were to be changed at once. */
export async function listJobsOf(db: Db, bulkChangeIds: readonly string[]): Promise<WeeklyJobId[]> {
  const rows = await db
    .selectFrom('bulk_change_job')
    .where(sql<boolean>`bulk_change_id = any(${[...bulkChangeIds]}::uuid[])`)
    .select('weekly_job_id')
    .execute()
  return rows.map((row) => row.weekly_job_id)
}

/** At which place it is, where there is such a thing. */
export async function findPlaceOf(
  db: Db,
  table: 'complex' | 'weekly_job' | 'report_address',
  id: string,
): Promise<PropertyId | undefined> {
  const condition = {
    complex: sql<boolean>`complex_id = ${id}`,
    weekly_job: sql<boolean>`id = (select property_id from weekly_job where id = ${id})`,
    report_address: sql<boolean>`complex_id = (select complex_id from report_address where id = ${id})`,
  }[table]
  const row = await db.selectFrom('property').where(condition).select('id').executeTakeFirst()
  return row?.id
}
