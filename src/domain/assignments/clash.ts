/** Whether the work of two crews could be one crew's. */
import { type Instant, MINUTE_MS } from '../time.ts'
import { canDoBoth } from './assignment.ts'

/** A visit to come: when it may be done, and how long it takes. */
export type WorkToDo = {
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly durationMinutes: number
}

/** Whether one crew could not do the work of both: two visits of which neither can come after the other. */
export function clash(one: readonly WorkToDo[], other: readonly WorkToDo[]): boolean {
  const [first, second] = [one, other].map((visits) => visits.map(inMinutes).sort(byStart))
  let from = 0
  const longest = Math.max(0, ...second!.map(({ window }) => window.endMinute - window.startMinute))
  return first!.some((visit) => {
    // Neither list is compared with what is over before the visit begins.
    while (from < second!.length && second![from]!.window.startMinute + longest <= visit.window.startMinute)
      from += 1
    for (let index = from; index < second!.length; index++) {
      const there = second![index]!
      if (there.window.startMinute >= visit.window.endMinute) return false
      if (!canDoBoth(visit, there)) return true
    }
    return false
  })
}

type Minutes = ReturnType<typeof inMinutes>

function inMinutes({ startsAt, endsAt, durationMinutes }: WorkToDo) {
  const window = { startMinute: startsAt / MINUTE_MS, endMinute: endsAt / MINUTE_MS }
  // Where the work takes longer than its window, the window is when it is done.
  return { window, durationMinutes: Math.min(durationMinutes, window.endMinute - window.startMinute) }
}

function byStart(one: Minutes, other: Minutes): number {
  return one.window.startMinute - other.window.startMinute
}
