/** Days are summed up from rows, a window of days at a time; whatever changed since is in the next summing up. */
import { sql } from 'kysely'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import {
  CREW_PAY,
  IS_DONE,
  IS_DUE,
  IS_FILLED,
  IS_LATE,
  IS_MISSED,
  LOST_AFTER_DAYS,
  MINUTES_WORKED,
  REVENUE,
} from './fact-queries.ts'

export type Window = {
  readonly marketId: string
  readonly zone: string
  readonly from: LocalDate
  readonly to: LocalDate
}

/** The first day on which anything was planned in the market; null where nothing was yet. */
export async function findFirstDay(db: Db, marketId: string): Promise<LocalDate | null> {
  const { rows } = await sql<{ date: LocalDate }>`
    select visit.date from visit join users customer on customer.id = visit.customer_id
    where customer.market_id = ${marketId} order by visit.date, visit.id limit 1
  `.execute(db)
  return rows[0]?.date ?? null
}

export async function findLastSummed(db: Db, marketId: string): Promise<LocalDate | null> {
  const row = await db
    .selectFrom('daily_number')
    .where('market_id', '=', marketId)
    .orderBy('date', 'desc')
    .limit(1)
    .select('date')
    .executeTakeFirst()
  return row?.date ?? null
}

/** Who was served in the window; a day that is summed up again widens nothing that is known already. */
export async function widenSpans(db: Db, { marketId, from, to }: Window): Promise<void> {
  await sql`
    insert into customer_span (customer_id, market_id, first_on, last_on)
    select visit.customer_id, ${marketId}, min(visit.date), max(visit.date)
    from visit join users customer on customer.id = visit.customer_id
    where visit.date between ${from} and ${to} and visit.state = 'completed' and customer.market_id = ${marketId}
    group by visit.customer_id
    on conflict (customer_id) do update set
      first_on = least(customer_span.first_on, excluded.first_on),
      last_on = greatest(customer_span.last_on, excluded.last_on)
  `.execute(db)
}

/** Every day of the window has a row of no service, so that it is known up to which day is summed. */
export async function writeDays(db: Db, { marketId, zone, from, to }: Window): Promise<void> {
  await db
    .deleteFrom('daily_number')
    .where('market_id', '=', marketId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .execute()
  const begins = sql`(${from}::date)::timestamp at time zone ${zone}`
  const ends = sql`(${to}::date + 1)::timestamp at time zone ${zone}`
  await sql`
    insert into daily_number (market_id, date, service_key, visits, filled, completed, on_time, missed, revenue_cents,
      crew_pay_cents, crew_minutes, refund_cents, sponsor_cents, new_customers, lost_customers)
    select ${marketId}, date, service_key, sum(visits), sum(filled), sum(completed), sum(on_time), sum(missed),
      sum(revenue), sum(pay), sum(minutes), sum(refunds), sum(sponsors), sum(new), sum(lost)
    from (
      select day::date as date, '' as service_key, 0 as visits, 0 as filled, 0 as completed, 0 as on_time, 0 as missed,
        0 as revenue, 0 as pay, 0 as minutes, 0 as refunds, 0 as sponsors, 0 as new, 0 as lost
      from generate_series(${from}::date, ${to}::date, interval '1 day') as day
      union all
      select visit.date, visit.service_key, 1, (${IS_FILLED})::integer, (${IS_DONE})::integer,
        (${IS_DONE} and not ${IS_LATE})::integer, (${IS_MISSED})::integer, coalesce(${REVENUE}, 0),
        coalesce(${CREW_PAY}, 0), coalesce(${MINUTES_WORKED}, 0), 0, 0, 0, 0
      from visit join users customer on customer.id = visit.customer_id
      where visit.date between ${from} and ${to} and ${IS_DUE}
        and customer.market_id = ${marketId}
      union all
      select (part.created_at at time zone ${zone})::date, coalesce(visit.service_key, ''), 0, 0, 0, 0, 0, 0, 0, 0,
        part.amount_cents, 0, 0, 0
      from refund_part part
      left join visit on visit.id = part.visit_id
      left join payment on payment.id = part.payment_id
      join users customer on customer.id = coalesce(visit.customer_id, payment.customer_id)
      where part.created_at >= ${begins} and part.created_at < ${ends} and part.undone_at is null
        and customer.market_id = ${marketId}
      union all
      select (commission.earned_at at time zone ${zone})::date, '', 0, 0, 0, 0, 0, 0, 0, 0,
        0, commission.amount_cents - commission.reversed_cents, 0, 0
      from commission join users sponsor on sponsor.id = commission.sponsor_id
      where commission.earned_at >= ${begins} and commission.earned_at < ${ends} and sponsor.market_id = ${marketId}
      union all
      select first_on, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 from customer_span
      where market_id = ${marketId} and first_on between ${from} and ${to}
      union all
      select last_on + ${LOST_AFTER_DAYS}::integer, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 from customer_span
      where market_id = ${marketId}
        and last_on between ${from}::date - ${LOST_AFTER_DAYS}::integer and ${to}::date - ${LOST_AFTER_DAYS}::integer
    ) as facts
    group by date, service_key
  `.execute(db)
}
