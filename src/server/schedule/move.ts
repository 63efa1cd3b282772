/** One visit of a series on another day, in other hours or for another quantity: it stays so whatever changes later. */
import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import { MOVE_REACH_DAYS, occurrenceOf } from '#domain/schedule/moves.ts'
import { seriesVisits } from '#domain/schedule/series.ts'
import { daysBetween, type Instant, type LocalDate, type LocalTime } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import type { LockedJob } from '../jobs/locks.ts'
import { rewriteVisits } from '../jobs/rewrite.ts'
import { loadSeries } from '../jobs/series.ts'
import { lockVisitOfJob } from '../jobs/skip.ts'
import { tellCrews } from '../jobs/tell-crews.ts'
import { todayAt } from '../jobs/today.ts'
import { badField } from '../prices/order.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf } from '../visits/transition.ts'
import { releaseMisfits } from './release-misfits.ts'

export type VisitMove = {
  readonly visitId: VisitId
  /** Absent: its day stays. */
  readonly to?: LocalDate | undefined
  /** Null: any time that day. Absent: its hours stay. */
  readonly window?: { readonly start: LocalTime; readonly end: LocalTime } | null | undefined
  readonly quantity?: number | undefined
}

export async function moveVisit(app: App, scope: CustomerScope, move: VisitMove) {
  return changeOne(app, scope, move.visitId, async (trx, job, visit, now) => {
    const to = move.to ?? visit.date
    if (to < todayAt(job, now)) throw badField(scope, 'to', 'in_the_past')
    if (Math.abs(daysBetween(occurrenceOf(visit), to)) > MOVE_REACH_DAYS)
      throw badField(scope, 'to', 'too_far_from_its_day')
    await saveMove(trx, scope, { job, from: occurrenceOf(visit), to, move, now })
    if (to !== visit.date && (await isTaken(trx, job, to, move.visitId)))
      throw badField(scope, 'to', 'day_taken')
  })
}

/** Back to what its rule says. */
export async function unmoveVisit(app: App, scope: CustomerScope, visitId: VisitId) {
  return changeOne(app, scope, visitId, async (trx, job, visit) => {
    await trx
      .deleteFrom('schedule_move')
      .where('weekly_job_id', '=', job.id)
      .where('from_date', '=', occurrenceOf(visit))
      .where('reason', '=', 'customer')
      .execute()
  })
}

type OneVisit = { readonly date: LocalDate; readonly movedFrom: LocalDate | null }

async function changeOne(
  app: App,
  scope: CustomerScope,
  visitId: VisitId,
  change: (trx: Db, job: LockedJob, visit: OneVisit, now: Instant) => Promise<void>,
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { visit, job } = await lockVisitOfJob(trx, scope, visitId)
    if (job.state === 'cancelled') throw new Refused('job_ended')
    await refuseBegun(trx, visitId, now)
    await change(trx, job, visit, now)
    await refuseMeeting(trx, scope, job, occurrenceOf(visit), now)
    const actor = actorOf(scope, now)
    const rewrite = { app, jobs: [job], from: occurrenceOf(visit), actor, reason: 'moved', now } as const
    const { visitsByCrew } = await rewriteVisits(trx, rewrite)
    const released = await releaseMisfits(app, trx, [visitId], now)
    await tellCrews(trx, {
      key: `visit-moved:${visitId}:${now}`,
      what: 'moved',
      place: job.property_name,
      date: visit.date,
      crewIds: [...visitsByCrew.keys()] as UserId[],
      now,
    })
    const after = await visitAfter(trx, visitId)
    return { ok: true as const, ...after, keepsCrew: released.length === 0 }
  })
}

async function refuseBegun(db: Db, visitId: VisitId, now: Instant): Promise<void> {
  const { state, ends_at } = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['state', 'ends_at'])
    .executeTakeFirstOrThrow()
  if (state !== 'scheduled' && state !== 'confirmed') throw new Refused('wrong_state')
  if (ends_at <= now) throw new Refused('too_late')
}

async function saveMove(
  db: Db,
  scope: CustomerScope,
  {
    job,
    from,
    to,
    move,
    now,
  }: { job: LockedJob; from: LocalDate; to: LocalDate; move: VisitMove; now: Instant },
): Promise<void> {
  const { window, quantity } = move
  const isEdited = window !== undefined
  const hours = {
    sets_window: isEdited,
    window_start: window?.start ?? null,
    window_end: window?.end ?? null,
  }
  const values = {
    to_date: to,
    reason: 'customer' as const,
    pushed_day_id: null,
    created_by: scope.userId,
    created_at: toTimestamp(now),
    ...(isEdited ? hours : {}),
    ...(quantity === undefined ? {} : { quantity }),
  }
  await db
    .insertInto('schedule_move')
    .values({ weekly_job_id: job.id, from_date: from, ...values })
    .onConflict((conflict) => conflict.columns(['weekly_job_id', 'from_date']).doUpdateSet(values))
    .execute()
}

/** The visit must be the one that takes place on its day, at a time that is still to come. */
async function refuseMeeting(
  db: Db,
  scope: CustomerScope,
  job: LockedJob,
  occurrence: LocalDate,
  now: Instant,
): Promise<void> {
  const { series } = (await loadSeries(db, [job], occurrence)).get(job.id)!
  const visit = seriesVisits(series, occurrence, occurrence)[0]
  if (visit === undefined) throw badField(scope, 'to', 'day_taken')
  if (visit.endsAt <= now) throw badField(scope, 'to', 'in_the_past')
}

/** By a visit of the same service at the same place, whichever weekly job it belongs to. */
async function isTaken(db: Db, job: LockedJob, date: LocalDate, visitId: VisitId): Promise<boolean> {
  const row = await db
    .selectFrom('visit')
    .where('property_id', '=', job.property_id)
    .where('service_key', '=', job.service_key)
    .where('date', '=', date)
    .where('id', '<>', visitId)
    .where('weekly_job_id', 'is not', null)
    .where('state', 'not in', ['skipped', 'cancelled'])
    .select(sql`1`.as('one'))
    .executeTakeFirst()
  return row !== undefined
}

function visitAfter(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['date', 'starts_at as startsAt', 'ends_at as endsAt', 'quantity'])
    .executeTakeFirstOrThrow()
}
