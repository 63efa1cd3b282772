/** Which customers hear that a crew is late, counted on the phone by the server's own rule, with or without a connection. */
import { type Instant, instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { beginningsOf } from '#domain/today/beginnings.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { Reply } from '#web/api.ts'
import type { QueuedStop } from './queued-stop.ts'

const LEFT: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', 'en_route']

export type Hearer = { readonly stop: QueuedStop; readonly expectedAt: Instant }

/** Null where this phone cannot say: it has no plan of the day. */
export function whoHears(
  stops: readonly QueuedStop[],
  { legs, leavesAt }: Pick<Reply<'GET /api/day-plan'>, 'legs' | 'leavesAt'>,
  { minutes, now }: { readonly minutes: number; readonly now: number },
): Hearer[] | null {
  if (legs === undefined || leavesAt === undefined) return null
  // What was done since stands before it no more.
  const left = legs.flatMap((leg) => {
    const stop = stops.find(({ visitId, state }) => visitId === leg.visitId && LEFT.includes(state))
    return stop === undefined ? [] : [{ leg, stop }]
  })
  const leaves = instant(Math.max(now, parseInstant(leavesAt)) + minutes * MINUTE_MS)
  const beginnings = beginningsOf(
    left.map(({ leg }) => ({
      ...leg,
      opensAt: parseInstant(leg.opensAt),
      closesAt: parseInstant(leg.closesAt),
    })),
    leaves,
  )
  return left.flatMap(({ stop }, index) => {
    const { beginsAt, isLate } = beginnings[index]!
    return isLate ? [{ stop, expectedAt: beginsAt }] : []
  })
}

/** How many customers have heard today that the crew is late, of those whose stop is still to come. */
export function countNotified(
  stops: readonly QueuedStop[],
  legs: Reply<'GET /api/day-plan'>['legs'],
): number {
  const left = new Set(stops.filter(({ state }) => LEFT.includes(state)).map(({ visitId }) => visitId))
  return (legs ?? []).filter(({ visitId, isNotified }) => isNotified && left.has(visitId)).length
}
