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

type ReversalKind = 'commission_reversed' | 'commission_charged_back' | 'commission_refused'

const IS_PARKED = sql<boolean>`exists (
  select from referral_review review
  where review.brought_id = commission.brought_id and review.state = 'parked'
)`
const LEFT = sql`commission.amount_cents - commission.reversed_cents - commission.used_cents`
const AVAILABLE = sql`commission.released_at is not null and (${LEFT} < 0 or not ${IS_PARKED})`

export async function sumCommissions(db: Db, scope: UserScope) {
  const row = await db
    .selectFrom('commission')
    .where('sponsor_id', '=', scope.userId)
    .select([
      sql<number>`coalesce(sum(${LEFT}) filter (where released_at is null and not ${IS_PARKED}), 0)::bigint`.as(
        'pending',
      ),
      sql<number>`coalesce(sum(${LEFT}) filter (where ${IS_PARKED} and ${LEFT} > 0), 0)::bigint`.as('parked'),
      sql<number>`coalesce(sum(${LEFT}) filter (where ${AVAILABLE}), 0)::bigint`.as('available'),
      sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('earned'),
      sql<number>`coalesce(sum(reversed_cents), 0)::bigint`.as('reversed'),
    ])
    .executeTakeFirstOrThrow()
  const spent = await db
    .selectFrom('commission_spending')
    .where('sponsor_id', '=', scope.userId)
    .where('undone_at', 'is', null)
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (where kind = 'credit'), 0)::bigint`.as('spent'),
      sql<number>`coalesce(sum(amount_cents) filter (where kind <> 'credit'), 0)::bigint`.as('withdrawn'),
    ])
    .executeTakeFirstOrThrow()
  return {
    pendingCents: cents(row.pending),
    parkedCents: cents(row.parked),
    availableCents: cents(row.available),
    earnedCents: cents(row.earned),
    reversedCents: cents(row.reversed),
    spentCents: cents(spent.spent),
    withdrawnCents: cents(spent.withdrawn),
  }
}

/** Where a sponsor's money would go. */
export async function findAccount(db: Db, scope: UserScope) {
  const row = await db
    .selectFrom('payout_account')
    .where('user_id', '=', scope.userId)
    .select(['state', 'bank_name', 'bank_last4'])
    .executeTakeFirst()
  const { bank_name: name = null, bank_last4: last4 = null } = row ?? {}
  return {
    state: row?.state ?? ('none' as const),
    bank: name === null || last4 === null ? null : { name, last4 },
  }
}

/** The newest 20, each with where its money is. */
export function listSpendings(db: Db, scope: UserScope) {
  return db
    .selectFrom('commission_spending as spending')
    .leftJoin('earning', 'earning.id', 'spending.earning_id')
    .leftJoin('payout', (join) =>
      join.on(sql<boolean>`payout.id = coalesce(spending.payout_id, earning.payout_id)`),
    )
    .where('spending.sponsor_id', '=', scope.userId)
    .orderBy('spending.spent_at', 'desc')
    .orderBy('spending.id')
    .limit(20)
    .select([
      'spending.id',
      'spending.kind',
      'spending.amount_cents',
      'spending.spent_at',
      'spending.undone_at',
      'payout.state as payout_state',
      'payout.arrives_at',
      'payout.paid_at',
    ])
    .execute()
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
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('commission_use as use')
          .innerJoin('commission_spending as spending', 'spending.id', 'use.spending_id')
          .leftJoin('earning', 'earning.id', 'spending.earning_id')
          .leftJoin('payout', (join) =>
            join.on(sql<boolean>`payout.id = coalesce(spending.payout_id, earning.payout_id)`),
          )
          .whereRef('use.commission_id', '=', 'commission.id')
          .where('spending.undone_at', 'is', null)
          .orderBy('spending.spent_at', 'desc')
          .limit(1)
          .select(['spending.kind', 'payout.state as payout_state'])
          .as('last_use'),
      (join) => join.onTrue(),
    )
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
      'commission.used_cents',
      'commission.earned_at',
      'commission.available_at',
      'commission.released_at',
      'users.name',
      'last_use.kind as use_kind',
      'last_use.payout_state',
      IS_PARKED.as('is_parked'),
      sql<ReversalKind[]>`array(
        select distinct journal.kind from ledger_journal journal where journal.subject_id = commission.id
          and journal.kind in ('commission_reversed', 'commission_charged_back', 'commission_refused')
      )`.as('reversal_kinds'),
      sql<string>`commission.earned_at::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, limit)
}
