/** Customers by the month of their first visit, and what they did in each month since. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { isLocalDate, type LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readPageMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'
import { IS_DONE } from './fact-queries.ts'

type Months = {
  readonly marketId: string
  /** Any day of the first month. */
  readonly from: LocalDate
  /** Any day of the last month. */
  readonly to: LocalDate
  /** Nothing after it is summed up. */
  readonly until: LocalDate
}

/** Whole months anew: that a customer came twice in one is seen only there. */
export async function writeCohorts(db: Db, { marketId, from, to, until }: Months): Promise<void> {
  const first = sql`date_trunc('month', ${from}::date)::date`
  const end = sql`(date_trunc('month', ${to}::date) + interval '1 month')::date`
  await sql`
    delete from cohort_month where market_id = ${marketId} and month >= ${first} and month < ${end}
  `.execute(db)
  await sql`
    insert into cohort_month (market_id, joined, month, customers, revenue_cents)
    select ${marketId}, date_trunc('month', span.first_on)::date, date_trunc('month', visit.date)::date,
      count(distinct visit.customer_id), coalesce(sum(visit.price_cents), 0)
    from visit join customer_span span on span.customer_id = visit.customer_id
    where visit.date >= ${first} and visit.date < ${end} and visit.date <= ${until}::date and ${IS_DONE}
      and span.market_id = ${marketId} and span.first_on <= visit.date
    group by 2, 3
  `.execute(db)
}

/** Where customers are known from before there were cohorts, the next night begins with the first of them. */
export async function areCohortsMissing(db: Db, marketId: string): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    select (select true from customer_span where market_id = ${marketId} limit 1) is not null
      and (select true from cohort_month where market_id = ${marketId} limit 1) is null as are
  `.execute(db)
  return rows[0]!.are
}

/** By month of first visit, then by month; those that began in `since` or later. */
export async function listCohorts(db: Db, { marketId }: OperatorScope, since: LocalDate) {
  const { rows } = await sql<{
    joined: LocalDate
    month: LocalDate
    customers: number
    revenue_cents: Cents
  }>`
    select joined, month, customers, revenue_cents from cohort_month
    where market_id = ${marketId} and joined >= ${since}::date order by joined, month
  `.execute(db)
  return rows
}

type CohortRow = {
  readonly id: UserId
  readonly mark: string
  readonly name: string
  readonly first_on: LocalDate
  readonly visits: number
  readonly revenue_cents: Cents
}

/** Who of those that began in a month had a visit done in another, by the day on which they began. */
export async function listCohortRows(
  db: Db,
  { marketId }: OperatorScope,
  asked: {
    readonly joined: LocalDate
    readonly month: LocalDate
    readonly until: LocalDate
    readonly limit: number
    readonly cursor: string | undefined
  },
) {
  const { joined, month, until, limit } = asked
  const mark = readPageMark(asked.cursor, isLocalDate)
  const { rows } = await sql<CohortRow>`
    select span.customer_id as id, span.first_on::text as mark, customer.name, span.first_on, done.visits,
      done.revenue_cents
    from customer_span span
    join users customer on customer.id = span.customer_id
    cross join lateral (
      select count(*)::integer as visits, coalesce(sum(visit.price_cents), 0)::bigint as revenue_cents
      from visit
      where visit.customer_id = span.customer_id and ${IS_DONE} and visit.date >= ${month}::date
        and visit.date < (${month}::date + interval '1 month')::date and visit.date <= ${until}::date
        and visit.date >= span.first_on
    ) as done
    where span.market_id = ${marketId} and span.first_on >= ${joined}::date
      and span.first_on < (${joined}::date + interval '1 month')::date and done.visits > 0
      ${mark === undefined ? sql`` : sql`and (span.first_on, span.customer_id) > (${mark.value}::date, ${mark.id}::uuid)`}
    order by span.first_on, span.customer_id limit ${limit + 1}
  `.execute(db)
  return pageOf(rows, limit)
}
