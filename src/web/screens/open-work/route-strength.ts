/** What each of several routes is the best in, so that no two are praised alike. */
export type Strength = 'payPerHour' | 'pay' | 'driving' | 'duration' | 'weekday'

type Compared = {
  readonly weekday: number
  readonly payPerHourCents: number
  readonly newPayCents: number
  readonly drivingMinutes: number
  readonly serviceMinutes: number
}

/** By weight for whoever chooses; more is better. */
const WORTH: readonly [Strength, (route: Compared) => number][] = [
  ['payPerHour', (route) => route.payPerHourCents],
  ['pay', (route) => route.newPayCents],
  ['driving', (route) => -route.drivingMinutes],
  ['duration', (route) => -(route.drivingMinutes + route.serviceMinutes)],
]

/** Routes come best first; one that leads in nothing but its weekday says that. Alone there is nothing to compare. */
export function strengthsOf<Route extends Compared>(routes: readonly Route[]): ReadonlyMap<Route, Strength> {
  const strengths = new Map<Route, Strength>()
  if (routes.length < 2) return strengths
  for (const [strength, worth] of WORTH) {
    const [first, second] = routes.toSorted((one, other) => worth(other) - worth(one))
    // Where two are alike nobody leads.
    if (first && second && worth(first) > worth(second) && !strengths.has(first))
      strengths.set(first, strength)
  }
  for (const route of routes) {
    const isFirst = route === routes.find(({ weekday }) => weekday === route.weekday)
    const isOneOfMore = routes.filter(({ weekday }) => weekday === route.weekday).length > 1
    if (isFirst && isOneOfMore && !strengths.has(route)) strengths.set(route, 'weekday')
  }
  return strengths
}
