/** What counts against a crew that gives a visit back (product §3), and until when it may without a cost. */
import type { BusinessSettings } from '../settings/settings.ts'
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '../time.ts'
import type { VisitState } from './graph.ts'

export type ReleaseSettings = Pick<BusinessSettings, 'releaseNoticeHours' | 'releaseGraceMinutes'>

/** A visit that its crew could give back. */
export type AssignedVisit = {
  readonly startsAt: Instant
  readonly state: VisitState
  /** When this crew came to it first; null where it was planned as the crew's from the beginning. */
  readonly takenAt: Instant | null
}

/**
 * The last moment in which giving it back is free: the notice before its window, or the time to think again after it was
 * taken, whichever ends later. Who has set out has thought.
 */
export function freeReleaseUntil(visit: AssignedVisit, settings: ReleaseSettings): Instant {
  const byNotice = instant(visit.startsAt - settings.releaseNoticeHours * HOUR_MS)
  if (visit.takenAt === null || UNDER_WAY.includes(visit.state)) return byNotice
  return instant(Math.max(byNotice, visit.takenAt + settings.releaseGraceMinutes * MINUTE_MS))
}

export function isLateRelease(visit: AssignedVisit, now: Instant, settings: ReleaseSettings): boolean {
  return now > freeReleaseUntil(visit, settings)
}

const UNDER_WAY: readonly VisitState[] = ['en_route', 'in_progress']
