/** What is due: payments, payouts and visits to go on with, and what is old enough to be deleted. */
import { sql } from 'kysely'
import { LEAST_CHARGE_CENTS } from '#domain/billing/statement.ts'
import type { PaymentId, RefundId, UserId, VisitId } from '#domain/ids.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { type CrewScope, type CustomerScope, mintScopeOf, SCOPE_COLUMNS } from '../scope.ts'

export async function crewOfVisit(db: Db, visitId: VisitId): Promise<CrewScope | null> {
  const row = await db
    .selectFrom('visit')
    .innerJoin('users', 'users.id', 'visit.crew_id')
    .where('visit.id', '=', visitId)
    .select(SCOPE_COLUMNS)
    .executeTakeFirst()
  return row === undefined ? null : mintScopeOf({ ...row, type: 'Crew' })
}

/** Who wants the receipt of a payment as a file by mail, or asked for this one; null where its customer does not. */
export async function readerOfReceipt(
  db: Db,
  paymentId: PaymentId,
  isAsked: boolean,
): Promise<CustomerScope | null> {
  const row = await db
    .selectFrom('payment')
    .leftJoin('paper_preference', 'paper_preference.user_id', 'payment.customer_id')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('payment.id', '=', paymentId)
    .$if(!isAsked, (query) => query.where('paper_preference.mails_receipts', '=', true))
    .select(SCOPE_COLUMNS)
    .executeTakeFirst()
  return row === undefined ? null : mintScopeOf({ ...row, type: 'Customer' })
}

/** Who asked for what is done in the background; null where the account is gone. */
export async function customerOf(db: Db, customerId: UserId): Promise<CustomerScope | null> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', customerId)
    .where('type', '=', 'Customer')
    .select(SCOPE_COLUMNS)
    .executeTakeFirst()
  return row === undefined ? null : mintScopeOf({ ...row, type: 'Customer' })
}

const AT_ONCE = 500

export async function dueRetries(db: Db, marketId: string, now: Instant): Promise<PaymentId[]> {
  const rows = await payments(db, marketId)
    .where('payment.state', '=', 'declined')
    .where('payment.next_attempt_at', '<=', toTimestamp(now))
    .orderBy('payment.next_attempt_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Billed, and whatever was to charge it is gone. */
export async function unasked(db: Db, marketId: string, before: Instant): Promise<PaymentId[]> {
  const rows = await payments(db, marketId)
    .where('payment.state', '=', 'due')
    // What no card can be charged waits for more, or for credit.
    .where((eb) =>
      eb.or([
        eb('payment.total_cents', '=', ZERO_CENTS),
        eb('payment.total_cents', '>=', LEAST_CHARGE_CENTS),
      ]),
    )
    .where('payment.created_at', '<=', toTimestamp(before))
    .orderBy('payment.created_at')
    .execute()
  return rows.map(({ id }) => id)
}

export async function unanswered(db: Db, marketId: string, before: Instant): Promise<PaymentId[]> {
  const rows = await payments(db, marketId)
    .innerJoin('charge_attempt', 'charge_attempt.payment_id', 'payment.id')
    .where('charge_attempt.state', '=', 'asked')
    .where('charge_attempt.created_at', '<=', toTimestamp(before))
    .orderBy('charge_attempt.created_at')
    .execute()
  return rows.map(({ id }) => id)
}

export async function unansweredRefunds(db: Db, marketId: string, before: Instant): Promise<RefundId[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('users.market_id', '=', marketId)
    .where('refund.state', '=', 'pending')
    .where('refund.created_at', '<=', toTimestamp(before))
    .orderBy('refund.created_at')
    .limit(AT_ONCE)
    .select('refund.id')
    .execute()
  return rows.map(({ id }) => id)
}

function payments(db: Db, marketId: string) {
  return db
    .selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('users.market_id', '=', marketId)
    .limit(AT_ONCE)
    .select('payment.id')
}

/**
 * The oldest `atMost` of those to be forgotten, by the database's own clock, which wrote them; remembers up to where they
 * are gone, and answers how many went.
 */
export async function deleteLiveEvents(
  db: Db,
  { keptHours, keptRows, atMost }: { keptHours: number; keptRows: number; atMost: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with pruned as (
      delete from live_event
      where id in (
        select id from live_event
        where at < now() - make_interval(hours => ${keptHours})
          or id <= (select max(id) from live_event) - ${keptRows}
        order by id limit ${atMost}
      )
      returning xact
    ), remembered as (
      update live_horizon set pruned_xact = greatest(pruned_xact, (select max(xact) from pruned))
      where exists (select from pruned)
    )
    select count(*)::integer as count from pruned
  `.execute(db)
  return rows[0]!.count
}

/** Visits in one of the states whose window ended before an instant, the oldest first. */
export async function lockVisitsEndedBefore(
  db: Db,
  due: { marketId: string; states: readonly VisitState[]; before: Instant; limit: number },
): Promise<VisitId[]> {
  const rows = await db
    .selectFrom('visit')
    .where('state', 'in', due.states)
    .where('ends_at', '<=', toTimestamp(due.before))
    .where('customer_id', 'in', (from) =>
      from.selectFrom('users').where('market_id', '=', due.marketId).select('users.id'),
    )
    .orderBy('ends_at')
    .limit(due.limit)
    .forUpdate()
    .skipLocked()
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}
