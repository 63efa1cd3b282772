/** Notifies the customer once that the crew is on its way, with the time by the driving matrix, and once that it is there. */
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { estimateAlong } from '#domain/today/plan.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { type TakenStep } from '../follow-up.ts'
import { notify } from '../notices/notify.ts'
import type { CrewScope } from '../scope.ts'
import type { Trip } from '../tasks/kinds.ts'
import { enqueue } from '../tasks/queue.ts'
import { arrivedTexts, onTheWayTexts } from './act-texts.ts'
import { type ActFacts, findActFacts, saveExpectedAtEnRoute } from './queries.ts'
import { readRestOfDay } from './read-rest-of-day.ts'

/** Older than this it is not sent: a phone that was offline sends a start when the work may be over. */
const STILL_OF_USE_MINUTES = 30
const STATE_OF = { on_the_way: 'en_route', arrived: 'in_progress' } as const

/** Measuring the way is a call to the world, so the customer is notified by a task. */
export async function queueTripNotices(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  for (const { visit, step } of steps) {
    const trip = step.changes.state === 'en_route' ? 'on_the_way' : 'arrived'
    const payload = { visitId: visit.id, trip, at: now } as const
    await enqueue(db, 'notify_of_trip', payload, { now, dedupeKey: `${trip}:${visit.id}` })
  }
}

/** Run again it notifies nobody twice: the notice has the key of the visit, its day and its crew. */
export async function notifyOfTrip(app: App, scope: CrewScope, { visitId, trip, at }: Trip): Promise<void> {
  const now = app.ports.clock.now()
  const facts = await findActFacts(app.db, visitId)
  if (facts === undefined || facts.crew_id !== scope.userId || facts.state !== STATE_OF[trip]) return
  if (now - (trip === 'arrived' ? (facts.started_at ?? at) : at) > STILL_OF_USE_MINUTES * MINUTE_MS) return
  const expectedAt = trip === 'on_the_way' ? await expectedAtIfLeft(app, scope, facts, at) : null
  await inTransaction(app.db, async (db) => {
    if (expectedAt !== null) await saveExpectedAtEnRoute(db, visitId, expectedAt)
    await notify(db, {
      to: facts.customer_id,
      event: trip === 'on_the_way' ? 'crew_on_the_way' : 'crew_arrived',
      key: `${trip}:${visitId}:${facts.date}:${facts.crew_id}`,
      texts: trip === 'on_the_way' ? onTheWayTexts(facts, expectedAt) : arrivedTexts(facts),
      url: `/visit/${visitId}`,
      now,
      visitId,
    })
  })
}

/** When the crew is there, having left at a moment; null where nobody can say. */
async function expectedAtIfLeft(
  app: App,
  scope: CrewScope,
  facts: ActFacts,
  leftAt: Instant,
): Promise<Instant | null> {
  try {
    const { rows, plan } = await readRestOfDay(app, scope, { at: {}, delayMinutes: 0, now: leftAt })
    const index = rows.findIndex((row) => row.id === facts.id)
    if (index < 0) return null
    // The crew drives straight there, and is there when it arrives, though work may wait for the window.
    const stops = plan.stops.with(index, { ...plan.stops[index]!, opensAt: instant(0) })
    return estimateAlong({ ...plan, stops, leavesAt: leftAt }, [index])[0]!.beginsAt
  } catch (error) {
    app.log.warn({ error }, 'the way could not be measured')
    return null
  }
}
