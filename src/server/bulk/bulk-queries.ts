/** Changes of many weekly jobs, with how far each of them is. */
import { sql } from 'kysely'
import type { JobRecord } from '#contract/bulk-shapes.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import type { BulkChangeId, UserId, WeeklyJobId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

const NOTED_SHOWN = 100
const CHANGES_SHOWN = 5

export type BulkRow = NonNullable<Awaited<ReturnType<typeof findBulk>>>

export async function insertBulk(
  db: Db,
  scope: CustomerScope,
  bulk: {
    readonly change: BulkChange
    readonly isWhole: boolean
    readonly weeklyJobIds: readonly WeeklyJobId[]
    readonly now: Instant
    readonly undoUntil: Instant
  },
): Promise<BulkChangeId> {
  const { id } = await db
    .insertInto('bulk_change')
    .values({
      customer_id: scope.userId,
      change: toJson(writable(bulk.change)),
      is_whole: bulk.isWhole,
      job_count: bulk.weeklyJobIds.length,
      created_at: toTimestamp(bulk.now),
      undo_until: toTimestamp(bulk.undoUntil),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into bulk_change_job (bulk_change_id, weekly_job_id)
    select ${id}, job_id from unnest(${[...bulk.weeklyJobIds]}::uuid[]) as chosen (job_id)
  `.execute(db)
  return id
}

/** Null where it is not the customer's. */
export function findBulk(db: Db, scope: CustomerScope, id: BulkChangeId) {
  return ownBulk(db, scope, id).executeTakeFirst()
}

export function lockBulk(db: Db, scope: CustomerScope, id: BulkChangeId) {
  return ownBulk(db, scope, id).forUpdate().executeTakeFirst()
}

function ownBulk(db: Db, scope: CustomerScope, id: BulkChangeId) {
  return db.selectFrom('bulk_change').where('id', '=', id).where('customer_id', '=', scope.userId).selectAll()
}

export async function markBulk(
  db: Db,
  id: BulkChangeId,
  set: { readonly state: BulkRow['state']; readonly finishedAt?: Instant; readonly undoUntil?: Instant },
): Promise<void> {
  await db
    .updateTable('bulk_change')
    .set({
      state: set.state,
      ...(set.finishedAt === undefined ? {} : { finished_at: toTimestamp(set.finishedAt) }),
      ...(set.undoUntil === undefined ? {} : { undo_until: toTimestamp(set.undoUntil) }),
    })
    .where('id', '=', id)
    .execute()
}

/** In the order of ids, in which every change locks. */
export async function listJobsIn(
  db: Db,
  id: BulkChangeId,
  state: 'waiting' | 'changed',
  limit: number,
): Promise<WeeklyJobId[]> {
  const rows = await db
    .selectFrom('bulk_change_job')
    .where('bulk_change_id', '=', id)
    .where('state', '=', state)
    .orderBy('weekly_job_id')
    .limit(limit)
    .select('weekly_job_id')
    .execute()
  return rows.map((row) => row.weekly_job_id)
}

export type BulkJobRow = NonNullable<Awaited<ReturnType<typeof lockBulkJob>>>

export function lockBulkJob(db: Db, id: BulkChangeId, weeklyJobId: WeeklyJobId) {
  return db
    .selectFrom('bulk_change_job')
    .where('bulk_change_id', '=', id)
    .where('weekly_job_id', '=', weeklyJobId)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
}

type Outcome =
  | {
      readonly state: 'changed'
      readonly before: JobRecord
      readonly after: JobRecord
      readonly crewIds: readonly UserId[]
      readonly at: Instant
    }
  | { readonly state: 'same' }
  | { readonly state: 'refused' | 'left'; readonly note: string }
  | { readonly state: 'undone'; readonly note: string; readonly crewIds: readonly UserId[] }

export async function saveOutcome(
  db: Db,
  { bulk_change_id, weekly_job_id }: Pick<BulkJobRow, 'bulk_change_id' | 'weekly_job_id'>,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable('bulk_change_job')
    .set(columnsOf(outcome))
    .where('bulk_change_id', '=', bulk_change_id)
    .where('weekly_job_id', '=', weekly_job_id)
    .execute()
}

function columnsOf(outcome: Outcome) {
  switch (outcome.state) {
    case 'changed':
      return {
        state: outcome.state,
        before: toJson(outcome.before),
        after: toJson(outcome.after),
        crew_ids: [...outcome.crewIds],
        done_at: toTimestamp(outcome.at),
      }
    case 'same':
      return { state: outcome.state }
    case 'refused':
    case 'left':
      return { state: outcome.state, note: outcome.note }
    case 'undone':
      return { state: outcome.state, note: outcome.note, undone_crew_ids: [...outcome.crewIds] }
  }
}

/** Whose jobs were changed, or put back, and how many of each. */
export async function countByCrew(
  db: Db,
  id: BulkChangeId,
  what: 'applied' | 'undone',
): Promise<{ crewId: UserId; jobCount: number }[]> {
  const column = sql.ref(what === 'applied' ? 'crew_ids' : 'undone_crew_ids')
  const { rows } = await sql<{ crewId: UserId; jobCount: number }>`
    select crew_id as "crewId", count(*)::integer as "jobCount"
    from bulk_change_job, unnest(${column}) as crew_id
    where bulk_change_id = ${id}
    group by crew_id order by crew_id
  `.execute(db)
  return rows
}

/** Latest first. */
export function listBulks(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('bulk_change')
    .where('customer_id', '=', scope.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(CHANGES_SHOWN)
    .selectAll()
    .execute()
}

export function countStates(db: Db, ids: readonly BulkChangeId[]) {
  return db
    .selectFrom('bulk_change_job')
    .where(sql<boolean>`bulk_change_id = any(${[...ids]}::uuid[])`)
    .groupBy(['bulk_change_id', 'state'])
    .select(['bulk_change_id', 'state', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
}

/** What could not be changed or undone as asked, of the first that are shown. */
export async function listNoted(db: Db, ids: readonly BulkChangeId[]) {
  const perChange = ids.map((id) =>
    db
      .selectFrom('bulk_change_job as row')
      .innerJoin('weekly_job as job', 'job.id', 'row.weekly_job_id')
      .innerJoin('property', 'property.id', 'job.property_id')
      .where('row.bulk_change_id', '=', id)
      .where('row.note', '<>', '')
      .orderBy('property.name')
      .orderBy('row.weekly_job_id')
      .limit(NOTED_SHOWN)
      .select([
        'row.bulk_change_id',
        'row.weekly_job_id as weeklyJobId',
        'property.name as propertyName',
        'job.service_key as serviceKey',
        'row.note',
        'row.state',
      ])
      .execute(),
  )
  return (await Promise.all(perChange)).flat()
}

/** As the column's shape has it. */
function writable(change: BulkChange) {
  if (change.kind === 'weekdays') return { ...change, weekdays: [...change.weekdays] }
  if (change.kind === 'crews') return { ...change, crewIds: [...change.crewIds] }
  if (change.kind !== 'skip') return change
  const { weekdays, ...rest } = change
  return weekdays === undefined ? rest : { ...rest, weekdays: [...weekdays] }
}
