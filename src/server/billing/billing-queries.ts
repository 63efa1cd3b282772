/** What is billed: completed visits and tips that stand on no payment yet, and the payments that are made of them. */
import { type NotNull, sql } from 'kysely'
import type { BillingRun } from '#domain/billing/period.ts'
import type { BillableVisit, Statement } from '#domain/billing/statement.ts'
import type { HowToBill, InvoicePeriod } from '#domain/billing/terms.ts'
import type { PaymentId, TipId, UserId, VisitId } from '#domain/ids.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import { addDays, type Instant, type LocalDate } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { BilledTip } from './tip-queries.ts'

export const CUSTOMERS_AT_ONCE = 200
/** A visit is reported within days; older ones that nobody billed are shown by `reconcile`. */
const LOOKS_BACK_DAYS = 60

/**
 * Of each customer by itself: else the database reads the visits, tips and lines of payments of all into a table of its
 * own first, for each batch.
 */
const askedByItself = sql<number>`0`

type BilledVisit = BillableVisit & { readonly description: string }
export type Bill = {
  readonly customerId: UserId
  readonly how: HowToBill
  readonly visits: readonly BilledVisit[]
  readonly tips: readonly BilledTip[]
  readonly statement: Statement
}

/** Done, or not done through no fault of the crew's: a fee stands on it in place of the price. */
const isOwed = sql<boolean>`(visit.state = 'completed'
  or (visit.state = 'missed' and visit.missed_reason = 'no_access' and visit.price_lines is not null))`

/** Weekly work and turnovers; and orders done for less than a card can be charged, which got no payment of their own. */
const isBilledWeekly = sql<boolean>`(visit.weekly_job_id is not null or visit.is_turnover or exists (
  select from on_demand_order done
  where done.visit_id = visit.id and done.payment_id is null and done.state in ('done', 'no_access')
))`

const hasNoLine = sql<boolean>`not exists (select from payment_line line where line.visit_id = visit.id)`

/** A market's runs follow one another. */
export async function lockBilling(db: Db, marketId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bill:${marketId}`}, 0))`.execute(db)
}

export type WhomToBill = {
  readonly marketId: string
  readonly run: Pick<BillingRun, 'from' | 'to'>
  /** Who pays each month is billed by the month, everybody else by the week. */
  readonly period: InvoicePeriod
  readonly after: UserId | null
}

const isBilledMonthly = sql<boolean>`exists (
  select from billing_terms where billing_terms.customer_id = users.id and billing_terms.period = 'monthly'
)`

export async function unbilledCustomers(
  db: Db,
  { marketId, run, period, after }: WhomToBill,
): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .where('users.market_id', '=', marketId)
    .where('users.type', '=', 'Customer')
    .where(period === 'monthly' ? isBilledMonthly : sql<boolean>`not ${isBilledMonthly}`)
    .$if(after !== null, (query) => query.where('users.id', '>', after!))
    // Asked of one customer after the other until the batch is full: what the others have is not read.
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('visit')
            .whereRef('visit.customer_id', '=', 'users.id')
            .where('visit.date', '<=', run.to)
            .where('visit.date', '>', addDays(run.to, -LOOKS_BACK_DAYS))
            .where(isOwed)
            .where(isBilledWeekly)
            .where(hasNoLine)
            .select('visit.id')
            .offset(askedByItself),
        ),
        eb.exists(
          eb
            .selectFrom('tip')
            .innerJoin('visit', 'visit.id', 'tip.visit_id')
            .whereRef('tip.customer_id', '=', 'users.id')
            .where('visit.date', '<=', run.to)
            .where('tip.is_billed', '=', false)
            .select('tip.id')
            .offset(askedByItself),
        ),
      ]),
    )
    .orderBy('users.id')
    .limit(CUSTOMERS_AT_ONCE)
    .select('users.id')
    .execute()
  return rows.map((row) => row.id)
}

export async function unbilledVisits(
  db: Db,
  customerIds: readonly UserId[],
  to: LocalDate,
): Promise<Map<string, BilledVisit[]>> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .where('visit.customer_id', 'in', [...customerIds])
    .where(isOwed)
    .where(isBilledWeekly)
    .where('visit.date', '<=', to)
    .where('visit.date', '>', addDays(to, -LOOKS_BACK_DAYS))
    .where(hasNoLine)
    .where('visit.price_lines', 'is not', null)
    .select([
      'visit.id',
      'visit.customer_id',
      'visit.date',
      'visit.price_lines',
      'visit.state',
      'service.name_en',
      'property.name',
    ])
    .$narrowType<{ price_lines: NotNull }>()
    .execute()
  const visits = rows.map((row) => ({
    customerId: row.customer_id,
    visitId: row.id,
    date: row.date,
    lines: row.price_lines,
    description: `${row.state === 'missed' ? 'Call-out fee: ' : ''}${row.name_en} – ${row.name}`,
  }))
  return Map.groupBy(visits, (visit) => visit.customerId)
}

