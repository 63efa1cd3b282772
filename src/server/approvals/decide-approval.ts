/** A second person decides; the request is locked, so that of two who decide at once one is told that it is decided. */

import type { ApprovalId, RefundId } from '#domain/ids.ts'
import { mayDo, type StaffRole } from '#domain/staff/roles.ts'
import { type ApprovalStep, CAPABILITY_OF_APPROVAL, decideApproval } from '#domain/staff/second-person.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { saveApproved } from '../refunds/alone-queries.ts'
import { sendRefundNow } from '../refunds/refund-payment.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { notifyOfDecision } from './notify-of-approval.ts'
import { type ApprovalRow, amountOf, lockApproval, saveDecided } from './queries.ts'
import { refundAsked } from './refund-asked.ts'

type Decision = { readonly approvalId: ApprovalId; readonly step: ApprovalStep; readonly note: string }

const ACTION_OF = {
  approve: 'approve_request',
  decline: 'decline_request',
  withdraw: 'withdraw_request',
} as const

export async function decideApprovalOf(
  app: App,
  scope: OperatorScope,
  role: StaffRole | null,
  decision: Decision,
) {
  const { state, refundId } = await inTransaction(
    app.db,
    (trx) => decide(app, trx, { scope, role, decision }),
    { isolation: 'read committed' },
  )
  if (refundId !== null) await sendRefundNow(app, refundId)
  return { state }
}

type By = { readonly scope: OperatorScope; readonly role: StaffRole | null; readonly decision: Decision }

async function decide(app: App, trx: Db, { scope, role, decision }: By) {
  const now = app.ports.clock.now()
  const { approvalId, step, note } = decision
  const row = await lockApproval(trx, scope, approvalId)
  if (row === undefined) throw new Refused('not_found')
  if (!mayDo(role, CAPABILITY_OF_APPROVAL[row.kind])) throw new Refused('role_forbids')
  const { state } = unlessRefused(
    decideApproval(
      { state: row.state, askedBy: row.asked_by, expiresAt: row.expires_at },
      { step, by: scope.userId, note, now },
    ),
  )
  const refundId = step === 'approve' ? await carryOut(app, trx, scope, row) : null
  await saveDecided(trx, approvalId, { state, by: scope.userId, note, now })
  await recordAudit(trx, {
    at: now,
    actorId: scope.userId,
    concerns: row.customer_id,
    action: ACTION_OF[step],
    subject: row.customer_id,
    detail: {
      approvalId,
      kind: row.kind,
      amountCents: amountOf(row),
      askedBy: row.asked_by,
      refundId,
      note,
    },
  })
  if (step !== 'withdraw') await notifyOfDecision(trx, row, { step, by: scope.name, note, now })
  return { state, refundId }
}

/** What comes out of it now may not be more than what was asked for. */
async function carryOut(app: App, trx: Db, scope: OperatorScope, row: ApprovalRow): Promise<RefundId | null> {
  const given = await refundAsked(app, trx, scope, {
    kind: row.kind,
    paymentId: row.payment_id,
    disputeId: row.dispute_id,
    warningId: row.warning_id,
    customerId: row.customer_id,
    amountCents: amountOf(row),
    takesBackCrewPay: row.takes_back_crew_pay,
    reason: row.reason,
  })
  if (given.amountCents > row.amount_cents) throw new Refused('approval_changed')
  await saveApproved(trx, row.id, {
    refundId: given.refundId,
    creditChangeId: given.creditChangeId,
    disputeId: row.dispute_id,
  })
  return given.refundId
}
