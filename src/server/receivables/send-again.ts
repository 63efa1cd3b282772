/** An operator mails an invoice once more, by hand. */
import type { InvoiceId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { openOf } from '../invoices/invoice-queries.ts'
import { mailInvoice } from '../invoices/make-invoices.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { lockInMarket } from './record-payment.ts'

export async function sendAgain(app: App, scope: OperatorScope, invoiceId: InvoiceId): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(
    app.db,
    async (trx) => {
      const invoice = await lockInMarket(trx, scope, invoiceId)
      if (openOf(invoice) === 0) throw new Refused('invoice_closed')
      await mailInvoice(trx, invoiceId, { about: 'again', now })
      await recordAudit(trx, {
        at: now,
        actorId: scope.userId,
        action: 'remind_of_invoice',
        subject: invoiceId,
      })
    },
    { isolation: 'read committed' },
  )
}
