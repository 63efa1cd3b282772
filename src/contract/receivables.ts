/** Who pays by invoice, the invoices, what came for them, and how old the rest is. */
import { z } from 'zod'
import { AGES, INVOICE_STATES } from '#domain/billing/invoices.ts'
import { INVOICE_PERIODS } from '#domain/billing/terms.ts'
import type { ComplexId, CreditNoteId, InvoiceId, UserId } from '#domain/ids.ts'
import { nextAction, setupToken } from './cards.ts'
import { defineEndpoints } from './endpoint.ts'
import { invoiceDetail, invoiceReceipt, invoiceSummary } from './invoice-shapes.ts'
import { says } from './sentences.ts'
import { amountCents, billedTo, cursor, day, done, email, id, letterhead, line, notes } from './shapes.ts'

const page = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(25) }
const goId = z.string().min(1).max(64)
const poNumber = notes(60).default('')
const positiveCents = z
  .int(says('wholeCents'))
  .min(1, says('amountAboveZero'))
  .max(100_000_000, says('moreThanAnyPayment'))

const papers = {
  companyName: line(120),
  billingAddress: notes(300).default(''),
  taxNumber: notes(60).default(''),
  poNumber,
  /** Accounts payable: who else gets every invoice by mail. */
  copiesTo: z.array(email).max(10, says('tooBig')).default([]),
}

const billingDetails = billedTo.extend({ copiesTo: z.array(z.string()) })

const terms = z.object({
  netDays: z.int(),
  period: z.enum(INVOICE_PERIODS),
  creditLimitCents: amountCents,
  ...billingDetails.shape,
})

const ages = z.object({
  current: amountCents,
  to30: amountCents,
  to60: amountCents,
  to90: amountCents,
  over90: amountCents,
})

const paid = z.object({
  state: z.enum(['paid', 'processing', 'declined', 'requires_action']),
  declineCode: z.string().nullable(),
  nextAction: nextAction.nullable(),
  openCents: amountCents,
  processingCents: amountCents,
})

