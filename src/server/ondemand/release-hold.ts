import type { CardHoldId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { releaseHold } from '../payments/release-holds.ts'
import { hourlyKey } from '../ports/payments/port.ts'
import type { Order } from './order-queries.ts'
import { endHold, findOpenHoldIds, findIntentToRelease } from './payment-queries.ts'

/** Releases whatever is held for an order. */
export async function releaseHolds(db: Db, order: Order, now: Instant): Promise<void> {
  for (const holdId of await findOpenHoldIds(db, order.id)) await releaseHold(db, holdId, now)
}

/** Asks the provider, outside any transaction and under a key by which it counts each asking once. */
export async function releaseAtProvider(app: App, holdId: CardHoldId): Promise<void> {
  const intentId = await findIntentToRelease(app.db, holdId)
  if (intentId === null) return
  const key = hourlyKey(`release:${holdId}`, app.ports.clock.now())
  const hold = await app.ports.payments.release({ key, intentId })
  if (hold.state === 'captured') throw new Error(`the hold ${holdId} was captured and cannot be released`)
  await endHold(app.db, holdId, {
    from: 'releasing',
    to: hold.state === 'expired' ? 'expired' : 'released',
    now: app.ports.clock.now(),
  })
}
