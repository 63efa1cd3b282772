/** What a share shows: the schema of views that stands before the tables for one transaction. */
import { sql } from 'kysely'
import type { ShareId } from '#domain/ids.ts'
import { rightsOf } from '#domain/sharing/rights.ts'
import type { Db } from '../db/client.ts'
import { MONEY_SETTING, PRICES_SETTING, SHARED_SCHEMA, SHARE_SETTING } from '../shared-views/queries.ts'
import type { Helper } from '../scope.ts'

export type ShownTo = Pick<Helper, 'shareId' | 'role'>

/** Undefined where the access ended. */
export async function findOpenShare(db: Db, shareId: ShareId): Promise<ShownTo | undefined> {
  return db
    .selectFrom('share')
    .where('id', '=', shareId)
    .where('ended_at', 'is', null)
    .where('joined_at', 'is not', null)
    .select(['id as shareId', 'role'])
    .executeTakeFirst()
}

/** For the rest of the transaction every query finds the views. */
export async function beginSharedReading(db: Db, helper: ShownTo): Promise<void> {
  await setShare(db, helper)
  await sql`select set_config('search_path', ${`${SHARED_SCHEMA}, public`}, true)`.execute(db)
}

/** How many of these rows the share shows. Inside a transaction; nothing else finds the views by it. */
export async function countShown(
  db: Db,
  helper: ShownTo,
  table: string,
  ids: readonly string[],
): Promise<number> {
  await setShare(db, helper)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.id(SHARED_SCHEMA, table)} where id = any(${[...ids]}::uuid[])
  `.execute(db)
  return rows[0]!.count
}

/** Which share the views ask for, and which amounts they show. */
async function setShare(db: Db, { shareId, role }: ShownTo): Promise<void> {
  const rights = rightsOf(role)
  await sql`
    select set_config(${SHARE_SETTING}, ${shareId}, true),
      set_config(${PRICES_SETTING}, ${String(rights.includes('prices'))}, true),
      set_config(${MONEY_SETTING}, ${String(rights.includes('pay'))}, true)
  `.execute(db)
}
