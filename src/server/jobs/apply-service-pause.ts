/**
 * Stops and restarts a customer's weekly jobs as dunning asks (product §3, Billing). What should be is recomputed from
 * the payments, so it does not matter which declines and payments arrive first, and running it twice changes
 * nothing. What was skipped meanwhile is never billed.
 */

import type { UserId, WeeklyJobId } from '#domain/ids.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notifyBesideMail, servicePauseTexts } from '../notices/notify-of-money.ts'
import { isPausedByDunning } from '../payments/find-pause.ts'
import { paymentTexts } from '../payments/texts.ts'
import { enqueue } from '../tasks/queue.ts'
import { lockJobsOf } from './job-queries.ts'
import { endDunningPauses, insertDunningPauses, lockCustomerZone, markResumed } from './pause-queries.ts'
import { planVisits } from './plan-visits.ts'
import { findCrews } from './queries.ts'
import { rewriteVisits } from './rewrite-visits.ts'

/** Runs in the task's transaction. */
export async function applyServicePause(app: App, trx: Db, customerId: UserId): Promise<void> {
  const now = app.ports.clock.now()
  const today = dateAt(now, await lockCustomerZone(trx, customerId))
  if (await isPausedByDunning(trx, customerId, now)) await pause(app, trx, { customerId, now, today })
  else await resume(app, trx, { customerId, now, today })
}

type Moment = { readonly customerId: UserId; readonly now: Instant; readonly today: LocalDate }

/** From tomorrow on: what is under way today is done and billed. */
async function pause(app: App, trx: Db, { customerId, now, today }: Moment): Promise<void> {
  const from = addDays(today, 1)
  const ids = await insertDunningPauses(trx, customerId, from, now)
  const visitsByCrew = await rewrite(app, trx, { customerId, ids, from, now })
  await notifyCrews(app, trx, { customerId, visitsByCrew, now, isPaused: true })
}

/** From tomorrow on, by the jobs as they are now: weekdays that were changed meanwhile do not come back. */
async function resume(app: App, trx: Db, { customerId, now, today }: Moment): Promise<void> {
  const ended = await endDunningPauses(trx, customerId, today)
  if (ended.length === 0) return
  await markResumed(trx, ended, now)
  const visitsByCrew = await rewrite(app, trx, { customerId, ids: ended, from: addDays(today, 1), now })
  await planVisits(app, { customerId }, trx)
  await notifyCrews(app, trx, { customerId, visitsByCrew, now, isPaused: false })
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

async function notifyCrews(
  app: App,
  trx: Db,
  news: { customerId: UserId; visitsByCrew: CrewVisits; now: Instant; isPaused: boolean },
): Promise<void> {
  const { customerId, visitsByCrew, now, isPaused } = news
  if (visitsByCrew.size === 0) return
  const crews = await findCrews(trx, [...visitsByCrew.keys()])
  for (const crew of crews) {
    const stopCount = visitsByCrew.get(crew.id)!
    const url = `${app.config.http.origin}/jobs-list`
    const texts = paymentTexts[crew.locale]
    const mail = isPaused
      ? texts.servicePaused(crew.name, stopCount, url)
      : texts.serviceResumed(crew.name, url)
    const key = `${isPaused ? 'service-paused' : 'service-resumed'}:${crew.id}:${customerId}:${now}`
    await enqueue(trx, 'send_mail', { key, to: crew.email, userId: crew.id, ...mail }, { now })
    await notifyBesideMail(trx, {
      to: crew.id,
      event: 'job_changed',
      key,
      texts: servicePauseTexts(isPaused),
      url: '/jobs-list',
      now,
    })
  }
}
