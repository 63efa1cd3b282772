/** When the stops of a day begin, one after another; apart from the solver, since phones count by it as well. */
import { type Instant, instant } from '../time.ts'

export type PlanStop = {
  /** Work begins between these two; the whole day where it may be done at any time. */
  readonly opensAt: Instant
  readonly closesAt: Instant
  readonly serviceSeconds: number
}

/** A stop with the way to it from the one before: what a phone needs to count the rest of a day by itself. */
export type Leg = PlanStop & { readonly driveSeconds: number }

type Beginning = { readonly beginsAt: Instant; readonly isLate: boolean }

/** When each of these begins, one after another, by a crew that leaves where it is at this moment. */
export function beginningsOf(legs: readonly Leg[], leavesAt: Instant): Beginning[] {
  let clock: number = leavesAt
  return legs.map(({ driveSeconds, opensAt, closesAt, serviceSeconds }) => {
    const beginsAt = instant(Math.round(Math.max(clock + driveSeconds * 1_000, opensAt)))
    clock = beginsAt + serviceSeconds * 1_000
    return { beginsAt, isLate: beginsAt > closesAt }
  })
}
