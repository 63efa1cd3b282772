/** Writes an invoice's people what is new of it, as it stands now: its customer, and accounts payable. */
import { daysOverdue, type InvoiceNews, paperNumberOf } from '#domain/billing/invoices.ts'
import type { InvoiceId } from '#domain/ids.ts'
import { INTL_TAGS, type Language } from '#domain/language.ts'
import { cents, formatCents } from '#domain/money.ts'
import { dateAt, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { makeInvoicePath } from '../go/make-link.ts'
import { enqueue } from '../tasks/queue.ts'
import { openOf, readInvoiceMail } from './invoice-queries.ts'
import { invoiceTexts } from './texts.ts'

type Mailed = NonNullable<Awaited<ReturnType<typeof readInvoiceMail>>>

/** With the paper itself wherever it is asked to be paid. */
const WITH_PAPER: ReadonlySet<InvoiceNews> = new Set(['issued', 'again', 'reminder', 'overdue'])
/** What need not be said any more once nothing is open. */
const WHILE_OPEN: ReadonlySet<InvoiceNews> = new Set(['issued', 'reminder', 'overdue', 'returned'])

export async function sendInvoice(
  app: App,
  db: Db,
  { invoiceId, about }: { invoiceId: InvoiceId; about: InvoiceNews },
): Promise<void> {
  const now = app.ports.clock.now()
  const invoice = await readInvoiceMail(db, invoiceId)
  if (invoice === undefined) return
  const isOpen = openOf(invoice) > 0
  if (!isOpen && WHILE_OPEN.has(about)) return
  const path = isOpen
    ? await makeInvoicePath(app, db, { invoiceId, customerId: invoice.customer_id, now })
    : '/billing'
  const mail = write(invoice, about, {
    url: `${app.config.http.origin}${path}`,
    today: dateAt(now, invoice.time_zone),
  })
  const people = new Set([invoice.email, ...invoice.copies_to])
  for (const to of people)
    await enqueue(
      db,
      'send_mail',
      {
        key: `invoice:${invoiceId}:${about}:${now}:${to}`,
        to,
        userId: invoice.customer_id,
        ...mail,
        ...(WITH_PAPER.has(about) ? { invoiceId } : {}),
      },
      { now },
    )
}

function write(
  invoice: Mailed,
  about: InvoiceNews,
  { url, today }: { url: string; today: LocalDate },
): { subject: string; text: string } {
  const { locale, market_id: marketId, due_on: dueOn } = invoice
  const openCents = openOf(invoice)
  return invoiceTexts[locale][about]({
    name: invoice.name,
    number: paperNumberOf('invoice', { ...invoice, marketId }),
    total: formatCents(cents(invoice.total_cents)),
    open: formatCents(openCents),
    dueOn: sayDate(locale, dueOn),
    daysLate: daysOverdue(dueOn, today),
    url,
    isPaid: openCents === 0,
  })
}

function sayDate(locale: Language, date: LocalDate): string {
  const format = new Intl.DateTimeFormat(INTL_TAGS[locale], { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(Date.parse(`${date}T12:00:00Z`))
}
