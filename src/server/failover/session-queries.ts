/**
 * What has to hold in every session. A connection of our own is told when it begins. Behind a transaction pooler nobody
 * knows which session a transaction gets, and what one sets another finds: there the same belongs to the role.
 */
import { type Kysely, sql } from 'kysely'
import { errorCode } from '../error-code.ts'

/** A request answers within 5 s (threats, "Numbers to hold"), so its statements must end a little earlier. */
export const STATEMENT_TIMEOUT_MS = 4_500
const IDLE_IN_TRANSACTION_MS = 60_000

/**
 * Days and times in text are written and read one way, and rows are sought as on a disk without moving parts, whatever
 * the server's own settings. 0 lifts the limits.
 */
export function sessionSettings(statementTimeoutMs: number): Readonly<Record<string, string>> {
  return {
    TimeZone: 'UTC',
    DateStyle: 'ISO,MDY',
    IntervalStyle: 'postgres',
    // By PostgreSQL's own 4, a few rows of years are found by reading the years.
    random_page_cost: '1.1',
    // Compiling a statement takes longer than any of ours takes to run.
    jit: 'off',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(statementTimeoutMs === 0 ? 0 : IDLE_IN_TRANSACTION_MS),
  }
}

/**
 * Gives them to a role in this database. Throws one sentence with the statements where nobody let us; changes nothing
 * where the role has them.
 */
export function keepSettings<Tables>(db: Kysely<Tables>, role: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Starts at the same time set them one after another.
    await sql`select pg_advisory_xact_lock(hashtextextended('settings of roles', 0))`.execute(trx)
    await setMissing(trx, role)
  })
}

async function setMissing<Tables>(db: Kysely<Tables>, role: string): Promise<void> {
  const { rows } = await sql<{ database: string; kept: string[] | null }>`
    select current_database() as database, (
      select setconfig from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = current_database() and setrole = (select oid from pg_roles where rolname = ${role})
    ) as kept
  `.execute(db)
  const { database, kept } = rows[0]!
  const missing = Object.entries(sessionSettings(STATEMENT_TIMEOUT_MS))
    .filter(([name, value]) => !kept?.includes(`${name}=${value}`))
    .map(([name, value]) => `alter role "${role}" in database "${database}" set ${name} = '${value}'`)
  try {
    for (const statement of missing) await sql.raw(statement).execute(db)
  } catch (error) {
    if (errorCode(error) !== '42501') throw error
    throw new Error(
      `The role ${role} has to have its settings by itself, since DATABASE_URL leads through a pooler, and may not be given them here. As a superuser: ${missing.join('; ')}.`,
      { cause: error },
    )
  }
}

/** Throws one sentence where a session that the pooler hands out is without them. */
export async function checkSettings<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ zone: string; dates: string; intervals: string; limit: string }>`
    select current_setting('TimeZone') as zone, replace(current_setting('DateStyle'), ' ', '') as dates,
      current_setting('IntervalStyle') as intervals,
      extract(epoch from current_setting('statement_timeout')::interval)::text as limit
  `.execute(db)
  const asked = sessionSettings(STATEMENT_TIMEOUT_MS)
  const { zone, dates, intervals, limit } = rows[0]!
  const isRight =
    zone === asked['TimeZone'] && dates === asked['DateStyle'] && intervals === asked['IntervalStyle']
  if (isRight && Number(limit) * 1_000 === STATEMENT_TIMEOUT_MS) return
  throw new Error(
    'The pooler at DATABASE_URL hands out sessions without the settings of its role: RECONNECT it, and see docs/operating.md (several machines).',
  )
}
