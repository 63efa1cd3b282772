/** A bank returned a debit: what it was to pay is open again, for whoever owes it and for the operators who wait for it. */
import { paperNumberOf } from '#domain/billing/invoices.ts'
import type { InvoiceId, InvoiceReceiptId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { notifyBesideMail } from '../notices/notify-of-money.ts'
import { findOperatorIds } from '../users/queries.ts'
import { readInvoiceMail } from './invoice-queries.ts'
import { mailInvoice } from './make-invoices.ts'
import { invoiceTexts } from './texts.ts'

type Returned = {
  readonly id: InvoiceReceiptId
  readonly invoice_id: InvoiceId
  readonly amount_cents: number
}

export async function notifyOfReturn(db: Db, part: Returned, now: Instant): Promise<void> {
  await mailInvoice(db, part.invoice_id, { about: 'returned', now })
  const invoice = (await readInvoiceMail(db, part.invoice_id))!
  const number = paperNumberOf('invoice', { ...invoice, marketId: invoice.market_id })
  const amount = formatCents(cents(part.amount_cents))
  const notice = { event: 'payment', key: `debit-returned:${part.id}`, now } as const
  await notifyBesideMail(db, {
    ...notice,
    to: invoice.customer_id,
    texts: inEachLanguage((language) => invoiceTexts[language].debitReturned(number, amount)),
    url: '/billing',
  })
  const operators = await findOperatorIds(db, invoice.market_id)
  const texts = inEachLanguage((language) =>
    invoiceTexts[language].returnedForOperator(invoice.name, number, amount),
  )
  const url = `/operator/invoices?id=${part.invoice_id}`
  await notifyAll(
    db,
    operators.map((to) => ({ ...notice, to, texts, url })),
  )
}
