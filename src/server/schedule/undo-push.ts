/**
 * Undoing a pushed day puts its visits back exactly as they were: day, hours, crew, place in the route, confirmation.
 * A visit that somebody has changed since is left as that person left it.
 */
import type { PushedDayId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Transition } from '#domain/visits/graph.ts'
import type { Actor } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { lockJobsById } from '../jobs/job-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { deferDateCheck } from '../visits/transition-queries.ts'
import { applyTransition } from '../visits/apply-transition.ts'
import { lockPushedDay, markUndoing, type PushedDayRow, saveUndone } from './pushed-day-queries.ts'
import {
  findPushed,
  findUntouched,
  type PushedRow,
  restoreDates,
  restorePlaces,
  VISITS_AT_ONCE,
} from './pushed-visit-queries.ts'

export async function undoPushedDay(app: App, scope: OperatorScope, pushedDayId: PushedDayId): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const day = await lockPushedDay(trx, pushedDayId)
    if (day.market_id !== scope.marketId) throw new Refused('not_found')
    if (day.state === 'undoing' || day.state === 'undone') return
    if (day.state !== 'done') throw new Refused('too_early')
    if (now >= day.undo_until) throw new Refused('too_late')
    await markUndoing(trx, pushedDayId, scope.userId, now)
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      action: 'undo_pushed_day',
      subject: pushedDayId,
    })
    await enqueue(trx, 'undo_pushed_day', { pushedDayId }, { now })
  })
}

/** The task: goes on where the last try stopped. */
export async function runUndo(app: App, pushedDayId: PushedDayId): Promise<void> {
  while (
    await inTransaction(app.db, (trx) => undoSome(app, trx, pushedDayId), { isolation: 'read committed' })
  );
}

async function undoSome(app: App, db: Db, pushedDayId: PushedDayId): Promise<boolean> {
  const now = app.ports.clock.now()
  const day = await lockPushedDay(db, pushedDayId)
  if (day.state !== 'undoing') return false
  const all = await findPushed(db, day)
  await lockJobsById(db, [...new Set(all.map((row) => row.weekly_job_id))])
  const rows = await findUntouched(db, day, all)
  await deferDateCheck(db, () => putBack(app, db, day, rows, now))
  const isLast = all.length < VISITS_AT_ONCE
  await saveUndone(db, day.id, { lastVisitId: all.at(-1)?.visit_id ?? day.after_visit_id, isLast })
  if (isLast)
    await enqueue(db, 'notify_of_pushed_day', { pushedDayId: day.id, what: 'undone', after: null }, { now })
  return !isLast
}

async function putBack(
  app: App,
  db: Db,
  day: PushedDayRow,
  rows: readonly PushedRow[],
  now: Instant,
): Promise<void> {
  if (rows.length === 0) return
  const actor: Actor = { kind: 'operator', id: day.undone_by, isFrozen: false }
  const step = (transition: Transition, some: readonly PushedRow[], assigneeId?: UserId) =>
    applyTransition(db, {
      app,
      transition,
      actor,
      now,
      detail: { reason: 'push_undone' },
      visitIds: some.map((row) => row.visit_id),
      ...(assigneeId === undefined ? {} : { assigneeId }),
    })
  await step(
    'move',
    rows.filter((row) => row.outcome === 'moved'),
  )
  await step(
    'unskip',
    rows.filter((row) => row.outcome === 'skipped'),
  )
  await restoreDates(db, day, rows)
  const changedHands = rows.filter((row) => row.crew_id !== row.was_crew_id)
  await step(
    'release',
    changedHands.filter((row) => row.was_crew_id === null),
  )
  for (const [crewId, held] of Map.groupBy(changedHands, (row) => row.was_crew_id))
    if (crewId !== null) await step('assign', held, crewId)
  await step(
    'confirm',
    rows.filter((row) => row.was_state === 'confirmed'),
  )
  await restorePlaces(db, day, rows)
}
