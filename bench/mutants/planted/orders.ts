import type { Bug } from './bug.ts'

const OTHERS = 'src/server/follow-ups/orders-of-others.test.ts'
const REFUSED = 'src/server/follow-ups/refused-orders.test.ts'
const DRAFTS = 'src/server/ondemand/draft-queries.ts'

/** On-demand orders: whose they are, and when they are over. */
export const ORDER_BUGS: readonly Bug[] = [
  {
    bug: 'a stranger cancels an order: it is reached before its owner is asked for',
    file: 'src/server/ondemand/cancel-order.ts',
    from: 'if (seen?.customer_id !== scope.userId) return null',
    to: 'if (seen === undefined) return null',
    test: [OTHERS, 'tests: whoever has only its id cancels no order, whether or not its card was declined'],
  },
  {
    bug: 'a stranger writes over a draft that somebody claimed',
    file: DRAFTS,
    from: "where('customer_id', '=', scope?.userId ?? null)]),",
    to: "where('customer_id', 'is not', null)]),",
    test: [OTHERS, 'tests: what somebody claimed is written over by nobody who has its token'],
  },
  {
    bug: 'the declined order of another customer is taken up by its token',
    file: 'src/server/ondemand/book-order.ts',
    from: "if (row.customer_id !== scope.userId) throw new Refused('not_found')",
    to: '',
    test: [REFUSED, 'an order whose card was not asked yet goes on for its customer only'],
  },
  {
    bug: 'a photo of a booked order is removed by the token',
    file: DRAFTS,
    from: ".where('order_id', 'is', null)\n    .returning('storage_key')\n    .executeTakeFirst()",
    to: ".returning('storage_key')\n    .executeTakeFirst()",
    test: [REFUSED, 'a photo that was booked with an order stays, whoever still has the token'],
  },
  {
    bug: 'clearing drafts away deletes good ones',
    file: DRAFTS,
    from: ".deleteFrom('on_demand_draft').where('expires_at', '<=', toTimestamp(now))",
    to: ".deleteFrom('on_demand_draft')",
    test: [OTHERS, 'tests: at night drafts go that are over, and only those'],
  },
  {
    bug: 'clearing drafts away never clears any',
    file: 'src/server/workers/settle-orders.ts',
    from: 'await deleteExpiredDrafts(app.db, app.ports.clock.now())',
    to: '',
    test: [REFUSED, 'a draft is kept for its days, and then cleared away with its photos'],
  },
  {
    bug: 'a hold that has expired stays held',
    file: 'src/server/workers/settle-orders.ts',
    from: 'await expireHolds(db, now)',
    to: '',
    test: [REFUSED, 'a hold that is too old is held no longer, whether or not the provider says so'],
  },
  {
    bug: 'a customer whose payment is overdue books',
    file: 'src/server/ondemand/book-order.ts',
    from: "if (await isPausedByDunning(trx, scope.userId, now)) throw new Refused('payment_overdue')",
    to: '',
    test: [REFUSED, 'a customer whose service rests because of what is owed orders nothing'],
  },
  {
    bug: 'a card that answers late starts work after its window',
    file: 'src/server/ondemand/settle-hold.ts',
    from: "canStepOrder(order, 'hold', 'system') && order.endsAt > now",
    to: "canStepOrder(order, 'hold', 'system')",
    test: [REFUSED, 'a card that answers when the window is over starts no work, and holds nothing'],
  },
]
