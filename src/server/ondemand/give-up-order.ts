/** Nobody took the work before its window closed: the order ends, the hold is released, the customer notified. */
import type { OnDemandOrderId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { applyOneTransition } from '../visits/apply-transition.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { findVisitOfOrder, lockOrder } from './order-queries.ts'
import { stepOrder } from './step-order.ts'

/** An order that somebody has, or that has ended, stays as it is. */
export async function giveUpOrder(app: App, trx: Db, orderId: OnDemandOrderId, now: Instant): Promise<void> {
  const seen = await findVisitOfOrder(trx, orderId)
  if (seen?.visit_id == null) return
  const [visit] = await lockVisits(trx, [seen.visit_id])
  const order = await lockOrder(trx, { id: orderId })
  if (visit === undefined || order?.state !== 'booked') return
  if (visit.crewId !== null || visit.endsAt > now) return
  await stepOrder(trx, order, { transition: 'give_up', by: 'system', now })
  await applyOneTransition(trx, {
    app,
    transition: 'cancel',
    actor: SYSTEM,
    now,
    visitId: visit.id,
    detail: { reason: 'nobody_found' },
  })
}
