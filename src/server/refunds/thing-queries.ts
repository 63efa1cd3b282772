/** What a payment was paid for, thing by thing, and what was refunded of each before, whichever way. */
import { type RawBuilder, sql } from 'kysely'
import type { RefundableThing, RefundSums } from '#domain/billing/refund-parts.ts'
import type { DisputeId, PaymentId, RefundId, TipId, UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

type ThingKind = 'work' | 'tip' | 'fee'

export type Thing = RefundableThing & {
  readonly kind: ThingKind
  readonly visitId: VisitId | null
  /** A tip that was given after its visit, and is a line of its own. */
  readonly tipId: TipId | null
  readonly crewId: UserId | null
}

/** Why something was refunded. */
type Because = { readonly refundId: RefundId } | { readonly disputeId: DisputeId }

type Row = {
  kind: ThingKind
  visit_id: VisitId | null
  tip_id: TipId | null
  crew_id: UserId | null
  owed: number
  tax: number
  pay: number
  back_amount: number
  back_tax: number
  back_clawing: number
  back_crew: number
}

/** The frozen lines of a visit in sums: what the customer pays for the work, the tax in it, the tip beside it. */
const LINES = sql`(
  select
    coalesce(sum(line."amountCents") filter (where line.kind not in ('offer_raise', 'tip')), 0)::bigint as work,
    coalesce(sum(line."amountCents") filter (where line.kind = 'tax'), 0)::bigint as tax,
    coalesce(sum(line."amountCents") filter (where line.kind = 'tip'), 0)::bigint as tip
  from jsonb_to_recordset(coalesce(visit.price_lines, '[]')) as line(kind text, "amountCents" bigint)
)`

export async function thingsOfPayment(db: Db, paymentId: PaymentId): Promise<Thing[]> {
  return read(
    db,
    sql`
      select 'work' as kind, visit.id as visit_id, null::uuid as tip_id, earning.crew_id, lines.work as owed, lines.tax,
        coalesce(earning.amount_cents, 0) - case when earning.id is null then 0 else lines.tip end as pay
      from payment_line line join visit on visit.id = line.visit_id cross join lateral ${LINES} as lines
      left join earning on earning.visit_id = visit.id and earning.kind = 'visit'
      where line.payment_id = ${paymentId} and line.kind = 'visit'
      union all
      select 'tip', visit.id, null, earning.crew_id, lines.tip, 0, lines.tip
      from payment_line line join visit on visit.id = line.visit_id cross join lateral ${LINES} as lines
      left join earning on earning.visit_id = visit.id and earning.kind = 'visit'
      where line.payment_id = ${paymentId} and line.kind = 'visit' and lines.tip > 0
      union all
      select 'tip', tip.visit_id, tip.id, tip.crew_id, tip.amount_cents, 0, tip.amount_cents
      from payment_line line join tip on tip.id = line.tip_id where line.payment_id = ${paymentId}
      union all
      select 'fee', line.visit_id, null, earning.crew_id, line.amount_cents, 0, coalesce(earning.amount_cents, 0)
      from payment_line line
      left join lateral (
        select crew_id, amount_cents from earning
        where earning.visit_id = line.visit_id and earning.kind = 'adjustment' and earning.amount_cents > 0
        order by earned_at desc limit 1
      ) as earning on true
      where line.payment_id = ${paymentId} and line.kind = 'fee'
    `,
  )
}

/** A visit's work, paid or not. Tips are the crew's and stay. */
export async function thingsOfVisit(db: Db, visitId: VisitId): Promise<Thing[]> {
  return read(
    db,
    sql`
      select 'work' as kind, visit.id as visit_id, null::uuid as tip_id, earning.crew_id, lines.work as owed, lines.tax,
        coalesce(earning.amount_cents, 0) - case when earning.id is null then 0 else lines.tip end as pay
      from visit cross join lateral ${LINES} as lines
      left join earning on earning.visit_id = visit.id and earning.kind = 'visit'
      where visit.id = ${visitId}
    `,
  )
}

export async function insertRefundParts(
  db: Db,
  given: {
    readonly because: Because
    readonly paymentId: PaymentId | null
    readonly things: readonly Thing[]
    readonly parts: readonly RefundSums[]
    readonly now: Instant
  },
): Promise<void> {
  const rows = given.things.flatMap((thing, index) => {
    const part = given.parts[index]!
    if (part.amountCents === 0) return []
    return [
      {
        kind: thing.kind,
        refund_id: 'refundId' in given.because ? given.because.refundId : null,
        dispute_id: 'disputeId' in given.because ? given.because.disputeId : null,
        visit_id: thing.visitId,
        tip_id: thing.tipId,
        payment_id: given.paymentId,
        crew_id: thing.crewId,
        amount_cents: part.amountCents,
        tax_cents: part.taxCents,
        clawing_cents: part.clawingCents,
        crew_cents: thing.crewId === null ? cents(0) : part.crewCents,
        created_at: toTimestamp(given.now),
      },
    ]
  })
  if (rows.length > 0) await db.insertInto('refund_part').values(rows).execute()
}

export type RefundPart = {
  readonly kind: ThingKind
  readonly visit_id: VisitId | null
  readonly crew_id: UserId | null
  readonly tax_cents: number
  readonly crew_cents: number
}

export function partsOfRefund(db: Db, refundId: RefundId): Promise<RefundPart[]> {
  return db
    .selectFrom('refund_part')
    .where('refund_id', '=', refundId)
    .orderBy('id')
    .select(['kind', 'visit_id', 'crew_id', 'tax_cents', 'crew_cents'])
    .execute()
}

/** It failed: from now on it counts for nothing. */
export async function undoRefundParts(db: Db, refundId: RefundId, now: Instant): Promise<void> {
  await db
    .updateTable('refund_part')
    .set({ undone_at: toTimestamp(now) })
    .where('refund_id', '=', refundId)
    .execute()
}

async function read(db: Db, things: RawBuilder<unknown>): Promise<Thing[]> {
  const { rows } = await sql<Row>`
    select thing.*, coalesce(merged.into_id, thing.crew_id) as crew_id, back.*
    from (${things}) as thing
    -- What an account earned stays there when it is merged into another; what comes back of it is the other's.
    left join account_merge merged on merged.from_id = thing.crew_id
    cross join lateral (
      select coalesce(sum(part.amount_cents), 0)::bigint as back_amount,
        coalesce(sum(part.tax_cents), 0)::bigint as back_tax,
        coalesce(sum(part.clawing_cents), 0)::bigint as back_clawing,
        coalesce(sum(part.crew_cents), 0)::bigint as back_crew
      from refund_part part
      where part.undone_at is null and part.kind = thing.kind and part.visit_id = thing.visit_id
        and part.tip_id is not distinct from thing.tip_id
    ) as back
    order by thing.kind desc, thing.visit_id, thing.tip_id
  `.execute(db)
  return rows.map((row) => ({
    kind: row.kind,
    visitId: row.visit_id,
    tipId: row.tip_id,
    crewId: row.crew_id,
    owedCents: cents(Math.max(0, row.owed)),
    taxCents: cents(row.tax),
    crewPayCents: cents(Math.max(0, row.pay)),
    earlier: {
      amountCents: cents(row.back_amount),
      taxCents: cents(row.back_tax),
      clawingCents: cents(row.back_clawing),
      crewCents: cents(row.back_crew),
    },
  }))
}
