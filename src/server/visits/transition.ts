/**
 * Every step of a visit's lifecycle is saved here and nowhere else: the rows are locked, the graph decides, the state
 * is written only where it is still the one decided upon, and the visit's timeline says who did it.
 */

import { sql, type Updateable } from 'kysely'
import { isFrozen } from '#domain/access/frozen.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import { isAlreadyDone, isRefusal, type RefusalReason } from '#domain/refusals.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { CrewWord, FollowUp, Transition, VisitState } from '#domain/visits/graph.ts'
import { type Actor, decideTransition, type Transitioned, type VisitFacts } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'
import type { Database } from '../db/tables.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { readSettings } from '../settings/settings-at.ts'

/** Of the application: who does what follows. */
export type Announcing = Pick<App, 'followUps'>

export type TransitionInput = {
  readonly app: Announcing
  readonly transition: Transition
  readonly actor: Actor
  readonly now: Instant
  /** The crew who gets the visits, for `assign` only. */
  readonly assigneeId?: UserId
  /** Written to the timeline beside the step. */
  readonly detail?: JsonIn<'visit_event.detail'>
}

/** The market is its customer's. */
export type LoadedVisit = VisitFacts & { readonly id: VisitId; readonly marketId: string }

export type AppliedTransition = {
  readonly visitId: VisitId
  readonly date: LocalDate
  readonly from: VisitState
  readonly to: VisitState
  readonly customerId: UserId
  /** Before the step; after a `release` the visit has none. */
  readonly crewIdBefore: UserId | null
  readonly countsAs: CrewWord | null
}

export type TransitionResult = {
  readonly applied: readonly AppliedTransition[]
  readonly alreadyDone: readonly VisitId[]
  readonly refused: readonly { readonly visitId: VisitId; readonly reason: RefusalReason }[]
}

/** Bounds a statement's parameters and the time that its locks are taken in. */
const STEPS_AT_ONCE = 500

/**
 * Takes the same step with many visits, each by itself: those that may not are answered as refused, and ids that do
 * not exist are left out. Runs in the caller's transaction.
 */
export async function applyTransition(
  db: Db,
  input: TransitionInput & { readonly visitIds: readonly VisitId[] },
): Promise<TransitionResult> {
  const applied: AppliedTransition[] = []
  const alreadyDone: VisitId[] = []
  const refused: { visitId: VisitId; reason: RefusalReason }[] = []
  const visitIds = [...new Set(input.visitIds)].sort()
  const book = await readSettings(db)
  for (let from = 0; from < visitIds.length; from += STEPS_AT_ONCE) {
    const steps: DecidedStep[] = []
    for (const visit of await lockVisits(db, visitIds.slice(from, from + STEPS_AT_ONCE))) {
      const settings = book.at(visit.marketId, input.now)
      const decision = decideTransition({ ...requestOf(input), settings, visit })
      if (isRefusal(decision)) refused.push({ visitId: visit.id, reason: decision.refused })
      else if (isAlreadyDone(decision)) alreadyDone.push(visit.id)
      else steps.push({ visit, step: decision })
    }
    await saveSteps(input.app, db, steps, { detail: input.detail })
    applied.push(...steps.map(toApplied))
  }
  return { applied, alreadyDone, refused }
}

/** The same with one visit: throws Refused where the step is not allowed, `not_found` where there is no such visit. */
export async function applyOneTransition(
  db: Db,
  input: TransitionInput & { readonly visitId: VisitId },
): Promise<AppliedTransition | { readonly alreadyDone: true }> {
  const result = await applyTransition(db, { ...input, visitIds: [input.visitId] })
  const refused = result.refused[0]
  if (refused !== undefined) throw new Refused(refused.reason)
  if (result.alreadyDone.length > 0) return { alreadyDone: true }
  const applied = result.applied[0]
  if (applied === undefined) throw new Refused('not_found')
  return applied
}

/** The visits as the rules see them, locked until the caller's transaction ends, always in the same order. */
export async function lockVisits(db: Db, visitIds: readonly VisitId[]): Promise<LoadedVisit[]> {
  if (visitIds.length === 0) return []
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where(sql<boolean>`visit.id = any(${[...visitIds]}::uuid[])`)
    .orderBy('visit.id')
    .select([
      'visit.id',
      'visit.weekly_job_id',
      'visit.state',
      'visit.customer_id',
      'visit.crew_id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.missed_reason',
      'property.time_zone',
      'customer.market_id',
    ])
    .forUpdate('visit')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.weekly_job_id === null ? 'on_demand' : 'weekly',
    state: row.state,
    customerId: row.customer_id,
    crewId: row.crew_id,
    date: row.date,
    zone: row.time_zone,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    missedReason: row.missed_reason,
    marketId: row.market_id,
  }))
}

export type DecidedStep = { readonly visit: LoadedVisit; readonly step: Transitioned }

export type SavedWith = {
  readonly detail?: JsonIn<'visit_event.detail'> | undefined
  /** Further columns of the visit that change with the step. */
  readonly columns?: Updateable<Database['visit']>
}

