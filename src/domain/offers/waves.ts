/** An open visit is offered in waves: the best few first, then more, then all, then the operator (product §3). */

import { type Cents, cents, shareOf, ZERO_CENTS } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { type Instant, instant, MINUTE_MS } from '../time.ts'
import { nextChosen } from './chosen.ts'

export type OfferSettings = Pick<
  BusinessSettings,
  | 'offerWaveCrewCounts'
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

export type Wave<CrewId extends string = string> = {
  /** 0 is the first. */
  readonly wave: number
  readonly crewIds: readonly CrewId[]
  readonly expiresAt: Instant
  /** On top of the crew's pay, paid by the platform. */
  readonly raiseCents: Cents
}

/** What to do next for a visit that nobody has taken: ask a chosen crew or a wave, wait, or notify the operator. */
export type NextStep<CrewId extends string = string> =
  | { readonly ask: Wave<CrewId> }
  /** One crew alone; the waves have not begun. */
  | { readonly askChosen: Wave<CrewId> }
  | { readonly waitUntil: Instant }
  | { readonly notifyOperator: true }

/**
 * `asked` are the crews who were offered this visit before (also those who declined), `currentExpiresAt` the end of
 * the running wave. Crews that the customer chose for the place come first, one after the other. Waves without anybody
 * left to ask are passed over, so nobody waits for nobody.
 */
export function nextStep<CrewId extends string>(input: {
  visit: OpenVisit
  ranking: readonly CrewId[]
  chosen: readonly CrewId[]
  asked: readonly string[]
  wavesDone: number
  currentExpiresAt: Instant | null
  now: Instant
  settings: OfferSettings
}): NextStep<CrewId> {
  const { visit, ranking, chosen, asked, wavesDone, currentExpiresAt, now, settings } = input
  if (now >= visit.endsAt) return { notifyOperator: true }
  if (currentExpiresAt !== null && now < currentExpiresAt) return { waitUntil: currentExpiresAt }
  const expiresAt = offerExpiresAt(visit, now, settings)
  const alone = wavesDone === 0 ? nextChosen({ chosen, suited: ranking, asked }) : null
  if (alone !== null) return { askChosen: { wave: 0, crewIds: [alone], expiresAt, raiseCents: ZERO_CENTS } }
  const isOver = wavesDone >= waveCount(settings)
  const crewIds = isOver
    ? []
    : ranking.filter((id) => !asked.includes(id)).slice(0, settings.offerWaveCrewCounts[wavesDone])
  if (crewIds.length === 0) return { notifyOperator: true }
  return {
    ask: {
      wave: wavesDone,
      crewIds,
      expiresAt,
      raiseCents: raiseFor(visit.crewPayCents, wavesDone, settings),
    },
  }
}

/** After the waves of so many crews each comes one that asks everybody left in range. */
export function waveCount(settings: Pick<BusinessSettings, 'offerWaveCrewCounts'>): number {
  return settings.offerWaveCrewCounts.length + 1
}

/** 10 minutes, 3 for on-demand, never beyond the visit's window. */
function offerExpiresAt(
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

/**
 * What stays open to the best crews once the waves are over and the operator knows: whoever has not said no may still
 * take the visit, at the highest raise, as long as it can be done. Null where nobody is left or it is too late.
 */
export function standingWave<CrewId extends string>(input: {
  visit: OpenVisit
  ranking: readonly CrewId[]
  declined: readonly string[]
  latestStart: Instant
  now: Instant
  settings: OfferSettings & Pick<BusinessSettings, 'offerStandingCrewCount'>
}): Wave<CrewId> | null {
  const { visit, ranking, declined, latestStart, now, settings } = input
  const wave = waveCount(settings)
  const crewIds = ranking.filter((id) => !declined.includes(id)).slice(0, settings.offerStandingCrewCount)
  if (crewIds.length === 0 || now >= latestStart) return null
  return { wave, crewIds, expiresAt: latestStart, raiseCents: raiseFor(visit.crewPayCents, wave, settings) }
}
