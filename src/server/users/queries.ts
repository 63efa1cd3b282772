import { type Insertable, sql, type Updateable } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { UserScope } from '../scope.ts'

/** Of rows of `users`: not merged into another account. */
export const isLiving = sql<boolean>`not exists (select from account_merge where from_id = users.id)`

const MERGED_SHOWN = 20

/** Accounts that were merged into this one, the latest first. */
export function listMergedInto(db: Db, id: UserId) {
  return db
    .selectFrom('account_merge')
    .innerJoin('users', 'users.id', 'account_merge.from_id')
    .where('account_merge.into_id', '=', id)
    .orderBy('account_merge.merged_at', 'desc')
    .orderBy('users.id')
    .limit(MERGED_SHOWN)
    .select(['users.id', 'users.name', 'account_merge.merged_at'])
    .execute()
}

/** The account that holds the address. */
export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .where('holds_email', '=', true)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .select(['id', 'type', 'name', 'email', 'locale', 'password_hash'])
    .executeTakeFirst()
}

/** More than one registers in a lifetime; whoever wants to fill a list with one address is kept waiting by the limits. */
const ACCOUNTS_OF_AN_ADDRESS = 1_000

/** Every account that was opened with the address: who holds it first, then in the order in which they came. */
export async function listByEmail(db: Db, email: string, deviceId: string) {
  return db
    .selectFrom('users')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('holds_email', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(ACCOUNTS_OF_AN_ADDRESS)
    .select((eb) => [
      'id',
      'password_hash',
      'holds_email',
      eb
        .exists(
          eb
            .selectFrom('identity_mark')
            .whereRef('identity_mark.user_id', '=', 'users.id')
            .where('identity_mark.kind', '=', 'device')
            .where('identity_mark.mark', '=', deviceId),
        )
        .as('knows_device'),
    ])
    .execute()
}

/** Of the city on an operator's desk. */
export async function deskZone(db: Db, { marketId }: UserScope): Promise<string> {
  const market = db.selectFrom('market').where('id', '=', marketId).select('time_zone')
  return (await market.executeTakeFirstOrThrow()).time_zone
}

export function readUser(db: Db, scope: UserScope) {
  return db
    .selectFrom('users')
    .where('id', '=', scope.userId)
    .select([
      'id',
      'type',
      'name',
      'email',
      'phone',
      'locale',
      'time_zone',
      'address',
      'lat',
      'lng',
      'frozen_until',
      'frozen_notes',
      'referral_code',
      'created_at',
      'password_hash',
    ])
    .executeTakeFirstOrThrow()
}

/** The user whose link or code brought somebody; the code of an account that was merged leads to the one that stayed. */
export function findSponsor(db: Db, code: string) {
  const wanted = code.toUpperCase()
  return db
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('users.referral_code', '=', wanted),
        eb(
          'users.id',
          '=',
          eb.selectFrom('account_merge').where('referral_code', '=', wanted).select('into_id'),
        ),
      ]),
    )
    .select(['users.id', 'users.name'])
    .executeTakeFirst()
}

/** Whoever runs a market, whichever is on the desk now. */
export async function findOperatorIds(db: Db, marketId: string): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .where('type', '=', 'Operator')
    .where((eb) =>
      eb.or([
        eb('staff_role', 'is not', null),
        eb('id', 'in', (from) =>
          from
            .selectFrom('operator_market')
            .where('operator_market.market_id', '=', marketId)
            .select('user_id'),
        ),
      ]),
    )
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Of every market. */
export async function listOperatorIds(db: Db): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .where('type', '=', 'Operator')
    .where((eb) =>
      eb.or([
        eb('staff_role', 'is not', null),
        eb('id', 'in', (from) => from.selectFrom('operator_market').select('user_id')),
      ]),
    )
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whom a mail about an account speaks to. */
export function findRecipient(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id', 'name', 'email', 'locale'])
    .executeTakeFirst()
}

/** Whether mails about the account go to its address. */
export async function holdsEmail(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('holds_email').executeTakeFirst()
  return row?.holds_email ?? true
}

/** Type and language of an account, for whoever starts a session. */
export function findAccount(db: Db, userId: UserId) {
  return db.selectFrom('users').where('id', '=', userId).select(['type', 'locale']).executeTakeFirstOrThrow()
}

export async function findPasswordHash(db: Db, userId: UserId): Promise<string | null> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('password_hash').executeTakeFirst()
  return row?.password_hash ?? null
}

export async function savePassword(
  db: Db,
  userId: UserId,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Instant },
): Promise<void> {
  await updateUser(db, userId, { password_hash: passwordHash, password_changed_at: toTimestamp(now) })
}

export async function updateUser(
  db: Db,
  userId: UserId,
  columns: Updateable<Database['users']>,
): Promise<void> {
  await db.updateTable('users').set(columns).where('id', '=', userId).execute()
}

export async function insertUser(db: Db, row: Insertable<Database['users']>): Promise<UserId> {
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export type WaysIn = {
  readonly hasPassword: boolean
  /** To which a code is sent. */
  readonly phone: string | null
  readonly email: string | null
  readonly passkeys: number
}

/** By what an account is opened. */
export async function readWaysIn(db: Db, userId: UserId): Promise<WaysIn> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select((eb) => [
      'password_hash',
      'phone',
      'holds_phone',
      'email',
      'holds_email',
      eb
        .selectFrom('passkey')
        .where('passkey.user_id', '=', userId)
        .select((count) => count.fn.countAll<number>().as('passkeys'))
        .as('passkeys'),
    ])
    .executeTakeFirstOrThrow()
  return {
    hasPassword: row.password_hash !== null,
    phone: row.holds_phone ? row.phone : null,
    email: row.holds_email ? row.email : null,
    passkeys: row.passkeys ?? 0,
  }
}

export function countWaysIn({ hasPassword, phone, email, passkeys }: WaysIn): number {
  return [hasPassword, phone !== null, email !== null].filter(Boolean).length + passkeys
}
