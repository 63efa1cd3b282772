/** Where a crew is while it drives to a customer: which positions are believed, and when it arrives by the last one. */
import { distanceFeet, isLatLng, type LatLng } from '../geo.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { type Instant, instant, MINUTE_MS } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'

export type Position = LatLng & { readonly measuredAt: Instant }

/** Where somebody was longer ago is no news. */
const OLDEST_MS = 2 * MINUTE_MS
/** A position lasts so long: a phone without a network leaves no dot behind that stands still. */
const LASTS_MS = 10 * MINUTE_MS
/** 150 miles an hour: no truck. */
const FASTEST_FEET_PER_SECOND = 220
/** Two satellites' opinions of one spot may differ by this. */
const JITTER_FEET = 1_500

/** Null where the position may be kept. `before` is the last one of this trip. */
export function faultOfPosition(
  position: Position,
  before: Position | null,
  { now, clockAheadSeconds }: { readonly now: Instant; readonly clockAheadSeconds: number },
): Refusal | null {
  const { lat, lng, measuredAt } = position
  // Where a phone knows nothing it says nought: no place that anybody drives to.
  if (!isLatLng({ lat, lng }) || (lat === 0 && lng === 0)) return refuse('location_invalid')
  if (measuredAt > now + clockAheadSeconds * 1_000) return refuse('clock_ahead')
  if (measuredAt < now - OLDEST_MS) return refuse('too_late')
  if (before === null || measuredAt <= before.measuredAt) return null
  const reachFeet = JITTER_FEET + ((measuredAt - before.measuredAt) / 1_000) * FASTEST_FEET_PER_SECOND
  return distanceFeet(before, position) > reachFeet ? refuse('location_invalid') : null
}

export function isFresh(measuredAt: Instant, now: Instant): boolean {
  return now - measuredAt <= LASTS_MS
}

/** Streets are slower more often than they are faster, and a truck wants to be parked. */
const SOONEST = 0.9
const LATEST = 1.3
const PARKING_MS = 2 * MINUTE_MS

type Arrival = { readonly from: Instant; readonly until: Instant }

/** In whole minutes, and never in the past. */
export function arrivalBy(measuredAt: Instant, driveSeconds: number, now: Instant): Arrival {
  const whole = (at: number, round: (minutes: number) => number) => round(at / MINUTE_MS) * MINUTE_MS
  const from = Math.max(now, measuredAt + driveSeconds * SOONEST * 1_000)
  const until = Math.max(from, measuredAt + driveSeconds * LATEST * 1_000) + PARKING_MS
  return { from: instant(whole(from, Math.floor)), until: instant(whole(until, Math.ceil)) }
}

const TO_COME: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened']
const UNDER_WAY: readonly VisitState[] = ['en_route', 'in_progress']

type Stop<Id> = { readonly id: Id; readonly state: VisitState }

/** How many stops a crew has before this one, in the order of its day; null before it set out, and where none waits. */
export function stopsBefore<Id>(day: readonly Stop<Id>[], id: Id): number | null {
  const at = day.findIndex((stop) => stop.id === id)
  const here = day[at]
  const hasBegun = day.some(({ state }) => UNDER_WAY.includes(state) || state === 'completed')
  if (here === undefined || !TO_COME.includes(here.state) || !hasBegun) return null
  return day.filter(
    ({ state }, index) => UNDER_WAY.includes(state) || (index < at && TO_COME.includes(state)),
  ).length
}
