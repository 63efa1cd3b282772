/**
 * Stops and restarts a customer's weekly jobs as dunning asks (product §3, Billing). What should be is recomputed from
 * the payments, so the order in which declines and payments arrive does not matter, and running it twice changes
 * nothing. What was skipped meanwhile is never billed.
 */
import { sql } from 'kysely'
import type { UserId, WeeklyJobId } from '#domain/ids.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { servicePauseWords, tellBesideMail } from '../notices/money-notices.ts'
import { isPausedByDunning } from '../payments/paused-by-dunning.ts'
import { paymentTexts } from '../payments/texts.ts'
import { enqueue } from '../tasks/queue.ts'
import { lockJobsOf } from './locks.ts'
import { planVisits } from './plan-visits.ts'
import { rewriteVisits } from './rewrite.ts'

/** Runs in the task's transaction. */
export async function applyServicePause(app: App, trx: Db, customerId: UserId): Promise<void> {
  const now = app.ports.clock.now()
  const customer = await trx
    .selectFrom('users')
    .where('id', '=', customerId)
    .forUpdate()
    .select('time_zone')
    .executeTakeFirstOrThrow()
  const today = dateAt(now, customer.time_zone)
  if (await isPausedByDunning(trx, customerId)) await pause(app, trx, { customerId, now, today })
  else await resume(app, trx, { customerId, now, today })
}

type Moment = { readonly customerId: UserId; readonly now: Instant; readonly today: LocalDate }

/** From tomorrow on: what is under way today is done and billed. */
async function pause(app: App, trx: Db, { customerId, now, today }: Moment): Promise<void> {
  const from = addDays(today, 1)
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
  `.execute(trx)
  await trx
    .updateTable('weekly_job')
    .set({ state: 'paused', updated_at: toTimestamp(now) })
    .where('customer_id', '=', customerId)
    .where('state', '=', 'active')
    .execute()
  const ids = rows.map((row) => row.weekly_job_id)
  const visitsByCrew = await rewrite(app, trx, { customerId, ids, from, now })
  await tellCrews(app, trx, { customerId, visitsByCrew, now, isPaused: true })
}

/** From tomorrow on, by the jobs as they are now: weekdays that were changed meanwhile do not come back. */
async function resume(app: App, trx: Db, { customerId, now, today }: Moment): Promise<void> {
  const ended = await endPauses(trx, customerId, today)
  if (ended.length === 0) return
  await trx
    .updateTable('weekly_job')
    .set({
      state: sql<'active' | 'paused'>`case when exists (
        select from weekly_job_pause pause where pause.weekly_job_id = weekly_job.id and pause.to_date is null
      ) then 'paused' else 'active' end`,
      updated_at: toTimestamp(now),
    })
    .where(sql<boolean>`id = any(${ended}::uuid[])`)
    .where('state', '=', 'paused')
    .execute()
  const visitsByCrew = await rewrite(app, trx, { customerId, ids: ended, from: addDays(today, 1), now })
  await planVisits(app, { customerId }, trx)
  await tellCrews(app, trx, { customerId, visitsByCrew, now, isPaused: false })
}

type CrewVisits = ReadonlyMap<UserId, number>

async function rewrite(
  app: App,
  trx: Db,
  input: { customerId: UserId; ids: readonly WeeklyJobId[]; from: LocalDate; now: Instant },
): Promise<CrewVisits> {
  const { customerId, ids, from, now } = input
  if (ids.length === 0) return new Map()
  const jobs = (await lockJobsOf(trx, customerId, ids)).filter((job) => job.state !== 'cancelled')
  const rewritten = await rewriteVisits(trx, { app, jobs, from, actor: SYSTEM, reason: 'dunning', now })
  return rewritten.visitsByCrew
}

/** The service goes on tomorrow; a pause that had not begun by then never was. Answers the jobs. */
async function endPauses(trx: Db, customerId: UserId, today: LocalDate): Promise<WeeklyJobId[]> {
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
  `.execute(trx)
  return rows.map((row) => row.weekly_job_id)
}

async function tellCrews(
  app: App,
  trx: Db,
  told: { customerId: UserId; visitsByCrew: CrewVisits; now: Instant; isPaused: boolean },
): Promise<void> {
  const { customerId, visitsByCrew, now, isPaused } = told
  if (visitsByCrew.size === 0) return
  const crews = await trx
    .selectFrom('users')
    .where('id', 'in', [...visitsByCrew.keys()])
    .select(['id', 'name', 'email', 'locale'])
    .execute()
  for (const crew of crews) {
    const stopCount = visitsByCrew.get(crew.id)!
    const url = `${app.config.http.origin}/jobs-list`
    const texts = paymentTexts[crew.locale]
    const mail = isPaused
      ? texts.servicePaused(crew.name, stopCount, url)
      : texts.serviceResumed(crew.name, url)
    const key = `${isPaused ? 'service-paused' : 'service-resumed'}:${crew.id}:${customerId}:${now}`
    await enqueue(trx, 'send_mail', { key, to: crew.email, userId: crew.id, ...mail }, { now })
    await tellBesideMail(trx, {
      to: crew.id,
      event: 'job_changed',
      key,
      words: servicePauseWords(isPaused),
      url: '/jobs-list',
      now,
    })
  }
}
