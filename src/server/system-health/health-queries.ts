/** Each question is bounded, however long the queue and however large the database is. */
import { sql } from 'kysely'
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { LANE_NAMES, type Lane } from '../tasks/lanes.ts'
import { marketsIn } from '../tasks/queries.ts'

type DueKind = {
  readonly lane: Lane
  readonly kind: string
  readonly count: number
  readonly oldest_at: Instant
}

/** What should have been begun, by lane and kind; of each lane the oldest `most` are counted. */
export async function countDue(db: Db, now: Instant, most: number): Promise<DueKind[]> {
  const { rows } = await sql<DueKind>`
    select lane, due.kind, due.count, due.oldest_at
    from unnest(${LANE_NAMES}::text[]) as lane
    cross join lateral (
      select kind, count(*) as count, min(run_at) as oldest_at
      from (
        select waiting.kind, waiting.run_at
        from (${marketsIn(sql`lane.lane`)}) as market
        cross join lateral (
          select kind, run_at from task
          where task.lane = lane.lane and task.market_id = market.market_id and parked_at is null
            and run_at <= ${toTimestamp(now)}
          order by run_at limit ${most}
        ) as waiting
        order by waiting.run_at limit ${most}
      ) as counted
      group by kind
    ) as due
    order by lane, due.oldest_at
  `.execute(db)
  return rows
}

export async function countLater(db: Db, now: Instant, most: number): Promise<Map<Lane, number>> {
  const { rows } = await sql<{ lane: Lane; count: number }>`
    select lane, later.count
    from unnest(${LANE_NAMES}::text[]) as lane
    cross join lateral (
      select count(*) as count from (
        select
        from (${marketsIn(sql`lane.lane`)}) as market
        cross join lateral (
          select from task
          where task.lane = lane.lane and task.market_id = market.market_id and parked_at is null
            and run_at > ${toTimestamp(now)}
          limit ${most}
        ) as waiting
        limit ${most}
      ) as counted
    ) as later
  `.execute(db)
  return new Map(rows.map(({ lane, count }) => [lane, count]))
}

export async function countParked(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from task where parked_at is not null limit ${most}) as counted
  `.execute(db)
  return rows[0]!.count
}

export function listAnswers(db: Db) {
  return db
    .selectFrom('provider_answer')
    .select(['port', 'is_ok', 'answered_at', 'took_ms', 'call', 'error', 'failed_at'])
    .execute()
}

export async function readDatabase(db: Db) {
  const { rows } = await sql<{
    bytes: number
    connections: number
    most_connections: number
    version: string
    migration: string
  }>`
    select pg_database_size(current_database())::double precision as bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::integer as most_connections,
      current_setting('server_version') as version,
      (select name from kysely_migration order by name desc limit 1) as migration
  `.execute(db)
  return rows[0]!
}

export async function readBackup(db: Db) {
  const row = await db
    .selectFrom('installation')
    .where('key', '=', 'backup')
    .select('value')
    .executeTakeFirst()
  if (row === undefined || !('backedUpAt' in row.value)) return null
  return { at: instant(row.value.backedUpAt), bytes: row.value.bytes, rows: row.value.rows }
}

/** The last one that began, whether it has ended or not. */
export function findLastRun(db: Db) {
  return db
    .selectFrom('reconcile_run')
    .orderBy('started_at', 'desc')
    .limit(1)
    .select(['kind', 'started_at', 'finished_at'])
    .executeTakeFirst()
}

export async function countOpenDifferences(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from reconcile_difference where state = 'open' limit ${most}) as counted
  `.execute(db)
  return rows[0]!.count
}
