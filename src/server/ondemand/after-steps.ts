/** What a step of an ordered visit means for its order and its card, in the transaction of the step. */
import type { UserId } from '#domain/ids.ts'
import { creditGiven, feeOwed } from '#domain/ledger/postings.ts'
import { type Cents, cents } from '#domain/money.ts'
import { followUpsOf, type OrderFollowUp, type OrderStep } from '#domain/ondemand/graph.ts'
import { availableAt } from '#domain/payouts/earnings.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { customerTotalOf } from '#domain/pricing/lines.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { letGo } from '../payments/holds.ts'
import { settingsOfUser } from '../settings/settings-at.ts'
import { enqueue } from '../tasks/queue.ts'
import { billFee, billWork } from './bill-order.ts'
import { canStepOrder, lockOrder, type Order, stepOrder } from './orders.ts'

type Ended = {
  readonly order: Order
  /** Who had the visit. */
  readonly crewId: UserId | null
  readonly now: Instant
}

/** A follow-up of the graph that nobody does here would not compile. */
const CONSUMERS: Readonly<Record<OrderFollowUp, (db: Db, ended: Ended) => Promise<void>>> = {
  bill_work: async (db, { order, now }) => {
    await billWork(db, order, { lines: await linesOf(db, order), now })
  },
  bill_fee_or_release: billFeeOrRelease,
  bill_call_out_or_release: billCallOut,
  release_hold: (db, { order, now }) => releaseHolds(db, order, now),
  give_credit: giveCredit,
}

/** The work is done. A redo is paid already. */
export async function captureOrders(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  for (const { visit, step } of steps) {
    const order = await lockOrder(db, { visitId: visit.id })
    if (order === null || (await isBilled(db, order))) continue
    const by = step.timeline.actorKind
    if (canStepOrder(order, 'complete', by)) await stepOrder(db, order, { transition: 'complete', by, now })
    await followUp(db, 'complete', { order, crewId: visit.crewId, now })
  }
}

/** The work will not be done: the order ends, and the card is let go or pays the fee. */
export async function endOrders(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  for (const { visit, step } of steps) {
    const order = await lockOrder(db, { visitId: visit.id })
    if (order === null || order.paymentId !== null) continue
    const crewId = visit.crewId
    const by = step.timeline.actorKind
    const transition = await endOf(db, order, { transition: step.timeline.transition, crewId })
    if (canStepOrder(order, transition, by)) await stepOrder(db, order, { transition, by, now })
    await followUp(db, transition, { order, crewId, now })
    if (by !== 'customer')
      await enqueue(db, 'tell_order_end', { orderId: order.id }, { now, dedupeKey: order.id })
  }
}

async function followUp(db: Db, transition: OrderStep, ended: Ended): Promise<void> {
  for (const each of followUpsOf(transition)) await CONSUMERS[each](db, ended)
}

/** Lets go of whatever the order's card holds. */
export async function releaseHolds(db: Db, order: Order, now: Instant): Promise<void> {
  const holds = await db
    .selectFrom('card_hold')
    .where('order_id', '=', order.id)
    .where('state', '=', 'held')
    .select('id')
    .execute()
  for (const { id } of holds) await letGo(db, id, now)
}

async function isBilled(db: Db, order: Order): Promise<boolean> {
  if (order.paymentId === null) return false
  const payment = await db
    .selectFrom('payment')
    .where('id', '=', order.paymentId)
    .where('kind', '=', 'on_demand')
    .select('id')
    .executeTakeFirst()
  return payment !== undefined
}

async function linesOf(db: Db, order: Order): Promise<readonly LineItem[]> {
  const visit = await db
    .selectFrom('visit')
    .where('id', '=', order.visitId)
    .select('price_lines')
    .executeTakeFirstOrThrow()
  return visit.price_lines ?? order.lines
}

async function endOf(
  db: Db,
  order: Order,
  { transition, crewId }: { transition: string; crewId: UserId | null },
): Promise<OrderStep & ('cancel' | 'give_up' | 'miss' | 'find_no_access')> {
  // Nobody was found: the order says so already.
  if (order.state === 'nobody_found') return 'give_up'
  if (!ENDS_MISSED.has(transition)) return 'cancel'
  const { missed_reason } = await db
    .selectFrom('visit')
    .where('id', '=', order.visitId)
    .select('missed_reason')
    .executeTakeFirstOrThrow()
  if (missed_reason !== null) return 'find_no_access'
  return crewId === null ? 'give_up' : 'miss'
}

/** Steps that end a visit as missed: nobody came, or whoever came could not work. */
const ENDS_MISSED: ReadonlySet<string> = new Set(['miss', 'cannot_access', 'leave_unsafe'])

/** The crew came in vain: what that costs was frozen on the visit instead of its price. */
async function billCallOut(db: Db, { order, now }: Ended): Promise<void> {
  const lines = (await linesOf(db, order)).filter((line) => line.kind === 'call_out')
  if (customerTotalOf([...lines]) > 0) await billWork(db, order, { lines, now })
  else await releaseHolds(db, order, now)
}

async function billFeeOrRelease(db: Db, { order, crewId, now }: Ended): Promise<void> {
  if (order.feeCents === 0) return releaseHolds(db, order, now)
  const crewShareCents: Cents = crewId === null ? cents(0) : order.feeCrewCents
  const { id: orderId, customerId, feeCents } = order
  await postJournal(db, {
    ...feeOwed({ orderId, customerId, crewId, feeCents, crewShareCents }),
    kind: 'fee_owed',
    at: now,
    subjectId: order.visitId,
  })
  const settings = await settingsOfUser(db, customerId, now)
  if (crewId !== null && crewShareCents > 0)
    await db
      .insertInto('earning')
      .values({
        crew_id: crewId,
        visit_id: order.visitId,
        kind: 'adjustment',
        amount_cents: crewShareCents,
        earned_at: toTimestamp(now),
        available_at: toTimestamp(availableAt({ completedAt: now, paymentSucceededAt: null }, settings)),
      })
      .execute()
  await billFee(db, order, feeCents, now)
}

async function giveCredit(db: Db, { order, now }: Ended): Promise<void> {
  const { missedCreditCents: amountCents } = await settingsOfUser(db, order.customerId, order.bookedAt)
  const isNew = await postJournal(db, {
    ...creditGiven({ orderId: order.id, customerId: order.customerId, amountCents }),
    kind: 'credit_given',
    at: now,
    subjectId: order.visitId,
  })
  if (isNew)
    await db
      .updateTable('on_demand_order')
      .set({ credit_cents: amountCents })
      .where('id', '=', order.id)
      .execute()
}
