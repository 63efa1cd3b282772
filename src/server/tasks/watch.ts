/** When each lane has work next. */
import { sql } from 'kysely'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { LANE_NAMES, type Lane } from './lanes.ts'

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
