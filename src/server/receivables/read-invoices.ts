/** Invoices as customers, operators and whoever holds a link see them. */
import { type Age, paperNumberOf } from '#domain/billing/invoices.ts'
import type { InvoiceId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { makeInvoicePath } from '../go/make-link.ts'
import { creditNotesOf } from '../invoices/credit-note-queries.ts'
import { openOnInvoices, termsOf } from '../invoices/terms-queries.ts'
import { exemptionsOf } from '../ledger/tax-queries.ts'
import { letterheadOf } from '../markets/letterhead-queries.ts'
import { marketZone } from '../market-zone.ts'
import { findCouponCodes } from '../payments/receipt-queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope, OperatorScope, UserScope } from '../scope.ts'
import { type FoundInvoice, findOwnInvoice, linesOf, receiptsOf } from './invoice-queries.ts'
import { type InvoiceFilter, listInvoices, readAgeing, toSummary } from './list-queries.ts'

export type InvoiceDetail = Awaited<ReturnType<typeof describe>>

export async function readMarketInvoices(db: Db, scope: OperatorScope, filter: InvoiceFilter, now: Instant) {
  return listInvoices(db, { marketId: scope.marketId }, filter, await today(db, scope, now))
}

export async function readOwnInvoices(
  db: Db,
  scope: CustomerScope,
  page: Pick<InvoiceFilter, 'cursor' | 'limit'>,
  now: Instant,
) {
  const { userId: customerId } = scope
  const day = await today(db, scope, now)
  return {
    terms: (await termsOf(db, [customerId])).get(customerId) ?? null,
    openCents: (await openOnInvoices(db, [customerId])).get(customerId) ?? ZERO_CENTS,
    ...(await listInvoices(db, { customerId }, { ...page, show: 'all' }, day)),
  }
}

export async function readInvoice(app: App, scope: UserScope, invoiceId: InvoiceId) {
  const now = app.ports.clock.now()
  const found = await findOwnInvoice(app.db, scope, invoiceId)
  if (found === undefined) throw new Refused('not_found')
  const shown = await describe(app, found, { locale: scope.locale, now })
  const isOpen = shown.openCents > 0
  const link = { invoiceId, customerId: found.customer_id, now }
  return { ...shown, payPath: isOpen ? await makeInvoicePath(app, app.db, link) : null }
}

/** The very answer that the screen gets, for its paper too. */
export async function describe(
  app: App,
  found: FoundInvoice,
  { locale, now }: { locale: Language; now: Instant },
) {
  const today = dateAt(now, found.time_zone)
  const { db } = app
  const [lines, exemptions, couponCodes, receipts, notes, letterhead] = await Promise.all([
    linesOf(db, found.payment_id, locale),
    exemptionsOf(db, found.payment_id),
    findCouponCodes(db, found.payment_id),
    receiptsOf(db, found.id),
    creditNotesOf(db, found.id),
    letterheadOf(app, found.market_id, found.created_at),
  ])
  return {
    ...toSummary(found, today),
    today,
    paymentId: found.payment_id,
    letterhead,
    billingAddress: found.billing_address,
    taxNumber: found.tax_number,
    copiesTo: found.copies_to,
    periodStart: found.period_start,
    periodEnd: found.period_end,
    lines,
    exemptions,
    subtotalCents: cents(found.subtotal_cents),
    taxCents: cents(found.tax_cents),
    couponCents: cents(found.coupon_cents),
    couponCodes,
    creditCents: cents(found.credit_cents),
    receipts,
    creditNotes: notes.map(({ marketId, year, number, ...note }) => ({
      ...note,
      number: paperNumberOf('credit_note', { marketId, year, number }),
    })),
    replacedBy: newerNumber(found),
  }
}

function newerNumber({ market_id: marketId, newer_year: year, newer_number: number }: FoundInvoice) {
  return year === null || number === null ? null : paperNumberOf('invoice', { marketId, year, number })
}

export async function readAgeingList(db: Db, scope: OperatorScope, now: Instant) {
  const day = await today(db, scope, now)
  const { rows, totals, moreCustomers } = await readAgeing(db, scope, day)
  return {
    today: day,
    customers: rows.map((row) => ({
      customerId: row.customer_id,
      customerName: row.customer_name,
      companyName: row.company_name,
      invoiceCount: row.invoice_count,
      oldestDueOn: row.oldest_due_on,
      ages: agesOf(row),
      openCents: cents(row.open),
      creditLimitCents: row.credit_limit_cents === null ? null : cents(row.credit_limit_cents),
    })),
    ages: agesOf(totals),
    openCents: cents(totals.open),
    moreCustomers,
  }
}

function agesOf(row: Readonly<Record<Age, number>>): Record<Age, Cents> {
  const { current, to30, to60, to90, over90 } = row
  return {
    current: cents(current),
    to30: cents(to30),
    to60: cents(to60),
    to90: cents(to90),
    over90: cents(over90),
  }
}

async function today(db: Db, scope: UserScope, now: Instant): Promise<LocalDate> {
  return dateAt(now, await marketZone(db, scope))
}
