import type { ExpressionBuilder } from 'kysely'
import type { DataExportId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { UserScope } from '../scope.ts'

export type Year = {
  readonly kind: 'payments' | 'earnings'
  readonly year: number
  /** Whose: of who asks, or of an account that was merged into that one. */
  readonly accountId: UserId
}

/** Who asks has one file of a year, in its language. */
const isOfYear =
  (scope: UserScope, { kind, year, accountId }: Year) =>
  (eb: ExpressionBuilder<Database, 'data_export'>) =>
    eb.and({ user_id: scope.userId, kind, account_id: accountId, year, locale: scope.locale })

export function findNewest(db: Db, scope: UserScope, year: Year) {
  return db
    .selectFrom('data_export')
    .where(isOfYear(scope, year))
    .select(['asked_at', 'ready_at'])
    .executeTakeFirst()
}

/** Null for what is not written, or too old. */
export async function findContent(
  db: Db,
  scope: UserScope,
  { now, ...year }: Year & { readonly now: Instant },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('data_export')
    .where(isOfYear(scope, year))
    .where('expires_at', '>', toTimestamp(now))
    .select('content')
    .executeTakeFirst()
  return row?.content ?? null
}

/** In place of the one before: whoever asks again and again has one. */
export async function insertYear(
  db: Db,
  scope: UserScope,
  { now, ...of }: Year & { readonly now: Instant },
): Promise<DataExportId> {
  await db.deleteFrom('data_export').where(isOfYear(scope, of)).execute()
  const { id } = await db
    .insertInto('data_export')
    .values({
      user_id: scope.userId,
      kind: of.kind,
      year: of.year,
      account_id: of.accountId,
      locale: scope.locale,
      asked_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One that is to be written, and of whom. */
export function findUnwritten(db: Db, exportId: DataExportId) {
  return db
    .selectFrom('data_export')
    .innerJoin('users', 'users.id', 'data_export.account_id')
    .where('data_export.id', '=', exportId)
    .where('data_export.ready_at', 'is', null)
    .select([
      'data_export.kind',
      'data_export.year',
      'data_export.locale',
      'users.id as user_id',
      'users.market_id',
      'users.time_zone',
    ])
    .executeTakeFirst()
}
