/** The customer hears once that the crew is on its way, with the time by the driving matrix, and once that it is there. */
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { estimateAlong } from '#domain/today/plan.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import type { CrewScope } from '../scope.ts'
import type { Trip } from '../tasks/kinds.ts'
import { type ActFacts, findActFacts } from './facts.ts'
import { restOfDay } from './rest-of-day.ts'
import { arrivedWords, onTheWayWords } from './words.ts'

/** News older than this is none: a phone that was offline tells of a start when the work may be over. */
const STILL_NEWS_MINUTES = 30
const STATE_OF = { on_the_way: 'en_route', arrived: 'in_progress' } as const

/** Told again it tells nobody twice: the notice has the key of the visit, its day and its crew. */
export async function tellTrip(app: App, scope: CrewScope, { visitId, trip, at }: Trip): Promise<void> {
  const now = app.ports.clock.now()
  const facts = await findActFacts(app.db, visitId)
  if (facts === undefined || facts.crew_id !== scope.userId || facts.state !== STATE_OF[trip]) return
  if (now - (trip === 'arrived' ? (facts.started_at ?? at) : at) > STILL_NEWS_MINUTES * MINUTE_MS) return
  const expectedAt = trip === 'on_the_way' ? await expectedAtIfLeft(app, scope, facts, at) : null
  await inTransaction(app.db, async (db) => {
    if (expectedAt !== null)
      await db
        .updateTable('visit')
        .set({ expected_at: toTimestamp(expectedAt) })
        .where('id', '=', visitId)
        .where('state', '=', 'en_route')
        .execute()
    await notify(db, {
      to: facts.customer_id,
      event: trip === 'on_the_way' ? 'crew_on_the_way' : 'crew_arrived',
      key: `${trip}:${visitId}:${facts.date}:${facts.crew_id}`,
      texts: trip === 'on_the_way' ? onTheWayWords(facts, expectedAt) : arrivedWords(facts),
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
    const { rows, plan } = await restOfDay(app, scope, { at: {}, delayMinutes: 0, now: leftAt })
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
