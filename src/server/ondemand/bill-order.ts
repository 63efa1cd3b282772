/** An order's own payment: of the finished work, or of the fee for calling it off. The hold pays it where it covers it. */
import { type Statement, statementOf } from '#domain/billing/statement.ts'
import type { PaymentId } from '#domain/ids.ts'
import { creditUsed } from '#domain/ledger/postings.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { lockCustomerCredit } from '../ledger/queries.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Order } from './orders.ts'

type Bill = {
  readonly kind: 'on_demand' | 'fee'
  readonly subtotalCents: Cents
  readonly taxCents: Cents
  readonly couponCents: Cents
}

/** The lines that were frozen on the visit; a bill like a weekly one, of one visit. */
export async function billWork(
  db: Db,
  order: Order,
  { lines, now }: { lines: readonly LineItem[]; now: Instant },
): Promise<string> {
  const { lines: billed }: Statement = statementOf([{ visitId: order.visitId!, date: order.date, lines }])
  const line = billed[0]!
  return bill(
    db,
    order,
    {
      kind: 'on_demand',
      subtotalCents: addCents(line.priceCents, line.tipCents),
      taxCents: line.taxCents,
      couponCents: line.couponCents,
    },
    now,
  )
}

export function billFee(db: Db, order: Order, feeCents: Cents, now: Instant): Promise<string> {
  const none = { taxCents: ZERO_CENTS, couponCents: ZERO_CENTS }
  return bill(db, order, { kind: 'fee', subtotalCents: feeCents, ...none }, now)
}

async function bill(db: Db, order: Order, owed: Bill, now: Instant): Promise<string> {
  const { subtotalCents, taxCents, couponCents } = owed
  const beforeCredit = cents(subtotalCents + taxCents - couponCents)
  const creditCents = cents(Math.min(beforeCredit, await lockCustomerCredit(db, order.customerId)))
  const { id } = await db
    .insertInto('payment')
    .values({
      customer_id: order.customerId,
      kind: owed.kind,
      period_start: order.date,
      period_end: order.date,
      state: 'due',
      subtotal_cents: subtotalCents,
      tax_cents: taxCents,
      coupon_cents: couponCents,
      credit_cents: creditCents,
      total_cents: cents(beforeCredit - creditCents),
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLines(db, { order, owed, creditCents, paymentId: id })
  if (creditCents > 0)
    await postJournal(db, {
      ...creditUsed({ paymentId: id, customerId: order.customerId, amountCents: creditCents }),
      kind: 'credit_used',
      at: now,
      subjectId: id,
    })
  await db.updateTable('on_demand_order').set({ payment_id: id }).where('id', '=', order.id).execute()
  await enqueue(db, 'charge_payment', { paymentId: id, isRetry: true }, { now, dedupeKey: id })
  return id
}

async function insertLines(
  db: Db,
  {
    order,
    owed,
    creditCents,
    paymentId,
  }: { order: Order; owed: Bill; creditCents: Cents; paymentId: PaymentId },
): Promise<void> {
  const what = await db
    .selectFrom('property')
    .innerJoin('service', (join) => join.on('service.key', '=', order.serviceKey))
    .where('property.id', '=', order.propertyId)
    .select(['property.name', 'service.name_en'])
    .executeTakeFirstOrThrow()
  const description = `${what.name_en} – ${what.name}`
  const kind = owed.kind === 'fee' ? ('fee' as const) : ('visit' as const)
  const lines = [
    { kind, visit_id: order.visitId, description, amount_cents: owed.subtotalCents },
    {
      kind: 'coupon' as const,
      visit_id: null,
      description: 'Coupon',
      amount_cents: cents(-owed.couponCents),
    },
    { kind: 'tax' as const, visit_id: null, description: 'Sales tax', amount_cents: owed.taxCents },
    { kind: 'credit' as const, visit_id: null, description: 'Credit', amount_cents: cents(-creditCents) },
  ]
  await db
    .insertInto('payment_line')
    .values(
      lines
        .filter((line) => line.kind === kind || line.amount_cents !== 0)
        .map((line) => ({ ...line, payment_id: paymentId })),
    )
    .execute()
}
