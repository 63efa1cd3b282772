import type { TokenLife } from '#domain/hospitable/token-life.ts'
import type { HospitableAccountId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export function findPair(db: Db, id: HospitableAccountId) {
  return db
    .selectFrom('hospitable_account')
    .where('id', '=', id)
    .where('state', '=', 'connected')
    .select(['tokens_sealed', 'pair_number', 'access_expires_at', 'refresh_expires_at'])
    .executeTakeFirst()
}

type Pair = { readonly id: HospitableAccountId; readonly pairNumber: number }

/** True for one at a time, and only while the pair is the one that was read. */
export async function claimRefresh(
  db: Db,
  { id, pairNumber }: Pair,
  { now, until }: { readonly now: Instant; readonly until: Instant },
): Promise<boolean> {
  const row = await db
    .updateTable('hospitable_account')
    .set({ refreshing_until: toTimestamp(until) })
    .where('id', '=', id)
    .where('pair_number', '=', pairNumber)
    .where('state', '=', 'connected')
    .where((eb) =>
      eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<=', toTimestamp(now))]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function savePair(
  db: Db,
  { id, pairNumber }: Pair,
  { sealed, accessExpiresAt, refreshExpiresAt }: TokenLife & { readonly sealed: Buffer },
): Promise<void> {
  await db
    .updateTable('hospitable_account')
    .set({
      tokens_sealed: sealed,
      pair_number: pairNumber + 1,
      access_expires_at: toTimestamp(accessExpiresAt),
      refresh_expires_at: toTimestamp(refreshExpiresAt),
      refreshing_until: null,
    })
    .where('id', '=', id)
    .where('pair_number', '=', pairNumber)
    .where('state', '=', 'connected')
    .execute()
}

export async function giveRefreshBack(db: Db, { id, pairNumber }: Pair): Promise<void> {
  await db
    .updateTable('hospitable_account')
    .set({ refreshing_until: null })
    .where('id', '=', id)
    .where('pair_number', '=', pairNumber)
    .execute()
}

/** Whose it is; null where the pair is another by now: then nothing has lapsed. */
export async function markLapsed(db: Db, { id, pairNumber }: Pair): Promise<UserId | null> {
  const row = await db
    .updateTable('hospitable_account')
    .set({ state: 'lapsed', refreshing_until: null })
    .where('id', '=', id)
    .where('pair_number', '=', pairNumber)
    .where('state', '=', 'connected')
    .returning('customer_id')
    .executeTakeFirst()
  return row?.customer_id ?? null
}
