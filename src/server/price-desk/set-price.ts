/** An operator sets a price from a day on. What was billed and what was done stay as they are. */
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { checkPrice, type WantedPrice } from './preview-price.ts'
import { insertPrice, touchedJobs } from './price-queries.ts'

export function setPrice(app: App, scope: OperatorScope, wanted: WantedPrice) {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const { before, reach, at } = await checkPrice(db, scope, wanted, now)
    const { customers } = await touchedJobs(db, reach)
    const priceId = await insertPrice(db, wanted, { at, by: scope.userId, now })
    const { serviceKey, groupId, propertyId, baseCents, unitCents, minimumCents, from } = wanted
    const after = { baseCents, unitCents, minimumCents }
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      ...(groupId === null && propertyId === null ? { concerns: 'every market' as const } : {}),
      action: 'set_price',
      subject: priceId,
      detail: { serviceKey, groupId, propertyId, before, after, from },
    })
    if (customers > 0)
      await enqueue(db, 'notify_of_price', { priceId, before, afterCustomerId: null }, { now })
    return { ok: true as const, customersNotified: customers }
  })
}
