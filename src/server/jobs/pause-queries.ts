/** Days on which a weekly job does not take place: pauses and skipped dates. */
import { sql } from 'kysely'
import type { UserId, WeeklyJobId } from '#domain/ids.ts'
import type { DateRange } from '#domain/schedule/exceptions.ts'
import { addDays, type Instant, type LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { LockedJob } from './job-queries.ts'

export async function insertPause(
  db: Db,
  weeklyJobId: WeeklyJobId,
  { from, to }: DateRange,
  now: Instant,
): Promise<void> {
  await db
    .insertInto('weekly_job_pause')
    .values({
      weekly_job_id: weeklyJobId,
      from_date: from,
      to_date: to,
      reason: 'customer',
      created_at: toTimestamp(now),
    })
    .execute()
}

/** A pause that had not begun by then never was. */
export async function endCustomerPauses(db: Db, job: LockedJob, from: LocalDate): Promise<void> {
  await db
    .deleteFrom('weekly_job_pause')
    .where('weekly_job_id', '=', job.id)
    .where('reason', '=', 'customer')
    .where('from_date', '>=', from)
    .execute()
  await db
    .updateTable('weekly_job_pause')
    .set({ to_date: addDays(from, -1) })
    .where('weekly_job_id', '=', job.id)
    .where('reason', '=', 'customer')
    .where((where) => where.or([where('to_date', 'is', null), where('to_date', '>=', from)]))
    .execute()
}

export async function hasOpenPause(db: Db, job: LockedJob, reason: 'customer' | 'dunning'): Promise<boolean> {
  const row = await db
    .selectFrom('weekly_job_pause')
    .where('weekly_job_id', '=', job.id)
    .where('reason', '=', reason)
    .where('to_date', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSkip(
  db: Db,
  weeklyJobId: WeeklyJobId,
  date: LocalDate,
  now: Instant,
): Promise<void> {
  await db
    .insertInto('weekly_job_skip')
    .values({ weekly_job_id: weeklyJobId, date, reason: 'customer', created_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A date that was vacant is kept from now on, whoever stays. */
export async function deleteSkip(
  db: Db,
  weeklyJobId: WeeklyJobId,
  date: LocalDate,
  now: Instant,
): Promise<void> {
  const deleted = await db
    .deleteFrom('weekly_job_skip')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '=', date)
    .where('reason', 'in', ['customer', 'vacant'])
    .returning('reason')
    .execute()
  if (!deleted.some(({ reason }) => reason === 'vacant')) return
  await db
    .insertInto('pickup_day')
    .values({ weekly_job_id: weeklyJobId, date, is_kept: true, created_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.columns(['weekly_job_id', 'date']).doUpdateSet({ is_kept: true }))
    .execute()
}

/** The customer's row, locked, so that declines and payments come after one another. */
export async function lockCustomerZone(db: Db, customerId: UserId): Promise<string> {
  const customer = await db
    .selectFrom('users')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .select('time_zone')
    .executeTakeFirstOrThrow()
  return customer.time_zone
}

/** Every live job of a customer that does not pause for dunning already. Answers the jobs. */
export async function insertDunningPauses(
  db: Db,
  customerId: UserId,
  from: LocalDate,
  now: Instant,
): Promise<WeeklyJobId[]> {
  const { rows } = await sql<{ weekly_job_id: WeeklyJobId }>`
    insert into weekly_job_pause (weekly_job_id, from_date, reason, created_at)
    select job.id, ${from}, 'dunning', ${toTimestamp(now)}
    from weekly_job job
    where job.customer_id = ${customerId} and job.state <> 'cancelled'
      and not exists (
        select from weekly_job_pause pause
        where pause.weekly_job_id = job.id and pause.reason = 'dunning' and pause.to_date is null
      )
    returning weekly_job_id
  `.execute(db)
  await db
    .updateTable('weekly_job')
    .set({ state: 'paused', updated_at: toTimestamp(now) })
    .where('customer_id', '=', customerId)
    .where('state', '=', 'active')
    .execute()
  return rows.map((row) => row.weekly_job_id)
}

/** The service goes on tomorrow; a pause that had not begun by then never was. Answers the jobs. */
export async function endDunningPauses(db: Db, customerId: UserId, today: LocalDate): Promise<WeeklyJobId[]> {
  const { rows } = await sql<{ weekly_job_id: WeeklyJobId }>`
    with open as (
      select pause.id, pause.from_date, pause.weekly_job_id
      from weekly_job_pause pause join weekly_job job on job.id = pause.weekly_job_id
      where job.customer_id = ${customerId} and pause.reason = 'dunning' and pause.to_date is null
    ), removed as (
      delete from weekly_job_pause where id in (select id from open where from_date > ${today}::date)
    ), ended as (
      update weekly_job_pause set to_date = ${today}
      where id in (select id from open where from_date <= ${today}::date)
    )
    select weekly_job_id from open
  `.execute(db)
  return rows.map((row) => row.weekly_job_id)
}

/** Jobs whose dunning ended are active again, but for those that their customer has paused. */
export async function markResumed(db: Db, weeklyJobIds: readonly WeeklyJobId[], now: Instant): Promise<void> {
  await db
    .updateTable('weekly_job')
    .set({
      state: sql<'active' | 'paused'>`case when exists (
        select from weekly_job_pause pause where pause.weekly_job_id = weekly_job.id and pause.to_date is null
      ) then 'paused' else 'active' end`,
      updated_at: toTimestamp(now),
    })
    .where(sql<boolean>`id = any(${weeklyJobIds}::uuid[])`)
    .where('state', '=', 'paused')
    .execute()
}
