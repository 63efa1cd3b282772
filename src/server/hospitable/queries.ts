import type { HospitableAccountId, UserId } from '#domain/ids.ts'
import type { TokenLife } from '#domain/hospitable/token-life.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { HospitableUser } from '../ports/hospitable/port.ts'
import type { CustomerScope } from '../scope.ts'

/** Of an account that has ended, the last one is found as well: who comes back finds its matches again. */
export function findAccounts(db: Db, userId: UserId) {
  return db
    .selectFrom('hospitable_account')
    .where('customer_id', '=', userId)
    .select(['id', 'hospitable_id', 'state'])
    .orderBy('connected_at', 'desc')
    .limit(100)
    .forUpdate()
    .execute()
}

export function findConnection(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('hospitable_account')
    .where('customer_id', '=', scope.userId)
    .where('state', '<>', 'ended')
    .select(['id', 'state', 'name', 'email', 'connected_at', 'last_read_at'])
    .executeTakeFirst()
}

export async function isTakenByAnother(db: Db, userId: UserId, hospitableId: string): Promise<boolean> {
  const row = await db
    .selectFrom('hospitable_account')
    .where('hospitable_id', '=', hospitableId)
    .where('state', '<>', 'ended')
    .where('customer_id', '<>', userId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

type Connected = TokenLife & {
  readonly id: HospitableAccountId
  readonly user: HospitableUser
  readonly sealed: Buffer
  readonly now: Instant
}

export async function saveConnected(
  db: Db,
  userId: UserId,
  { id, user, sealed, now, accessExpiresAt, refreshExpiresAt }: Connected,
): Promise<void> {
  const columns = {
    name: user.name,
    email: user.email,
    state: 'connected' as const,
    tokens_sealed: sealed,
    access_expires_at: toTimestamp(accessExpiresAt),
    refresh_expires_at: toTimestamp(refreshExpiresAt),
    refreshing_until: null,
    connected_at: toTimestamp(now),
    ended_at: null,
    next_read_at: toTimestamp(now),
    failures: 0,
  }
  await db
    .insertInto('hospitable_account')
    .values({ id, customer_id: userId, hospitable_id: user.id, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...columns, pair_number: (eb) => eb('hospitable_account.pair_number', '+', 1) }),
    )
    .execute()
}

/** Nobody reads with it any more; the pair is gone. */
export async function endConnection(db: Db, userId: UserId, now: Instant): Promise<void> {
  await db
    .updateTable('hospitable_account')
    .set({ state: 'ended', tokens_sealed: null, refreshing_until: null, ended_at: toTimestamp(now) })
    .where('customer_id', '=', userId)
    .where('state', '<>', 'ended')
    .execute()
}

/** False where somebody took it before. */
export async function takeCode(
  db: Db,
  { hash, userId, now }: { readonly hash: Buffer; readonly userId: UserId; readonly now: Instant },
): Promise<boolean> {
  const row = await db
    .insertInto('hospitable_code')
    .values({ code_hash: hash, customer_id: userId, taken_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Nobody was asked with it: it may be tried again. */
export async function giveCodeBack(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('hospitable_code').where('code_hash', '=', hash).execute()
}

export async function isCodeOf(db: Db, hash: Buffer, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('hospitable_code')
    .where('code_hash', '=', hash)
    .where('customer_id', '=', userId)
    .select('code_hash')
    .executeTakeFirst()
  return row !== undefined
}
