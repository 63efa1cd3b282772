import type { PaymentId } from '#domain/ids.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { periodOf } from '../payments/record-outcome.ts'
import { paymentTexts } from '../payments/texts.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { deskPaymentOf } from './read-payment.ts'

/** The mail that came when it was paid, with the paper, as somebody asked for it. */
export async function sendReceipt(app: App, scope: OperatorScope, paymentId: PaymentId): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const row = await deskPaymentOf(trx, scope, paymentId)
    if (row.state !== 'paid') throw new Refused('nothing_paid')
    if (row.email === '') throw new Refused('bad_input', { faults: { email: 'missing' } })
    const mail = paymentTexts[row.locale].receipt({
      name: row.name,
      amount: formatCents(cents(row.total_cents)),
      period: periodOf(row),
      url: `${app.config.http.origin}/account/payments/${paymentId}`,
    })
    const key = `receipt:${paymentId}:${now}`
    const { customer_id: userId, email: to } = row
    await enqueue(
      trx,
      'send_mail',
      { key, to, userId, receiptOf: paymentId, isAsked: true, ...mail },
      { now },
    )
    await recordAudit(trx, {
      actorId: scope.userId,
      concerns: userId,
      action: 'send_receipt',
      subject: paymentId,
      detail: { email: to },
      at: now,
    })
  })
}
