/** The paper of an invoice: for whoever sees it on the screen, and to go with its mails. */
import { buffer } from 'node:stream/consumers'
import type { InvoiceId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import type { FileReply } from '../http/handler.ts'
import { writePdf } from '../papers/write-pdf.ts'
import type { Attachment } from '../ports/mail/port.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { describeInvoice } from './describe-invoice.ts'
import { type FoundInvoice, findInvoicePaper, findOwnInvoice } from './invoice-queries.ts'
import { describe } from './read-invoices.ts'

export async function writeInvoice(app: App, scope: UserScope, invoiceId: InvoiceId): Promise<FileReply> {
  const found = await findOwnInvoice(app.db, scope, invoiceId)
  if (found === undefined) throw new Refused('not_found')
  return fileOf(app, { ...found, locale: scope.locale })
}

/** For whoever holds its link. */
export async function writeLinkedInvoice(
  app: App,
  invoiceId: InvoiceId,
  locale: Language,
): Promise<FileReply> {
  const found = (await findInvoicePaper(app.db, invoiceId))!
  return fileOf(app, { ...found, locale })
}

/** The same file, whole, in its customer's language. */
export async function writeInvoiceToMail(app: App, invoiceId: InvoiceId): Promise<Attachment> {
  const found = (await findInvoicePaper(app.db, invoiceId))!
  const paper = await fileOf(app, found)
  return { ...paper, content: await buffer(paper.content) }
}

async function fileOf(app: App, found: FoundInvoice) {
  const now = app.ports.clock.now()
  const { locale, time_zone: timeZone } = found
  const invoice = await describe(app, found, { locale, now })
  return {
    type: 'application/pdf',
    fileName: `crew-invoice-${invoice.number}.pdf`,
    content: writePdf(describeInvoice(invoice, { locale, timeZone, now })),
  }
}
