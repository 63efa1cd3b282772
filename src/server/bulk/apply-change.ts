/** The change of many, done to one weekly job by the rule that is also asked when somebody changes this one alone. */
import { isDeepStrictEqual } from 'node:util'
import type { JobRecord } from '#contract/bulk-shapes.ts'
import type { UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import {
  type BulkChange,
  type BulkSkip,
  isMeant,
  isSoAlready,
  termsChangeOf,
  weekOf,
} from '#domain/portfolio/bulk.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { savePlaceCrews } from '../crews/save-place-crews.ts'
import type { Db } from '../db/client.ts'
import { cancelWeeklyJob } from '../jobs/cancel-weekly-job.ts'
import { changeWeeklyJob } from '../jobs/change-weekly-job.ts'
import { type LockedJob, lockJob } from '../jobs/job-queries.ts'
import type { NotifyCrews } from '../jobs/notify-crews.ts'
import { pauseWeeklyJob } from '../jobs/pause-weekly-job.ts'
import { termsOf } from '../jobs/series-queries.ts'
import { skipVisit } from '../jobs/skip-visit.ts'
import { findComingVisits } from '../jobs/visit-queries.ts'
import type { CustomerScope } from '../scope.ts'
import { readRecord } from './job-record-queries.ts'
import { findWeekVisits } from './visit-queries.ts'

type Applied = { readonly before: JobRecord; readonly after: JobRecord; readonly crewIds: readonly UserId[] }

/** Null where the job is so already. Throws what the rule refuses. `app.db` is the transaction. */
export async function applyChange(
  app: App,
  scope: CustomerScope,
  weeklyJobId: WeeklyJobId,
  change: BulkChange,
): Promise<Applied | null> {
  const { db } = app
  const now = app.ports.clock.now()
  const job = await lockJob(db, scope, weeklyJobId)
  const visitIds = await visitsTakenOut(db, job, change, now)
  const before = await readRecord(db, job, visitIds)
  if (isAlready(job, before, change)) return null
  const crewIds = new Set<UserId>()
  // Each crew is notified once of all, when the last job is behind us.
  const collect: NotifyCrews = async (_db, news) => {
    for (const crewId of news.crewIds) crewIds.add(crewId)
  }
  await applyTo(app, scope, { job, change, visitIds, toCrews: collect })
  const after = await readRecord(db, await lockJob(db, scope, weeklyJobId))
  return { before, after, crewIds: [...crewIds] }
}

function isAlready(job: LockedJob, record: JobRecord, change: BulkChange): boolean {
  const { earlierTerms, visitIds, chosenCrewIds } = record
  switch (change.kind) {
    case 'crews':
      return job.state === 'cancelled' || isDeepStrictEqual(chosenCrewIds, change.crewIds)
    case 'skip':
      return visitIds.length === 0
    case 'cancel':
      return job.state === 'cancelled'
    case 'pause':
      return false
    case 'window':
    case 'weekdays':
    case 'quantity':
      return job.state !== 'cancelled' && isSoAlready(termsOf(job), termsBefore(earlierTerms), change)
  }
}

function termsBefore(earlierTerms: JobRecord['earlierTerms']) {
  return earlierTerms.map(({ until, windowStart, windowEnd, ...terms }) => ({
    until,
    ...termsOf({ ...terms, window_start: windowStart, window_end: windowEnd }),
  }))
}

async function visitsTakenOut(db: Db, job: LockedJob, change: BulkChange, now: Instant): Promise<VisitId[]> {
  if (change.kind === 'cancel') return findComingVisits(db, [job.id], now)
  if (change.kind !== 'skip') return []
  return (await weekVisitsMeant(db, [job.id], change, now)).map(({ id }) => id)
}

/** On the days of the week that are meant. */
export async function weekVisitsMeant(
  db: Db,
  jobIds: readonly WeeklyJobId[],
  change: BulkSkip,
  now: Instant,
) {
  const visits = await findWeekVisits(db, jobIds, weekOf(change), now)
  return visits.filter(({ date }) => isMeant(change, date))
}

async function applyTo(
  app: App,
  scope: CustomerScope,
  {
    job,
    change,
    visitIds,
    toCrews,
  }: {
    job: LockedJob
    change: BulkChange
    visitIds: readonly VisitId[]
    toCrews: NotifyCrews
  },
): Promise<void> {
  const { id: weeklyJobId, property_id: propertyId } = job
  switch (change.kind) {
    case 'crews':
      await savePlaceCrews(app, scope, { propertyId, crewIds: change.crewIds })
      return
    case 'skip':
      for (const visitId of visitIds) await skipVisit(app, scope, visitId, toCrews)
      return
    case 'pause':
      await pauseWeeklyJob(app, scope, { weeklyJobId, from: change.from, to: change.to }, toCrews)
      return
    case 'cancel':
      await cancelWeeklyJob(app, scope, weeklyJobId, toCrews)
      return
    case 'window':
    case 'weekdays':
    case 'quantity':
      await changeWeeklyJob(app, scope, { weeklyJobId, ...termsChangeOf(change) }, toCrews)
  }
}
