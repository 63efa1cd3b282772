/** An invoice for whoever holds its mailed link: to be paid, or what paid it and when, with its paper. */
import { daysOverdue, invoiceStateOf, paperNumberOf } from '#domain/billing/invoices.ts'
import { type InvoiceId, toId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findInvoiceLink } from '../go/queries.ts'
import { readInvoiceCode } from '../go/sign-invoice-code.ts'
import type { FileReply } from '../http/handler.ts'
import { creditNotesOf } from '../invoices/credit-note-queries.ts'
import { findInvoice, type InvoiceRow, openOf } from '../invoices/invoice-queries.ts'
import { processingCents } from '../invoices/receipt-queries.ts'
import { letterheadOf } from '../markets/letterhead-queries.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import { receiptsOf } from './invoice-queries.ts'
import { writeLinkedInvoice } from './write-invoice.ts'

export type ByLink = { readonly goId: string }

export async function readLinkedInvoice(app: App, { goId }: ByLink) {
  const invoice = await findLinkedInvoice(app, goId)
  const { id, due_on: dueOn } = invoice
  const today = dateAt(app.ports.clock.now(), await marketZone(app.db, { marketId: invoice.market_id }))
  const sums = {
    totalCents: cents(invoice.total_cents),
    paidCents: cents(invoice.paid_cents),
    creditedCents: cents(invoice.credited_cents),
  }
  const receipts = await receiptsOf(app.db, id)
  const notes = await creditNotesOf(app.db, id)
  return {
    number: paperNumberOf('invoice', numbered(invoice)),
    letterhead: await letterheadOf(app, invoice.market_id, invoice.created_at),
    companyName: invoice.company_name,
    billingAddress: invoice.billing_address,
    taxNumber: invoice.tax_number,
    poNumber: invoice.po_number,
    state: invoiceStateOf({ ...sums, dueOn, isVoid: false }, today),
    dueOn,
    daysOverdue: daysOverdue(dueOn, today),
    ...sums,
    openCents: openOf(invoice),
    processingCents: await processingCents(app.db, id),
    leastCents: app.ports.payments.minimumChargeCents,
    receipts: receipts.flatMap(({ state, receivedOn, way, reference, amountCents }) =>
      state === 'received' && receivedOn !== null ? [{ receivedOn, way, reference, amountCents }] : [],
    ),
    creditNotes: notes.map(({ issuedOn, amountCents, ...note }) => ({
      number: paperNumberOf('credit_note', note),
      issuedOn,
      amountCents,
    })),
  }
}

export async function readLinkedPaper(app: App, { goId }: ByLink, locale: Language): Promise<FileReply> {
  return writeLinkedInvoice(app, (await findLinkedInvoice(app, goId)).id, locale)
}

/** Void and unknown ones, and links that are too old, look alike. */
export async function findLinkedInvoice(app: App, goId: string): Promise<InvoiceRow> {
  const code = readInvoiceCode(app.config, goId)
  const link = code === null ? undefined : await findInvoiceLink(app.db, code, app.ports.clock.now())
  const invoice = link === undefined ? undefined : await findInvoice(app.db, toId<InvoiceId>(link.subject_id))
  if (invoice === undefined || invoice.voided_at !== null) throw new Refused('not_found')
  return invoice
}

function numbered({ market_id: marketId, year, number }: InvoiceRow) {
  return { marketId, year, number }
}
