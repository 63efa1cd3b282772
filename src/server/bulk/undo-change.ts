/**
 * Putting one weekly job back to what it was before a change of many. What somebody changed since, or a crew took,
 * stays as it is and is named; what a crew has begun is never touched.
 */
import { isDeepStrictEqual } from 'node:util'
import type { JobRecord } from '#contract/bulk-shapes.ts'
import type { UserId, WeeklyJobId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { replaceChosenCrews } from '../crews/chosen-queries.ts'
import { withoutDaysOff } from '../crews/days-off-queries.ts'
import type { Db } from '../db/client.ts'
import { refuseOthers } from '../jobs/change-weekly-job.ts'
import { type LockedJob, lockJob, setJobState } from '../jobs/job-queries.ts'
import type { NotifyCrews } from '../jobs/notify-crews.ts'
import { markResumed } from '../jobs/pause-queries.ts'
import { type RewriteInput, rewriteVisits } from '../jobs/rewrite-visits.ts'
import { unskipVisit } from '../jobs/skip-visit.ts'
import { saveAssignees } from '../jobs/visit-queries.ts'
import { acceptAgain } from '../offers/queries.ts'
import { isPausedByDunning } from '../payments/find-pause.ts'
import { findOtherJobs } from '../prices/booking-queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { type AppliedTransition, actorOf, applyTransition } from '../visits/apply-transition.ts'
import type { Note } from './bulk-queries.ts'
import {
  hasBegunSince,
  isPlaceGone,
  readRecord,
  removePauses,
  restoreAssignments,
  restoreTerms,
  stillIn,
} from './job-record-queries.ts'
import { bulkTexts } from './texts.ts'

type Undoing = {
  readonly app: App
  readonly scope: CustomerScope
  readonly job: LockedJob
  readonly before: JobRecord
  readonly after: JobRecord
  readonly now: Instant
}

export type Undone = { readonly note: Note; readonly crewIds: readonly UserId[] }

/** Throws where the job stays as it is. `app.db` is the transaction. */
export async function undoChange(
  app: App,
  scope: CustomerScope,
  {
    weeklyJobId,
    change,
    before,
    after,
    doneAt,
  }: {
    weeklyJobId: WeeklyJobId
    change: BulkChange
    before: JobRecord
    after: JobRecord
    doneAt: Instant
  },
): Promise<Undone> {
  const now = app.ports.clock.now()
  const job = await lockJob(app.db, scope, weeklyJobId)
  const undoing: Undoing = { app, scope, job, before, after, now }
  switch (change.kind) {
    case 'crews':
      await refuseChanged(undoing, ['chosenCrewIds'])
      await replaceChosenCrews(app.db, job.property_id, before.chosenCrewIds)
      return { note: null, crewIds: [] }
    case 'skip':
      return unskip(undoing)
    case 'pause':
      await refuseChanged(undoing, ['state', 'pauses'])
      await removePauses(app.db, before, after)
      await markResumed(app.db, [job.id], now)
      return { note: null, crewIds: await rewrite(undoing, change.from, 'resumed') }
    case 'cancel':
      await refuseChanged(undoing, ['state'])
      return { note: null, crewIds: await reinstate(undoing) }
    case 'window':
    case 'weekdays':
    case 'quantity': {
      await refuseChanged(undoing, [
        'state',
        'weekdays',
        'rhythm',
        'windowStart',
        'windowEnd',
        'quantity',
        'earlierTerms',
      ])
      await refuseTaken(undoing)
      const crewIds = await putTermsBack(undoing, change.from)
      const hasBegun = await hasBegunSince(app.db, job.id, change.from, doneAt)
      return { note: hasBegun ? inEachLanguage((language) => bulkTexts[language].begun) : null, crewIds }
    }
  }
}

/** A date that was put back since is as it was. */
async function unskip({ app, scope, before, now }: Undoing): Promise<Undone> {
  const crewIds = new Set<UserId>()
  const collect: NotifyCrews = async (_db, news) => {
    for (const crewId of news.crewIds) crewIds.add(crewId)
  }
  const visitIds = await stillIn(app.db, before.visitIds, 'skipped', now)
  if (visitIds.length === 0 && before.visitIds.length > 0) throw new Refused('job_changed_since')
  for (const visitId of visitIds) await unskipVisit(app, scope, visitId, collect)
  return { note: null, crewIds: [...crewIds] }
}

async function refuseChanged(
  { app, job, after }: Undoing,
  parts: readonly (keyof JobRecord)[],
): Promise<void> {
  const record = await readRecord(app.db, job)
  const isSame = parts.every((part) => isDeepStrictEqual(record[part], after[part]))
  if (!isSame) throw new Refused('job_changed_since')
}

async function refuseTaken({ app, job, after }: Undoing): Promise<void> {
  const { assignmentIds } = await readRecord(app.db, job)
  if (assignmentIds.some((id) => !after.assignmentIds.includes(id))) throw new Refused('job_taken_since')
}

async function putTermsBack(undoing: Undoing, from: LocalDate): Promise<UserId[]> {
  const { app, scope, job, before, after, now } = undoing
  const was = asBefore(job, before)
  refuseOthers(was, await findOtherJobs(app.db, scope, [was]), from)
  await restoreTerms(app.db, job.id, before, now)
  await restoreAssignments(app.db, before, after)
  return rewrite({ ...undoing, job: was }, from, 'changed')
}

/** Ended jobs live again, and so do the visits that ended with them. */
async function reinstate(undoing: Undoing): Promise<UserId[]> {
  const { app, scope, job, before, after, now } = undoing
  const { db } = app
  if (await isPlaceGone(db, job)) throw new Refused('job_changed_since')
  // Dunning pauses no job that has ended, so one that lives again would go on unpaid.
  if (await isPausedByDunning(db, scope.userId, now)) throw new Refused('payment_overdue')
  const today = dateAt(now, job.time_zone)
  const was = asBefore(job, before)
  refuseOthers(was, await findOtherJobs(db, scope, [was]), today)
  await setJobState(db, [job.id], before.state, now)
  await restoreAssignments(db, before, after)
  const visitIds = await stillIn(db, before.visitIds, 'cancelled', now)
  const { applied } = await applyTransition(db, {
    app,
    transition: 'reinstate',
    actor: actorOf(scope, now),
    now,
    detail: { reason: 'undone' },
    visitIds,
  })
  await openDaysOff(db, applied)
  await acceptAgain(
    db,
    applied.map((step) => step.visitId),
    now,
  )
  const crewIds = await rewrite({ ...undoing, job: was }, today, 'changed')
  const had = applied.map((step) => step.crewIdBefore).filter((crewId) => crewId !== null)
  return [...new Set([...had, ...crewIds])]
}

/** Each stays with the crew that had it, unless that crew has taken the day off since. */
async function openDaysOff(db: Db, applied: readonly AppliedTransition[]): Promise<void> {
  for (const [crewId, steps] of Map.groupBy(applied, (step) => step.crewIdBefore)) {
    if (crewId === null) continue
    const visitIds = steps.map((step) => step.visitId)
    const kept = new Set(await withoutDaysOff(db, crewId, visitIds))
    const open = visitIds.filter((id) => !kept.has(id))
    if (open.length > 0)
      await saveAssignees(
        db,
        open,
        open.map(() => undefined),
      )
  }
}

function asBefore(job: LockedJob, before: JobRecord): LockedJob {
  const { state, weekdays, rhythm, windowStart, windowEnd, quantity } = before
  return { ...job, state, weekdays, rhythm, window_start: windowStart, window_end: windowEnd, quantity }
}

async function rewrite(
  { app, scope, job, now }: Undoing,
  from: LocalDate,
  reason: RewriteInput['reason'],
): Promise<UserId[]> {
  const today = dateAt(now, job.time_zone)
  const { visitsByCrew } = await rewriteVisits(app.db, {
    app,
    jobs: [job],
    from: from > today ? from : today,
    actor: actorOf(scope, now),
    reason,
    now,
  })
  return [...visitsByCrew.keys()]
}
