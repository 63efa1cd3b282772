import { sql } from 'kysely'
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'

const KEY = 'clock'

/** What the database's own machine says, and when somebody last believed in the time: null where nobody has yet. */
export async function readClocks(db: Db): Promise<{ database: Instant; believed: Instant | null }> {
  const { rows } = await sql<{ at: Instant }>`select clock_timestamp() as at`.execute(db)
  const row = await db.selectFrom('installation').where('key', '=', KEY).select('value').executeTakeFirst()
  const believed = row !== undefined && 'believedAt' in row.value ? instant(row.value.believedAt) : null
  return { database: rows[0]!.at, believed }
}

/** Says that this is the time: a server that has seen it pass, or a person. */
export async function believeClock(db: Db, now: Instant): Promise<void> {
  const row = { value: toJson({ believedAt: now }), updated_at: toTimestamp(now) }
  await db
    .insertInto('installation')
    .values({ key: KEY, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
