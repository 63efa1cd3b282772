/** What a sponsor sees: who came, what was earned. */
import { sql } from 'kysely'
import { firstName } from '#domain/accounts/first-name.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { UserScope } from '../scope.ts'

/** What the sponsor gives to those whom it brings. */
export async function referralCodeOf(db: Db, scope: UserScope): Promise<string> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', scope.userId)
    .select('referral_code')
    .executeTakeFirstOrThrow()
  return row.referral_code
}

export async function sumCommissions(db: Db, scope: UserScope) {
  const row = await db
    .selectFrom('commission')
    .where('sponsor_id', '=', scope.userId)
    .select([
      sql<number>`coalesce(sum(amount_cents - reversed_cents) filter (where released_at is null), 0)::bigint`.as(
        'pending',
      ),
      sql<number>`coalesce(sum(amount_cents - reversed_cents) filter (where released_at is not null), 0)::bigint`.as(
        'available',
      ),
      sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('earned'),
      sql<number>`coalesce(sum(reversed_cents), 0)::bigint`.as('reversed'),
    ])
    .executeTakeFirstOrThrow()
  return {
    pendingCents: cents(row.pending),
    availableCents: cents(row.available),
    earnedCents: cents(row.earned),
    reversedCents: cents(row.reversed),
  }
}

export async function findBrought(db: Db, scope: UserScope) {
  const rows = await db
    .selectFrom('users')
    .where('sponsor_id', '=', scope.userId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .select((eb) => [
      'name',
      'type',
      'created_at',
      eb
        .selectFrom('commission')
        .whereRef('commission.brought_id', '=', 'users.id')
        .where('commission.sponsor_id', '=', scope.userId)
        .select(sql<number>`coalesce(sum(amount_cents - reversed_cents), 0)::bigint`.as('earned'))
        .as('earned'),
    ])
    .execute()
  const { count } = await db
    .selectFrom('users')
    .where('sponsor_id', '=', scope.userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    broughtCount: count,
    brought: rows.map((row) => ({
      firstName: firstName(row.name),
      type: row.type === 'Crew' ? ('Crew' as const) : ('Customer' as const),
      since: row.created_at,
      earnedCents: cents(row.earned ?? 0),
    })),
  }
}

export async function listCommissions(db: Db, scope: UserScope, cursor: string | undefined, limit: number) {
  const after = readTimeMark(cursor)
  const rows = await db
    .selectFrom('commission')
    .innerJoin('users', 'users.id', 'commission.brought_id')
    .where('commission.sponsor_id', '=', scope.userId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(commission.earned_at, commission.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('commission.earned_at', 'desc')
    .orderBy('commission.id', 'desc')
    .limit(limit + 1)
    .select([
      'commission.id',
      'commission.kind',
      'commission.amount_cents',
      'commission.reversed_cents',
      'commission.earned_at',
      'commission.available_at',
      'commission.released_at',
      'users.name',
      sql<string>`commission.earned_at::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, limit)
}
