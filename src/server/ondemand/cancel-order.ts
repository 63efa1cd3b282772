/** A customer cancels an order. Against a crew that completes at the same moment, whoever locks the visit first wins. */
import type { OnDemandOrderId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { type CancellationTerms, cancellationTerms } from '#domain/ondemand/cancellation.ts'
import { progressOf } from '#domain/ondemand/progress.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsOfUser } from '../settings/read-settings.ts'
import { actorOf, applyOneTransition } from '../visits/apply-transition.ts'
import { type LoadedVisit, lockVisits } from '../visits/fact-queries.ts'
import { notifyCrewOfCancellation } from './notify-order-end.ts'
import { acceptedAtOf, findVisitOfOrder, lockOrder, type Order, saveOrder } from './order-queries.ts'
import { releaseHolds } from './release-hold.ts'
import { stepOrder } from './step-order.ts'

type Cancellation = { readonly orderId: OnDemandOrderId; readonly expectedFeeCents: Cents }

/** Answers the fee. Never more than was shown is charged; cancelled twice it counts once. */
export function cancelOrder(
  app: App,
  scope: CustomerScope,
  { orderId, expectedFeeCents }: Cancellation,
): Promise<Cents> {
  return inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      const found = await lockOwn(trx, scope, orderId)
      if (found === null) throw new Refused('not_found')
      const { order, visit } = found
      if (order.state === 'cancelled') return order.feeCents
      const terms = await termsOf(trx, order, visit, now)
      if (terms.feeCents > expectedFeeCents) throw new Refused('fee_changed')
      if (visit === null) await cancelWithoutHold(trx, order, now)
      else await cancelWork(app, trx, { scope, order, visit, terms, now })
      return terms.feeCents
    },
    { isolation: 'read committed' },
  )
}

/** The visit first, then the order, as every step of a visit locks them. */
async function lockOwn(
  trx: Db,
  scope: CustomerScope,
  orderId: OnDemandOrderId,
): Promise<{ order: Order; visit: LoadedVisit | null } | null> {
  const seen = await findVisitOfOrder(trx, orderId)
  if (seen?.customer_id !== scope.userId) return null
  const visits = seen.visit_id === null ? [] : await lockVisits(trx, [seen.visit_id])
  const order = (await lockOrder(trx, { id: orderId }))!
  // The card held while we waited: there is a visit now, and its lock has to come first.
  if (order.visitId !== null && visits.length === 0) throw new Refused('conflict')
  return { order, visit: visits[0] ?? null }
}

async function termsOf(
  trx: Db,
  order: Order,
  visit: LoadedVisit | null,
  now: Instant,
): Promise<CancellationTerms> {
  const work = visit === null ? null : { state: visit.state, hasCrew: visit.crewId !== null }
  const acceptedAt = visit === null ? null : await acceptedAtOf(trx, visit.id)
  const facts = {
    progress: progressOf(order.state, work),
    acceptedAt,
    startsAt: order.startsAt,
    totalCents: order.totalCents,
  }
  return unlessRefused(
    cancellationTerms(facts, now, await settingsOfUser(trx, order.customerId, order.bookedAt)),
  )
}

/** The card has not answered, or was declined: what it may still hold is released when it answers. */
async function cancelWithoutHold(trx: Db, order: Order, now: Instant): Promise<void> {
  await stepOrder(trx, order, { transition: 'cancel', by: 'customer', now })
  await releaseHolds(trx, order, now)
}

async function cancelWork(
  app: App,
  trx: Db,
  {
    scope,
    order,
    visit,
    terms,
    now,
  }: { scope: CustomerScope; order: Order; visit: LoadedVisit; terms: CancellationTerms; now: Instant },
): Promise<void> {
  await saveOrder(trx, order.id, { fee_cents: terms.feeCents, fee_crew_cents: terms.crewShareCents })
  await applyOneTransition(trx, {
    app,
    transition: 'cancel',
    actor: actorOf(scope, now),
    now,
    visitId: visit.id,
    detail: { feeCents: terms.feeCents },
  })
  if (visit.crewId !== null) await notifyCrewOfCancellation(trx, { order, crewId: visit.crewId, terms, now })
}
