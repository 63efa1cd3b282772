/**
 * Pushing a day for an area: the operator's order is one row, the visits follow in batches in the background, each a
 * transaction that also moves the row's mark on, so a crash loses at most one batch and nothing is done twice.
 */
import { sql } from 'kysely'
import type { PushedDayId } from '#domain/ids.ts'
import { faultOfPush, undoUntil } from '#domain/schedule/pushed-day.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { Actor } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { lockJobsById } from '../jobs/locks.ts'
import { rewriteVisits } from '../jobs/rewrite.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/settings-at.ts'
import { enqueue } from '../tasks/queue.ts'
import { audit } from './audit.ts'
import { loadPushedDay, type PushedDayRow, pushOf } from './pushed-day-rows.ts'
import { findPushedVisits, type Push, type PushedVisit, pricePushedVisits } from './pushed-visits.ts'
import { pushTexts } from './texts.ts'

const PUSHED_AT_ONCE = 300

/** Throws `bad_input` with the field where the days cannot be. */
export async function checkPush(app: App, scope: OperatorScope, push: Push): Promise<{ zone: string }> {
  const market = await app.db
    .selectFrom('market')
    .where('id', '=', push.marketId)
    .select('time_zone')
    .executeTakeFirst()
  if (market === undefined) throw new Refused('not_found')
  const fault = faultOfPush(push, dateAt(app.ports.clock.now(), market.time_zone))
  if (fault !== null)
    throw new Refused('bad_input', { fields: { [fault.field]: pushTexts[scope.locale].faults[fault.fault] } })
  return { zone: market.time_zone }
}

