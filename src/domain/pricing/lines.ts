/**
 * The price of a visit is one list of line items; what the customer pays, what the crew earns, what is taxed and what
 * the platform keeps are folds over it.
 */

import type { InEachLanguage, Language } from '../language.ts'
import { addCents, type Cents, cents } from '../money.ts'
import type { AppliedTax } from './applied-tax.ts'

/**
 * | kind        | who pays      | crew earns     | in the price | taxed |
 * |-------------|---------------|----------------|--------------|-------|
 * | service     | customer      | its share      | yes          | yes   |
 * | weekend     | customer      | its share      | yes          | yes   |
 * | same_day    | customer      | its share      | yes          | yes   |
 * | long_carry  | customer      | its share      | yes          | yes   |
 * | extra       | customer      | its share      | yes          | yes   |
 * | call_out    | customer      | its own share  | yes          | no    |
 * | coupon      | platform      | nothing        | no           | lowers the taxed price |
 * | tax         | customer      | nothing        | no           | –     |
 * | tip         | customer      | whole          | no           | no    |
 * | offer_raise | platform      | whole          | no           | no    |
 */
export const LINE_KINDS = {
  service: { isPrice: true, isPaidByCustomer: true },
  weekend: { isPrice: true, isPaidByCustomer: true },
  same_day: { isPrice: true, isPaidByCustomer: true },
  long_carry: { isPrice: true, isPaidByCustomer: true },
  extra: { isPrice: true, isPaidByCustomer: true },
  call_out: { isPrice: true, isPaidByCustomer: true },
  coupon: { isPrice: false, isPaidByCustomer: true },
  tax: { isPrice: false, isPaidByCustomer: true },
  tip: { isPrice: false, isPaidByCustomer: true },
  offer_raise: { isPrice: false, isPaidByCustomer: false },
} as const

export type LineKind = keyof typeof LINE_KINDS

/**
 * `amountCents` is negative for a coupon, else not negative. `note` names what the kind alone does not: extra work, in
 * each language; `tax` says how the sale was taxed, `coupon` by which code a coupon was given.
 */
export type LineItem = {
  readonly kind: LineKind
  readonly amountCents: Cents
  readonly note?: InEachLanguage
  readonly tax?: AppliedTax
  readonly coupon?: string
}

export function sumOf(lines: readonly LineItem[], ...kinds: readonly LineKind[]): Cents {
  return addCents(...lines.filter((line) => kinds.includes(line.kind)).map((line) => line.amountCents))
}

/** The price before coupon, tax and tip: what crew pay is a share of. */
export function priceOf(lines: readonly LineItem[]): Cents {
  return addCents(...lines.filter((line) => LINE_KINDS[line.kind].isPrice).map((line) => line.amountCents))
}

export function customerTotalOf(lines: readonly LineItem[]): Cents {
  return addCents(
    ...lines.filter((line) => LINE_KINDS[line.kind].isPaidByCustomer).map((line) => line.amountCents),
  )
}

/** The coupon credit as a positive amount. */
export function couponOf(lines: readonly LineItem[]): Cents {
  return cents(-sumOf(lines, 'coupon'))
}

/** What the customer pays, line by line, as one reader reads it. */
export function linesForCustomer(lines: readonly LineItem[], language: Language) {
  return lines
    .filter((line) => LINE_KINDS[line.kind].isPaidByCustomer)
    .map(({ note, ...line }) => (note === undefined ? line : { ...line, note: note[language] }))
}

/** What is taxed: the price less coupon; a fee for having come in vain is not. */
export function salesOf(lines: readonly LineItem[]): Cents {
  return cents(priceOf(lines) - sumOf(lines, 'call_out') - couponOf(lines))
}
