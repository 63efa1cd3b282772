/** Net terms: who pays by invoice, by when, and how far a customer is trusted. */
import type { Cents } from '../money.ts'
import { addDays, addMonths, dateAt, type Instant, type LocalDate, localDate } from '../time.ts'

/** As an operator may grant them. */
const NET_DAYS = [7, 15, 30] as const
export type NetDays = (typeof NET_DAYS)[number]

export const INVOICE_PERIODS = ['weekly', 'monthly'] as const
export type InvoicePeriod = (typeof INVOICE_PERIODS)[number]

export type Terms = {
  readonly netDays: number
  readonly creditLimitCents: Cents
}

export function isNetDays(days: number): days is NetDays {
  return NET_DAYS.some((each) => each === days)
}

export type HowToBill =
  | { readonly how: 'invoice'; readonly netDays: number }
  /** As everybody else pays. */
  | { readonly how: 'charge' }

/**
 * What goes beyond the limit is not given on credit: it is charged at once. Where nothing is on file it becomes an
 * invoice all the same, due the day it is issued, for work that is done must be owed somewhere.
 */
export function howToBill(
  terms: Terms | null,
  bill: { readonly openCents: Cents; readonly dueCents: Cents; readonly hasMethod: boolean },
): HowToBill {
  if (terms === null) return { how: 'charge' }
  const isWithin = bill.openCents + bill.dueCents <= terms.creditLimitCents
  if (isWithin) return { how: 'invoice', netDays: terms.netDays }
  return bill.hasMethod ? { how: 'charge' } : { how: 'invoice', netDays: 0 }
}

/** Calendar days of the market, whatever its clocks do meanwhile. */
export function dueOn(issuedOn: LocalDate, netDays: number): LocalDate {
  return addDays(issuedOn, netDays)
}

/** The last whole month before the day that it is in a zone. */
export function monthBefore(
  now: Instant,
  zone: string,
): { readonly from: LocalDate; readonly to: LocalDate } {
  const first = localDate(`${dateAt(now, zone).slice(0, 7)}-01`)
  return { from: addMonths(first, -1), to: addDays(first, -1) }
}
