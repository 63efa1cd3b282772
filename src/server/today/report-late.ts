/** Running late: the stops that are left get new times, and whoever's window is missed is notified once. */
import type { VisitId } from '#domain/ids.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import { estimateAlong } from '#domain/today/plan.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import type { CrewScope } from '../scope.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { lateTexts } from './act-texts.ts'
import { findActFacts, insertTimelineEvents, markLateNotified, saveExpectedTimes } from './queries.ts'
import { readRestOfDay, toEstimates, type Whereabouts } from './read-rest-of-day.ts'

const OPEN: readonly string[] = ['scheduled', 'confirmed', 'reopened', 'en_route']

export async function reportLate(app: App, scope: CrewScope, input: Whereabouts & { minutes: number }) {
  const now = app.ports.clock.now()
  const rest = await readRestOfDay(app, scope, { at: input, delayMinutes: input.minutes, now })
  const stops = toEstimates(
    rest,
    estimateAlong(
      rest.plan,
      rest.rows.map((_, index) => index),
    ),
  )
  return inTransaction(
    app.db,
    async (db) => {
      const byId = new Map(stops.map((stop) => [stop.visitId, stop]))
      const locked = await lockVisits(
        db,
        stops.map(({ visitId }) => visitId),
      )
      const still = locked.filter((visit) => visit.crewId === scope.userId && OPEN.includes(visit.state))
      await saveExpectedTimes(
        db,
        still.map(({ id }) => byId.get(id)!),
      )
      const missing = still.filter(({ id }) => byId.get(id)!.isLate)
      await insertTimelineEvents(
        db,
        missing.map(({ id, state }) => ({
          visitId: id,
          state,
          what: 'running_late' as const,
          by: { kind: 'crew' as const, id: scope.userId },
          at: now,
          detail: { minutes: input.minutes, expectedAt: byId.get(id)!.expectedAt },
        })),
      )
      const notifiedCount = await notifyOfDelay(
        db,
        missing.map(({ id }) => byId.get(id)!),
        now,
      )
      return { stops, notifiedCount }
    },
    { isolation: 'read committed' },
  )
}

/** Once a day for each visit, however often the crew reports it. */
async function notifyOfDelay(
  db: Db,
  stops: readonly { readonly visitId: VisitId; readonly expectedAt: Instant }[],
  now: Instant,
): Promise<number> {
  const notices = []
  for (const { visitId, expectedAt } of stops) {
    const facts = (await findActFacts(db, visitId))!
    const notifiedOn =
      facts.late_notified_at === null ? null : dateAt(facts.late_notified_at, facts.time_zone)
    if (notifiedOn === dateAt(now, facts.time_zone)) continue
    await markLateNotified(db, visitId, now)
    notices.push({
      to: facts.customer_id,
      event: 'running_late' as const,
      key: `running-late:${visitId}:${dateAt(now, facts.time_zone)}`,
      texts: lateTexts(facts, expectedAt),
      url: `/visit/${visitId}`,
      now,
      visitId,
    })
  }
  await notifyAll(db, notices)
  return notices.length
}
