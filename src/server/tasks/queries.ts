/** The queue: many tasks put into it at once, and when each lane has work next. */
import { sql } from 'kysely'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { TaskKind, TaskPayloads } from './kinds.ts'
import { LANE_NAMES, LANE_OF, type Lane } from './lanes.ts'

/** One look into the index for each lane, however much waits. Lanes without work are left out. */
export async function nextByLane(db: Db): Promise<ReadonlyMap<Lane, Instant>> {
  const { rows } = await sql<{ lane: Lane; run_at: Instant }>`
    select lane, next.run_at
    from unnest(${LANE_NAMES}::text[]) as lane
    cross join lateral (
      select run_at from task where task.lane = lane.lane and parked_at is null order by run_at limit 1
    ) as next
  `.execute(db)
  return new Map(rows.map((row) => [row.lane, row.run_at]))
}

export type EnqueueOptions = {
  readonly now: Instant
  /** Not before this moment; absent means at once. */
  readonly runAt?: Instant
  /** While a task of the kind with this key waits, another is not added. One that was given up does not wait. */
  readonly dedupeKey?: string | null
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
