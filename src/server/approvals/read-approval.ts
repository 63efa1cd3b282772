import type { ApprovalId, PaymentId, UserId } from '#domain/ids.ts'
import { stepsOpen } from '#domain/staff/second-person.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { type ApprovalRow, amountOf, findApproval, listApprovalsOf } from './queries.ts'

export async function readApproval(db: Db, scope: OperatorScope, id: ApprovalId, now: Instant) {
  const row = await findApproval(db, scope, id)
  if (row === undefined) throw new Refused('not_found')
  return describe(row, scope.userId, now)
}

export async function readApprovalsOf(db: Db, scope: OperatorScope, paymentId: PaymentId, now: Instant) {
  const rows = await listApprovalsOf(db, scope, paymentId)
  return rows.map((row) => describe(row, scope.userId, now))
}

function describe(row: ApprovalRow, readerId: UserId, now: Instant) {
  const { state } = row
  const asked = { state, askedBy: row.asked_by, expiresAt: row.expires_at }
  return {
    id: row.id,
    kind: row.kind,
    state,
    customer: { id: row.customer_id, name: row.customer_name },
    paymentId: row.payment_id,
    disputeId: row.dispute_id,
    amountCents: amountOf(row),
    takesBackCrewPay: row.takes_back_crew_pay,
    reason: row.reason,
    askedBy: { id: row.asked_by, name: row.asker_name },
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    decidedBy:
      row.decided_by === null || row.decider_name === null
        ? null
        : { id: row.decided_by, name: row.decider_name },
    decidedAt: row.decided_at,
    note: row.note,
    timeZone: row.time_zone,
    steps: stepsOpen(asked, readerId, now),
  }
}