export const receivables = defineEndpoints({
  'GET /api/terms': {
    access: 'operator',
    capability: 'see_money',
    summary: 'By which terms one customer pays; null for one who pays by card each Monday.',
    query: z.object({ customerId: id<UserId>() }),
    reply: z.object({ customerName: z.string(), terms: terms.nullable(), openCents: amountCents }),
  },
  'POST /api/set-terms': {
    access: 'operator',
    capability: 'money',
    needsFreshPassword: true,
    summary: 'Grants a customer net terms up to a credit limit, or ends them (0 days).',
    body: z.strictObject({
      customerId: id<UserId>(),
      netDays: z.literal([0, 7, 15, 30]),
      period: z.enum(INVOICE_PERIODS).default('weekly'),
      creditLimitCents: positiveCents.default(100_000),
      ...papers,
    }),
    reply: done,
  },
  'GET /api/market-invoices': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Invoices of the market, newest first, a page at a time; of one customer, in one state or age.',
    query: z.object({
      ...page,
      customerId: id<UserId>().optional(),
      show: z.enum(['all', 'open', 'overdue', 'closed']).default('all'),
      age: z.enum(AGES).optional(),
    }),
    reply: z.object({ invoices: z.array(invoiceSummary), nextCursor: z.string().nullable() }),
  },
  'GET /api/ageing': {
    access: 'operator',
    capability: 'see_money',
    summary: 'What is open, by customer and by days over the due date; the largest sums first.',
    query: z.object({}),
    reply: z.object({
      today: day,
      customers: z.array(
        z.object({
          customerId: id<UserId>(),
          customerName: z.string(),
          companyName: z.string(),
          invoiceCount: z.int(),
          oldestDueOn: day,
          ages,
          openCents: amountCents,
          /** Null where the terms were ended meanwhile. */
          creditLimitCents: amountCents.nullable(),
        }),
      ),
      ages,
      openCents: amountCents,
      /** Customers beyond those that are listed. */
      moreCustomers: z.int(),
    }),
  },
  'GET /api/ageing-csv': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Every open invoice with its age, as a table for a spreadsheet.',
    query: z.object({}),
    repliesFile: true,
    reply: z.unknown(),
  },
  'GET /api/invoice': {
    access: 'any',
    summary: 'One invoice with its lines, what came for it, and its credit notes.',
    query: z.object({ id: id<InvoiceId>() }),
    reply: invoiceDetail,
  },
  'GET /api/invoice-pdf': {
    access: 'any',
    summary: 'One invoice as PDF, for whoever sees it as a page.',
    query: z.object({ id: id<InvoiceId>() }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 60,
  },
  'POST /api/record-invoice-payment': {
    access: 'operator',
    capability: 'money',
    needsFreshPassword: true,
    summary: 'Writes down money that came by check or wire; what is beyond the invoice becomes credit.',
    body: z.strictObject({
      invoiceId: id<InvoiceId>(),
      way: z.enum(['check', 'wire', 'other']),
      amountCents: positiveCents,
      reference: line(80),
      receivedOn: day,
    }),
    reply: z.object({ openCents: amountCents, creditCents: amountCents }),
    isShedLast: true,
  },
  'POST /api/remind-of-invoice': {
    access: 'operator',
    capability: 'money',
    summary: 'Mails the invoice once more to its people.',
    body: z.strictObject({ invoiceId: id<InvoiceId>() }),
    reply: done,
  },
  'POST /api/void-invoice': {
    access: 'operator',
    capability: 'money',
    needsFreshPassword: true,
    summary: 'Takes an invoice back by a credit note: for good, or for another in its place.',
    body: z.strictObject({
      invoiceId: id<InvoiceId>(),
      reason: line(300),
      /** With the name, address and order number that hold by now. */
      isReplaced: z.boolean(),
    }),
    reply: z.object({ creditNoteNumber: z.string(), replacedBy: id<InvoiceId>().nullable() }),
  },
  'GET /api/invoices': {
    access: 'customer',
    summary: 'One’s own invoices, newest first, with the terms; null for who has none.',
    query: z.object(page),
    reply: z.object({
      terms: terms.nullable(),
      openCents: amountCents,
      invoices: z.array(invoiceSummary),
      nextCursor: z.string().nullable(),
    }),
  },
  'GET /api/billing-details': {
    access: 'customer',
    summary: 'To whom receipts and invoices are made out, and who else gets invoices by mail.',
    reply: billingDetails,
  },
  'POST /api/save-billing-details': {
    access: 'customer',
    summary: 'The company on receipts and coming invoices (none where empty), and who gets invoices by mail.',
    body: z.strictObject({ ...papers, companyName: notes(120).default('') }),
    reply: done,
  },
  'POST /api/save-complex-po-number': {
    access: 'customer',
    summary: 'The purchase-order number of one complex, for the lines of its nights.',
    body: z.strictObject({ complexId: id<ComplexId>(), poNumber: notes(60) }),
    reply: done,
  },
  'POST /api/get-invoice-by-link': {
    access: 'public',
    summary:
      'The invoice behind a mailed link, to be paid without signing in, or what paid it. Void ones look like unknown ones.',
    body: z.strictObject({ goId }),
    reply: billedTo.extend({
      number: z.string(),
      letterhead,
      state: z.enum(INVOICE_STATES),
      dueOn: day,
      daysOverdue: z.int(),
      totalCents: amountCents,
      paidCents: amountCents,
      creditedCents: amountCents,
      openCents: amountCents,
      processingCents: amountCents,
      leastCents: amountCents,
      /** What came for it, oldest first. */
      receipts: z.array(
        invoiceReceipt.pick({ way: true, amountCents: true, reference: true }).extend({ receivedOn: day }),
      ),
      creditNotes: z.array(z.object({ number: z.string(), issuedOn: day, amountCents })),
    }),
    callsPerMinute: 30,
  },
  'GET /api/invoice-pdf-by-link': {
    access: 'public',
    summary: 'The invoice behind a mailed link as PDF, with what came for it: its receipt once it is paid.',
    query: z.object({ goId }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 30,
  },
  'GET /api/credit-note-pdf': {
    access: 'any',
    summary: 'One credit note as PDF, for whoever sees its invoice as a page.',
    query: z.object({ id: id<CreditNoteId>() }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 60,
  },
  'GET /api/credit-note-pdf-by-link': {
    access: 'public',
    summary: 'A credit note of the invoice behind a mailed link, as PDF.',
    query: z.object({ goId, number: z.string().max(80) }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 30,
  },
  'POST /api/open-invoice-form': {
    access: 'public',
    summary: 'What the provider’s own form needs for whoever holds the link; null where the form is ours.',
    body: z.strictObject({ goId }),
    reply: z.object({
      form: z.object({ setupToken: z.string(), clientSecret: z.string() }).nullable(),
    }),
    callsPerMinute: 20,
    isShedLast: true,
  },
  'POST /api/pay-invoice': {
    access: 'public',
    isShedLast: true,
    summary:
      'Pays an invoice by card or bank debit, wholly or in part, by its link. The same form pays once: it is sent again after a bank’s question.',
    body: z.strictObject({ goId, setupToken, amountCents: positiveCents }),
    reply: paid,
    callsPerMinute: 10,
  },
})
