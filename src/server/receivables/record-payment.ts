/** Money for an invoice that came by check or wire, as an operator writes it down. */
import type { InvoiceId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { dateAt, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { findInvoice, type InvoiceRow, lockInvoice, openOf } from '../invoices/invoice-queries.ts'
import { insertByHand } from '../invoices/receipt-queries.ts'
import { receiveByHand } from '../invoices/receive-money.ts'
import { marketZone } from '../market-zone.ts'
import { closeInvoice } from '../payments/close-invoice.ts'
import { lockPayment } from '../payments/payment-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'

type ByHand = {
  readonly invoiceId: InvoiceId
  readonly way: 'check' | 'wire' | 'other'
  readonly amountCents: number
  readonly reference: string
  readonly receivedOn: LocalDate
}

export async function recordPayment(
  app: App,
  scope: OperatorScope,
  { invoiceId, ...input }: ByHand,
): Promise<{ readonly openCents: Cents; readonly creditCents: Cents }> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (trx) => {
      const invoice = await lockInMarket(trx, scope, invoiceId)
      if (openOf(invoice) === 0) throw new Refused('invoice_closed')
      if (input.receivedOn > dateAt(now, await marketZone(trx, scope)))
        throw new Refused('bad_input', { faults: { receivedOn: 'tooBig' } })
      const amountCents = cents(input.amountCents)
      const receipt = { ...input, invoiceId, amountCents, recordedBy: scope.userId, now }
      const receiptId = await insertByHand(trx, receipt)
      const left = await receiveByHand(trx, invoice, { receiptId, amountCents, now })
      await closeInvoice(trx, left, now)
      const creditCents = cents(Math.max(0, amountCents - openOf(invoice)))
      if (creditCents > 0) await enqueue(trx, 'use_credit', { customerId: invoice.customer_id }, { now })
      await recordAudit(trx, {
        at: now,
        actorId: scope.userId,
        action: 'record_invoice_payment',
        subject: invoiceId,
        detail: {
          receiptId,
          way: input.way,
          amountCents,
          reference: input.reference,
          receivedOn: input.receivedOn,
        },
      })
      return { openCents: openOf(left), creditCents }
    },
    { isolation: 'read committed' },
  )
}

/** Its payment first, as everywhere. Of another market it is not found. */
export async function lockInMarket(db: Db, scope: OperatorScope, invoiceId: InvoiceId): Promise<InvoiceRow> {
  const found = await findInvoice(db, invoiceId)
  if (found?.market_id !== scope.marketId) throw new Refused('not_found')
  await lockPayment(db, found.payment_id)
  return (await lockInvoice(db, invoiceId))!
}
