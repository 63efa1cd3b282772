/** A crew's day as a lane: when each stop begins when the lane is driven in its order, and what that adds up to. */
import type { LatLng } from '../geo.ts'
import { type Cents, cents } from '../money.ts'
import { type Instant, instant, MINUTE_MS } from '../time.ts'

export type LaneStop = {
  readonly id: string
  readonly place: LatLng
  /** Work begins between these two. */
  readonly opensAt: Instant
  readonly closesAt: Instant
  readonly serviceMinutes: number
  readonly payCents: Cents | null
  /** No earlier than this, as its crew said; null where nothing was said. */
  readonly expectedAt: Instant | null
  /** By its crew’s last position, while it drives there and shares it; it holds before what the lane would say. */
  readonly arrivesAt?: Instant | null
  readonly startedAt: Instant | null
  readonly completedAt: Instant | null
}

/** From base and back to it, between these two. Without hours the crew does not work that day. */
export type LaneDay = {
  readonly base: LatLng
  readonly hours: { readonly from: Instant; readonly until: Instant } | null
}

export type Drive = (from: LatLng, to: LatLng) => { readonly feet: number; readonly seconds: number }

export type TimedStop = {
  readonly id: string
  readonly beginsAt: Instant
  readonly endsAt: Instant
  readonly lateMinutes: number
}

export type DrivenLane = {
  readonly stops: readonly TimedStop[]
  readonly leavesAt: Instant | null
  readonly backAt: Instant | null
  readonly drivingFeet: number
  readonly drivingSeconds: number
  readonly serviceMinutes: number
  readonly payCents: Cents
}

/** What is begun or done keeps its times; what is left begins as early as hours, way and window allow, and never before now. */
export function driveLane(day: LaneDay, stops: readonly LaneStop[], drive: Drive, now: Instant): DrivenLane {
  const timed: TimedStop[] = []
  let clock: number = day.hours?.from ?? stops[0]?.opensAt ?? now
  let place = day.base
  let [feet, seconds, minutes, pay, leavesAt] = [0, 0, 0, 0, 0]
  for (const [index, stop] of stops.entries()) {
    const way = drive(place, stop.place)
    const times = timesOf(stop, clock, way.seconds, now)
    if (index === 0) leavesAt = times.beginsAt - way.seconds * 1_000
    timed.push({ id: stop.id, ...times })
    clock = times.endsAt
    place = stop.place
    feet += way.feet
    seconds += way.seconds
    minutes += stop.serviceMinutes
    pay += stop.payCents ?? 0
  }
  const home = stops.length === 0 ? { feet: 0, seconds: 0 } : drive(place, day.base)
  return {
    stops: timed,
    leavesAt: stops.length === 0 ? null : instant(Math.round(leavesAt)),
    backAt: stops.length === 0 ? null : instant(Math.round(clock + home.seconds * 1_000)),
    drivingFeet: feet + home.feet,
    drivingSeconds: seconds + home.seconds,
    serviceMinutes: minutes,
    payCents: cents(pay),
  }
}

function timesOf(stop: LaneStop, clock: number, driveSeconds: number, now: Instant) {
  const takes = stop.serviceMinutes * MINUTE_MS
  if (stop.completedAt !== null) {
    const beginsAt = stop.startedAt ?? instant(stop.completedAt - takes)
    return { beginsAt, endsAt: stop.completedAt, lateMinutes: lateness(beginsAt, stop) }
  }
  const beginsAt =
    stop.startedAt ?? instant(Math.round(Math.max(arrivalOf(stop, clock, driveSeconds, now), stop.opensAt)))
  // Work that takes longer than planned ends now, for all that is known.
  const endsAt = instant(
    stop.startedAt === null
      ? beginsAt + takes
      : Math.max(stop.startedAt + takes, Math.min(now, stop.closesAt)),
  )
  return { beginsAt, endsAt, lateMinutes: lateness(beginsAt, stop) }
}

/** What was measured on the way is newer than what a crew said before. */
function arrivalOf(stop: LaneStop, clock: number, driveSeconds: number, now: Instant): number {
  if (stop.arrivesAt != null) return Math.max(stop.arrivesAt, now)
  return Math.max(Math.max(clock, now) + driveSeconds * 1_000, stop.expectedAt ?? 0)
}

function lateness(beginsAt: Instant, { closesAt }: LaneStop): number {
  return Math.max(0, Math.ceil((beginsAt - closesAt) / MINUTE_MS))
}
