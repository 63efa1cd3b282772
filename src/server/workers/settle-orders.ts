/** Background work of on-demand orders: asking for holds, releasing them, giving up, notifying of the end. */
import { instant, MINUTE_MS } from '#domain/time.ts'
import { askHold } from '../ondemand/ask-hold.ts'
import { deleteExpiredDrafts, deleteOrphanPhotos } from '../ondemand/draft-queries.ts'
import { giveUpOrder } from '../ondemand/give-up-order.ts'
import { notifyOrderEnd } from '../ondemand/notify-order-end.ts'
import { expireHolds, findUnsettledHolds } from '../ondemand/payment-queries.ts'
import { releaseAtProvider } from '../ondemand/release-hold.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import type { Task } from '../tasks/task.ts'
import { deleteOldCodes } from '../codes/queries.ts'
import { deleteOldChallenges } from '../passkeys/queries.ts'
import { deleteOldTries } from '../passwords/try-queries.ts'
import { askProvider } from './ask-provider.ts'

/** An answer that is this late was lost: the provider is asked again. */
const LOST_AFTER_MS = 2 * MINUTE_MS

/** `settle_holds` asks again, under the same key, where the provider did not answer. */
export const holdCard: Task<'hold_card'> = {
  kind: 'hold_card',
  tries: 12,
  outside: (app, { orderId }) =>
    askProvider(app, 'hold_card', async () => {
      await askHold(app, orderId, { isOffSession: true })
    }),
}

export const releaseHoldTask: Task<'release_hold'> = {
  kind: 'release_hold',
  tries: 12,
  outside: (app, { holdId }) => askProvider(app, 'release_hold', () => releaseAtProvider(app, holdId)),
}

export const giveUpOrderTask: Task<'give_up_order'> = {
  kind: 'give_up_order',
  tries: 12,
  inTransaction: (app, db, { orderId }) => giveUpOrder(app, db, orderId, app.ports.clock.now()),
}

export const notifyOrderEndTask: Task<'notify_order_end'> = {
  kind: 'notify_order_end',
  tries: 12,
  inTransaction: (app, db, { orderId }) => notifyOrderEnd(db, orderId, app.ports.clock.now()),
}

/** Asks again about holds whose answer was lost, and clears away drafts that nobody came back to. */
export const settleHolds: Task<'settle_holds'> = {
  kind: 'settle_holds',
  tries: 5,
  inTransaction: async (app, db) => {
    const now = app.ports.clock.now()
    const before = instant(now - LOST_AFTER_MS)
    const asked = await findUnsettledHolds(db, 'asked', before)
    const releasing = await findUnsettledHolds(db, 'releasing', before)
    await enqueueAll(db, [
      ...asked.map(({ order_id }) =>
        taskRow('hold_card', { orderId: order_id }, { now, dedupeKey: order_id }),
      ),
      ...releasing.map(({ id }) => taskRow('release_hold', { holdId: id }, { now, dedupeKey: id })),
    ])
    await expireHolds(db, now)
  },
}

/** Drafts end by themselves, and their photos with them; so do codes and what was counted of tries. */
export const clearDrafts: Task<'clear_drafts'> = {
  kind: 'clear_drafts',
  tries: 5,
  outside: async (app) => {
    await deleteExpiredDrafts(app.db, app.ports.clock.now())
    await deleteOldTries(app.db, app.ports.clock.now())
    await deleteOldCodes(app.db, app.ports.clock.now())
    await deleteOldChallenges(app.db, app.ports.clock.now())
    for (const storageKey of await deleteOrphanPhotos(app.db)) await app.ports.photos.remove(storageKey)
  },
}
