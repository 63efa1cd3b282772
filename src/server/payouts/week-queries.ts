/** Weeks of work against the payouts that they went out with: a week is Monday to Sunday, a payout what became available. */
import { sql } from 'kysely'
import type { PayoutId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { addDays, dateAt, type Instant, type LocalDate, mondayOf } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'

const WEEKS_SHOWN = 12

/** The next two payouts by the plan. */
export type Runs = { readonly next: Instant; readonly following: Instant }

/** By the Monday of the week in which the work was done, newest first; without a gap from the first work on. */
export async function findWeeks(db: Db, scope: CrewScope, now: Instant, runs: Runs) {
  const thisWeek = mondayOf(dateAt(now, scope.timeZone))
  const parts = await findParts(db, scope, { since: addDays(thisWeek, -7 * (WEEKS_SHOWN - 1)), now, runs })
  const first = parts[0]?.week_start
  if (first === undefined) return []
  const byWeek = Map.groupBy(parts, (part) => part.week_start)
  return Array.from({ length: WEEKS_SHOWN }, (_, index) => addDays(thisWeek, -7 * index))
    .filter((weekStart) => weekStart >= first)
    .map((weekStart) => weekOf(weekStart, byWeek.get(weekStart) ?? [], { scope, runs }))
}

function weekOf(weekStart: LocalDate, parts: readonly Part[], shown: { scope: CrewScope; runs: Runs }) {
  return {
    weekStart,
    visitCount: parts.reduce((sum, part) => sum + part.visit_count, 0),
    earnedCents: sumOf(parts),
    tipCents: cents(parts.reduce((sum, part) => sum + part.tips, 0)),
    pendingCents: cents(parts.reduce((sum, part) => sum + part.pending, 0)),
    availableCents: cents(
      parts.reduce((sum, part) => sum + (part.payout_id === null ? part.amount - part.pending : 0), 0),
    ),
    sentCents: sumOf(parts.filter((part) => part.payout_id !== null && !part.is_paid)),
    paidCents: sumOf(parts.filter((part) => part.is_paid)),
    payouts: parts
      .map((part) => payoutOf(part, shown))
      .sort((one, other) => one.paysOn.localeCompare(other.paysOn)),
  }
}

function payoutOf(part: Part, { scope, runs }: { scope: CrewScope; runs: Runs }) {
  const state = part.payout_id === null ? (part.is_next ? 'next' : 'later') : part.is_paid ? 'paid' : 'sent'
  const day = part.pays_on ?? dateAt(part.is_next ? runs.next : runs.following, scope.timeZone)
  return { payoutId: part.payout_id, paysOn: day, state, amountCents: cents(part.amount) } as const
}

function sumOf(parts: readonly Part[]): Cents {
  return cents(parts.reduce((sum, part) => sum + part.amount, 0))
}

type Part = {
  readonly week_start: LocalDate
  readonly payout_id: PayoutId | null
  /** The day of the payout, where it is made. */
  readonly pays_on: LocalDate | null
  readonly is_paid: boolean
  /** Available when the next payout is made. */
  readonly is_next: boolean
  readonly visit_count: number
  readonly amount: number
  readonly tips: number
  /** Not available yet. */
  readonly pending: number
}

/** A payout that failed has given its earnings back; where it has not yet, they count as not sent. */
async function findParts(
  db: Db,
  { userId, timeZone: zone }: CrewScope,
  { since, now, runs }: { since: LocalDate; now: Instant; runs: Runs },
): Promise<readonly Part[]> {
  const { rows } = await sql<Part>`
    select date_trunc('week', earning.earned_at at time zone ${zone})::date as week_start,
      payout.id as payout_id,
      (payout.created_at at time zone ${zone})::date as pays_on,
      coalesce(payout.state = 'paid', false) as is_paid,
      (payout.id is null and earning.available_at <= ${toTimestamp(runs.next)}) as is_next,
      count(*) filter (where earning.kind = 'visit')::integer as visit_count,
      sum(earning.amount_cents)::bigint as amount,
      coalesce(sum(earning.amount_cents) filter (where earning.kind = 'tip'), 0)::bigint as tips,
      coalesce(sum(earning.amount_cents) filter (
        where payout.id is null and earning.available_at > ${toTimestamp(now)}
      ), 0)::bigint as pending
    from earning left join payout on payout.id = earning.payout_id and payout.state <> 'failed'
    where earning.crew_id = ${userId}
      and earning.earned_at >= (${since}::date)::timestamp at time zone ${zone}
    group by 1, 2, 3, 4, 5 order by 1
  `.execute(db)
  return rows
}
