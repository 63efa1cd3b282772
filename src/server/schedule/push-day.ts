/**
 * Pushing a day for an area: the operator's request is one row, the visits follow in batches in the background, each a
 * transaction that also moves the row's mark on, so a crash loses at most one batch and nothing is done twice.
 */
import type { PushedDayId } from '#domain/ids.ts'
import type { Push } from '#domain/schedule/pushed-day.ts'
import { faultOfPush, outcomeOfPush, type PushOutcome, undoUntil } from '#domain/schedule/pushed-day.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { type LockedJob, lockJobsById } from '../jobs/job-queries.ts'
import { rewriteVisits } from '../jobs/rewrite-visits.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { pricePushedVisits } from './price-pushed-visits.ts'
import {
  addProgress,
  insertPushedDay,
  lockPushedDay,
  markPushed,
  type PushedDayRow,
  pushOf,
} from './pushed-day-queries.ts'
import {
  findPushedVisits,
  type PushDecision,
  type PushedVisit,
  rememberVisits,
  saveMoves,
  saveSkips,
} from './pushed-visit-queries.ts'
import { pushTexts } from './texts.ts'

const PUSHED_AT_ONCE = 300

/** Throws `bad_input` with the field where the days cannot be, and `not_found` for another operator's market. */
export async function checkPush(app: App, scope: OperatorScope, push: Push): Promise<{ zone: string }> {
  if (push.marketId !== scope.marketId) throw new Refused('not_found')
  const zone = await marketZone(app.db, push)
  const fault = faultOfPush(push, dateAt(app.ports.clock.now(), zone))
  if (fault !== null)
    throw new Refused('bad_input', { fields: { [fault.field]: pushTexts[scope.locale].faults[fault.fault] } })
  return { zone }
}

export async function pushDay(
  app: App,
  scope: OperatorScope,
  push: Push & { readonly reason: 'snow' | 'hauler' | 'other'; readonly note: string },
) {
  const { zone } = await checkPush(app, scope, push)
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const id = await insertPushedDay(trx, push, {
      by: scope.userId,
      now,
      undoUntil: undoUntil(push.date, zone, now, await settingsAt(trx, push.marketId, now)),
    })
    await recordAudit(trx, { at: now, actorId: scope.userId, action: 'push_day', subject: id, detail: push })
    await enqueue(trx, 'push_day', { pushedDayId: id }, { now })
    return { ok: true as const, pushedDayId: id }
  })
}

/** The task: goes on where the last try stopped. */
export async function runPush(app: App, pushedDayId: PushedDayId): Promise<void> {
  while (
    await inTransaction(app.db, (trx) => pushSome(app, trx, pushedDayId), { isolation: 'read committed' })
  );
}

/** False when nothing is left. */
async function pushSome(app: App, db: Db, pushedDayId: PushedDayId): Promise<boolean> {
  const now = app.ports.clock.now()
  const day = await lockPushedDay(db, pushedDayId)
  if (day.state !== 'running') return false
  const page = { now, after: day.after_visit_id, limit: PUSHED_AT_ONCE }
  const found = await findPushedVisits(db, pushOf(day), page)
  const jobs = await lockJobsById(db, [...new Set(found.map((visit) => visit.weekly_job_id))])
  // Asked again once the jobs are locked: what changed meanwhile is somebody's decision.
  const visits = (await findPushedVisits(db, pushOf(day), page)).filter((visit) =>
    jobs.some((job) => job.id === visit.weekly_job_id),
  )
  const decided = await decideOutcomes(db, day, visits, now)
  if (decided.length > 0) await applyOutcomes(app, db, { day, jobs, decided, now })
  const isLast = found.length < PUSHED_AT_ONCE
  const movedCount = decided.filter(({ outcome }) => outcome === 'moved').length
  await addProgress(db, day.id, {
    lastVisitId: found.at(-1)?.id ?? day.after_visit_id,
    movedCount,
    skippedCount: decided.length - movedCount,
  })
  if (isLast) await finish(db, day, now)
  return !isLast
}

async function decideOutcomes(
  db: Db,
  day: PushedDayRow,
  visits: readonly PushedVisit[],
  now: Instant,
): Promise<PushDecision[]> {
  const priced = await pricePushedVisits(db, day.market_id, visits, now)
  return visits.map((visit, index) => ({
    visit,
    outcome: outcomeOfPush(day.to_date, visit.has_conflict),
    standbyCents: priced[index]!.standbyCents,
  }))
}

async function applyOutcomes(
  app: App,
  db: Db,
  {
    day,
    jobs,
    decided,
    now,
  }: { day: PushedDayRow; jobs: readonly LockedJob[]; decided: readonly PushDecision[]; now: Instant },
): Promise<void> {
  await rememberVisits(db, day, decided)
  const visitsThat = (outcome: PushOutcome) =>
    decided.filter((each) => each.outcome === outcome).map(({ visit }) => visit)
  await saveMoves(db, day, visitsThat('moved'), now)
  await saveSkips(db, day, visitsThat('skipped'), now)
  const dates = decided.map(({ visit }) => visit.occurrence).sort()
  await rewriteVisits(db, {
    app,
    jobs,
    from: dates[0]!,
    until: dates.at(-1)!,
    actor: { kind: 'operator', id: day.created_by, isFrozen: false },
    reason: 'pushed',
    now,
  })
}

/** Which of the moved visits their crews cannot do is known only when all of them have moved. */
async function finish(db: Db, day: PushedDayRow, now: Instant): Promise<void> {
  await markPushed(db, day.id, now)
  if (day.to_date !== null)
    await enqueue(db, 'settle_moved', { from: day.to_date, to: day.to_date, after: null }, { now })
  await enqueue(db, 'notify_of_pushed_day', { pushedDayId: day.id, what: 'pushed', after: null }, { now })
  await enqueue(db, 'pay_standby', { pushedDayId: day.id }, { now, runAt: day.undo_until })
}
