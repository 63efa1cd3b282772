/** Shapes of an invoice: in a list, with everything that stands on it, and what came for it. */
import { z } from 'zod'
import { INVOICE_STATES } from '#domain/billing/invoices.ts'
import { RECEIPT_LINES } from '#domain/billing/receipt.ts'
import type { CreditNoteId, InvoiceId, InvoiceReceiptId, PaymentId, UserId } from '#domain/ids.ts'
import { amountCents, billedTo, day, id, letterhead, moment, usedExemption } from './shapes.ts'

export const invoiceSummary = z.object({
  id: id<InvoiceId>(),
  number: z.string(),
  state: z.enum(INVOICE_STATES),
  customerId: id<UserId>(),
  customerName: z.string(),
  companyName: z.string(),
  poNumber: z.string(),
  issuedOn: day,
  dueOn: day,
  daysOverdue: z.int(),
  totalCents: amountCents,
  paidCents: amountCents,
  creditedCents: amountCents,
  openCents: amountCents,
  /** Of what is open, what is on its way. */
  processingCents: amountCents,
})

export const invoiceReceipt = z.object({
  id: id<InvoiceReceiptId>(),
  way: z.enum(['card', 'bank_account', 'check', 'wire', 'other']),
  state: z.enum(['asked', 'received', 'failed', 'returned']),
  amountCents,
  /** The card or bank account, or the number of a check. */
  reference: z.string(),
  receivedOn: day.nullable(),
  failure: z.string().nullable(),
  createdAt: moment,
})

export const invoiceDetail = invoiceSummary.extend({
  paymentId: id<PaymentId>(),
  letterhead,
  ...billedTo.shape,
  copiesTo: z.array(z.string()),
  periodStart: day,
  periodEnd: day,
  /** By property; lines of one stand together. */
  lines: z.array(
    z.object({
      kind: z.enum(RECEIPT_LINES),
      date: day.nullable(),
      serviceName: z.string().nullable(),
      placeName: z.string().nullable(),
      /** Of the complex, where it has one of its own. */
      poNumber: z.string(),
      description: z.string(),
      /** A trip in vain, which is charged for. */
      isCallOut: z.boolean(),
      amountCents,
    }),
  ),
  /** By which something on it was not taxed. */
  exemptions: z.array(usedExemption),
  subtotalCents: amountCents,
  taxCents: amountCents,
  couponCents: amountCents,
  /** By which the coupon was given. */
  couponCodes: z.array(z.string()),
  creditCents: amountCents,
  receipts: z.array(invoiceReceipt),
  creditNotes: z.array(
    z.object({
      id: id<CreditNoteId>(),
      number: z.string(),
      issuedOn: day,
      amountCents,
      creditCents: amountCents,
      reason: z.string(),
    }),
  ),
  /** The day in the market’s zone: the last on which money for it can have come. */
  today: day,
  /** The number of the invoice that stands in its place. */
  replacedBy: z.string().nullable(),
  /** A path of ours that pays it without signing in; null where nothing is open. */
  payPath: z.string().nullable(),
})
