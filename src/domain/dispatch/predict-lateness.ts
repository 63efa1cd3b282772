/** How late a crew is going to be: what is still to begin of its lane, driven as it stands. */
import type { VisitState } from '../visits/graph.ts'
import type { DrivenLane } from './lane.ts'

const TO_BEGIN: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', 'en_route']

export type Lateness = {
  /** Stops that begin after their windows. */
  readonly count: number
  /** Of the latest of them. */
  readonly minutes: number
}

export const ON_TIME: Lateness = { count: 0, minutes: 0 }

/** What is under way, done or missed is no prediction. The lane is that of the row, stop by stop. */
export function predictLateness(
  row: readonly { readonly state: VisitState }[],
  { stops }: Pick<DrivenLane, 'stops'>,
): Lateness {
  const late = stops.filter(
    ({ lateMinutes }, index) => lateMinutes > 0 && TO_BEGIN.includes(row[index]!.state),
  )
  return { count: late.length, minutes: Math.max(0, ...late.map(({ lateMinutes }) => lateMinutes)) }
}

export function addLateness(one: Lateness, other: Lateness): Lateness {
  return { count: one.count + other.count, minutes: Math.max(one.minutes, other.minutes) }
}
