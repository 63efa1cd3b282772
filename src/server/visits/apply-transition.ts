/**
 * Steps of visits' lifecycles: the rows are locked, the graph decides, the state is written only where it is still the
 * one decided upon, and the visit's timeline names who did it.
 */
import { isFrozen } from '#domain/access/frozen.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { isAlreadyDone, isRefusal, type RefusalReason } from '#domain/refusals.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { CrewWord, Transition, VisitState } from '#domain/visits/graph.ts'
import { type Actor, decideTransition } from '#domain/visits/lifecycle.ts'
import type { Db } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'
import type { TakenStep } from '../follow-up.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { readSettings } from '../settings/read-settings.ts'
import { findTakenAt, lockVisits } from './fact-queries.ts'
import { type Announcing, saveSteps } from './save-steps.ts'

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
    const steps: TakenStep[] = []
    const locked = await lockVisits(db, visitIds.slice(from, from + STEPS_AT_ONCE))
    const taken = await takenForRelease(db, input, locked)
    for (const visit of locked) {
      const settings = book.at(visit.marketId, input.now)
      const facts = { ...visit, takenAt: taken.get(visit.id) ?? null }
      const decision = decideTransition({ ...requestOf(input), settings, visit: facts })
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

/** Only a crew's release is judged by when it took the visit. */
async function takenForRelease(
  db: Db,
  { transition, actor }: TransitionInput,
  visits: readonly { readonly id: VisitId }[],
): Promise<ReadonlyMap<VisitId, Instant>> {
  if (transition !== 'release' || actor.kind !== 'crew') return new Map()
  return findTakenAt(
    db,
    visits.map((visit) => visit.id),
  )
}

/** Who acts, as the lifecycle knows them. */
export function actorOf(scope: UserScope, now: Instant): Actor {
  if (scope.actedBy !== undefined)
    return { kind: 'operator', id: scope.actedBy.userId, isFrozen: false, actsFor: scope.userId }
  const kind = ({ Customer: 'customer', Crew: 'crew', Operator: 'operator' } as const)[scope.type]
  return { kind, id: scope.userId, isFrozen: isFrozen(scope, now) }
}

function requestOf({ transition, actor, now, assigneeId }: TransitionInput) {
  const common = { transition, actor, now }
  return assigneeId === undefined ? common : { ...common, assigneeId }
}

function toApplied({ visit, step }: TakenStep): AppliedTransition {
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
