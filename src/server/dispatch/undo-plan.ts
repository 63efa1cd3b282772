/** Undoing a plan puts back what is still as the plan left it: crew, place, assignment, confirmation, raise. */
import type { DispatchPlanId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { lockPlanned, notifyCrews } from './apply-plan.ts'
import { lockPlan, markPlan, restorePlaces } from './plan-queries.ts'

export function undoPlan(app: App, scope: OperatorScope, planId: DispatchPlanId) {
  return inTransaction(app.db, (db) => undo(db, app, scope, planId), { isolation: 'read committed' })
}

async function undo(db: Db, app: App, scope: OperatorScope, planId: DispatchPlanId) {
  const now = app.ports.clock.now()
  const plan = await lockPlan(db, planId)
  if (plan.market_id !== scope.marketId) throw new Refused('not_found')
  if (plan.state === 'undone') return { leftCount: 0 }
  if (plan.state !== 'applied') throw new Refused('conflict')
  if (now >= plan.undo_until!) throw new Refused('too_late')
  const { rows, changed } = await lockPlanned(db, plan)
  // What somebody has changed since is left as that person left it.
  const own = changed.filter((row) => row.is_as_applied)
  const step = { app, actor: actorOf(scope, now), now, detail: { reason: 'plan_undone' } }
  for (const [crewId, back] of Map.groupBy(own, (row) => row.was_crew_id)) {
    const visitIds = back.map(({ visit_id }) => visit_id)
    const done =
      crewId === null
        ? await applyTransition(db, { ...step, transition: 'release', visitIds })
        : await applyTransition(db, { ...step, transition: 'assign', visitIds, assigneeId: crewId })
    if (done.refused[0] !== undefined) throw new Refused(done.refused[0].reason)
  }
  const confirmed = own.filter((row) => row.was_state === 'confirmed').map(({ visit_id }) => visit_id)
  await applyTransition(db, { ...step, transition: 'confirm', visitIds: confirmed })
  const left = new Set(changed.filter((row) => !row.is_as_applied).map(({ visit_id }) => visit_id))
  await restorePlaces(
    db,
    planId,
    rows.map(({ visit_id }) => visit_id).filter((id) => !left.has(id)),
  )
  await markPlan(db, planId, { state: 'undone' })
  await recordAudit(db, {
    at: now,
    actorId: scope.userId,
    action: 'undo_dispatch_plan',
    subject: planId,
    detail: { visits: own.length, left: left.size },
  })
  await notifyCrews(db, { planId, changed: own, now, what: 'unplanned' })
  return { leftCount: left.size }
}
