/** Visits that nobody completed in time are missed: the lifecycle's own timeout (product §3). */
import type { VisitId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import { VISIT_LIFECYCLE } from '#domain/visits/graph.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { settingsAt } from '../settings/read-settings.ts'
import type { Task } from '../tasks/task.ts'
import { applyTransition } from '../visits/apply-transition.ts'
import { lockVisitsEndedBefore } from './queries.ts'

const VISITS_AT_ONCE = 500

export const markMissed: Task<'mark_missed'> = {
  kind: 'mark_missed',
  tries: 5,
  outside: async (app, { marketId }) => {
    while ((await markSome(app, marketId)) === VISITS_AT_ONCE);
  },
}

/** Answers how many became missed. */
async function markSome(app: App, marketId: string): Promise<number> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const visitIds = await overdueVisits(trx, marketId, now)
    const step = { app, transition: 'miss', actor: SYSTEM, now, detail: { reason: 'window_ended' } } as const
    const { applied } = await applyTransition(trx, { ...step, visitIds })
    return applied.length
  })
}

async function overdueVisits(db: Db, marketId: string, now: Instant): Promise<VisitId[]> {
  const states = VISIT_LIFECYCLE.filter((edge) => edge.timeout === 'missed_grace').flatMap(
    (edge) => edge.from,
  )
  const { missedGraceHours } = await settingsAt(db, marketId, now)
  const before = instant(now - missedGraceHours * HOUR_MS)
  return lockVisitsEndedBefore(db, { marketId, states, before, limit: VISITS_AT_ONCE })
}
