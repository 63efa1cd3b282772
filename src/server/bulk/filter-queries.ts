/** Filters of the list of weekly jobs that customers, and whoever looks after their places, keep each for itself. */
import type { z } from 'zod'
import type { jobFilters } from '#contract/job-filters.ts'
import { firstName } from '#domain/accounts/first-name.ts'
import type { JobFilterId, ShareId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

export const MOST_FILTERS = 50
const CREWS_SHOWN = 200

export type KeptFilter = Omit<z.output<(typeof jobFilters)['POST /api/save-job-filter']['body']>, 'id'>

export async function listFilters(db: Db, scope: CustomerScope) {
  const rows = await db
    .selectFrom('job_filter')
    .where('customer_id', '=', scope.userId)
    .where('share_id', 'is not distinct from', shareOf(scope))
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_FILTERS)
    .selectAll()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    search: row.search,
    groupId: row.group_id,
    serviceKey: row.service_key,
    crewId: row.crew_id,
    weekday: row.weekday,
    state: row.state,
  }))
}

/** Null of the owner's own. */
function shareOf({ helper }: CustomerScope): ShareId | null {
  return helper?.shareId ?? null
}

/** Who has a weekday of one of the customer's jobs. */
export async function listCrews(db: Db, { userId }: CustomerScope) {
  const rows = await db
    .selectFrom('weekly_job as job')
    .innerJoin('assignment', 'assignment.weekly_job_id', 'job.id')
    .innerJoin('users', 'users.id', 'assignment.crew_id')
    .where('job.customer_id', '=', userId)
    .where('job.state', '<>', 'cancelled')
    .where('assignment.released_at', 'is', null)
    .distinct()
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(CREWS_SHOWN)
    .select(['users.id', 'users.name'])
    .execute()
  return rows.map(({ id, name }) => ({ id, firstName: firstName(name) }))
}

/** One customer's filters are saved one after another. */
export async function lockFilters(db: Db, scope: CustomerScope): Promise<JobFilterId[]> {
  await db.selectFrom('users').where('id', '=', scope.userId).forNoKeyUpdate().select('id').execute()
  const rows = await db
    .selectFrom('job_filter')
    .where('customer_id', '=', scope.userId)
    .where('share_id', 'is not distinct from', shareOf(scope))
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function findFilterNamed(
  db: Db,
  scope: CustomerScope,
  name: string,
): Promise<JobFilterId | undefined> {
  const row = await db
    .selectFrom('job_filter')
    .where('customer_id', '=', scope.userId)
    .where('share_id', 'is not distinct from', shareOf(scope))
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .select('id')
    .executeTakeFirst()
  return row?.id
}

export async function ownsGroup(
  db: Db,
  { userId }: CustomerScope,
  { groupId }: KeptFilter,
): Promise<boolean> {
  if (groupId === null) return true
  const row = await db
    .selectFrom('property_group')
    .where('id', '=', groupId)
    .where('customer_id', '=', userId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertFilter(
  db: Db,
  scope: CustomerScope,
  filter: KeptFilter,
  now: Instant,
): Promise<JobFilterId> {
  const { id } = await db
    .insertInto('job_filter')
    .values({
      customer_id: scope.userId,
      share_id: shareOf(scope),
      ...columnsOf(filter),
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateFilter(
  db: Db,
  { userId }: CustomerScope,
  id: JobFilterId,
  filter: KeptFilter,
): Promise<void> {
  await db
    .updateTable('job_filter')
    .set(columnsOf(filter))
    .where('id', '=', id)
    .where('customer_id', '=', userId)
    .execute()
}

/** Forgetting what is gone changes nothing. */
export async function removeFilter(db: Db, scope: CustomerScope, id: JobFilterId): Promise<void> {
  await db
    .deleteFrom('job_filter')
    .where('id', '=', id)
    .where('customer_id', '=', scope.userId)
    .where('share_id', 'is not distinct from', shareOf(scope))
    .execute()
}

function columnsOf({ name, search, groupId, serviceKey, crewId, weekday, state }: KeptFilter) {
  return { name, search, group_id: groupId, service_key: serviceKey, crew_id: crewId, weekday, state }
}
