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