/** What the next run will find, as it stands now. */
export async function findUnbilled(db: Db, customerId: UserId, to: LocalDate): Promise<BillableVisit[]> {
  return (await unbilledVisits(db, [customerId], to)).get(customerId) ?? []
}

/** Answers the ids of the new payments by customer; who has one for this period already gets the rest with the next. */
export async function insertPayments(
  db: Db,
  bills: readonly Bill[],
  { from, to }: Pick<BillingRun, 'from' | 'to'>,
  now: Instant,
): Promise<Map<UserId, PaymentId>> {
  const rows = await db
    .insertInto('payment')
    .values(
      bills.map(({ customerId, how, statement }) => {
        const { subtotalCents, taxCents, couponCents } = totalsOf(statement)
        const isFree = statement.dueCents === 0
        const isInvoice = how.how === 'invoice' && !isFree
        return {
          customer_id: customerId,
          kind: isInvoice ? ('invoice' as const) : ('weekly' as const),
          period_start: from,
          period_end: to,
          state: isFree ? ('paid' as const) : isInvoice ? ('invoiced' as const) : ('due' as const),
          paid_at: isFree ? toTimestamp(now) : null,
          subtotal_cents: subtotalCents,
          tax_cents: taxCents,
          coupon_cents: couponCents,
          credit_cents: statement.creditUsedCents,
          total_cents: statement.dueCents,
          created_at: toTimestamp(now),
        }
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'customer_id'])
    .execute()
  return new Map(rows.map((row) => [row.customer_id, row.id]))
}

export async function insertLines(
  db: Db,
  bills: readonly Bill[],
  paymentIds: ReadonlyMap<UserId, PaymentId>,
): Promise<void> {
  const lines = bills.flatMap((bill) => {
    const paymentId = paymentIds.get(bill.customerId)
    return paymentId === undefined ? [] : linesOf(bill).map((line) => ({ paymentId, ...line }))
  })
  await sql`
    insert into payment_line (payment_id, visit_id, tip_id, kind, description, amount_cents)
    select line."paymentId", line."visitId", line."tipId", line.kind, line.description, line."amountCents"
    from jsonb_to_recordset(${toJson(lines)}::jsonb)
      as line("paymentId" uuid, "visitId" uuid, "tipId" uuid, kind text, description text, "amountCents" bigint)
  `.execute(db)
}

const NOTHING_ELSE = { visitId: null, tipId: null } as const

function linesOf({ visits, tips, statement }: Bill) {
  const descriptions = new Map(visits.map((visit) => [visit.visitId, visit.description]))
  const { taxCents, couponCents } = totalsOf(statement)
  return [
    ...statement.lines.map((line) => ({
      visitId: line.visitId as VisitId | null,
      tipId: null as TipId | null,
      kind: 'visit',
      description: descriptions.get(line.visitId)!,
      amountCents: addCents(line.priceCents, line.tipCents),
    })),
    ...tips.map(({ tipId, description, amountCents }) => ({
      visitId: null,
      tipId,
      kind: 'tip',
      description,
      amountCents,
    })),
    { ...NOTHING_ELSE, kind: 'coupon', description: 'Coupon', amountCents: cents(-couponCents) },
    { ...NOTHING_ELSE, kind: 'tax', description: 'Sales tax', amountCents: taxCents },
    {
      ...NOTHING_ELSE,
      kind: 'credit',
      description: 'Credit',
      amountCents: cents(-statement.creditUsedCents),
    },
  ].filter((line) => line.kind === 'visit' || line.amountCents !== 0)
}

/** Sums over the lines: they and the payment agree by construction. */
export function totalsOf({ lines, tipsCents }: Pick<Statement, 'lines' | 'tipsCents'>): {
  subtotalCents: Cents
  taxCents: Cents
  couponCents: Cents
} {
  const sum = (amounts: readonly Cents[]) => addCents(ZERO_CENTS, ...amounts)
  return {
    subtotalCents: sum([tipsCents, ...lines.map((line) => addCents(line.priceCents, line.tipCents))]),
    taxCents: sum(lines.map((line) => line.taxCents)),
    couponCents: sum(lines.map((line) => line.couponCents)),
  }
}
