/** Bills become invoices: numbered, due on a day, in the books apart, and on their way by mail. */

import type { InvoiceNews } from '#domain/billing/invoices.ts'
import { dueOn } from '#domain/billing/terms.ts'
import type { InvoiceId, PaymentId, UserId } from '#domain/ids.ts'
import { invoiceIssued } from '#domain/ledger/invoices.ts'
import type { Cents } from '#domain/money.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { enqueue } from '../tasks/queue.ts'
import { insertInvoices } from './invoice-queries.ts'
import type { GrantedTerms } from './terms-queries.ts'

export type BillToInvoice = {
  readonly paymentId: PaymentId
  readonly customerId: UserId
  readonly totalCents: Cents
  readonly netDays: number
  readonly terms: GrantedTerms
}

/** In the caller's transaction: where it fails, no number was given. */
export async function makeInvoices(
  db: Db,
  market: { readonly marketId: string; readonly zone: string },
  bills: readonly BillToInvoice[],
  now: Instant,
): Promise<void> {
  if (bills.length === 0) return
  const issuedOn = dateAt(now, market.zone)
  const made = await insertInvoices(
    db,
    market.marketId,
    bills.map(({ terms, netDays, ...bill }) => ({
      ...terms,
      ...bill,
      issuedOn,
      dueOn: dueOn(issuedOn, netDays),
    })),
    now,
  )
  const idOf = new Map(made.map(({ id, paymentId }) => [paymentId, id]))
  await postJournals(
    db,
    bills.map(({ paymentId, customerId, totalCents: amountCents }) => ({
      ...invoiceIssued({ invoiceId: idOf.get(paymentId)!, customerId, amountCents }),
      kind: 'invoice_issued',
      at: now,
      subjectId: paymentId,
    })),
  )
  for (const { id } of made) await mailInvoice(db, id, { about: 'issued', now })
}

/** What its people hear of an invoice. The mail is written when it is sent, so that it says what holds then. */
export async function mailInvoice(
  db: Db,
  invoiceId: InvoiceId,
  { about, now }: { about: InvoiceNews; now: Instant },
): Promise<void> {
  await enqueue(db, 'mail_invoice', { invoiceId, about }, { now, dedupeKey: `${invoiceId}:${about}` })
}