/** Writes steps that were decided on visits locked by `lockVisits` in the same transaction. */
export async function saveSteps(
  app: Announcing,
  db: Db,
  steps: readonly DecidedStep[],
  { detail = {}, columns = {} }: SavedWith = {},
): Promise<void> {
  for (const group of alikeSteps(steps)) await saveAlike(db, group, columns)
  if (steps.length === 0) return
  await writeTimeline(db, steps, detail)
  await announce(app, db, steps)
}

/** What the lifecycle says has to follow, in the transaction that saves the steps. */
async function announce({ followUps }: Announcing, db: Db, steps: readonly DecidedStep[]): Promise<void> {
  const now = steps[0]!.step.timeline.at
  for (const [followUp, consume] of Object.entries(followUps)) {
    const concerned = steps.filter(({ step }) => step.followUps.includes(followUp as FollowUp))
    if (concerned.length > 0) await consume(db, concerned, now)
  }
}

/** As arrays: a statement with ten parameters a visit takes longer to write than to run. */
async function writeTimeline(
  db: Db,
  steps: readonly DecidedStep[],
  detail: JsonIn<'visit_event.detail'>,
): Promise<void> {
  const { at, actorId, actorKind, transition } = steps[0]!.step.timeline
  await sql`
    insert into visit_event (at, actor_id, actor_role, transition, visit_id, from_state, to_state, crew_id, counts_as, detail)
    select ${toTimestamp(at)}::timestamptz, ${actorId}::uuid, ${actorKind}, ${transition}, step.* from unnest(
      ${steps.map(({ visit }) => visit.id)}::uuid[],
      ${steps.map(({ step }) => step.timeline.from)}::text[],
      ${steps.map(({ step }) => step.timeline.to)}::text[],
      -- Who has the visit after the step, or had it before where it leaves.
      ${steps.map(({ visit, step }) => step.changes.crewId ?? visit.crewId)}::uuid[],
      ${steps.map(({ step }) => step.countsAs)}::text[],
      ${steps.map(({ visit, step }) => JSON.stringify({ ...detail, ...crewBefore(visit, step) }))}::jsonb[]
    ) as step
  `.execute(db)
}

/** Whose visit it was where a step takes it away: a phone that was offline may not have heard of it yet. */
function crewBefore(visit: LoadedVisit, { changes }: Transitioned): { crewBefore?: UserId } {
  return visit.crewId === null || visit.crewId === changes.crewId ? {} : { crewBefore: visit.crewId }
}

/** Who acts, as the lifecycle knows them. */
export function actorOf(scope: UserScope, now: Instant): Actor {
  const kind = ({ Customer: 'customer', Crew: 'crew', Operator: 'operator' } as const)[scope.type]
  return { kind, id: scope.userId, isFrozen: isFrozen(scope, now) }
}

function requestOf({ transition, actor, now, assigneeId }: TransitionInput) {
  const common = { transition, actor, now }
  return assigneeId === undefined ? common : { ...common, assigneeId }
}

/** Steps with the same states and crews become one statement. */
function alikeSteps(steps: readonly DecidedStep[]): DecidedStep[][] {
  const groups = new Map<string, DecidedStep[]>()
  for (const each of steps) {
    const key = [
      each.visit.state,
      each.visit.crewId,
      each.step.changes.state,
      each.step.changes.crewId,
    ].join()
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [each])
    else group.push(each)
  }
  return [...groups.values()]
}

async function saveAlike(
  db: Db,
  steps: readonly DecidedStep[],
  columns: Updateable<Database['visit']>,
): Promise<void> {
  const { visit, step } = steps[0]!
  const { state, crewId } = step.changes
  // A step such as moving leaves the row as it is, which stays locked for what the action writes beside it.
  const isUnchanged = state === visit.state && crewId === visit.crewId && Object.keys(columns).length === 0
  if (isUnchanged) return
  const saved = await db
    .updateTable('visit')
    .set({
      state,
      crew_id: crewId,
      // A visit that changes hands leaves the route that it stood in.
      ...(crewId === visit.crewId ? {} : { assignment_id: null, position: 0, offer_raise_cents: ZERO_CENTS }),
      ...(step.timeline.transition === 'start' ? { started_at: toTimestamp(step.timeline.at) } : {}),
      ...columns,
    })
    .where(
      'id',
      'in',
      steps.map((each) => each.visit.id),
    )
    .where('state', '=', visit.state)
    .where(sql<boolean>`crew_id is not distinct from ${visit.crewId}`)
    .executeTakeFirst()
  if (Number(saved.numUpdatedRows) !== steps.length) throw new Refused('conflict')
}

function toApplied({ visit, step }: DecidedStep): AppliedTransition {
  return {
    visitId: visit.id,
    date: visit.date,
    from: step.timeline.from,
    to: step.changes.state,
    customerId: visit.customerId,
    crewIdBefore: visit.crewId,
    countsAs: step.countsAs,
  }
}
