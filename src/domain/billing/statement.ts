/** What a customer is charged for a period: a line per visit, and totals that are sums of the lines. */

import { addCents, type Cents, cents, ZERO_CENTS } from '../money.ts'
import { couponOf, customerTotalOf, type LineItem, priceOf, sumOf } from '../pricing/lines.ts'
import type { LocalDate } from '../time.ts'

export type BillableVisit = {
  readonly visitId: string
  readonly date: LocalDate
  /** The lines frozen on the visit when it was completed. */
  readonly lines: readonly LineItem[]
}

type PaymentLine = {
  readonly visitId: string
  readonly date: LocalDate
  readonly priceCents: Cents
  readonly couponCents: Cents
  readonly taxCents: Cents
  readonly tipCents: Cents
  /** What this visit adds to the charge. */
  readonly amountCents: Cents
}

export type Statement = {
  /** By date, then by visit id. */
  readonly lines: readonly PaymentLine[]
  /** Tips that were given after their visits were done. */
  readonly tipsCents: Cents
  readonly totalCents: Cents
  /** Credit of the customer's own that this payment uses up. */
  readonly creditUsedCents: Cents
  /** What the card is charged; nothing is charged where it is zero. */
  readonly dueCents: Cents
}

/** No provider charges a card less. */
export const LEAST_CHARGE_CENTS = cents(50)

/** How much of a bill credit pays: never so much that a rest is left which no card can be charged. */
export function creditFor(totalCents: Cents, creditCents: Cents, leastCents = LEAST_CHARGE_CENTS): Cents {
  const most = Math.max(0, Math.min(creditCents, totalCents))
  const isRestTooSmall = most < totalCents && totalCents - most < leastCents
  return cents(isRestTooSmall ? Math.max(0, totalCents - leastCents) : most)
}

/** Waits for the next run: together with the next week it may be enough. */
export function isTooSmallToCharge({ dueCents }: Pick<Statement, 'dueCents'>): boolean {
  return dueCents > 0 && dueCents < LEAST_CHARGE_CENTS
}

export function statementOf(
  visits: readonly BillableVisit[],
  creditCents: Cents = ZERO_CENTS,
  tipsCents: Cents = ZERO_CENTS,
): Statement {
  const lines = visits
    .map(paymentLine)
    .sort((a, b) => compare(a.date, b.date) || compare(a.visitId, b.visitId))
  const total = addCents(tipsCents, ...lines.map((line) => line.amountCents))
  const creditUsed = creditFor(total, creditCents)
  return {
    lines,
    tipsCents,
    totalCents: total,
    creditUsedCents: creditUsed,
    dueCents: cents(total - creditUsed),
  }
}

function paymentLine({ visitId, date, lines }: BillableVisit): PaymentLine {
  return {
    visitId,
    date,
    priceCents: priceOf(lines),
    couponCents: couponOf(lines),
    taxCents: sumOf(lines, 'tax'),
    tipCents: sumOf(lines, 'tip'),
    amountCents: customerTotalOf(lines),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
