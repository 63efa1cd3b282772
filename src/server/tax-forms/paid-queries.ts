/**
 * What crews were paid, from the payouts and their earnings: the only file of the room that reads those. A payout
 * counts when it is paid and by when it was; one that came back counts no more.
 */
import { type RawBuilder, sql } from 'kysely'
import type { PayoutId, UserId } from '#domain/ids.ts'
import { addCents, type Cents, cents } from '#domain/money.ts'
import { channelOf, NOTHING_PAID, type PaidByChannel } from '#domain/tax/channels.ts'
import type { YearSpan } from '#domain/tax/year.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'

export type PaidPayout = {
  readonly payoutId: PayoutId
  readonly paidAt: Instant
  readonly paid: PaidByChannel
  readonly transactionCount: number
  readonly feeCents: Cents
}

/** What was paid, and for how many visits and tips: what form 1099-K counts. */
type PaidSums = { readonly paid: PaidByChannel; readonly transactionCount: number }
const NOTHING: PaidSums = { paid: NOTHING_PAID, transactionCount: 0 }

/** More payouts than there are in a year, one at once a few times a day. */
const MOST_PAYOUTS = 2_000

/** One crew's payouts of a year, oldest first. */
export async function listPaidPayouts(db: Db, scope: CrewScope, span: YearSpan): Promise<PaidPayout[]> {
  const payouts = await db
    .selectFrom('payout')
    .where('crew_id', '=', scope.userId)
    .where(paidIn(span))
    .orderBy('paid_at')
    .orderBy('id')
    .limit(MOST_PAYOUTS)
    .select(['id', 'paid_at', 'fee_cents'])
    .$narrowType<{ paid_at: Instant }>()
    .execute()
  const channels = await sumChannels(db, sql<PayoutId>`payout.id`, {
    crewIds: [scope.userId],
    span,
  })
  return payouts.map(({ id, paid_at, fee_cents }) => ({
    payoutId: id,
    paidAt: paid_at,
    ...(channels.get(id) ?? NOTHING),
    feeCents: fee_cents,
  }))
}

export function paidByCrew(
  db: Db,
  crewIds: readonly UserId[],
  span: YearSpan,
): Promise<ReadonlyMap<UserId, PaidSums>> {
  return sumChannels(db, sql<UserId>`payout.crew_id`, { crewIds, span })
}

/** January to December, each with what a crew was paid in it. */
export async function paidByMonth(
  db: Db,
  crewIds: readonly UserId[],
  { from, until, zone }: YearSpan & { readonly zone: string },
): Promise<(crewId: UserId) => Cents[]> {
  const { rows } = await sql<{ crew_id: UserId; month: number; amount: number }>`
    select payout.crew_id, extract(month from payout.paid_at at time zone ${zone})::integer as month,
      sum(payout.amount_cents + payout.fee_cents)::bigint as amount
    from payout where payout.crew_id = any(${[...crewIds]}::uuid[]) and ${paidIn({ from, until })}
    group by 1, 2
  `.execute(db)
  return (crewId) =>
    Array.from({ length: 12 }, (_, index) =>
      cents(rows.find((row) => row.crew_id === crewId && row.month === index + 1)?.amount ?? 0),
    )
}

/** Years in which a crew was paid, newest first: one payout a year is looked up. */
export async function paidYears(db: Db, crewId: UserId, zone: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    with recursive paid as (
      (${lastPaid(crewId, sql`'infinity'`)})
      union all
      select earlier.paid_at from paid
      cross join lateral (${lastPaid(crewId, sql`date_trunc('year', paid.paid_at, ${zone})`)}) as earlier
    )
    select extract(year from paid_at at time zone ${zone})::integer as year from paid
  `.execute(db)
  return rows.map(({ year }) => year)
}

const lastPaid = (crewId: UserId, before: RawBuilder<unknown>) => sql`
  select payout.paid_at from payout
  where payout.crew_id = ${crewId} and payout.state = 'paid' and payout.paid_at < ${before}
  order by payout.paid_at desc limit 1`

/** The first year in which anybody of a market was paid; null where nobody was. */
export async function firstPaidYear(db: Db, marketId: string, zone: string): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from min(first.paid_at) at time zone ${zone})::integer as year
    from users
    cross join lateral (
      select paid_at from payout where payout.crew_id = users.id and payout.state = 'paid' order by paid_at limit 1
    ) as first
    where users.market_id = ${marketId} and users.type = 'Crew'
  `.execute(db)
  return rows[0]?.year ?? null
}

