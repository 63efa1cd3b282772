/**
 * Undoing a pushed day puts its visits back exactly as they were: day, hours, crew, place in the route, confirmation.
 * A visit that somebody has changed since is left as that person left it.
 */
import { sql } from 'kysely'
import type { PushedDayId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Transition, VisitState } from '#domain/visits/graph.ts'
import type { Actor } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { lockJobsById } from '../jobs/locks.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { applyTransition } from '../visits/transition.ts'
import { audit } from './audit.ts'
import { loadPushedDay, type PushedDayRow } from './pushed-day-rows.ts'

const VISITS_AT_ONCE = 300

export async function undoPushedDay(app: App, scope: OperatorScope, pushedDayId: PushedDayId): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const day = await loadPushedDay(trx, pushedDayId)
    if (day.state === 'undoing' || day.state === 'undone') return
    if (day.state !== 'done') throw new Refused('too_early')
    if (now >= day.undo_until) throw new Refused('too_late')
    await trx
      .updateTable('pushed_day')
      .set({ state: 'undoing', after_visit_id: null, undone_by: scope.userId, undone_at: toTimestamp(now) })
      .where('id', '=', pushedDayId)
      .execute()
    await audit(app, trx, scope, 'undo_pushed_day', pushedDayId, {})
    await enqueue(trx, 'undo_pushed_day', { pushedDayId }, { now })
  })
}

/** The task: goes on where the last try stopped. */
export async function runUndo(app: App, pushedDayId: PushedDayId): Promise<void> {
  while (
    await inTransaction(app.db, (trx) => undoSome(app, trx, pushedDayId), { isolation: 'read committed' })
  );
}

type PushedRow = {
  visit_id: VisitId
  weekly_job_id: WeeklyJobId
  outcome: 'moved' | 'skipped'
  was_state: VisitState
  was_crew_id: UserId | null
  crew_id: UserId | null
}

async function undoSome(app: App, db: Db, pushedDayId: PushedDayId): Promise<boolean> {
  const now = app.ports.clock.now()
  const day = await loadPushedDay(db, pushedDayId)
  if (day.state !== 'undoing') return false
  const all = await nextVisits(db, day)
  await lockJobsById(db, [...new Set(all.map((row) => row.weekly_job_id))])
  const rows = await untouched(db, day, all)
  await sql`set constraints visit_job_date_key deferred`.execute(db)
  await putBack(app, db, day, rows, now)
  await sql`set constraints visit_job_date_key immediate`.execute(db)
  const isLast = all.length < VISITS_AT_ONCE
  await db
    .updateTable('pushed_day')
    .set({
      after_visit_id: all.at(-1)?.visit_id ?? day.after_visit_id,
      ...(isLast ? { state: 'undone' } : {}),
    })
    .where('id', '=', day.id)
    .execute()
  if (isLast)
    await enqueue(db, 'tell_pushed_day', { pushedDayId: day.id, what: 'undone', after: null }, { now })
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
  await restoreDays(db, day, rows)
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

async function nextVisits(db: Db, day: PushedDayRow): Promise<PushedRow[]> {
  const { rows } = await sql<PushedRow>`
    select pushed.visit_id, visit.weekly_job_id, pushed.outcome, pushed.was_state, pushed.was_crew_id, visit.crew_id
    from pushed_day_visit pushed join visit on visit.id = pushed.visit_id
    where pushed.pushed_day_id = ${day.id}
      and (${day.after_visit_id}::uuid is null or pushed.visit_id > ${day.after_visit_id}::uuid)
    order by pushed.visit_id limit ${VISITS_AT_ONCE}
  `.execute(db)
  return rows
}

/** Those that are still as the push left them, whoever has them now. */
async function untouched(db: Db, day: PushedDayRow, rows: readonly PushedRow[]): Promise<PushedRow[]> {
  const { rows: same } = await sql<PushedRow>`
    select pushed.visit_id, visit.weekly_job_id, pushed.outcome, pushed.was_state, pushed.was_crew_id, visit.crew_id
    from pushed_day_visit pushed join visit on visit.id = pushed.visit_id
    where pushed.pushed_day_id = ${day.id} and visit.id = any(${rows.map((row) => row.visit_id)}::uuid[])
      and case pushed.outcome
        when 'moved' then visit.state in ('scheduled', 'confirmed') and visit.moved_by = 'pushed'
          and visit.moved_source = ${day.id}
        else visit.state = 'skipped' and exists (
          select from weekly_job_skip skip where skip.weekly_job_id = visit.weekly_job_id
            and skip.date = coalesce(visit.moved_from, visit.date) and skip.pushed_day_id = ${day.id}
        ) end
    order by pushed.visit_id
  `.execute(db)
  return same
}

async function restoreDays(db: Db, day: PushedDayRow, rows: readonly PushedRow[]): Promise<void> {
  const ids = rows.map((row) => row.visit_id)
  await sql`
    delete from schedule_move using visit
    where visit.id = any(${ids}::uuid[]) and schedule_move.weekly_job_id = visit.weekly_job_id
      and schedule_move.from_date = coalesce(visit.moved_from, visit.date) and schedule_move.pushed_day_id = ${day.id}
  `.execute(db)
  await sql`
    insert into schedule_move
    select (jsonb_populate_record(null::schedule_move, pushed.was_move)).* from pushed_day_visit pushed
    where pushed.pushed_day_id = ${day.id} and pushed.visit_id = any(${ids}::uuid[]) and pushed.was_move is not null
    on conflict do nothing
  `.execute(db)
  await sql`
    delete from weekly_job_skip using visit
    where visit.id = any(${ids}::uuid[]) and weekly_job_skip.weekly_job_id = visit.weekly_job_id
      and weekly_job_skip.date = coalesce(visit.moved_from, visit.date) and weekly_job_skip.pushed_day_id = ${day.id}
  `.execute(db)
  await sql`
    update visit set date = pushed.was_date, starts_at = pushed.was_starts_at, ends_at = pushed.was_ends_at,
      moved_from = pushed.was_moved_from, moved_by = pushed.was_moved_by, moved_source = pushed.was_moved_source
    from pushed_day_visit pushed
    where pushed.pushed_day_id = ${day.id} and visit.id = pushed.visit_id and visit.id = any(${ids}::uuid[])
  `.execute(db)
}

/** Last, because a visit that changes hands loses its place in a route. */
async function restorePlaces(db: Db, day: PushedDayRow, rows: readonly PushedRow[]): Promise<void> {
  await sql`
    update visit set assignment_id = pushed.was_assignment_id, position = pushed.was_position
    from pushed_day_visit pushed
    where pushed.pushed_day_id = ${day.id} and visit.id = pushed.visit_id
      and visit.id = any(${rows.map((row) => row.visit_id)}::uuid[])
      and visit.crew_id is not distinct from pushed.was_crew_id
  `.execute(db)
}
