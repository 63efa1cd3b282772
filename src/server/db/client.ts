import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { columnTypes } from './column-types.ts'
import type { Database } from './tables.ts'

export type OpenDatabase = {
  readonly db: Kysely<Database>
  readonly pool: Pool
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly maxConnections?: number
  /** 0 lifts the limit: for migrations, imports, backups, the planner. */
  readonly statementTimeoutMs?: number
  /** Hears of idle connections that broke; the pool replaces them by itself. */
  readonly onConnectionError?: (error: Error) => void
}

/** A request answers within 5 s (threats, "Numbers to hold"), so its statements must end a little earlier. */
export const STATEMENT_TIMEOUT_MS = 4_500

/** Opens a pool; nothing is connected until the first query. Close it, or the process does not end. */
export function openDatabase(
  connection: PoolConfig,
  { maxConnections = 12, statementTimeoutMs = STATEMENT_TIMEOUT_MS, onConnectionError }: DatabaseOptions = {},
): OpenDatabase {
  const pool = new Pool({
    ...connection,
    types: columnTypes,
    application_name: 'crew',
    max: maxConnections,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs === 0 ? 0 : 60_000,
    // A server that hangs does not keep its own timeout: ours ends the wait.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 300,
    // Days and times in text are written and read one way, whatever the server's own settings.
    options: '-c TimeZone=UTC -c DateStyle=ISO,MDY -c IntervalStyle=postgres',
  })
  pool.on('error', (error) => onConnectionError?.(error))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** The pool settings of a `postgres://` URL. */
export function connectionOf(databaseUrl: string): PoolConfig {
  return { connectionString: databaseUrl }
}
