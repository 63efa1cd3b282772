/** What a crew was promised above its share when it accepted an offer: the platform pays it (product §3, Offers). */

import type { Cents } from '../money.ts'
import type { LineItem } from './lines.ts'

/** The lines with the raise among them; one that is there already is not added again. */
export function withRaise(lines: readonly LineItem[], raiseCents: Cents): LineItem[] {
  if (raiseCents === 0 || lines.some((line) => line.kind === 'offer_raise')) return [...lines]
  return [...lines, { kind: 'offer_raise', amountCents: raiseCents }]
}
