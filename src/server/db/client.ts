import { setTimeout as sleep } from 'node:timers/promises'
import { type IsolationLevel, Kysely, PostgresDialect, Transaction } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import type { Instant } from '#domain/time.ts'
import { createPatience } from '../failover/retry-lost.ts'
import { STATEMENT_TIMEOUT_MS, sessionSettings } from '../failover/session-queries.ts'
import { watchCommits } from '../failover/watch-commits.ts'
import { watchAccess } from '../connections/access-changes.ts'
import { columnTypes } from './column-types.ts'
import { isConflict } from './errors.ts'
import type { JsonText } from './json-columns.ts'
import { withParsedJson } from './parsed-json.ts'
import { createStatementNames, NO_NAMES } from '../connections/statement-names.ts'
import { guardOf, stepsOf } from './steps.ts'
import type { Database } from './tables.ts'

/** What a query may run on: the pool, or a transaction that an action has opened. */
export type Db = Kysely<Database>

export type OpenDatabase = {
  readonly db: Kysely<Database>
  readonly pool: Pool
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  readonly maxConnections?: number
  /** 0 lifts the limit: for migrations, imports, backups, the planner. */
  readonly statementTimeoutMs?: number
  /** False: a crash of the machine may lose the last commits, never a part of one. For what is made anew then anyway. */
  readonly isDurable?: boolean
  /**
   * Through a transaction pooler, where each transaction may have another session: nothing is set for a session, and what
   * has to hold in each belongs to the role (`keepSettings`).
   */
  readonly isPooled?: boolean
  /** Is called for connections that broke; the pool replaces them by itself. */
  readonly onConnectionError?: (error: Error) => void
}

const MAX_ATTEMPTS = 10
const LONGEST_PAUSE_MS = 250

/** Opens a pool; nothing is connected until the first query. Close it, or the process does not end. */
export function openDatabase(
  connection: PoolConfig,
  {
    maxConnections = 12,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    isDurable = true,
    isPooled = false,
    onConnectionError,
  }: DatabaseOptions = {},
): OpenDatabase {
  const pool = new Pool({
    ...connection,
    types: columnTypes,
    application_name: 'crew',
    max: maxConnections,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    // A server that hangs does not keep its own timeout: ours ends the wait.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 300,
    ...(isPooled ? {} : { options: startupOptions({ statementTimeoutMs, isDurable }) }),
  })
  // Heard on the connection itself: one that breaks while it is lent out has no other listener, and an error nobody
  // hears ends the process. The pool says the same again for idle ones.
  // While the pool is closed, a server that goes away at the same time is no news.
  let isClosing = false
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!isClosing) onConnectionError?.(error)
    })
    watchCommits(client)
    watchAccess(client)
  })
  pool.on('error', () => {})
  // A name belongs to a session, and behind a pooler nobody knows which one comes.
  const names = isPooled ? NO_NAMES : createStatementNames()
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: withParsedJson(pool, names) }) })
  return {
    db,
    pool,
    close: () => {
      isClosing = true
      return db.destroy()
    },
  }
}

function startupOptions({ statementTimeoutMs = 0, isDurable = true }: DatabaseOptions): string {
  const settings = [
    ...Object.entries(sessionSettings(statementTimeoutMs)),
    ...(isDurable ? [] : [['synchronous_commit', 'off']]),
  ]
  return settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
}

/** The pool settings of a `postgres://` URL. */
export function connectionOf(databaseUrl: string): PoolConfig {
  return { connectionString: databaseUrl }
}

export type TransactionOptions = {
  readonly isolation?: IsolationLevel
  /** False where it finds out by itself what was done, as one turn of asking a provider: it runs in every try. */
  readonly isStep?: boolean
}

/**
 * Runs `work` in one transaction, again from its start when PostgreSQL could not serialise it, broke a deadlock or went
 * away for a moment.
 * `work` may therefore run several times: it touches nothing but the database. Serializable unless told otherwise,
 * so that a decision made on what was read holds when it is written. Rethrows the last error after ten attempts. In a
 * call that is made once it answers plain data, and does nothing where it was committed when the call broke off.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  { isolation = 'serializable', isStep = true }: TransactionOptions = {},
): Promise<Result> {
  // Inside another's transaction there is nothing to begin and nothing to run again.
  if (db instanceof Transaction) return work(db)
  const runStep = isStep ? stepsOf(db) : null
  if (runStep === null) return again(db, work, isolation)
  return runStep((keep) =>
    again(
      db,
      async (transaction: Transaction<Tables>) => {
        const result = await work(transaction)
        await keep(transaction, result)
        return result
      },
      isolation,
    ),
  )
}

async function again<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  isolation: IsolationLevel,
): Promise<Result> {
  const patience = createPatience()
  const guard = guardOf(db)
  for (let conflicts = 1; ; ) {
    let isAtCommit = false
    try {
      return await db
        .transaction()
        .setIsolationLevel(isolation)
        .execute(async (transaction) => {
          await guard?.(transaction)
          const result = await work(transaction)
          isAtCommit = true
          return result
        })
    } catch (error) {
      if (!isConflict(error)) {
        // What broke before its commit was sent is not done. What broke at it may be.
        if (isAtCommit || !(await patience.isWorthAnotherTry(error))) throw error
      } else if (conflicts >= MAX_ATTEMPTS) throw error
      else await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 4 * 2 ** conflicts++))
    }
  }
}

/**
 * An instant as a parameter. PostgreSQL would read a bare number as nonsense and answer an error, so every instant
 * written or compared goes through here; the result fits both where a column's value and where a `Date` is asked.
 */
export function toTimestamp(at: Instant): Date & Instant {
  return new Date(at) as Date & Instant
}

/** A value for a `jsonb` column, which takes only what fits its shape. */
export function toJson<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value) as JsonText<Value>
}

/** For `ilike`: what has the typed text anywhere, its signs of the pattern language taken as they are. */
export function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`
}
