/** What leaving would mean now: what ends, what is still to be paid, and whether anything stands in the way. */
import { type OpenMoney, refuseLeaving } from '#domain/accounts/leaving.ts'
import type { OnDemandOrderId } from '#domain/ids.ts'
import { addCents, type Cents, cents } from '#domain/money.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { openOnInvoices } from '../invoices/terms-queries.ts'
import { readOrder } from '../ondemand/read-order.ts'
import { dueCentsOf } from '../payments/payment-queries.ts'
import { isCustomer, type UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { countWork, findDueAt, listOpenOrderIds, readBalances } from './queries.ts'

export type OpenOrder = {
  readonly orderId: OnDemandOrderId
  readonly serviceKey: string
  readonly placeName: string
  readonly date: string
  /** Null where it cannot be cancelled any more. */
  readonly feeCents: Cents | null
}

export async function readLeaving(app: App, scope: UserScope) {
  const { db } = app
  const now = app.ports.clock.now()
  const { leavingGraceDays } = await settingsAt(db, scope.marketId, now)
  const work = await countWork(db, scope.userId, { now, today: dateAt(now, scope.timeZone) })
  const money = await readOpenMoney(db, scope, now)
  const orders = await readOpenOrders(app, scope)
  const refusal = refuseLeaving({ type: scope.type, ...work, owedCents: money.owedCents })
  return {
    ...work,
    ...money,
    orders,
    feeCents: sum(orders.map((order) => order.feeCents ?? cents(0))),
    graceDays: leavingGraceDays,
    dueAt: await findDueAt(db, scope.userId),
    refusal: refusal?.refused ?? null,
  }
}

export async function readOpenMoney(
  db: Db,
  { userId, timeZone }: Pick<UserScope, 'userId' | 'timeZone'>,
  now: Instant,
): Promise<OpenMoney & { readonly creditCents: Cents }> {
  const balances = await readBalances(db, userId, dateAt(now, timeZone))
  const invoices = await openOnInvoices(db, [userId])
  const owedCents = addCents(await dueCentsOf(db, userId), invoices.get(userId) ?? cents(0))
  return { ...balances, owedCents }
}

async function readOpenOrders(app: App, scope: UserScope): Promise<OpenOrder[]> {
  if (!isCustomer(scope)) return []
  const orders: OpenOrder[] = []
  for (const orderId of await listOpenOrderIds(app.db, scope)) {
    const { serviceKey, placeName, date, cancellation } = await readOrder(app, scope, orderId)
    orders.push({ orderId, serviceKey, placeName, date, feeCents: cancellation?.feeCents ?? null })
  }
  return orders
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => addCents(total, amount), cents(0))
}
