import { type RawBuilder, sql } from 'kysely'
import type { OnDemandOrderId, UserId, WeeklyJobId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { addDays, type Instant, instant, type LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

/** Work is billed within the week; what is older and on no payment never will be. */
const UNBILLED_DAYS = 60
/** Later a visit that was begun is done or missed. */
const UNDER_WAY_DAYS = 14
const JOBS_AT_ONCE = 100
const ORDERS_AT_ONCE = 50

export type Counted = {
  readonly weeklyJobCount: number
  readonly visitCount: number
  readonly underWayCount: number
  readonly promisedCount: number
}

/** What waits for a person, and what a person is waited for. */
export async function countWork(
  db: Db,
  userId: UserId,
  { now, today }: { readonly now: Instant; readonly today: LocalDate },
): Promise<Counted> {
  const since = addDays(today, -UNDER_WAY_DAYS)
  const coming = sql`visit.date >= ${since} and visit.state in ('scheduled', 'confirmed')
    and visit.ends_at > ${toTimestamp(now)}`
  const { rows } = await sql<Counted>`select
      (select count(*)::int from weekly_job job where job.customer_id = ${userId}
        and job.state in ('active', 'paused')) as "weeklyJobCount",
      (select count(*)::int from visit where visit.customer_id = ${userId} and ${coming}) as "visitCount",
      (select count(*)::int from visit where (visit.customer_id = ${userId} or visit.crew_id = ${userId})
        and visit.date >= ${since} and visit.state in ('en_route', 'in_progress')) as "underWayCount",
      (select count(*)::int from visit where visit.crew_id = ${userId} and ${coming})
        + (select count(*)::int from assignment where assignment.crew_id = ${userId}
          and assignment.released_at is null) as "promisedCount"`.execute(db)
  return rows[0]!
}

export type Balances = {
  readonly unbilledCents: Cents
  readonly unpaidCents: Cents
  readonly creditCents: Cents
  readonly openCaseCount: number
}

/** Money and complaints that are not through. */
export async function readBalances(db: Db, userId: UserId, today: LocalDate): Promise<Balances> {
  const { rows } = await sql<{ unbilled: number; unpaid: number; credit: number; cases: number }>`select
      coalesce((select sum(visit.price_cents)::bigint from visit where visit.customer_id = ${userId}
        and visit.date >= ${addDays(today, -UNBILLED_DAYS)} and visit.state = 'completed'
        and not exists (select from payment_line line where line.visit_id = visit.id)), 0) as unbilled,
      greatest(coalesce((select sum(earning.amount_cents)::bigint from earning
        where earning.crew_id = ${userId} and earning.payout_id is null), 0), 0)
        + coalesce((select sum(payout.amount_cents)::bigint from payout
          where payout.crew_id = ${userId} and payout.state in ('sending', 'in_transit', 'returned')), 0) as unpaid,
      ${creditOf(userId)} as credit,
      (select count(*)::int from dispute where dispute.customer_id = ${userId}
        and dispute.state in ('open', 'answered'))
        + (select count(*)::int from refund join payment on payment.id = refund.payment_id
          where payment.customer_id = ${userId} and refund.state = 'pending')
        as cases`.execute(db)
  const row = rows[0]!
  return {
    unbilledCents: cents(row.unbilled),
    unpaidCents: cents(row.unpaid),
    creditCents: cents(row.credit),
    openCaseCount: row.cases,
  }
}

function creditOf(userId: UserId): RawBuilder<number> {
  return sql<number>`(select greatest(coalesce(-sum(posting.amount_cents), 0), 0)::bigint
    from ledger_account account join ledger_posting posting on posting.account_id = account.id
    where account.kind = 'customer_credit' and account.owner_id = ${userId})`
}

/** The next of those that still go on. */
export async function listLiveJobIds(db: Db, scope: CustomerScope): Promise<WeeklyJobId[]> {
  const rows = await db
    .selectFrom('weekly_job')
    .where('customer_id', '=', scope.userId)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .limit(JOBS_AT_ONCE)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function listOpenOrderIds(db: Db, scope: CustomerScope): Promise<OnDemandOrderId[]> {
  const rows = await db
    .selectFrom('on_demand_order')
    .where('customer_id', '=', scope.userId)
    .where('state', 'in', ['booking', 'declined', 'booked'])
    .orderBy('created_at', 'desc')
    .limit(ORDERS_AT_ONCE)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** When the account is closed, if its owner asked for it. */
export async function findDueAt(db: Db, userId: UserId): Promise<Instant | null> {
  const row = await db
    .selectFrom('account_closing')
    .where('user_id', '=', userId)
    .where('taken_back_at', 'is', null)
    .select('due_at')
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Asked for twice it is one. */
export async function insertClosing(
  db: Db,
  { userId, now, dueAt }: { readonly userId: UserId; readonly now: Instant; readonly dueAt: Instant },
): Promise<void> {
  await db
    .insertInto('account_closing')
    .values({ user_id: userId, asked_at: toTimestamp(now), due_at: toTimestamp(dueAt) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type DueMark = { readonly dueAt: Instant; readonly userId: UserId }
const CLOSED_AT_ONCE = 100

/** Accounts of a market whose days of grace are over, after the last of the page before. */
export async function listDue(
  db: Db,
  marketId: string,
  { now, after }: { readonly now: Instant; readonly after: DueMark | null },
): Promise<DueMark[]> {
  const from = after ?? { dueAt: instant(0), userId: '00000000-0000-0000-0000-000000000000' }
  const rows = await db
    .selectFrom('account_closing')
    .innerJoin('users', 'users.id', 'account_closing.user_id')
    .where('users.market_id', '=', marketId)
    .where('taken_back_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('due_at', '<=', toTimestamp(now))
    .where(sql<boolean>`(due_at, user_id) > (${toTimestamp(from.dueAt)}, ${from.userId}::uuid)`)
    .orderBy('due_at')
    .orderBy('user_id')
    .limit(CLOSED_AT_ONCE)
    .select(['due_at', 'user_id'])
    .execute()
  return rows.map((row) => ({ dueAt: row.due_at, userId: row.user_id }))
}

/** Locked; undefined where it was taken back or done meanwhile. */
export function lockDue(db: Db, userId: UserId) {
  return db
    .selectFrom('account_closing')
    .innerJoin('users', 'users.id', 'account_closing.user_id')
    .where('user_id', '=', userId)
    .where('taken_back_at', 'is', null)
    .where('closed_at', 'is', null)
    .forUpdate('account_closing')
    .select(['due_at', 'users.type', 'users.name', 'users.email', 'users.locale', 'users.time_zone'])
    .executeTakeFirst()
}

/** Accounts of the same person that were merged into this one. */
export async function listMerged(db: Db, userId: UserId): Promise<UserId[]> {
  const rows = await db.selectFrom('account_merge').where('into_id', '=', userId).select('from_id').execute()
  return rows.map((row) => row.from_id)
}

export async function markClosed(db: Db, userId: UserId, now: Instant): Promise<void> {
  await db
    .updateTable('account_closing')
    .set({ closed_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .where('taken_back_at', 'is', null)
    .execute()
}
