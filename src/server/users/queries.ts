import type { SessionId, UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope, UserScope } from '../scope.ts'

export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .select(['id', 'type', 'name', 'email', 'locale', 'password_hash'])
    .executeTakeFirst()
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

export function listSessions(db: Db, scope: UserScope) {
  return db
    .selectFrom('session')
    .where('user_id', '=', scope.userId)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .execute()
}

export async function readCrewProfile(db: Db, scope: CrewScope) {
  const profile = await db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .where('user_id', '=', scope.userId)
    .select(['address', 'lat', 'lng', 'range_feet', 'services', 'vehicle'])
    .executeTakeFirstOrThrow()
  const hours = await db
    .selectFrom('crew_hours')
    .where('crew_id', '=', scope.userId)
    .orderBy('weekday')
    .select(['weekday', 'starts', 'ends'])
    .execute()
  return { ...profile, hours }
}

export function findCoupon(db: Db, code: string) {
  return db
    .selectFrom('coupon')
    .where((eb) => eb(eb.fn<string>('upper', ['code']), '=', code.toUpperCase()))
    .select(['code', 'name', 'credit_cents', 'valid_until'])
    .executeTakeFirst()
}

/** The user whose link or code brought somebody. */
export function findSponsor(db: Db, code: string) {
  return db
    .selectFrom('users')
    .leftJoin('payment_method', 'payment_method.user_id', 'users.id')
    .leftJoin('crew_profile', 'crew_profile.user_id', 'users.id')
    .where('users.referral_code', '=', code.toUpperCase())
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.address',
      'payment_method.fingerprint',
      'crew_profile.payout_account_id',
    ])
    .executeTakeFirst()
}

export function consumeToken(db: Db, tokenHash: Buffer, purpose: 'reset_password' | 'sign_in') {
  return db
    .deleteFrom('one_time_token')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .returning(['user_id', 'expires_at', 'goes_to'])
    .executeTakeFirst()
}

export async function removeSessions(db: Db, userId: UserId, except: SessionId | null): Promise<void> {
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .execute()
}

/** Whoever runs a market. */
export async function findOperatorIds(db: Db, marketId: string): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .where('type', '=', 'Operator')
    .where('market_id', '=', marketId)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}
