/** Changes of many weekly jobs, with how far each of them is. */
import { sql } from 'kysely'
import type { JobRecord } from '#contract/bulk-shapes.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import type { BulkChangeId, ShareId, UserId, WeeklyJobId } from '#domain/ids.ts'
import type { InEachLanguage } from '#domain/language.ts'
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
      share_id: scope.helper?.shareId ?? null,
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

/** Undefined where it is not the customer's, or was not begun by who looks after its places and asks. */
export function findBulk(db: Db, scope: CustomerScope, id: BulkChangeId) {
  return ownBulk(db, scope, id).executeTakeFirst()
}

export function lockBulk(db: Db, scope: CustomerScope, id: BulkChangeId) {
  return ownBulk(db, scope, id).forUpdate().executeTakeFirst()
}

function ownBulk(db: Db, { userId, helper }: CustomerScope, id: BulkChangeId) {
  return db
    .selectFrom('bulk_change')
    .where('id', '=', id)
    .where('customer_id', '=', userId)
    .$if(helper !== undefined, (query) => query.where('share_id', '=', helper!.shareId))
    .selectAll()
}

export async function markBulk(
  db: Db,
  id: BulkChangeId,
  set: {
    readonly state: BulkRow['state']
    readonly finishedAt?: Instant
    readonly undoUntil?: Instant
    readonly undoShareId?: ShareId | null
  },
): Promise<void> {
  await db
    .updateTable('bulk_change')
    .set({
      state: set.state,
      ...(set.finishedAt === undefined ? {} : { finished_at: toTimestamp(set.finishedAt) }),
      ...(set.undoUntil === undefined ? {} : { undo_until: toTimestamp(set.undoUntil) }),
      ...(set.undoShareId === undefined ? {} : { undo_share_id: set.undoShareId }),
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

/** In each language, for the owner and whoever looks after the place may read it; null where all is well. */
export type Note = InEachLanguage | null

type Outcome =
  | {
      readonly state: 'changed'
      readonly before: JobRecord
      readonly after: JobRecord
      readonly crewIds: readonly UserId[]
      readonly at: Instant
    }
  | { readonly state: 'same' }
  | { readonly state: 'refused' | 'left'; readonly note: Note }
  | { readonly state: 'undone'; readonly note: Note; readonly crewIds: readonly UserId[] }

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
      return { state: outcome.state, note_texts: notedAs(outcome.note) }
    case 'undone':
      return {
        state: outcome.state,
        note_texts: notedAs(outcome.note),
        undone_crew_ids: [...outcome.crewIds],
      }
  }
}

function notedAs(note: Note) {
  return note === null ? null : toJson(note)
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

/** Latest first, with whoever looks after the places and began them. */
export function listBulks(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('bulk_change')
    .leftJoin('share', 'share.id', 'bulk_change.share_id')
    .leftJoin('users as helper', 'helper.id', 'share.helper_id')
    .where('bulk_change.customer_id', '=', scope.userId)
    .orderBy('bulk_change.created_at', 'desc')
    .orderBy('bulk_change.id', 'desc')
    .limit(CHANGES_SHOWN)
    .selectAll('bulk_change')
    .select('helper.name as helper_name')
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
      .where((eb) => eb.or([eb('row.note', '<>', ''), eb('row.note_texts', 'is not', null)]))
      .orderBy('property.name')
      .orderBy('row.weekly_job_id')
      .limit(NOTED_SHOWN)
      .select([
        'row.bulk_change_id',
        'row.weekly_job_id as weeklyJobId',
        'property.name as propertyName',
        'job.service_key as serviceKey',
        'row.note',
        'row.note_texts as noteTexts',
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
