/** Which buttons a remembered stop has today: a day that was read before it began did not know that it would. */
import type { UserId } from '#domain/ids.ts'
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import { type Instant, parseInstant } from '#domain/time.ts'
import type { Transition } from '#domain/visits/graph.ts'
import { decideTransition } from '#domain/visits/lifecycle.ts'
import type { Reply } from '#web/api.ts'

type Day = Reply<'GET /api/day'>
type Stop = Day['stops'][number]

/** By the server's own rule, on the same graph; who comes has confirmed. */
export function withOpenSteps(
  stop: Stop,
  { date, rules: settings }: Day,
  crewId: UserId,
  now: Instant,
): Stop {
  if (settings === undefined) return stop
  const isUnconfirmed = stop.state === 'scheduled' || stop.state === 'reopened'
  const visit = {
    kind: 'weekly',
    state: isUnconfirmed ? 'confirmed' : stop.state,
    customerId: crewId,
    crewId,
    date,
    zone: stop.timeZone,
    startsAt: parseInstant(stop.startsAt),
    endsAt: parseInstant(stop.endsAt),
  } as const
  const actor = { kind: 'crew', id: crewId, isFrozen: false } as const
  const may = (transition: Transition) => {
    const step = decideTransition({ visit, transition, actor, now, settings })
    return !isRefusal(step) && !isAlreadyDone(step)
  }
  return {
    ...stop,
    canStart: stop.canStart || may('start'),
    canComplete: stop.canComplete || may('complete'),
  }
}