export async function pushDay(
  app: App,
  scope: OperatorScope,
  push: Push & { readonly reason: 'snow' | 'hauler' | 'other'; readonly note: string },
) {
  const { zone } = await checkPush(app, scope, push)
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { id } = await trx
      .insertInto('pushed_day')
      .values({
        market_id: push.marketId,
        date: push.date,
        to_date: push.to,
        lat: push.area?.lat ?? null,
        lng: push.area?.lng ?? null,
        radius_feet: push.area?.radiusFeet ?? null,
        service_keys: push.serviceKeys === null ? null : [...push.serviceKeys],
        reason: push.reason,
        note: push.note,
        created_by: scope.userId,
        created_at: toTimestamp(now),
        undo_until: toTimestamp(undoUntil(push.date, zone, now, await settingsAt(trx, push.marketId, now))),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(app, trx, scope, 'push_day', id, push)
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
  const day = await loadPushedDay(db, pushedDayId)
  if (day.state !== 'running') return false
  const page = { now, after: day.after_visit_id, limit: PUSHED_AT_ONCE }
  const found = await findPushedVisits(db, pushOf(day), page)
  const jobs = await lockJobsById(db, [...new Set(found.map((visit) => visit.weekly_job_id))])
  // Asked again once the jobs are locked: what changed meanwhile is somebody's decision.
  const visits = (await findPushedVisits(db, pushOf(day), page)).filter((visit) =>
    jobs.some((job) => job.id === visit.weekly_job_id),
  )
  if (visits.length > 0) {
    await rememberVisits(db, day, visits, now)
    await exceptVisits(db, day, visits, now)
    const dates = visits.map((visit) => visit.occurrence).sort()
    const actor: Actor = { kind: 'operator', id: day.created_by, isFrozen: false }
    await rewriteVisits(db, {
      app,
      jobs,
      from: dates[0]!,
      until: dates.at(-1)!,
      actor,
      reason: 'pushed',
      now,
    })
  }
  const isLast = found.length < PUSHED_AT_ONCE
  const moved = visits.filter((visit) => day.to_date !== null && !visit.meets).length
  await db
    .updateTable('pushed_day')
    .set((set) => ({
      after_visit_id: found.at(-1)?.id ?? day.after_visit_id,
      total_count: set('total_count', '+', visits.length),
      moved_count: set('moved_count', '+', moved),
      skipped_count: set('skipped_count', '+', visits.length - moved),
    }))
    .where('id', '=', day.id)
    .execute()
  if (isLast) await finish(db, day, now)
  return !isLast
}

/** Which of the moved visits their crews cannot do is known only when all of them have moved. */
async function finish(db: Db, day: PushedDayRow, now: Instant): Promise<void> {
  await db
    .updateTable('pushed_day')
    .set({ state: 'done', finished_at: toTimestamp(now) })
    .where('id', '=', day.id)
    .execute()
  if (day.to_date !== null)
    await enqueue(db, 'settle_moved', { from: day.to_date, to: day.to_date, after: null }, { now })
  await enqueue(db, 'tell_pushed_day', { pushedDayId: day.id, what: 'pushed', after: null }, { now })
  await enqueue(db, 'pay_standby', { pushedDayId: day.id }, { now, runAt: day.undo_until })
}

async function rememberVisits(
  db: Db,
  day: PushedDayRow,
  visits: readonly PushedVisit[],
  now: Instant,
): Promise<void> {
  const priced = await pricePushedVisits(db, day.market_id, visits, now)
  await sql`
    insert into pushed_day_visit (pushed_day_id, visit_id, outcome, was_date, was_starts_at, was_ends_at, was_state,
      was_crew_id, was_assignment_id, was_position, was_moved_from, was_moved_by, was_moved_source, was_move, standby_cents)
    select ${day.id}::uuid, visit.id, pushed.outcome, visit.date, visit.starts_at, visit.ends_at, visit.state,
      visit.crew_id, visit.assignment_id, visit.position, visit.moved_from, visit.moved_by, visit.moved_source,
      to_jsonb(move), pushed.standby_cents
    from unnest(
      ${visits.map((visit) => visit.id)}::uuid[],
      ${visits.map((visit) => (day.to_date === null || visit.meets ? 'skipped' : 'moved'))}::text[],
      ${priced.map(({ standbyCents }) => standbyCents)}::bigint[]
    ) as pushed (visit_id, outcome, standby_cents)
    join visit on visit.id = pushed.visit_id
    left join schedule_move move on move.weekly_job_id = visit.weekly_job_id
      and move.from_date = coalesce(visit.moved_from, visit.date)
    on conflict (pushed_day_id, visit_id) do nothing
  `.execute(db)
}

/** Hours and quantity that a customer had set for the day go with it. */
async function exceptVisits(
  db: Db,
  day: PushedDayRow,
  visits: readonly PushedVisit[],
  now: Instant,
): Promise<void> {
  const moved = visits.filter((visit) => day.to_date !== null && !visit.meets)
  const skipped = visits.filter((visit) => day.to_date === null || visit.meets)
  await sql`
    insert into schedule_move (weekly_job_id, from_date, to_date, reason, pushed_day_id, created_by, created_at)
    select job_id, from_date, ${day.to_date}::date, 'pushed', ${day.id}::uuid, ${day.created_by}::uuid, ${toTimestamp(now)}
    from unnest(
      ${moved.map((visit) => visit.weekly_job_id)}::uuid[], ${moved.map((visit) => visit.occurrence)}::date[]
    ) as moved (job_id, from_date)
    on conflict (weekly_job_id, from_date) do update set to_date = excluded.to_date, reason = 'pushed',
      pushed_day_id = excluded.pushed_day_id, created_by = excluded.created_by, created_at = excluded.created_at
  `.execute(db)
  await sql`
    insert into weekly_job_skip (weekly_job_id, date, reason, pushed_day_id, created_at)
    select job_id, date, 'pushed', ${day.id}::uuid, ${toTimestamp(now)}
    from unnest(
      ${skipped.map((visit) => visit.weekly_job_id)}::uuid[], ${skipped.map((visit) => visit.occurrence)}::date[]
    ) as skipped (job_id, date)
    on conflict (weekly_job_id, date) do nothing
  `.execute(db)
}
