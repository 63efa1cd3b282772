/** A customer opens a dispute: kept with its note, the crew is notified, and it is settled at once where it is small. */
import { type Problem, refuseDispute } from '#domain/disputes/disputes.ts'
import type { DisputeId, RefundId, VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { sendRefundNow } from '../refunds/refund-payment.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { notifyCrewOfDispute } from './notify-of-dispute.ts'
import { insertDispute } from './queries.ts'
import { settleDispute } from './settle-dispute.ts'
import { lockVisit, owedFor } from './visit-queries.ts'

export type OpenedDispute = {
  readonly disputeId: DisputeId
  readonly state: 'open' | 'refunded'
  readonly amountCents: Cents | null
}

type Complaint = { readonly visitId: VisitId; readonly problem: Problem; readonly note: string }

export async function openDispute(
  app: App,
  scope: CustomerScope,
  complaint: Complaint,
): Promise<OpenedDispute> {
  const now = app.ports.clock.now()
  const { refundId, ...opened } = await inTransaction(
    app.db,
    (db) => open(app, db, { scope, complaint, now }),
    { isolation: 'read committed' },
  )
  if (refundId !== null) await sendRefundNow(app, refundId)
  return opened
}

type Opening = { readonly scope: CustomerScope; readonly complaint: Complaint; readonly now: Instant }

async function open(
  app: App,
  db: Db,
  { scope, complaint, now }: Opening,
): Promise<OpenedDispute & { readonly refundId: RefundId | null }> {
  const { visitId, problem, note } = complaint
  const { userId: customerId } = scope
  const visit = await lockVisit(db, customerId, visitId)
  if (visit === undefined) throw new Refused('not_found')
  const { crew_id: crewId, completed_at: completedAt } = visit
  const settings = await settingsAt(db, scope.marketId, completedAt ?? now)
  const refusal = refuseDispute({ ...visit, completedAt }, now, settings)
  if (refusal !== null) throw new Refused(refusal.refused)
  if (crewId === null) throw new Refused('visit_not_completed')
  const disputeId = await insertDispute(db, { visitId, customerId, crewId, problem, note, now })
  const { owedCents } = owedFor(visit.price_lines)
  const dispute = { disputeId, visitId, customerId, crewId, problem, note, owedCents }
  const settled = await settleDispute(app, db, scope, dispute, now)
  if (settled !== null) return { disputeId, state: 'refunded', ...settled }
  await notifyCrewOfDispute(db, { disputeId, visitId, crewId, now })
  return { disputeId, state: 'open', amountCents: null, refundId: null }
}
