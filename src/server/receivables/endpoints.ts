import type { receivables } from '#contract/receivables.ts'
import type { Handlers } from '../http/handler.ts'
import { detailsOf, saveDetails } from '../invoices/details-queries.ts'
import { Refused } from '../refused.ts'
import { exportAgeing } from './export-ageing.ts'
import { savePoNumber } from './invoice-queries.ts'
import { openInvoiceForm, payInvoice } from './pay-invoice.ts'
import { readAgeingList, readInvoice, readMarketInvoices, readOwnInvoices } from './read-invoices.ts'
import { readLinkedInvoice, readLinkedPaper } from './read-linked-invoice.ts'
import { recordPayment } from './record-payment.ts'
import { removeInvoice } from './remove-invoice.ts'
import { sendAgain } from './send-again.ts'
import { readTerms, setTerms } from './set-terms.ts'
import { writeCreditNote, writeLinkedCreditNote } from './write-credit-note.ts'
import { writeInvoice } from './write-invoice.ts'

export const receivablesHandlers: Handlers<typeof receivables> = {
  'GET /api/terms': ({ app, scope, query }) => readTerms(app.db, scope, query.customerId),
  'POST /api/set-terms': async ({ app, scope, body }) => {
    await setTerms(app, scope, body)
    return { ok: true }
  },
  'GET /api/market-invoices': ({ app, scope, query, now }) => readMarketInvoices(app.db, scope, query, now),
  'GET /api/ageing': ({ app, scope, now }) => readAgeingList(app.db, scope, now),
  'GET /api/ageing-csv': ({ app, scope, now }) => exportAgeing(app.db, scope, now),
  'GET /api/invoice': ({ app, scope, query }) => readInvoice(app, scope, query.id),
  'GET /api/invoice-pdf': ({ app, scope, query }) => writeInvoice(app, scope, query.id),
  'POST /api/record-invoice-payment': ({ app, scope, body }) => recordPayment(app, scope, body),
  'POST /api/remind-of-invoice': async ({ app, scope, body }) => {
    await sendAgain(app, scope, body.invoiceId)
    return { ok: true }
  },
  'POST /api/void-invoice': ({ app, scope, body }) => removeInvoice(app, scope, body),
  'GET /api/invoices': ({ app, scope, query, now }) => readOwnInvoices(app.db, scope, query, now),
  'GET /api/billing-details': ({ app, scope }) => detailsOf(app.db, scope.userId),
  'POST /api/save-billing-details': async ({ app, scope, body }) => {
    await saveDetails(app.db, scope.userId, body)
    return { ok: true }
  },
  'POST /api/save-complex-po-number': async ({ app, scope, body }) => {
    if (!(await savePoNumber(app.db, { ...body, customerId: scope.userId }))) throw new Refused('not_found')
    return { ok: true }
  },
  'POST /api/get-invoice-by-link': ({ app, body }) => readLinkedInvoice(app, body),
  'GET /api/invoice-pdf-by-link': ({ app, query, locale }) => readLinkedPaper(app, query, locale),
  'GET /api/credit-note-pdf': ({ app, scope, query }) => writeCreditNote(app, scope, query.id),
  'GET /api/credit-note-pdf-by-link': ({ app, query, locale }) => writeLinkedCreditNote(app, query, locale),
  'POST /api/open-invoice-form': async ({ app, body }) => ({ form: await openInvoiceForm(app, body) }),
  'POST /api/pay-invoice': ({ app, body }) => payInvoice(app, body),
}
