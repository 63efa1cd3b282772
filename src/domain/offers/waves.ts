/** An open visit is offered in waves: the best few first, then more, then all, then the operator (product §3). */

import { type Cents, cents, shareOf } from '../money.ts'
import { type AlreadyDone, type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings.ts'
import { type Instant, instant, MINUTE_MS } from '../time.ts'

export type OfferSettings = Pick<
  BusinessSettings,
  | 'offerWaves'
  | 'offerMinutes'
  | 'onDemandOfferMinutes'
  | 'offerPayRaiseBasisPoints'
  | 'offerPayRaiseCapBasisPoints'
>

export type OpenVisit = {
  readonly kind: 'weekly' | 'on_demand'
  readonly endsAt: Instant
  /** Crew pay before any raise. */
  readonly crewPayCents: Cents
}

export type Wave = {
  /** 0 is the first. */
  readonly wave: number
  readonly crewIds: readonly string[]
  readonly expiresAt: Instant
  /** On top of the crew's pay, paid by the platform. */
  readonly raiseCents: Cents
}

/** What to do next for a visit that nobody has taken: ask a wave, wait, or tell the operator. */
export type NextStep =
  | { readonly ask: Wave }
  | { readonly waitUntil: Instant }
  | { readonly tellOperator: true }

/**
 * `asked` are the crews who were offered this visit before (also those who declined), `currentExpiresAt` the end of
 * the running wave. Waves without anybody left to ask are passed over, so nobody waits for nobody.
 */
export function nextStep(input: {
  visit: OpenVisit
  ranking: readonly string[]
  asked: readonly string[]
  wavesDone: number
  currentExpiresAt: Instant | null
  now: Instant
  settings: OfferSettings
}): NextStep {
  const { visit, ranking, asked, wavesDone, currentExpiresAt, now, settings } = input
  if (now >= visit.endsAt) return { tellOperator: true }
  if (currentExpiresAt !== null && now < currentExpiresAt) return { waitUntil: currentExpiresAt }
  const size = settings.offerWaves[wavesDone]
  const crewIds =
    size === undefined
      ? []
      : ranking.filter((id) => !asked.includes(id)).slice(0, size.crewCount ?? undefined)
  if (crewIds.length === 0) return { tellOperator: true }
  return {
    ask: {
      wave: wavesDone,
      crewIds,
      expiresAt: offerExpiresAt(visit, now, settings),
      raiseCents: raiseFor(visit.crewPayCents, wavesDone, settings),
    },
  }
}

/** 10 minutes, 3 for on-demand, never beyond the visit's window. */
export function offerExpiresAt(
  visit: Pick<OpenVisit, 'kind' | 'endsAt'>,
  now: Instant,
  settings: OfferSettings,
): Instant {
  const minutes = visit.kind === 'on_demand' ? settings.onDemandOfferMinutes : settings.offerMinutes
  return instant(Math.min(visit.endsAt, now + minutes * MINUTE_MS))
}

/** The raise grows with every wave up to its cap. */
export function raiseFor(crewPayCents: Cents, wave: number, settings: OfferSettings): Cents {
  const raise = shareOf(crewPayCents, settings.offerPayRaiseBasisPoints) * wave
  return cents(Math.min(raise, shareOf(crewPayCents, settings.offerPayRaiseCapBasisPoints)))
}

export type OfferFacts = {
  readonly crewId: string
  readonly expiresAt: Instant
  /** `null` while nobody has taken it. */
  readonly takenByCrewId: string | null
  readonly isWithdrawn: boolean
}

/** One winner; the losers see 'This offer has been taken'. A declined offer can still be accepted (field 18). */
export function decideAcceptOffer(
  offer: OfferFacts,
  crew: { readonly id: string; readonly isFrozen: boolean },
  now: Instant,
): { readonly crewId: string } | AlreadyDone | Refusal {
  if (offer.crewId !== crew.id) return refuse('not_yours')
  if (offer.takenByCrewId === crew.id) return { alreadyDone: true }
  if (crew.isFrozen) return refuse('account_frozen')
  if (offer.takenByCrewId !== null) return refuse('offer_taken')
  if (offer.isWithdrawn) return refuse('no_longer_open')
  return now < offer.expiresAt ? { crewId: crew.id } : refuse('offer_expired')
}
