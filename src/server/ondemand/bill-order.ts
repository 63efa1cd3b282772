/** An order's own payment: of the finished work, or of the fee for cancelling it. The hold pays it where it covers it. */
import { creditFor, isTooSmallToCharge, type Statement, statementOf } from '#domain/billing/statement.ts'
import { creditUsed } from '#domain/ledger/postings.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { lockCustomerCredit } from '../ledger/queries.ts'
import { enqueue } from '../tasks/queue.ts'
import { findOrderNames, type Order } from './order-queries.ts'
import { type Bill, insertBill } from './payment-queries.ts'

/**
 * The lines that were frozen on the visit; a bill like a weekly one, of one visit. What comes to less than a card can
 * be charged has no payment of its own: the next weekly bill has it.
 */
export async function billWork(
  db: Db,
  order: Order,
  { lines, now }: { lines: readonly LineItem[]; now: Instant },
): Promise<void> {
  const { lines: billed }: Statement = statementOf([{ visitId: order.visitId!, date: order.date, lines }])
  const line = billed[0]!
  if (isTooSmallToCharge({ dueCents: line.amountCents })) return
  await bill(
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

export async function billFee(db: Db, order: Order, feeCents: Cents, now: Instant): Promise<void> {
  const none = { taxCents: ZERO_CENTS, couponCents: ZERO_CENTS }
  await bill(db, order, { kind: 'fee', subtotalCents: feeCents, ...none }, now)
}

async function bill(db: Db, order: Order, owed: Omit<Bill, 'creditCents'>, now: Instant): Promise<void> {
  const { customerId } = order
  const beforeCredit = cents(owed.subtotalCents + owed.taxCents - owed.couponCents)
  const creditCents = creditFor(beforeCredit, await lockCustomerCredit(db, customerId))
  const { name, name_en } = await findOrderNames(db, order)
  const description = `${name_en} – ${name}`
  const paymentId = await insertBill(db, order, { bill: { ...owed, creditCents }, description, now })
  if (creditCents > 0)
    await postJournal(db, {
      ...creditUsed({ paymentId, customerId, amountCents: creditCents }),
      kind: 'credit_used',
      at: now,
      subjectId: paymentId,
    })
  await enqueue(db, 'charge_payment', { paymentId, isRetry: true }, { now, dedupeKey: paymentId })
}
