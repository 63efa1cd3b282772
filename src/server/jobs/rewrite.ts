/**
 * Brings the visits of changed weekly jobs in line with their series: what is no longer wanted is skipped, what is
 * wanted again is put back, days, windows and quantities follow, missing dates are created. Runs in the caller's transaction,
 * on jobs that it has locked.
 */
import { sql } from 'kysely'
import type { UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { CONFLICT_REACH_DAYS } from '#domain/schedule/moves.ts'
import {
  type Replan,
  type Rewritten,
  rememberWindows,
  replan,
  type StandingVisit,
  type WindowOf,
} from '#domain/schedule/series.ts'
import { addDays, formatInstant, type Instant, type LocalDate } from '#domain/time.ts'
import type { Actor } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { applyTransition } from '../visits/transition.ts'
import { insertVisits } from './insert-visits.ts'
import type { LockedJob } from './locks.ts'
import { type Holder, type JobSeries, loadSeries } from './series.ts'
import { workingHolders } from './working-holders.ts'

export type RewriteInput = {
  readonly app: App
  /** As the rows are after the change. */
  readonly jobs: readonly LockedJob[]
  /** Earlier dates stay as they are. */
  readonly from: LocalDate
  /** Later dates of the rule stay, too, where this is given. */
  readonly until?: LocalDate
  readonly actor: Actor
  readonly reason: 'changed' | 'paused' | 'resumed' | 'dunning' | 'moved' | 'pushed' | 'holiday'
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

type StandingRow = StandingVisit & { readonly jobId: WeeklyJobId; readonly crewId: UserId | null }
type JobReplan = { readonly job: LockedJob; readonly plan: Replan; readonly holders: readonly Holder[] }

export async function rewriteVisits(db: Db, input: RewriteInput): Promise<RewriteResult> {
  const { jobs, from } = input
  const planned = jobs.filter((job) => job.planned_until !== null)
  // Earlier by a day: places west of the market are still on the day before.
  const series = await loadSeries(db, planned, addDays(from, -1))
  const standing = Map.groupBy(await findStanding(db, planned, input), (visit) => visit.jobId)
  const windowOf = rememberWindows()
  const replans: JobReplan[] = planned.map((job) => {
    const { series: one, holders } = series.get(job.id)!
    return { job, plan: replanJob(job, one, standing.get(job.id) ?? [], { ...input, windowOf }), holders }
  })
  // Visits that step aside for each other meet for a moment.
  await sql`set constraints visit_job_date_key deferred`.execute(db)
  await dropVisits(db, input, replans)
  await reviveVisits(db, input, replans)
  await alterVisits(db, input, replans)
  await sql`set constraints visit_job_date_key immediate`.execute(db)
  const created = replans.flatMap(({ job, plan, holders }) =>
    plan.create.map((visit) => ({ job, visit, holders })),
  )
  return {
    createdCount: await insertVisits(db, created, input.now),
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
): Replan {
  const to = until !== undefined && until < job.planned_until! ? until : job.planned_until!
  return replan(series, standing, { from, to, now, windowOf })
}

async function findStanding(
  db: Db,
  jobs: readonly LockedJob[],
  { from, until }: RewriteInput,
): Promise<StandingRow[]> {
  const rows = await db
    .selectFrom('visit')
    .where(sql<boolean>`weekly_job_id = any(${jobs.map((job) => job.id)}::uuid[])`)
    .where(sql<boolean>`greatest(date, coalesce(moved_from, date)) >= ${from}::date`)
    .$if(until !== undefined, (query) =>
      query.where(sql<boolean>`date <= ${addDays(until!, CONFLICT_REACH_DAYS)}::date`),
    )
    .select(['id', 'weekly_job_id', 'date', 'state', 'starts_at', 'ends_at', 'quantity', 'crew_id'])
    .select(['moved_from', 'moved_by', 'moved_source'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    jobId: row.weekly_job_id!,
    date: row.date,
    state: row.state,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    quantity: row.quantity,
    movedFrom: row.moved_from,
    movedBy: row.moved_by,
    movedSource: row.moved_source,
    crewId: row.crew_id,
  }))
}

async function dropVisits(db: Db, input: RewriteInput, replans: readonly JobReplan[]): Promise<void> {
  const visitIds = replans.flatMap(({ plan }) => plan.drop.map((visit) => visit.id))
  await applyTransition(db, { ...stepOf(input), transition: 'skip', visitIds })
}

/** The crew that holds the weekday now gets the visit back, which need not be the one that had it. */
async function reviveVisits(db: Db, input: RewriteInput, replans: readonly JobReplan[]): Promise<void> {
  const revived = replans.flatMap(({ job, plan, holders }) =>
    plan.revive.map((each) => ({ ...each, job, holders })),
  )
  const visitIds = revived.map(({ visit }) => visit.id)
  await applyTransition(db, { ...stepOf(input), transition: 'unskip', visitIds })
  await setWindows(db, revived)
  const held = await workingHolders(
    db,
    revived.map(({ as, job, holders }) => ({ job, visit: as, holders })),
  )
  await sql`
    update visit set crew_id = new.crew_id, assignment_id = new.assignment_id, position = new.position
    from unnest(
      ${visitIds}::uuid[],
      ${held.map((holder) => holder?.crewId ?? null)}::uuid[],
      ${held.map((holder) => holder?.assignmentId ?? null)}::uuid[],
      ${held.map((holder) => holder?.position ?? 0)}::integer[]
    ) as new (id, crew_id, assignment_id, position)
    where visit.id = new.id
  `.execute(db)
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
  await setWindows(db, altered)
}

/** The timeline names the days that a person moved a visit between; what moves whole weeks at once is one step. */
function wayOf({ visit, as }: Rewritten, { reason }: RewriteInput): string {
  return visit.date === as.date || reason === 'holiday' ? '' : `${visit.date} ${as.date}`
}

async function setWindows(db: Db, rewritten: readonly Rewritten[]): Promise<void> {
  if (rewritten.length === 0) return
  await sql`
    update visit set date = new.date, starts_at = new.starts_at, ends_at = new.ends_at, quantity = new.quantity,
      moved_from = new.moved_from, moved_by = new.moved_by, moved_source = new.moved_source
    from unnest(
      ${rewritten.map(({ visit }) => visit.id)}::uuid[],
      ${rewritten.map(({ as }) => formatInstant(as.startsAt))}::timestamptz[],
      ${rewritten.map(({ as }) => formatInstant(as.endsAt))}::timestamptz[],
      ${rewritten.map(({ as }) => as.quantity)}::integer[],
      ${rewritten.map(({ as }) => as.date)}::date[],
      ${rewritten.map(({ as }) => as.movedFrom)}::date[],
      ${rewritten.map(({ as }) => as.movedBy)}::text[],
      ${rewritten.map(({ as }) => as.movedSource)}::text[]
    ) as new (id, starts_at, ends_at, quantity, date, moved_from, moved_by, moved_source)
    where visit.id = new.id
  `.execute(db)
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
    const visits = [
      ...plan.drop,
      ...[...plan.alter, ...plan.revive].map(({ visit }) => visit),
    ] as StandingRow[]
    for (const { crewId } of visits) if (crewId !== null) touched.set(crewId, (touched.get(crewId) ?? 0) + 1)
  }
  return touched
}
