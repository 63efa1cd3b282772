/** An operator decides a dispute; the dispute is locked, so that of two who decide at once one is told so. */

import { decideRefundOfVisit } from '#domain/disputes/disputes.ts'
import type { DisputeStep } from '#domain/disputes/graph.ts'
import type { DisputeId, RefundId, VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { isRefusal } from '#domain/refusals.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { checkAlone } from '../refunds/check-alone.ts'
import { sendRefundNow } from '../refunds/refund-payment.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { bookRedo } from './book-redo.ts'
import { edgeFor } from './decide-step.ts'
import { notifyOfDecision } from './notify-of-dispute.ts'
import { type LockedDispute, lockDispute, saveStep } from './queries.ts'
import { refundVisit } from './refund-visit.ts'
import { visitMoney } from './visit-queries.ts'

export type Decision = { readonly disputeId: DisputeId; readonly note: string } & (
  | { readonly decision: 'reject' }
  | {
      readonly decision: 'refund'
      readonly amountCents?: Cents | undefined
      readonly takesBackCrewPay: boolean
    }
  | {
      readonly decision: 'redo'
      readonly date: LocalDate
      readonly crew: 'same' | 'offer'
      readonly isCrewPaid: boolean
    }
)

type Outcome = {
  readonly amountCents: Cents | null
  readonly refundId: RefundId | null
  readonly redoVisitId: VisitId | null
}
const NOTHING: Outcome = { amountCents: null, refundId: null, redoVisitId: null }

export async function decideDispute(app: App, scope: OperatorScope, decision: Decision) {
  const now = app.ports.clock.now()
  const decided = await inTransaction(
    app.db,
    async (db) => {
      const saved = await saveDecision(app, db, scope, decision, now)
      if (saved.amountCents !== null) await checkAlone(db, scope, saved.customerId, now)
      return saved
    },
    { isolation: 'read committed' },
  )
  if (decided.refundId !== null) await sendRefundNow(app, decided.refundId)
  return { state: decided.state, amountCents: decided.amountCents, redoVisitId: decided.redoVisitId }
}

export async function saveDecision(app: App, db: Db, scope: OperatorScope, decision: Decision, now: Instant) {
  const dispute = await lockDispute(db, scope, decision.disputeId)
  if (dispute === undefined) throw new Refused('not_found')
  const by = { kind: 'operator', id: scope.userId } as const
  const transition = decision.decision satisfies DisputeStep
  const edge = edgeFor(dispute.state, transition, by)
  // Decided the same way a moment ago, perhaps with another note or another amount: that one stands.
  if (edge === null) throw new Refused('dispute_decided')
  const outcome = await carryOut(app, db, { scope, dispute, decision, now })
  const columns = {
    decided_by: scope.userId,
    decided_at: toTimestamp(now),
    decision_note: decision.note,
    amount_cents: outcome.amountCents,
    refund_id: outcome.refundId,
    redo_visit_id: outcome.redoVisitId,
  }
  await saveStep(db, dispute, { edge, by, note: decision.note, now, columns })
  const { disputeId: _, ...detail } = decision
  await recordAudit(db, {
    at: now,
    actorId: scope.userId,
    action: 'decide_dispute',
    subject: dispute.id,
    detail: { ...detail, ...outcome },
  })
  const { visitId, customerId, crewId } = dispute
  const notified = { disputeId: dispute.id, visitId, customerId, crewId, now }
  await notifyOfDecision(db, { ...notified, state: edge.to, amountCents: outcome.amountCents })
  return { ...outcome, customerId, state: edge.to }
}

type Carrying = {
  readonly scope: OperatorScope
  readonly dispute: LockedDispute
  readonly decision: Decision
  readonly now: Instant
}

async function carryOut(app: App, db: Db, { scope, dispute, decision, now }: Carrying): Promise<Outcome> {
  if (decision.decision === 'reject') return NOTHING
  if (decision.decision === 'redo') {
    const crew = decision.crew === 'same' ? dispute.crewId : null
    // Whoever takes an offer is paid for it.
    const isCrewPaid = crew === null || decision.isCrewPaid
    const redo = { visitId: dispute.visitId, date: decision.date, crewId: crew, isCrewPaid, now }
    return { ...NOTHING, redoVisitId: await bookRedo(app, db, scope, redo) }
  }
  const { owedCents } = await visitMoney(db, dispute.visitId)
  const decided = decideRefundOfVisit(owedCents, decision.amountCents)
  if (isRefusal(decided)) throw new Refused(decided.refused, { at: 'amountCents' })
  const { amountCents } = decided
  const refundId = await refundVisit(app, db, {
    disputeId: dispute.id,
    visitId: dispute.visitId,
    customerId: dispute.customerId,
    crewId: dispute.crewId,
    amountCents,
    takesBackCrewPay: decision.takesBackCrewPay,
    reason: decision.note.slice(0, 200),
    decidedBy: scope.userId,
    now,
  })
  return { amountCents, refundId, redoVisitId: null }
}
