/** The paper of a credit note: for whoever sees its invoice on the screen, or holds its link. */
import { billedToLines, letterheadLines } from '#domain/billing/letterhead.ts'
import { headTexts } from '#domain/billing/letterhead-texts.ts'
import type { CreditNoteId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { formatCents, subtractCents } from '#domain/money.ts'
import type { App } from '../app.ts'
import type { FileReply } from '../http/handler.ts'
import { invoiceOfNote } from '../invoices/credit-note-queries.ts'
import { letterheadOf } from '../markets/letterhead-queries.ts'
import { unlessZero } from '../papers/describe-paper.ts'
import { paperTexts } from '../papers/texts.ts'
import { type PaperReader, writeRange, writeTime } from '../papers/write-dates.ts'
import { type PaperContent, writePdf } from '../papers/write-pdf.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { type FoundInvoice, findInvoicePaper, findOwnInvoice } from './invoice-queries.ts'
import { describe, type InvoiceDetail } from './read-invoices.ts'
import { type ByLink, findLinkedInvoice } from './read-linked-invoice.ts'
import { invoicePaperTexts } from './texts.ts'

type Note = InvoiceDetail['creditNotes'][number]

export async function writeCreditNote(app: App, scope: UserScope, noteId: CreditNoteId): Promise<FileReply> {
  const invoiceId = await invoiceOfNote(app.db, noteId)
  const found = invoiceId === undefined ? undefined : await findOwnInvoice(app.db, scope, invoiceId)
  if (found === undefined) throw new Refused('not_found')
  return fileOf(app, { ...found, locale: scope.locale }, ({ id }) => id === noteId)
}

export async function writeLinkedCreditNote(
  app: App,
  { goId, number }: ByLink & { readonly number: string },
  locale: Language,
): Promise<FileReply> {
  const found = (await findInvoicePaper(app.db, (await findLinkedInvoice(app, goId)).id))!
  return fileOf(app, { ...found, locale }, (note) => note.number === number)
}

async function fileOf(app: App, found: FoundInvoice, isAsked: (note: Note) => boolean): Promise<FileReply> {
  const now = app.ports.clock.now()
  const reader = { locale: found.locale, timeZone: found.time_zone, now }
  const invoice = await describe(app, found, reader)
  const note = invoice.creditNotes.find(isAsked)
  if (note === undefined) throw new Refused('not_found')
  const letterhead = await letterheadOf(app, found.market_id, note.createdAt)
  return {
    type: 'application/pdf',
    fileName: `crew-credit-note-${note.number}.pdf`,
    content: writePdf(describeCreditNote(note, { ...invoice, letterhead }, reader)),
  }
}

function describeCreditNote(note: Note, invoice: InvoiceDetail, reader: PaperReader): PaperContent {
  const [words, plain] = [invoicePaperTexts[reader.locale], paperTexts[reader.locale]]
  const head = headTexts[reader.locale]
  const { amountCents, creditCents, backCents } = note
  return {
    letterhead: letterheadLines(invoice.letterhead, head),
    title: words.creditNote(note.number),
    headline: formatCents(amountCents),
    facts: [
      ...billedToLines(invoice, invoice.customerName, head),
      words.ofInvoice(invoice.number),
      words.issuedOn(writeRange(reader, note.issuedOn, note.issuedOn)),
      words.because(note.reason),
    ],
    tables: [
      {
        title: words.whatFor,
        columns: [{ title: '', share: 100 }],
        rows: [],
        sums: [
          ...unlessZero(words.offOpen, subtractCents(subtractCents(amountCents, creditCents), backCents)),
          ...unlessZero(words.backToMethod, backCents),
          ...unlessZero(words.asCredit, creditCents),
          { label: plain.total, amount: formatCents(amountCents), isTotal: true },
        ],
      },
    ],
    madeAt: plain.madeAt(writeTime(reader, reader.now), reader.timeZone),
    pageOf: plain.pageOf,
  }
}
