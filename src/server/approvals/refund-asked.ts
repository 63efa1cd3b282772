/** What was asked for, by the rule of its kind: a refund, credit by hand, a dispute, or the answer to a warning of fraud. */
import type { CreditChangeId, PaymentId, RefundId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { saveAnswer } from '../chargeback-desk/answer-fraud-warning.ts'
import { saveCreditChange } from '../corrections/change-credit.ts'
import type { Db } from '../db/client.ts'
import { saveDecision } from '../disputes/decide-dispute.ts'
import { readRefundResult, refundByHand } from '../refunds/refund-payment.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import type { Asked } from './queries.ts'

export type Given = {
  readonly customerId: UserId
  readonly amountCents: Cents
  /** What it goes off, where that is one payment. */
  readonly paymentId: PaymentId | null
  /** To be sent after the transaction. */
  readonly refundId: RefundId | null
  readonly creditChangeId: CreditChangeId | null
}

export function refundAsked(app: App, trx: Db, scope: OperatorScope, asked: Asked): Promise<Given> {
  switch (asked.kind) {
    case 'refund':
      return giveRefund(app, trx, scope, asked)
    case 'credit':
      return giveCredit(app, trx, scope, asked)
    case 'dispute':
      return giveForDispute(app, trx, scope, asked)
    case 'fraud_warning':
      return giveForWarning(app, trx, scope, asked)
  }
}

async function giveRefund(app: App, trx: Db, scope: OperatorScope, asked: Asked): Promise<Given> {
  const { refundId, customerId } = await refundByHand(app, trx, scope, {
    paymentId: known(asked.paymentId),
    amountCents: asked.amountCents ?? undefined,
    reason: asked.reason,
    clawsBackCrewPay: asked.takesBackCrewPay,
  })
  const { amountCents } = await readRefundResult(trx, refundId)
  return { customerId, amountCents, paymentId: asked.paymentId, refundId, creditChangeId: null }
}

async function giveCredit(app: App, trx: Db, scope: OperatorScope, asked: Asked): Promise<Given> {
  const customerId = known(asked.customerId)
  const amountCents = cents(known(asked.amountCents))
  const { creditChangeId } = await saveCreditChange(app, trx, scope, {
    customerId,
    kind: 'given',
    amountCents,
    reason: asked.reason,
  })
  return { customerId, amountCents, paymentId: null, refundId: null, creditChangeId }
}

async function giveForDispute(app: App, trx: Db, scope: OperatorScope, asked: Asked): Promise<Given> {
  const decision = {
    disputeId: known(asked.disputeId),
    note: asked.reason,
    decision: 'refund',
    amountCents: asked.amountCents ?? undefined,
    takesBackCrewPay: asked.takesBackCrewPay,
  } as const
  const saved = await saveDecision(app, trx, scope, decision, app.ports.clock.now())
  const { customerId, refundId } = saved
  const amountCents = known(saved.amountCents)
  return { customerId, amountCents, paymentId: null, refundId, creditChangeId: null }
}

/** One that was answered meanwhile gives nothing back. */
async function giveForWarning(app: App, trx: Db, scope: OperatorScope, asked: Asked): Promise<Given> {
  const answer = { warningId: known(asked.warningId), answer: 'refund' } as const
  const saved = await saveAnswer(app, trx, scope, answer)
  if (saved === null) throw new Refused('conflict')
  const { refundId, customerId, paymentId } = saved
  const { amountCents } = await readRefundResult(trx, refundId)
  return { customerId, amountCents, paymentId, refundId, creditChangeId: null }
}

/** The table holds it for each kind. */
function known<Value>(value: Value | null): Value {
  if (value === null) throw new Refused('not_found')
  return value
}
