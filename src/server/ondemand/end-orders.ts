/** What a step of an ordered visit means for its order and its card, in the transaction of the step. */
import type { UserId } from '#domain/ids.ts'
import { creditGiven, feeOwed } from '#domain/ledger/postings.ts'
import { type Cents, cents } from '#domain/money.ts'
import { followUpsOf, type OrderFollowUp, type OrderStep } from '#domain/ondemand/graph.ts'
import { availableAt } from '#domain/payouts/earnings.ts'
import { customerTotalOf, type LineItem } from '#domain/pricing/lines.ts'
import type { Instant } from '#domain/time.ts'
import { type Db } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { settingsOfUser } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { billFee, billWork } from './bill-order.ts'
import { lockOrder, type Order, readVisitOf, saveOrder } from './order-queries.ts'
import { insertShareOfFee, isWorkBilled } from './payment-queries.ts'
import { releaseHolds } from './release-hold.ts'
import { canStepOrder, stepOrder } from './step-order.ts'

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
    if (order === null || (await isWorkBilled(db, order))) continue
    const by = step.timeline.actorKind
    if (canStepOrder(order, 'complete', by)) await stepOrder(db, order, { transition: 'complete', by, now })
    await followUp(db, 'complete', { order, crewId: visit.crewId, now })
  }
}

/** The work will not be done: the order ends, and the hold is released or pays the fee. */
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
      await enqueue(db, 'notify_order_end', { orderId: order.id }, { now, dedupeKey: order.id })
  }
}

async function followUp(db: Db, transition: OrderStep, ended: Ended): Promise<void> {
  for (const each of followUpsOf(transition)) await CONSUMERS[each](db, ended)
}

async function linesOf(db: Db, order: Order): Promise<readonly LineItem[]> {
  const visit = await readVisitOf(db, order)
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
  const { missed_reason } = await readVisitOf(db, order)
  if (missed_reason !== null) return 'find_no_access'
  return crewId === null ? 'give_up' : 'miss'
}

/** Steps that end a visit as missed: nobody came, or whoever came could not work. */
const ENDS_MISSED: ReadonlySet<string> = new Set(['miss', 'cannot_access', 'leave_unsafe'])

/** The crew's trip was wasted: what that costs was frozen on the visit instead of its price. */
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
    await insertShareOfFee(db, {
      crewId,
      visitId: order.visitId,
      amountCents: crewShareCents,
      earnedAt: now,
      availableAt: availableAt({ completedAt: now, paymentSucceededAt: null }, settings),
    })
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
  if (isNew) await saveOrder(db, order.id, { credit_cents: amountCents })
}
