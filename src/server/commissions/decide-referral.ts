import { randomUUID } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { saveSponsor } from '../referrals/identity-queries.ts'
import { lockReview, saveDecision } from '../referrals/review-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { refuseUnpaid, restoreRefused } from './refuse-commissions.ts'

type Decision = {
  readonly broughtId: UserId
  readonly decision: 'approve' | 'refuse'
  /** How the operator saw it: decided by somebody else meanwhile, it is not decided again. */
  readonly seenState: 'parked' | 'refused' | 'approved'
  readonly note: string
}

/** Approved, what is shared is allowed from now on; refused, what was not paid yet goes back. */
export function decideReferral(app: App, scope: OperatorScope, decision: Decision): Promise<void> {
  return inTransaction(app.db, (trx) => decide(app, trx, scope, decision), { isolation: 'read committed' })
}

async function decide(app: App, db: Db, scope: OperatorScope, asked: Decision): Promise<void> {
  const now = app.ports.clock.now()
  const review = await lockReview(db, scope, asked.broughtId)
  if (review === undefined) throw new Refused('not_found')
  if (review.state !== asked.seenState) throw new Refused('referral_decided')
  const pair = { broughtId: review.brought_id, sponsorId: review.sponsor_id }
  const isApproved = asked.decision === 'approve'
  if (review.state === (isApproved ? 'approved' : 'refused')) throw new Refused('referral_decided')
  const refusalId = isApproved ? null : randomUUID()
  await saveDecision(db, review.brought_id, {
    state: isApproved ? 'approved' : 'refused',
    allowed: isApproved ? [...new Set([...review.allowed, ...review.reasons])] : review.allowed,
    refusalId,
    by: scope.userId,
    note: asked.note,
    now,
  })
  await saveSponsor(db, review.brought_id, isApproved ? review.sponsor_id : null)
  if (refusalId !== null) await refuseUnpaid(db, pair, refusalId, now)
  else if (review.refusal_id !== null) await restoreRefused(db, pair, review.refusal_id, now)
  await recordAudit(db, {
    actorId: scope.userId,
    at: now,
    action: isApproved ? 'sponsor_approved' : 'sponsor_refused',
    subject: review.brought_id,
    detail: { sponsorId: review.sponsor_id, reasons: review.reasons, note: asked.note },
  })
}
