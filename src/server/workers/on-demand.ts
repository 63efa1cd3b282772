/** Background work of orders on demand: asking cards, letting them go, giving up, telling how an order ended. */
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { askHold, releaseHold } from '../ondemand/ask-hold.ts'
import { giveUpOrder } from '../ondemand/give-up.ts'
import { tellOrderEnd } from '../ondemand/tell.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Task } from '../tasks/task.ts'
import { unlessUnanswered } from './unanswered.ts'

const AT_ONCE = 500
/** An answer that is this late was lost: the provider is asked again. */
const LOST_AFTER_MS = 2 * MINUTE_MS

/** `settle_holds` asks again, under the same key, where the provider did not answer. */
export const holdCard: Task<'hold_card'> = {
  kind: 'hold_card',
  tries: 12,
  outside: (app, { orderId }) => unlessUnanswered(app, 'hold_card', () => askHold(app, orderId)),
}

export const releaseHoldTask: Task<'release_hold'> = {
  kind: 'release_hold',
  tries: 12,
  outside: (app, { holdId }) => unlessUnanswered(app, 'release_hold', () => releaseHold(app, holdId)),
}

export const giveUpOrderTask: Task<'give_up_order'> = {
  kind: 'give_up_order',
  tries: 12,
  inTransaction: (app, db, { orderId }) => giveUpOrder(app, db, orderId, app.ports.clock.now()),
}

export const tellOrderEndTask: Task<'tell_order_end'> = {
  kind: 'tell_order_end',
  tries: 12,
  inTransaction: (app, db, { orderId }) => tellOrderEnd(db, orderId, app.ports.clock.now()),
}

/** Asks again about holds whose answer was lost, and clears away drafts that nobody came back to. */
export const settleHolds: Task<'settle_holds'> = {
  kind: 'settle_holds',
  tries: 5,
  inTransaction: async (app, db) => {
    const now = app.ports.clock.now()
    const before = instant(now - LOST_AFTER_MS)
    for (const { order_id } of await openHolds(db, 'asked', before))
      await enqueue(db, 'hold_card', { orderId: order_id }, { now, dedupeKey: order_id })
    for (const { id } of await openHolds(db, 'releasing', before))
      await enqueue(db, 'release_hold', { holdId: id }, { now, dedupeKey: id })
    await db
      .updateTable('card_hold')
      .set({ state: 'expired', settled_at: toTimestamp(now) })
      .where('state', '=', 'held')
      .where('expires_at', '<=', toTimestamp(now))
      .execute()
  },
}

/** Drafts end by themselves, and their photos with them. */
export const clearDrafts: Task<'clear_drafts'> = {
  kind: 'clear_drafts',
  tries: 5,
  outside: async (app) => {
    await app.db
      .deleteFrom('on_demand_draft')
      .where('expires_at', '<=', toTimestamp(app.ports.clock.now()))
      .execute()
    const orphans = await app.db
      .deleteFrom('order_photo')
      .where('draft_hash', 'is', null)
      .where('order_id', 'is', null)
      .returning('storage_key')
      .execute()
    for (const { storage_key } of orphans) await app.ports.photos.remove(storage_key)
  },
}

function openHolds(db: Db, state: 'asked' | 'releasing', before: Instant) {
  return db
    .selectFrom('card_hold')
    .where('state', '=', state)
    .where('created_at', '<=', toTimestamp(before))
    .orderBy('created_at')
    .limit(AT_ONCE)
    .select(['id', 'order_id'])
    .execute()
}
