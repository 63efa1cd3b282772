/** Background work is put into the caller's transaction: it happens if and only if the rest does. */
import { sql } from 'kysely'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { TaskKind, TaskPayloads } from './kinds.ts'
import { LANE_OF } from './lanes.ts'

export type EnqueueOptions = {
  readonly now: Instant
  /** Not before this moment; absent means at once. */
  readonly runAt?: Instant
  /** While a task of the kind with this key waits, another is not added. One that was given up does not wait. */
  readonly dedupeKey?: string | null
}

export async function enqueue<Kind extends TaskKind>(
  db: Db,
  kind: Kind,
  payload: TaskPayloads[Kind],
  options: EnqueueOptions,
): Promise<void> {
  await enqueueAll(db, [taskRow(kind, payload, options)])
}

export type TaskToDo = ReturnType<typeof taskRow>

export function taskRow<Kind extends TaskKind>(
  kind: Kind,
  payload: TaskPayloads[Kind],
  { now, runAt = now, dedupeKey = null }: EnqueueOptions,
) {
  const [run_at, created_at] = [toTimestamp(runAt), toTimestamp(now)]
  return { kind, lane: LANE_OF[kind], payload, run_at, created_at, dedupe_key: dedupeKey }
}

/** All of them in one statement, however many there are. */
export async function enqueueAll(db: Db, tasks: readonly TaskToDo[]): Promise<void> {
  if (tasks.length === 0) return
  await sql`
    insert into task (kind, lane, payload, run_at, created_at, dedupe_key)
    select kind, lane, payload, run_at, created_at, dedupe_key
    from jsonb_to_recordset(${JSON.stringify(tasks)}) as due (
      kind text, lane text, payload jsonb, run_at timestamptz, created_at timestamptz, dedupe_key text
    )
    on conflict do nothing
  `.execute(db)
}
