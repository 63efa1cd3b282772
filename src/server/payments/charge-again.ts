/** An operator has a declined payment tried now, not on its day: after a call in which the customer said that it works. */
import type { PaymentId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { lockPayment, planNextAttempt, readPayer } from './payment-queries.ts'

/** Counts as the next of our tries, so that no card is asked more often than its plan says. */
export function chargeAgain(app: App, scope: OperatorScope, paymentId: PaymentId): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const payment = await lockPayment(db, paymentId)
      if (payment === undefined) throw new Refused('not_found')
      const payer = await readPayer(db, payment.customer_id)
      if (payer.market_id !== scope.marketId) throw new Refused('not_found')
      if (payment.state !== 'declined') throw new Refused('conflict')
      await planNextAttempt(db, paymentId, now)
      await enqueue(db, 'charge_payment', { paymentId, isRetry: true }, { now, dedupeKey: paymentId })
      await recordAudit(db, {
        actorId: scope.userId,
        action: 'charge_again',
        subject: paymentId,
        detail: { amountCents: payment.total_cents, lastDecline: payment.last_decline },
        at: now,
      })
    },
    { isolation: 'read committed' },
  )
}
