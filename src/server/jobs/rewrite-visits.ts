/**
 * Brings the visits of changed weekly jobs in line with their series: what is no longer wanted is skipped, what is
 * wanted again is put back, days, windows and quantities follow, missing dates are created. Runs in the caller's transaction,
 * on jobs that it has locked.
 */
import type { UserId, VisitId } from '#domain/ids.ts'
import {
  type Replan,
  type Rewritten,
  rememberWindows,
  replan,
  type WindowOf,
} from '#domain/schedule/series.ts'
import { addDays, type Instant, type LocalDate } from '#domain/time.ts'
import type { Actor } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { deferDateCheck } from '../visits/transition-queries.ts'
import { applyTransition } from '../visits/apply-transition.ts'
import { addVisits } from './add-visits.ts'
import { findAvailableAssignees } from './find-available-assignees.ts'
import type { LockedJob } from './job-queries.ts'
import { type Assignee, type JobSeries, loadSeries } from './series-queries.ts'
import { findStandingVisits, type StandingRow, saveAssignees, saveRewritten } from './visit-queries.ts'

export type RewriteInput = {
  readonly app: App
  /** As the rows are after the change. */
  readonly jobs: readonly LockedJob[]
  /** Earlier dates stay as they are. */
  readonly from: LocalDate
  /** Later dates of the rule stay, too, where this is given. */
  readonly until?: LocalDate
  readonly actor: Actor
  readonly reason: 'changed' | 'paused' | 'resumed' | 'dunning' | 'moved' | 'pushed' | 'holiday' | 'stay'
  readonly now: Instant
}

export type RewriteResult = {
  readonly createdCount: number
  readonly revivedCount: number
  readonly alteredCount: number
  readonly droppedCount: number
  /** Visits that stay under other terms or on another day. */
  readonly alteredIds: readonly VisitId[]
  /** Crews whose visits changed, with the number of them. */
  readonly visitsByCrew: ReadonlyMap<UserId, number>
}

type JobReplan = {
  readonly job: LockedJob
  readonly plan: Replan<StandingRow>
  readonly assignees: readonly Assignee[]
}

export async function rewriteVisits(db: Db, input: RewriteInput): Promise<RewriteResult> {
  const { jobs, from } = input
  const planned = jobs.filter((job) => job.planned_until !== null)
  // Earlier by a day: places west of the market are still on the day before.
  const series = await loadSeries(db, planned, addDays(from, -1))
  const standing = Map.groupBy(await findStandingVisits(db, planned, input), (visit) => visit.jobId)
  const windowOf = rememberWindows()
  const replans: JobReplan[] = planned.map((job) => {
    const { series: one, assignees } = series.get(job.id)!
    return { job, plan: replanJob(job, one, standing.get(job.id) ?? [], { ...input, windowOf }), assignees }
  })
  await deferDateCheck(db, async () => {
    await dropVisits(db, input, replans)
    await reviveVisits(db, input, replans)
    await alterVisits(db, input, replans)
  })
  const created = replans.flatMap(({ job, plan, assignees }) =>
    plan.create.map((visit) => ({ job, visit, assignees })),
  )
  return {
    createdCount: await addVisits(db, created, input.now),
    revivedCount: count(replans, 'revive'),
    alteredCount: count(replans, 'alter'),
    droppedCount: count(replans, 'drop'),
    alteredIds: replans.flatMap(({ plan }) => plan.alter.map(({ visit }) => visit.id)),
    visitsByCrew: touchedCrews(replans),
  }
}

function replanJob(
  job: LockedJob,
  series: JobSeries['series'],
  standing: readonly StandingRow[],
  { from, until, now, windowOf }: RewriteInput & { windowOf: WindowOf },
): Replan<StandingRow> {
  const to = until !== undefined && until < job.planned_until! ? until : job.planned_until!
  return replan(series, standing, { from, to, now, windowOf })
}

async function dropVisits(db: Db, input: RewriteInput, replans: readonly JobReplan[]): Promise<void> {
  const visitIds = replans.flatMap(({ plan }) => plan.drop.map((visit) => visit.id))
  await applyTransition(db, { ...stepOf(input), transition: 'skip', visitIds })
}

/** The crew to which the weekday is assigned now gets the visit back, which need not be the one that had it. */
async function reviveVisits(db: Db, input: RewriteInput, replans: readonly JobReplan[]): Promise<void> {
  const revived = replans.flatMap(({ job, plan, assignees }) =>
    plan.revive.map((each) => ({ ...each, job, assignees })),
  )
  const visitIds = revived.map(({ visit }) => visit.id)
  await applyTransition(db, { ...stepOf(input), transition: 'unskip', visitIds })
  await saveRewritten(db, revived)
  const assignees = await findAvailableAssignees(
    db,
    revived.map(({ as, job, assignees: all }) => ({ job, visit: as, assignees: all })),
  )
  await saveAssignees(db, visitIds, assignees)
}

/** A crew that had confirmed the old day, hours or quantity is asked again. */
async function alterVisits(db: Db, input: RewriteInput, replans: readonly JobReplan[]): Promise<void> {
  const altered = replans.flatMap(({ plan }) => plan.alter)
  for (const group of Map.groupBy(altered, (each) => wayOf(each, input)).values()) {
    const { visit, as } = group[0]!
    const way = wayOf(group[0]!, input) === '' ? {} : { from: visit.date, to: as.date }
    await applyTransition(db, {
      ...stepOf(input),
      detail: { reason: input.reason, ...way },
      transition: 'move',
      visitIds: group.map((each) => each.visit.id),
    })
  }
  await saveRewritten(db, altered)
}

/** The timeline names the days that a person moved a visit between; what moves whole weeks at once is one step. */
function wayOf({ visit, as }: Rewritten, { reason }: RewriteInput): string {
  return visit.date === as.date || reason === 'holiday' ? '' : `${visit.date} ${as.date}`
}

function stepOf({ app, actor, now, reason }: RewriteInput) {
  return { app, actor, now, detail: { reason } }
}

function count(replans: readonly JobReplan[], what: keyof Replan): number {
  return replans.reduce((sum, { plan }) => sum + plan[what].length, 0)
}

function touchedCrews(replans: readonly JobReplan[]): Map<UserId, number> {
  const touched = new Map<UserId, number>()
  for (const { plan } of replans) {
    const visits = [...plan.drop, ...[...plan.alter, ...plan.revive].map(({ visit }) => visit)]
    for (const { crewId } of visits) if (crewId !== null) touched.set(crewId, (touched.get(crewId) ?? 0) + 1)
  }
  return touched
}
