import { FEET_PER_MILE } from '../geo.ts'
import { cents } from '../money.ts'
import type {
  CandidateSet,
  RecommendedRoute,
  RecommendedStop,
  RecommendSettings,
  RouteLeg,
  RouteTotals,
} from './recommend.types.ts'
import { rangeSeconds, timeOfSeconds } from './times.ts'
import type { DrivingMatrix } from './types.ts'

/** An ordered choice of candidates as a route with times, legs and totals; `order` holds indexes of `candidates.stops`. */
export function routeOf(
  candidates: CandidateSet,
  matrix: DrivingMatrix,
  settings: RecommendSettings,
  order: readonly number[],
): RecommendedRoute {
  const legs = legsOf(candidates, matrix, order)
  const drive = driveAlong(candidates, legs, order)
  const totals = totalsOf(candidates, legs, order, drive.backSeconds - drive.leaveSeconds)
  return {
    stops: drive.stops,
    legs,
    leaveTime: timeOfSeconds(drive.leaveSeconds),
    returnTime: timeOfSeconds(drive.backSeconds),
    totals,
    scoreCents: Math.round(totals.payCents - drivingCents(legs, settings)),
  }
}

/** What a leg costs the crew: miles and time at the wheel. */
function drivingCents(legs: readonly RouteLeg[], settings: RecommendSettings): number {
  const perFoot = settings.drivingCentsPerMile / FEET_PER_MILE
  const perSecond = settings.drivingCentsPerHour / 3_600
  return legs.reduce((sum, leg) => sum + leg.drivingFeet * perFoot + leg.drivingSeconds * perSecond, 0)
}

function legsOf({ nodes }: CandidateSet, matrix: DrivingMatrix, order: readonly number[]): RouteLeg[] {
  const visits = [0, ...order.map((index) => nodes[index]!), 0]
  return visits.slice(1).map((to, index) => {
    const entry = visits[index]! * matrix.nodeCount + to
    return { drivingFeet: matrix.feet[entry]!, drivingSeconds: matrix.seconds[entry]! }
  })
}

/** Leaves base just in time for the first stop, then works as early as the windows allow. */
function driveAlong(candidates: CandidateSet, legs: readonly RouteLeg[], order: readonly number[]) {
  const hours = rangeSeconds(candidates.crew.hours)
  let clock = hours.from
  let leaveSeconds = hours.from
  const stops: RecommendedStop[] = order.map((index, position) => {
    const stop = candidates.stops[index]!
    const opens = stop.window === null ? hours.from : rangeSeconds(stop.window).from
    let arrives = clock + legs[position]!.drivingSeconds
    if (position === 0 && arrives < opens) {
      leaveSeconds += opens - arrives
      arrives = opens
    }
    const starts = Math.max(arrives, opens)
    clock = starts + stop.serviceMinutes * 60
    return {
      id: stop.id,
      isAssigned: index < candidates.assignedCount,
      payCents: stop.payCents,
      arriveTime: timeOfSeconds(arrives),
      startTime: timeOfSeconds(starts),
      departTime: timeOfSeconds(clock),
    }
  })
  return { stops, leaveSeconds, backSeconds: clock + legs[order.length]!.drivingSeconds }
}

function totalsOf(
  { stops }: CandidateSet,
  legs: readonly RouteLeg[],
  order: readonly number[],
  totalSeconds: number,
): RouteTotals {
  const payCents = order.reduce((sum, index) => sum + stops[index]!.payCents, 0)
  return {
    stopCount: order.length,
    drivingMinutes: Math.round(legs.reduce((sum, leg) => sum + leg.drivingSeconds, 0) / 60),
    drivingFeet: Math.round(legs.reduce((sum, leg) => sum + leg.drivingFeet, 0)),
    serviceMinutes: order.reduce((sum, index) => sum + stops[index]!.serviceMinutes, 0),
    totalMinutes: Math.round(totalSeconds / 60),
    payCents: cents(payCents),
    payPerHourCents: cents(totalSeconds > 0 ? Math.round((payCents * 3_600) / totalSeconds) : 0),
  }
}
