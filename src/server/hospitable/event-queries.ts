import { sql } from 'kysely'
import type { HospitableAccountId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** False where it was taken in before. */
export async function insertEvent(
  db: Db,
  { id, action, now }: { readonly id: string; readonly action: string; readonly now: Instant },
): Promise<boolean> {
  const row = await db
    .insertInto('hospitable_event')
    .values({ id, action, received_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function noteMerge(db: Db, previous: string, next: string): Promise<void> {
  await db
    .updateTable('hospitable_property')
    .set({ merged_into: next })
    .where('hospitable_id', '=', previous)
    .execute()
}

/** The accounts of these ids, their own or of rentals of theirs, are read as soon as somebody can. */
export async function bringForward(db: Db, ids: readonly string[], now: Instant): Promise<void> {
  if (ids.length === 0) return
  const isOne = sql<boolean>`(hospitable_id = any(${ids}::text[]) or id::text = any(${ids}::text[]) or id in (
    select account_id from hospitable_property where hospitable_id = any(${ids}::text[])))`
  await db
    .updateTable('hospitable_account')
    .set({ next_read_at: toTimestamp(now) })
    .where('state', '=', 'connected')
    .where('next_read_at', '>', toTimestamp(now))
    .where(isOne)
    .execute()
}

/** Takes those that are due and answers them; whoever dies with one has it back an hour later. */
export async function claimDue(
  db: Db,
  due: { readonly marketId: string; readonly now: Instant; readonly until: Instant; readonly limit: number },
): Promise<HospitableAccountId[]> {
  const rows = await db
    .updateTable('hospitable_account')
    .set({ next_read_at: toTimestamp(due.until) })
    .where('id', 'in', (from) =>
      from
        .selectFrom('hospitable_account as account')
        .innerJoin('users', 'users.id', 'account.customer_id')
        .where('account.state', '=', 'connected')
        .where('account.next_read_at', '<=', toTimestamp(due.now))
        .where('users.market_id', '=', due.marketId)
        .orderBy('account.next_read_at')
        .limit(due.limit)
        .select('account.id')
        .forUpdate('account')
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findFailures(db: Db, id: HospitableAccountId): Promise<number> {
  const row = await db
    .selectFrom('hospitable_account')
    .where('id', '=', id)
    .select('failures')
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** A webhook that came meanwhile has brought it forward already. */
export async function saveReading(
  db: Db,
  id: HospitableAccountId,
  reading: {
    readonly claimedUntil: Instant
    readonly next: Instant
    readonly failures: number
    readonly readAt?: Instant
  },
): Promise<void> {
  await db
    .updateTable('hospitable_account')
    .set({
      failures: reading.failures,
      next_read_at: sql`case when next_read_at < ${toTimestamp(reading.claimedUntil)} then next_read_at else ${toTimestamp(reading.next)} end`,
      ...(reading.readAt === undefined ? {} : { last_read_at: toTimestamp(reading.readAt) }),
    })
    .where('id', '=', id)
    .execute()
}
