/**
 * A plan becomes true in one transaction, as it was shown or not at all: what moved meanwhile is named. Its crews are asked
 * or notified by the same rule as by hand (domain/dispatch/handing.ts), each once.
 */
import { handingOf } from '#domain/dispatch/handing.ts'
import type { DispatchPlanId, UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import {
  findGoneCrews,
  findNewcomers,
  listPlanVisits,
  lockCrews,
  lockPlan,
  markPlan,
  type PlanRow,
  type PlanVisitRow,
  placePlanned,
} from './plan-queries.ts'
import { dispatchTexts } from './texts.ts'

const NAMED_AT_MOST = 3

export function applyPlan(app: App, scope: OperatorScope, planId: DispatchPlanId) {
  return inTransaction(app.db, (db) => apply(db, app, scope, planId), { isolation: 'read committed' })
}

async function apply(db: Db, app: App, scope: OperatorScope, planId: DispatchPlanId) {
  const now = app.ports.clock.now()
  const plan = await lockPlan(db, planId)
  if (plan.market_id !== scope.marketId) throw new Refused('not_found')
  if (plan.state === 'applied') return { planId }
  if (plan.state !== 'ready') throw new Refused('conflict')
  const { rows, changed } = await lockPlanned(db, plan)
  await requireAsPlanned(db, scope, plan, rows, now)
  await give(db, app, scope, changed, now)
  await placePlanned(db, planId)
  const settings = await settingsAt(db, scope.marketId, now)
  const undoUntil = instant(now + settings.planUndoMinutes * MINUTE_MS)
  await markPlan(db, planId, { state: 'applied', at: now, undoUntil })
  await recordAudit(db, {
    at: now,
    actorId: scope.userId,
    action: 'apply_dispatch_plan',
    subject: planId,
    detail: { from: plan.from_date, to: plan.to_date, visits: changed.length },
  })
  await notifyCrews(db, { planId, changed, now, what: 'planned' })
  return { planId }
}

/** Crews first, then the visits, as everywhere. */
export async function lockPlanned(db: Db, plan: PlanRow) {
  const seen = await listPlanVisits(db, plan.id)
  await lockCrews(db, crewsOf(seen))
  await lockVisits(
    db,
    seen.map(({ visit_id }) => visit_id),
  )
  const rows = await listPlanVisits(db, plan.id)
  return { rows, changed: rows.filter((row) => row.crew_id !== row.was_crew_id) }
}

function crewsOf(rows: readonly PlanVisitRow[]): UserId[] {
  return [...new Set(rows.flatMap((row) => [row.crew_id, row.was_crew_id]))].filter((id) => id !== null)
}

async function requireAsPlanned(
  db: Db,
  scope: OperatorScope,
  plan: PlanRow,
  rows: readonly PlanVisitRow[],
  now: Instant,
): Promise<void> {
  const crewIds = crewsOf(rows)
  const named = [
    ...rows.filter((row) => !row.is_as_planned).map((row) => row.place_name),
    ...(await findNewcomers(db, plan, crewIds)).map((row) => row.place_name),
    ...(await findGoneCrews(db, plan, crewIds, now)).map((row) => row.name),
  ]
  if (named.length === 0) return
  const sentence = dispatchTexts[scope.locale].planOld(
    [...new Set(named)].slice(0, NAMED_AT_MOST).join(', '),
    Math.max(0, new Set(named).size - NAMED_AT_MOST),
  )
  throw new Refused('conflict', { sentence })
}

async function give(
  db: Db,
  app: App,
  scope: OperatorScope,
  changed: readonly PlanVisitRow[],
  now: Instant,
): Promise<void> {
  const settings = await settingsAt(db, scope.marketId, now)
  const step = { app, actor: actorOf(scope, now), now, detail: { reason: 'plan' } }
  const confirmed: VisitId[] = []
  for (const [crewId, rows] of Map.groupBy(changed, (row) => row.crew_id)) {
    const visitIds = rows.map(({ visit_id }) => visit_id)
    const done =
      crewId === null
        ? await applyTransition(db, { ...step, transition: 'release', visitIds })
        : await applyTransition(db, { ...step, transition: 'assign', visitIds, assigneeId: crewId })
    if (done.refused[0] !== undefined) throw new Refused(done.refused[0].reason)
    if (crewId === null) continue
    for (const row of rows)
      if (handingOf({ ...row, crewId: row.was_crew_id }, crewId, now, settings) === 'notified')
        confirmed.push(row.visit_id)
  }
  if (confirmed.length > 0) await applyTransition(db, { ...step, transition: 'confirm', visitIds: confirmed })
}

/** One notice a crew, however many visits it is. */
export async function notifyCrews(
  db: Db,
  {
    planId,
    changed,
    now,
    what,
  }: {
    planId: DispatchPlanId
    changed: readonly PlanVisitRow[]
    now: Instant
    what: 'planned' | 'unplanned'
  },
): Promise<void> {
  const counts = new Map<UserId, { given: number; taken: number }>()
  const count = (crewId: UserId | null, key: 'given' | 'taken') => {
    if (crewId === null) return
    const known = counts.get(crewId) ?? { given: 0, taken: 0 }
    counts.set(crewId, { ...known, [key]: known[key] + 1 })
  }
  for (const row of changed) {
    count(row.crew_id, what === 'planned' ? 'given' : 'taken')
    count(row.was_crew_id, what === 'planned' ? 'taken' : 'given')
  }
  await notifyAll(
    db,
    [...counts].map(([crewId, { given, taken }]) => ({
      to: crewId,
      event: 'job_changed' as const,
      key: `${what}:${planId}`,
      texts: inEachLanguage((language) => dispatchTexts[language].planned(given, taken)),
      url: given > 0 ? '/confirm-jobs' : '/jobs-list',
      now,
    })),
  )
}
