/** Background work is put into the caller's transaction: it happens if and only if the rest does. */
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { TaskKind, TaskPayloads } from './kinds.ts'

export type EnqueueOptions = {
  readonly now: Instant
  /** Not before this moment; absent means at once. */
  readonly runAt?: Instant
  /** While a task of the kind with this key waits, another is not added. */
  readonly dedupeKey?: string
}

export async function enqueue<Kind extends TaskKind>(
  db: Db,
  kind: Kind,
  payload: TaskPayloads[Kind],
  { now, runAt = now, dedupeKey }: EnqueueOptions,
): Promise<void> {
  await db
    .insertInto('task')
    .values({
      kind,
      payload: JSON.stringify(payload),
      run_at: toTimestamp(runAt),
      created_at: toTimestamp(now),
      dedupe_key: dedupeKey ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
