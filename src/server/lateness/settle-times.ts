/** New times for the stops that are left, with what their customers know. */
import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { estimateAlong } from '#domain/today/plan.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { type ActFacts, findActFacts, findNotifiedLate, saveExpectedTimes } from '../today/queries.ts'
import { type RestOfDay, toEstimates } from '../today/read-rest-of-day.ts'

const OPEN: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', 'en_route']

export type SettledTime = {
  readonly visitId: VisitId
  readonly expectedAt: Instant
  readonly isLate: boolean
  /** That the crew is late the customer knows. */
  readonly isNotified: boolean
  /** As it was before these times were saved. */
  readonly facts: ActFacts
}

export async function settleTimes(db: Db, scope: CrewScope, rest: RestOfDay, now: Instant) {
  const stops = toEstimates(
    rest,
    estimateAlong(
      rest.plan,
      rest.rows.map((_, index) => index),
    ),
  )
  const ids = stops.map(({ visitId }) => visitId)
  const locked = await lockVisits(db, ids)
  const mine = new Set(
    locked.filter(({ crewId, state }) => crewId === scope.userId && OPEN.includes(state)).map(({ id }) => id),
  )
  const notified = await findNotifiedLate(db, ids, now)
  const changed: SettledTime[] = []
  for (const { visitId, expectedAt, isLate } of stops)
    if (mine.has(visitId)) {
      const facts = (await findActFacts(db, visitId))!
      changed.push({ visitId, expectedAt, isLate, isNotified: notified.has(visitId), facts })
    }
  await saveExpectedTimes(db, changed)
  return { stops, changed }
}
