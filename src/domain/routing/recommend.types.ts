import type { LatLng } from '../geo.ts'
import type { Cents } from '../money.ts'
import type { LocalTime } from '../time.ts'
import type { SearchBudget } from './types.ts'

/** Wall-clock times of one local day; an end at or before its start means the end of the day. */
export type TimeRange = { readonly from: LocalTime; readonly until: LocalTime }

export type RoutingCrew = {
  readonly base: LatLng
  /** The crew leaves base no earlier and is back no later. */
  readonly hours: TimeRange
  /** Great-circle distance from base. */
  readonly rangeFeet: number
  readonly serviceKeys: readonly string[]
}

export type OpenStop = {
  /** Unique among the stops of one request. */
  readonly id: string
  readonly place: LatLng
  readonly serviceMinutes: number
  /** Work starts inside it; null is any time. */
  readonly window: TimeRange | null
  readonly payCents: Cents
  readonly serviceKey: string
}

/** All numbers are settings of the operator; the defaults stand in `recommend.ts`. */
export type RecommendSettings = {
  /** How many routes at most, best first. */
  readonly routeCount: number
  /** How many open stops at most are looked at closely. */
  readonly candidateCount: number
  /** Two routes with more of the smaller one's stops in common are not clearly different (0–1). */
  readonly maxOverlap: number
  readonly drivingCentsPerMile: number
  readonly drivingCentsPerHour: number
}

/** One crew on one weekday. */
export type RecommendRequest = {
  readonly crew: RoutingCrew
  readonly openStops: readonly OpenStop[]
  /** Stops that the crew already has on that day: every route keeps them. */
  readonly assignedStops: readonly OpenStop[]
  readonly settings: RecommendSettings
  /** Per route. */
  readonly budget: SearchBudget
}

/** A request narrowed to what is worth a closer look, and the places whose matrix is needed: base first. */
export type CandidateSet = {
  readonly crew: RoutingCrew
  readonly stops: readonly OpenStop[]
  /** The first so many of `stops` are assigned already. */
  readonly assignedCount: number
  readonly places: readonly LatLng[]
  /** For each stop its index in `places`. */
  readonly nodes: readonly number[]
}

export type RouteLeg = { readonly drivingFeet: number; readonly drivingSeconds: number }

export type RecommendedStop = {
  readonly id: string
  readonly isAssigned: boolean
  readonly payCents: Cents
  /** Wall-clock times, cut to the minute: arrives, waits until it opens, starts, departs. */
  readonly arriveTime: LocalTime
  readonly startTime: LocalTime
  readonly departTime: LocalTime
}

export type RecommendedRoute = {
  readonly stops: readonly RecommendedStop[]
  /** From base to the first stop, between the stops, and back to base: one more than stops. */
  readonly legs: readonly RouteLeg[]
  readonly leaveTime: LocalTime
  readonly returnTime: LocalTime
  readonly totals: RouteTotals
  /** Pay less the cost of driving: the order of the recommendations. */
  readonly scoreCents: number
}

export type RouteTotals = {
  readonly stopCount: number
  readonly drivingMinutes: number
  readonly drivingFeet: number
  readonly serviceMinutes: number
  /** From leaving base to being back. */
  readonly totalMinutes: number
  readonly payCents: Cents
  /** Pay over `totalMinutes`. */
  readonly payPerHourCents: Cents
}
