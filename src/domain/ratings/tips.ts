/** A tip goes whole to the crew of a visit that is done (product §3, Split). */
import { type Cents, cents } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import type { VisitState } from '../visits/graph.ts'

export function decideTip(
  visit: { readonly state: VisitState; readonly hasTip: boolean },
  amountCents: number,
  settings: Pick<BusinessSettings, 'tipMinimumCents' | 'tipMaximumCents'>,
): { readonly amountCents: Cents } | Refusal {
  if (visit.state !== 'completed') return refuse('visit_not_completed')
  if (visit.hasTip) return refuse('already_tipped')
  const isWithin = amountCents >= settings.tipMinimumCents && amountCents <= settings.tipMaximumCents
  return Number.isSafeInteger(amountCents) && isWithin
    ? { amountCents: cents(amountCents) }
    : refuse('amount_invalid')
}

const SMALL_TIPS_CENTS = [300, 500, 1_000]
const TIP_SHARES = [0.1, 0.15, 0.2]
/** From here on a share of the price is more than the small amounts. */
const SHARES_FROM_CENTS = 5_000

/** What is offered in one tap: whole dollars, rising, as many as the bounds allow. */
export function suggestTips(
  priceCents: Cents | null,
  { tipMinimumCents, tipMaximumCents }: Pick<BusinessSettings, 'tipMinimumCents' | 'tipMaximumCents'>,
): readonly Cents[] {
  const price = priceCents ?? 0
  const wanted =
    price < SHARES_FROM_CENTS
      ? SMALL_TIPS_CENTS
      : TIP_SHARES.map((share) => Math.round((price * share) / 100) * 100)
  return wanted.filter((tip) => tip >= tipMinimumCents && tip <= tipMaximumCents).map(cents)
}
