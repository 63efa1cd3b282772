/** What a sponsor sees: who came, what was earned. */
import { sql } from 'kysely'
import { firstName } from '#domain/accounts/first-name.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { UserScope } from '../scope.ts'

export async function readCommissions(
  db: Db,
  scope: UserScope,
  { cursor, limit, origin }: { cursor?: string | undefined; limit: number; origin: string },
) {
  const { referral_code: code } = await db
    .selectFrom('users')
    .where('id', '=', scope.userId)
    .select('referral_code')
    .executeTakeFirstOrThrow()
  const page = await listCommissions(db, scope, cursor, limit)
  return {
    code,
    link: `${origin}/get-started?sponsor=${code}`,
    ...(await totals(db, scope)),
    ...(await findBrought(db, scope)),
    commissions: page.rows.map(toCommission),
    nextCursor: page.nextCursor,
  }
}

async function totals(db: Db, scope: UserScope) {
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

async function findBrought(db: Db, scope: UserScope) {
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

async function listCommissions(db: Db, scope: UserScope, cursor: string | undefined, limit: number) {
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

function toCommission(row: Awaited<ReturnType<typeof listCommissions>>['rows'][number]) {
  const isReversed = row.reversed_cents === row.amount_cents
  const state = row.released_at === null ? ('pending' as const) : ('available' as const)
  return {
    id: row.id,
    firstName: firstName(row.name),
    kind: row.kind,
    amountCents: cents(row.amount_cents),
    reversedCents: cents(row.reversed_cents),
    state: isReversed ? ('reversed' as const) : state,
    earnedAt: row.earned_at,
    availableAt: row.available_at,
  }
}
