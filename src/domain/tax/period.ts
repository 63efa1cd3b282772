/** A period for which sales tax is declared: a month, a quarter or a year of the market's calendar. */
import { type Cents, cents } from '../money.ts'
import {
  addDays,
  addMonths,
  dateAt,
  type Instant,
  instantAt,
  type LocalDate,
  localDate,
  localTime,
} from '../time.ts'

export type TaxPeriod = {
  /** `2026`, `2026-Q3` or `2026-09`. */
  readonly name: string
  readonly from: LocalDate
  /** The last day. */
  readonly to: LocalDate
}

/** Null where the name is none. */
export function parsePeriod(name: string): TaxPeriod | null {
  const [, year, quarter, month] = /^(20\d\d)(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(name) ?? []
  if (year === undefined) return null
  const first = quarter === undefined ? Number(month ?? 1) : Number(quarter) * 3 - 2
  const months = quarter !== undefined ? 3 : month !== undefined ? 1 : 12
  const from = localDate(`${year}-${`${first}`.padStart(2, '0')}-01`)
  return { name, from, to: addDays(addMonths(from, months), -1) }
}

/** From its first instant up to, and without, the first after it: an hour more or less where the clocks change. */
export function spanOfPeriod({ from, to }: TaxPeriod, zone: string): { from: Instant; until: Instant } {
  return { from: midnight(from, zone), until: midnight(addDays(to, 1), zone) }
}

export function isPeriodOver({ to }: TaxPeriod, now: Instant, zone: string): boolean {
  return dateAt(now, zone) > to
}

/** The quarter before the one in which an instant lies. */
export function lastQuarter(now: Instant, zone: string): string {
  const [year = 0, month = 1] = dateAt(now, zone).split('-').map(Number)
  const quarter = Math.ceil(month / 3) - 1
  return quarter === 0 ? `${year - 1}-Q4` : `${year}-Q${quarter}`
}

/** The last that is over: a month for who filed a month before, else a quarter. */
export function lastPeriod(
  now: Instant,
  zone: string,
  filed: { readonly from: LocalDate; readonly to: LocalDate } | null,
): string {
  if (filed === null || filed.to >= addMonths(filed.from, 1)) return lastQuarter(now, zone)
  return addMonths(localDate(`${dateAt(now, zone).slice(0, 7)}-01`), -1).slice(0, 7)
}

type Days = Pick<TaxPeriod, 'from' | 'to'>

/**
 * Periods are filed in their order, each once. A longer one may follow shorter ones that lie in it, as a quarter its
 * months: what they paid is off what it owes.
 */
export function mayBeFiled(period: Days, filed: readonly Days[]): boolean {
  return filed.every((each) => each.to < period.from || isPartOf(each, period))
}

/** Within the other, and not the same days. */
function isPartOf(part: Days, whole: Days): boolean {
  const isWithin = whole.from <= part.from && part.to <= whole.to
  return isWithin && (whole.from !== part.from || part.to !== whole.to)
}

/**
 * What is owed for a period: what was left open before it, and what was collected in it and not refunded, less what
 * was paid for parts of it.
 */
export function taxDue(sums: {
  openingCents: Cents
  collectedCents: Cents
  refundedCents: Cents
  paidWithinCents: Cents
}): Cents {
  return cents(sums.openingCents + sums.collectedCents - sums.refundedCents - sums.paidWithinCents)
}

/** Where more was refunded than collected nothing is paid; the rest lowers the next period's tax. */
export function taxToPay(dueCents: Cents): Cents {
  return cents(Math.max(0, dueCents))
}

function midnight(date: LocalDate, zone: string): Instant {
  return instantAt(date, localTime('00:00'), zone)
}
