/** Filters of queues that operators keep, each for itself. */
import type { QUEUE_OWNERS, Queue } from '#contract/queue-kinds.ts'
import type { QueueFilterId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

const MOST_FILTERS = 100

export type KeptFilter = {
  readonly kind: Queue
  readonly name: string
  readonly isDefault: boolean
  readonly owner: (typeof QUEUE_OWNERS)[number]
  readonly serviceKey: string
  readonly text: string
  readonly waitsHours: number
}

export async function listFilters(db: Db, { userId }: OperatorScope) {
  const rows = await db
    .selectFrom('queue_filter')
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_FILTERS)
    .selectAll()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    isDefault: row.is_default,
    owner: row.owner,
    serviceKey: row.service_key,
    text: row.text,
    waitsHours: row.waits_hours,
  }))
}

export async function countFilters(db: Db, { userId }: OperatorScope): Promise<number> {
  const { count } = await db
    .selectFrom('queue_filter')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const isFull = (count: number) => count >= MOST_FILTERS

/** A queue opens with one filter: what was the default is none any more. */
export async function endDefault(db: Db, { userId }: OperatorScope, kind: Queue): Promise<void> {
  await db
    .updateTable('queue_filter')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('is_default', '=', true)
    .execute()
}

export async function saveFilter(
  db: Db,
  { userId }: OperatorScope,
  filter: KeptFilter,
): Promise<QueueFilterId> {
  const kept = {
    owner: filter.owner,
    service_key: filter.serviceKey,
    text: filter.text,
    waits_hours: filter.waitsHours,
    is_default: filter.isDefault,
  }
  const { id } = await db
    .insertInto('queue_filter')
    .values({ user_id: userId, kind: filter.kind, name: filter.name, ...kept })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'name']).doUpdateSet(kept))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function removeFilter(db: Db, { userId }: OperatorScope, id: QueueFilterId): Promise<void> {
  await db.deleteFrom('queue_filter').where('id', '=', id).where('user_id', '=', userId).execute()
}
