/** Which visits that were moved to a crew's day conflict with it: its own work comes first, then what came, until it is full. */

import type { VisitId } from '../ids.ts'

export type DayVisit = {
  readonly id: VisitId
  readonly durationMinutes: number
  /** Came here by a move, and nobody has begun it. */
  readonly isMoved: boolean
  readonly position: number
  /** Falls on a day off of the crew. */
  readonly isOff: boolean
}

export type CrewDay = {
  /** How long the crew works on that weekday; null where it does not work, undefined where its hours are unknown. */
  readonly workMinutes: number | null | undefined
  readonly visits: readonly DayVisit[]
}

/** Moved visits that the crew cannot do: they stay open for others. What was its own is never taken from it. */
export function conflictingVisitsOf({ workMinutes, visits }: CrewDay): VisitId[] {
  const own = visits.filter((visit) => !visit.isMoved)
  const moved = visits.filter((visit) => visit.isMoved).sort(byPosition)
  const conflicting: VisitId[] = []
  let minutes = own.reduce((sum, visit) => sum + visit.durationMinutes, 0)
  for (const visit of moved) {
    const fits =
      workMinutes === undefined || (workMinutes !== null && minutes + visit.durationMinutes <= workMinutes)
    if (fits && !visit.isOff) minutes += visit.durationMinutes
    else conflicting.push(visit.id)
  }
  return conflicting
}

function byPosition(one: DayVisit, other: DayVisit): number {
  return one.position - other.position || (one.id < other.id ? -1 : 1)
}
