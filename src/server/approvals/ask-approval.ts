/**
 * Somebody asks for what is more than one person gives back alone. It is done once to see that it can be and how much it
 * is, and undone; what waits then is done by the same rules when a second person approves it.
 */

import type { DisputeId, PaymentId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { mayDo, type StaffRole } from '#domain/staff/roles.ts'
import { CAPABILITY_OF_APPROVAL } from '#domain/staff/second-person.ts'
import { HOUR_MS, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { beginPart, undoPart } from '../db/parts.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { notifyOfRequest, othersWhoApprove } from './notify-of-approval.ts'
import { type Asked, insertApproval } from './queries.ts'
import { type Given, refundAsked } from './refund-asked.ts'

type Wish = { readonly amountCents?: number | undefined } & (
  | {
      readonly kind: 'refund'
      readonly paymentId: PaymentId
      readonly reason: string
      readonly clawsBackCrewPay: boolean
    }
  | { readonly kind: 'credit'; readonly customerId: UserId; readonly reason: string }
  | {
      readonly kind: 'dispute'
      readonly disputeId: DisputeId
      readonly note: string
      readonly takesBackCrewPay: boolean
    }
  | { readonly kind: 'fraud_warning'; readonly warningId: string; readonly reason: string }
)

export async function askApproval(app: App, scope: OperatorScope, role: StaffRole | null, wish: Wish) {
  if (!mayDo(role, CAPABILITY_OF_APPROVAL[wish.kind])) throw new Refused('role_forbids')
  return inTransaction(app.db, (trx) => ask(app, trx, scope, askedBy(wish)), { isolation: 'read committed' })
}

async function ask(app: App, trx: Db, scope: OperatorScope, asked: Asked) {
  const now = app.ports.clock.now()
  const others = await othersWhoApprove(trx, scope, asked.kind)
  if (others.length === 0) throw new Refused('no_second_person')
  const { customerId, amountCents, paymentId } = await tryOut(app, trx, scope, asked)
  const { approvalHours } = await settingsAt(trx, scope.marketId, now)
  const expiresAt = instant(now + approvalHours * HOUR_MS)
  const { marketId, userId } = scope
  const saved = { ...asked, customerId, amountCents, paymentId, marketId, askedBy: userId, now, expiresAt }
  const approvalId = await insertApproval(trx, saved)
  if (approvalId === undefined) throw new Refused('approval_waiting')
  await enqueue(trx, 'end_approval', { approvalId }, { now, runAt: expiresAt })
  await recordAudit(trx, {
    at: now,
    actorId: userId,
    concerns: customerId,
    action: 'ask_approval',
    subject: customerId,
    detail: { approvalId, kind: asked.kind, amountCents, reason: asked.reason },
  })
  await notifyOfRequest(trx, scope, { approvalId, others, customerId, amountCents, now })
  return { approvalId, amountCents }
}

async function tryOut(app: App, trx: Db, scope: OperatorScope, asked: Asked): Promise<Given> {
  await beginPart(trx)
  const given = await refundAsked(app, trx, scope, asked)
  await undoPart(trx)
  return given
}

function askedBy(wish: Wish): Asked {
  const nothing = { paymentId: null, disputeId: null, warningId: null, customerId: null }
  const amountCents = wish.amountCents === undefined ? null : cents(wish.amountCents)
  const common = { ...nothing, kind: wish.kind, amountCents, takesBackCrewPay: false }
  switch (wish.kind) {
    case 'refund':
      return {
        ...common,
        paymentId: wish.paymentId,
        reason: wish.reason,
        takesBackCrewPay: wish.clawsBackCrewPay,
      }
    case 'credit':
      return { ...common, customerId: wish.customerId, reason: wish.reason }
    case 'dispute':
      return {
        ...common,
        disputeId: wish.disputeId,
        reason: wish.note,
        takesBackCrewPay: wish.takesBackCrewPay,
      }
    case 'fraud_warning':
      return { ...common, warningId: wish.warningId, reason: wish.reason }
  }
}
