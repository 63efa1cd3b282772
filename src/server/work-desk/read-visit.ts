/** A visit for an operator: whom it concerns, its money, and what can be done with it now by the rules of its lifecycle. */
import type { VisitAct } from '#contract/work-desk.ts'
import { paperNumber } from '#domain/billing/receipt.ts'
import type { VisitId } from '#domain/ids.ts'
import { isEnded } from '#domain/ondemand/graph.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import { canStep } from '#domain/visits/implied-confirmation.ts'
import { allowedTransitions } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { factsOf } from '../visits/fact-queries.ts'
import { findDeskVisit, listVisitEarnings, listVisitPayments } from './visit-queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findDeskVisit>>>

export async function deskVisitOf(db: Db, scope: OperatorScope, id: VisitId): Promise<Row> {
  const row = await findDeskVisit(db, scope, id)
  if (row === undefined) throw new Refused('not_found')
  return row
}

export async function readDeskVisit({ db }: App, scope: OperatorScope, id: VisitId, now: Instant) {
  const row = await deskVisitOf(db, scope, id)
  const [payments, earnings, settings] = await Promise.all([
    listVisitPayments(db, id),
    listVisitEarnings(db, id),
    settingsAt(db, scope.marketId, now),
  ])
  return {
    id: row.id,
    state: row.state,
    timeZone: row.time_zone,
    customer: { id: row.customer_id, name: row.customer_name, phone: row.customer_phone },
    crew:
      row.crew_id === null || row.crew_name === null
        ? null
        : { id: row.crew_id, name: row.crew_name, phone: row.crew_phone },
    propertyId: row.property_id,
    complexId: row.complex_id,
    acts: actsOf(row, scope, now, settings),
    openOffers: row.open_offers,
    openDisputeId: row.open_dispute_id,
    waitingLateCompletionId: row.waiting_late_id,
    payments: payments.map((payment) => ({
      id: payment.id,
      number: paperNumber(payment.id),
      kind: payment.kind,
      state: payment.state,
      totalCents: payment.total,
      creditCents: payment.credit,
      refundedCents: payment.refunded,
    })),
    earnings: earnings.map((earning) => ({
      kind: earning.kind,
      crewName: earning.crew_name,
      amountCents: earning.amount,
      availableAt: earning.available_at,
      payoutId: earning.payout_id,
    })),
  }
}

/** A single visit of a weekly job is skipped, an order is cancelled with its fee. */
function actsOf(row: Row, scope: OperatorScope, now: Instant, settings: BusinessSettings): VisitAct[] {
  const facts = factsOf(row)
  const actor = actorOf(scope, now)
  const steps = new Set<string>(allowedTransitions(facts, actor, now, settings))
  const isWeekly = row.weekly_job_id !== null && row.job_state !== 'cancelled'
  const isOrder = row.order_state !== null && !isEnded(row.order_state)
  const hasCrew = row.crew_id !== null
  const can: Record<VisitAct, boolean> = {
    assign: steps.has('assign'),
    release: hasCrew && steps.has('release'),
    confirm: hasCrew && steps.has('confirm'),
    complete: canStep(facts, 'complete', actor, now, settings),
    skip: isWeekly && steps.has('skip'),
    unskip: isWeekly && steps.has('unskip'),
    move: isWeekly && steps.has('move'),
    cancel: isOrder && steps.has('cancel'),
  }
  const acts: VisitAct[] = ['assign', 'release', 'confirm', 'complete', 'skip', 'unskip', 'move', 'cancel']
  return acts.filter((act) => can[act])
}
