/** An invoice: where it stands, how old it is, what it is called, and when its customer is reminded. */
import { type Cents, cents } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { daysBetween, type LocalDate } from '../time.ts'

export const INVOICE_STATES = ['open', 'partly_paid', 'overdue', 'paid', 'credited', 'void'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export type InvoiceSums = {
  readonly totalCents: Cents
  readonly paidCents: Cents
  /** By credit notes. */
  readonly creditedCents: Cents
}

export type Invoice = InvoiceSums & { readonly dueOn: LocalDate; readonly isVoid: boolean }

export function openCentsOf({ totalCents, paidCents, creditedCents }: InvoiceSums): Cents {
  return cents(totalCents - paidCents - creditedCents)
}

/** `today` is the day in the market's zone; the whole due date is still in time. */
export function invoiceStateOf(invoice: Invoice, today: LocalDate): InvoiceState {
  if (invoice.isVoid) return 'void'
  if (openCentsOf(invoice) === 0) return invoice.paidCents > 0 ? 'paid' : 'credited'
  if (today > invoice.dueOn) return 'overdue'
  // What was only credited was paid by nobody.
  return invoice.paidCents > 0 ? 'partly_paid' : 'open'
}

export function daysOverdue(dueOn: LocalDate, today: LocalDate): number {
  return Math.max(0, daysBetween(dueOn, today))
}

/** What its people are written about. */
export const INVOICE_NEWS = [
  'issued',
  'again',
  'reminder',
  'overdue',
  'received',
  'returned',
  'voided',
] as const
export type InvoiceNews = (typeof INVOICE_NEWS)[number]

/** By days over the due date, each with its last day. */
export const AGES = ['current', 'to30', 'to60', 'to90', 'over90'] as const
export type Age = (typeof AGES)[number]

export function ageOf(dueOn: LocalDate, today: LocalDate): Age {
  const days = daysOverdue(dueOn, today)
  if (days === 0) return 'current'
  if (days <= 30) return 'to30'
  if (days <= 60) return 'to60'
  return days <= 90 ? 'to90' : 'over90'
}

/** `DENVER-2026-00012`; a credit note's series is its own: `DENVER-2026-C00003`. */
export function paperNumberOf(
  series: 'invoice' | 'credit_note',
  paper: { readonly marketId: string; readonly year: number; readonly number: number },
): string {
  const mark = series === 'credit_note' ? 'C' : ''
  return `${paper.marketId.toUpperCase()}-${paper.year}-${mark}${String(paper.number).padStart(5, '0')}`
}

/**
 * The day of the reminder that is due now, in days after the due date (negative before it), or null. Of those that
 * were missed only the last is sent.
 */
export function reminderDue(
  invoice: { readonly issuedOn: LocalDate; readonly dueOn: LocalDate; readonly sentDays: readonly number[] },
  today: LocalDate,
  settings: Pick<BusinessSettings, 'invoiceReminderDaysBefore' | 'invoiceReminderDaysAfter'>,
): number | null {
  const now = daysBetween(invoice.dueOn, today)
  // One that was mailed a moment ago needs no reminder.
  const canBeBefore = daysBetween(invoice.issuedOn, today) >= 2
  const before = canBeBefore && now <= 0 ? [-settings.invoiceReminderDaysBefore] : []
  const due = [...before, ...settings.invoiceReminderDaysAfter].filter((day) => day <= now)
  const day = due.at(-1)
  return day === undefined || invoice.sentDays.some((sent) => sent >= day) ? null : day
}
