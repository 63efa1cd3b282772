/**
 * Taking offers to keep others from them. What a crew holds by offers, what it gave back of them, and how often it takes
 * the same visit again have limits over a moving window; work that is done frees the place that it took.
 */
import type { RefusalReason } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { HOUR_MS, type Instant, instant } from '../time.ts'

/** Of one crew, within the window. */
export type Takings = {
  /** When it took what it still has to do. */
  readonly takenAt: readonly Instant[]
  /** When it gave back what it had taken. */
  readonly releasedAt: readonly Instant[]
  /** How often it gave back the visit that it would take now. */
  readonly releasesOfThis: number
}

export type TakingLimit = {
  /** How many more it may take now. */
  readonly left: number
  readonly reason: Extract<
    RefusalReason,
    'too_many_taken' | 'too_many_released' | 'released_too_often'
  > | null
  /** When it may again; null where it may now, or never this one. */
  readonly againAt: Instant | null
}

export type HoardingSettings = Pick<
  BusinessSettings,
  'takingWindowHours' | 'offersTakenMaximum' | 'offersReleasedMaximum' | 'retakesMaximum'
>

export function takingWindowStart(now: Instant, settings: HoardingSettings): Instant {
  return instant(now - settings.takingWindowHours * HOUR_MS)
}

export function takingLimit(takings: Takings, settings: HoardingSettings): TakingLimit {
  const { offersTakenMaximum, offersReleasedMaximum, retakesMaximum } = settings
  if (takings.releasesOfThis > retakesMaximum) return { left: 0, reason: 'released_too_often', againAt: null }
  const released = freeAgain(takings.releasedAt, offersReleasedMaximum, settings)
  if (released !== null) return { left: 0, reason: 'too_many_released', againAt: released }
  const taken = freeAgain(takings.takenAt, offersTakenMaximum, settings)
  if (taken !== null) return { left: 0, reason: 'too_many_taken', againAt: taken }
  return { left: offersTakenMaximum - takings.takenAt.length, reason: null, againAt: null }
}

/** When so many have left the window that there is room for one more; null where there is room now. */
function freeAgain(
  moments: readonly Instant[],
  maximum: number,
  { takingWindowHours }: HoardingSettings,
): Instant | null {
  if (moments.length < maximum) return null
  const blocking = moments.toSorted((one, other) => other - one)[maximum - 1]!
  return instant(blocking + takingWindowHours * HOUR_MS)
}