export type PaidCrew = { readonly id: UserId; readonly paidCents: Cents; readonly feeCents: Cents }

type PageOfCrews = {
  readonly marketId: string
  readonly year: number
  readonly span: YearSpan
  readonly leastCents: Cents
  /** Only crews with more payments for work; null where their number does not matter. */
  readonly aboveCount: number | null
  /** The last of the page before. */
  readonly after: { readonly paidCents: number; readonly id: string } | null
  readonly limit: number
}

/** Crews of a market from an amount on, and those whose form was sent; what was paid most comes first. */
export async function listPaidCrews(
  db: Db,
  { marketId, year, span, leastCents, aboveCount, after, limit }: PageOfCrews,
): Promise<PaidCrew[]> {
  const paid = sql`coalesce(sum(payout.amount_cents + payout.fee_cents), 0)::bigint`
  const isAfter =
    after === null ? sql`true` : sql`(${paid}, users.id) < (${after.paidCents}::bigint, ${after.id}::uuid)`
  const isCountAbove =
    aboveCount === null
      ? sql`true`
      : sql`(
          select count(*) from payout join earning on earning.payout_id = payout.id
          where payout.crew_id = users.id and ${paidIn(span)} and ${IS_TRANSACTION}
        ) > ${aboveCount}`
  const { rows } = await sql<{ id: UserId; paid: number; fee: number }>`
    select users.id, ${paid} as paid, coalesce(sum(payout.fee_cents), 0)::bigint as fee
    from users
    left join payout on payout.crew_id = users.id and ${paidIn(span)}
    left join tax_form_sent as sent on sent.crew_id = users.id and sent.year = ${year}
    where users.market_id = ${marketId} and users.type = 'Crew'
    group by users.id
    having ((count(payout.id) > 0 and ${paid} >= ${leastCents} and ${isCountAbove}) or count(sent.crew_id) > 0) and ${isAfter}
    order by paid desc, users.id desc
    limit ${limit}
  `.execute(db)
  return rows.map(({ id, paid, fee }) => ({ id, paidCents: cents(paid), feeCents: cents(fee) }))
}

const IS_TRANSACTION = sql<boolean>`(earning.kind in ('visit', 'tip', 'partner') and earning.amount_cents > 0)`

/** What was paid is the sum of the earnings that went out, before the fee of a payout at once. */
async function sumChannels<Of extends string>(
  db: Db,
  of: RawBuilder<Of>,
  { crewIds, span }: { readonly crewIds: readonly UserId[]; readonly span: YearSpan },
): Promise<ReadonlyMap<Of, PaidSums>> {
  const { rows } = await sql<{ of: Of; kind: string; is_weekly: boolean; amount: number; count: number }>`
    select ${of} as of, earning.kind, visit.weekly_job_id is not null as is_weekly,
      sum(earning.amount_cents)::bigint as amount, count(*) filter (where ${IS_TRANSACTION})::integer as count
    from payout
    join earning on earning.payout_id = payout.id
    left join visit on visit.id = earning.visit_id
    where payout.crew_id = any(${[...crewIds]}::uuid[]) and ${paidIn(span)}
    group by 1, 2, 3
  `.execute(db)
  const sums = new Map<Of, PaidSums>()
  for (const { of, kind, is_weekly, amount, count } of rows) {
    const channel = channelOf({ kind, isWeeklyWork: is_weekly })
    const { paid, transactionCount } = sums.get(of) ?? NOTHING
    sums.set(of, {
      paid: { ...paid, [channel]: addCents(paid[channel], cents(amount)) },
      transactionCount: transactionCount + count,
    })
  }
  return sums
}

function paidIn({ from, until }: YearSpan): RawBuilder<boolean> {
  return sql<boolean>`(payout.state = 'paid' and payout.paid_at >= ${toTimestamp(from)}
    and payout.paid_at < ${toTimestamp(until)})`
}
