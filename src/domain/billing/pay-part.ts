/** How much of an invoice may be paid at once: all that is open, or a part that leaves none too small to charge. */
import type { Cents } from '../money.ts'
import { cents, isCents } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'

export function decidePart(
  asked: number | 'all',
  invoice: { readonly openCents: Cents; readonly processingCents: Cents },
  leastCents: Cents,
): { readonly amountCents: Cents } | Refusal {
  const left = cents(Math.max(0, invoice.openCents - invoice.processingCents))
  if (left === 0) return refuse('invoice_closed')
  const amount = asked === 'all' ? left : asked
  if (!isCents(amount) || amount < leastCents || amount > left) return refuse('invoice_amount')
  const rest = left - amount
  return rest > 0 && rest < leastCents ? refuse('invoice_amount') : { amountCents: amount }
}
