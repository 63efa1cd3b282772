/** A warning of fraud is answered once: the payment goes back before the bank takes it with a fee, or stays. */
import type { PaymentId, RefundId, UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { checkAlone } from '../refunds/check-alone.ts'
import { reserveRefundOfCharge, sendRefundNow } from '../refunds/refund-payment.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { lockWarning, saveWarningAnswer } from './queries.ts'
import { deskTexts } from './texts.ts'

type Answer = { readonly warningId: string; readonly answer: 'refund' | 'leave' }

export async function answerFraudWarning(app: App, scope: OperatorScope, answer: Answer): Promise<void> {
  const refundId = await inTransaction(
    app.db,
    async (trx) => {
      const reserved = await saveAnswer(app, trx, scope, answer)
      if (reserved === null) return null
      await checkAlone(trx, scope, reserved.customerId, app.ports.clock.now())
      return reserved.refundId
    },
    { isolation: 'read committed' },
  )
  if (refundId !== null) await sendRefundNow(app, refundId)
}

/** Null where nothing goes back, also where it was answered before. */
export async function saveAnswer(
  app: App,
  trx: Db,
  scope: OperatorScope,
  { warningId, answer }: Answer,
): Promise<{ refundId: RefundId; customerId: UserId; paymentId: PaymentId } | null> {
  const now = app.ports.clock.now()
  const warning = await lockWarning(trx, scope, warningId)
  if (warning === undefined) throw new Refused('not_found')
  if (warning.dismissed_at !== null) return null
  await saveWarningAnswer(trx, warningId, { by: scope.userId, now })
  await recordAudit(trx, {
    at: now,
    actorId: scope.userId,
    action: 'answer_fraud_warning',
    subject: warning.payment_id,
    detail: { warningId, answer },
  })
  if (answer === 'leave') return null
  // A fraud is the platform's risk: the crew did the work.
  const refundId = await reserveRefundOfCharge(app, trx, scope.userId, {
    paymentId: warning.payment_id,
    reason: deskTexts[scope.locale].refundedForFraud,
    clawsBackCrewPay: false,
  })
  return { refundId, customerId: warning.customer_id, paymentId: warning.payment_id }
}
