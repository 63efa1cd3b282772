/** Where what is given back of an invoice goes: off what is open, back through the charges that paid it, or to credit. */
import { addCents, type Cents, cents, ZERO_CENTS } from '../money.ts'

export type InvoiceShares = {
  readonly offCents: Cents
  /** Through each charge, in the order of `parts`. */
  readonly backCents: readonly Cents[]
  readonly creditCents: Cents
}

export function shareOfInvoice(
  amountCents: Cents,
  invoice: {
    readonly openCents: Cents
    /** Paid of it, in whatever way, and not gone back through a charge. What a charge paid beyond it is credit already. */
    readonly paidCents: Cents
    /** What can still go back through each charge. */
    readonly parts: readonly Cents[]
  },
): InvoiceShares {
  const offCents = least(amountCents, invoice.openCents)
  let left = least(cents(amountCents - offCents), invoice.paidCents)
  const backCents = invoice.parts.map((part) => {
    const back = least(left, part)
    left = cents(left - back)
    return back
  })
  const given = addCents(offCents, ...backCents)
  return { offCents, backCents, creditCents: cents(amountCents - given) }
}

function least(one: Cents, other: Cents): Cents {
  return cents(Math.max(ZERO_CENTS, Math.min(one, other)))
}
