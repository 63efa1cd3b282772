/** Why each of several routes is recommended: what is true of it, in another word for each. */
import { distanceFeet, type LatLng } from '../geo.ts'

export type RouteReason = {
  readonly kind: 'payPerHour' | 'nearHome' | 'driving' | 'pay' | 'duration' | 'assigned' | 'weekday' | 'only'
  /** Of the stop farthest from home; null where home is not known. */
  readonly farthestFeet: number | null
}

/** Figures as they are shown, so that no card claims a lead which nobody sees. */
type Compared = {
  readonly weekday: number
  readonly payPerHourCents: number
  readonly newPayCents: number
  readonly drivingMinutes: number
  readonly serviceMinutes: number
  readonly stops: readonly (LatLng & { readonly isAssigned: boolean })[]
}

/** Routes come best first. What is said of one is said of no other, so at most one has the best pay per hour. */
export function reasonsOf<Route extends Compared>(
  routes: readonly Route[],
  base: LatLng | null,
): ReadonlyMap<Route, RouteReason> {
  const reasons = new Map<Route, RouteReason>()
  const give = (route: Route | undefined, kind: RouteReason['kind']) => {
    if (route === undefined || reasons.has(route)) return
    reasons.set(route, { kind, farthestFeet: farthestFrom(base, route) })
  }
  give(leaderBy(routes, payPerHour), 'payPerHour')
  if (base !== null) give(leaderBy(routes, closeness(base)), 'nearHome')
  give(leaderBy(routes, littleDriving), 'driving')
  give(leaderBy(routes, newPay), 'pay')
  give(leaderBy(routes, shortness), 'duration')
  for (const ofDay of Map.groupBy(routes, (route) => route.weekday).values()) {
    give(ofDay.find(keepsADay), 'assigned')
    if (ofDay.length > 1) give(ofDay[0], 'weekday')
    else if (routes.length > 1) give(ofDay[0], 'only')
  }
  return reasons
}

/** The one that is worth more than every other; nobody leads where two are alike, or where there is only one. */
export function leaderBy<Route>(
  routes: readonly Route[],
  worth: (route: Route) => number,
): Route | undefined {
  const [first, second] = routes.toSorted((one, other) => worth(other) - worth(one))
  if (first === undefined || second === undefined) return undefined
  return worth(first) > worth(second) ? first : undefined
}

export const payPerHour = (route: Pick<Compared, 'payPerHourCents'>) => route.payPerHourCents
export const newPay = (route: Pick<Compared, 'newPayCents'>) => route.newPayCents
export const littleDriving = (route: Pick<Compared, 'drivingMinutes'>) => -route.drivingMinutes
export const shortness = (route: Pick<Compared, 'drivingMinutes' | 'serviceMinutes'>) =>
  -(route.drivingMinutes + route.serviceMinutes)

/** By the farthest stop, in tenths of a mile as it is shown. */
export function closeness(base: LatLng): (route: Pick<Compared, 'stops'>) => number {
  return (route) => -Math.round((farthestFrom(base, route) ?? 0) / TENTH_OF_A_MILE_FEET)
}

/** What it adds lies beside what the crew does on that day anyway. */
export function keepsADay(route: Pick<Compared, 'stops'>): boolean {
  return route.stops.some((stop) => stop.isAssigned)
}

const TENTH_OF_A_MILE_FEET = 528

function farthestFrom(base: LatLng | null, { stops }: Pick<Compared, 'stops'>): number | null {
  return base === null ? null : Math.max(0, ...stops.map((stop) => distanceFeet(base, stop)))
}
