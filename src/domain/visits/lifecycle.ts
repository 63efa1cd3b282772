/** Decides a step of a visit's lifecycle from the graph: who, from which state, when, and what follows. */

import { isRefusedWhenFrozen } from '../access/frozen.ts'
import type { UserId } from '../ids.ts'
import { type AlreadyDone, isRefusal, type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { dateAt, HOUR_MS, type Instant, type LocalDate } from '../time.ts'
import { confirmBy } from './confirmation.ts'
import {
  type ActorKind,
  type CrewWord,
  type Edge,
  type FollowUp,
  TRANSITIONS,
  type Transition,
  VISIT_LIFECYCLE,
  type VisitState,
} from './graph.ts'
import { isLateRelease } from './late-release.ts'

/** What the rules must know of a visit. */
export type VisitFacts = {
  readonly kind: 'weekly' | 'on_demand'
  readonly state: VisitState
  readonly customerId: UserId
  readonly crewId: UserId | null
  /** The day of the visit in the place's own zone. */
  readonly date: LocalDate
  readonly zone: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  /** A missed visit that the crew could not do is paid for as such, and over. */
  readonly missedReason?: 'no_access' | 'unsafe' | null
  /** When its crew came to it first; asked for where a release is judged. */
  readonly takenAt?: Instant | null
}

export type Actor = {
  readonly kind: ActorKind
  readonly id: UserId | null
  readonly isFrozen: boolean
  /** For whom an operator does it: it reaches no further than that person does. */
  readonly actsFor?: UserId
}

export const SYSTEM: Actor = { kind: 'system', id: null, isFrozen: false }

export type LifecycleSettings = Pick<
  BusinessSettings,
  | 'missedGraceHours'
  | 'lateCompletionHours'
  | 'releaseNoticeHours'
  | 'releaseGraceMinutes'
  | 'confirmCutoffWeekday'
  | 'confirmCutoffTime'
>

export type TransitionRequest = {
  readonly visit: VisitFacts
  readonly transition: Transition
  readonly actor: Actor
  readonly now: Instant
  readonly settings: LifecycleSettings
  /** The crew who gets the visit, where another than who acts does. */
  readonly assigneeId?: UserId
}

/** The columns to write on the visit. */
type VisitChanges = { readonly state: VisitState; readonly crewId: UserId | null }

/** The row to write to the visit's timeline. */
type TimelineEntry = {
  readonly transition: Transition
  readonly from: VisitState
  readonly to: VisitState
  readonly actorKind: ActorKind
  readonly actorId: UserId | null
  readonly at: Instant
}

export type Transitioned = {
  readonly changes: VisitChanges
  readonly timeline: TimelineEntry
  readonly followUps: readonly FollowUp[]
  /** Null where the step says nothing of a crew. A visit's last word is the one that counts. */
  readonly countsAs: CrewWord | null
}

export function decideTransition(request: TransitionRequest): Transitioned | AlreadyDone | Refusal {
  const { visit, transition, actor, now, settings } = request
  const edges = VISIT_LIFECYCLE.filter(
    (edge) => edge.transition === transition && edge.mayDo.includes(actor.kind),
  )
  if (edges.length === 0) return refuse('not_allowed')
  const ownership = refuseOwnership(visit, transition, actor)
  if (ownership !== null) return ownership
  if (actor.isFrozen && isRefusedWhenFrozen(transition)) return refuse('account_frozen')
  const edge = edges.find((candidate) => candidate.from.includes(visit.state))
  if (edge === undefined)
    return edges.some((each) => each.to === visit.state) ? { alreadyDone: true } : refuse('wrong_state')
  if (transition === 'accept_offer' && visit.crewId !== null) return { alreadyDone: true }
  if (transition === 'complete' && visit.state === 'missed' && visit.missedReason)
    return refuse('wrong_state')
  const crewId = nextCrew(edge, request)
  if (crewId === null && needsCrew(edge)) return refuse('no_crew')
  const timing = openAt(edge, visit, now, settings)
  if (timing !== 'open') return refuse(timing)
  return {
    changes: { state: edge.to, crewId },
    timeline: {
      transition,
      from: visit.state,
      to: edge.to,
      actorKind: actor.kind,
      actorId: actor.id,
      at: now,
    },
    followUps: followUpsOf(edge, request),
    countsAs: countsAs(edge, request),
  }
}

/** The steps that this actor can take now, for buttons on screens, in the order of the graph. */
export function allowedTransitions(
  visit: VisitFacts,
  actor: Actor,
  now: Instant,
  settings: LifecycleSettings,
): Transition[] {
  return TRANSITIONS.filter((transition) => {
    const request = { visit, transition, actor, now, settings }
    const decision = decideTransition(
      transition === 'assign' && actor.id !== null ? { ...request, assigneeId: actor.id } : request,
    )
    return !isRefusal(decision) && !('alreadyDone' in decision)
  })
}

function refuseOwnership(visit: VisitFacts, transition: Transition, actor: Actor): Refusal | null {
  if (actor.actsFor !== undefined)
    return [visit.customerId, visit.crewId].includes(actor.actsFor) ? null : refuse('not_yours')
  if (actor.kind === 'customer') return actor.id === visit.customerId ? null : refuse('not_yours')
  if (actor.kind !== 'crew' || (actor.id !== null && actor.id === visit.crewId)) return null
  if (transition !== 'accept_offer' || actor.id === null) return refuse('not_yours')
  return visit.crewId === null ? null : refuse('offer_taken')
}

function nextCrew(edge: Edge, { visit, actor, assigneeId }: TransitionRequest): UserId | null {
  if (edge.crew === 'leaves') return null
  if (edge.crew === 'stays') return visit.crewId
  return edge.mayDo.includes('crew') ? actor.id : (assigneeId ?? null)
}

/** A visit can only be taken, confirmed and done where somebody does it. */
function needsCrew(edge: Edge): boolean {
  return edge.crew === 'takes' || edge.to === 'confirmed' || edge.to === 'completed'
}

function openAt(
  edge: Edge,
  visit: VisitFacts,
  now: Instant,
  settings: LifecycleSettings,
): 'open' | 'too_early' | 'too_late' {
  const { date, zone, endsAt } = visit
  const missedAfter = endsAt + settings.missedGraceHours * HOUR_MS
  switch (edge.timing) {
    case 'always':
      return 'open'
    case 'before_window_end':
      return now < endsAt ? 'open' : 'too_late'
    case 'before_cutoff':
      return now < confirmBy(date, zone, settings) ? 'open' : 'too_late'
    case 'on_the_day':
      if (dateAt(now, zone) < date) return 'too_early'
      return edge.to === 'missed' || now < missedAfter ? 'open' : 'too_late'
    case 'late_completion':
      if (dateAt(now, zone) < date) return 'too_early'
      return now < endsAt + settings.lateCompletionHours * HOUR_MS ? 'open' : 'too_late'
    case 'after_grace':
      return now < missedAfter ? 'too_early' : 'open'
  }
}

const ON_DEMAND_ONLY: readonly FollowUp[] = ['capture_payment', 'release_authorisation']
const NEEDS_A_CREW: readonly FollowUp[] = ['ask_for_rating', 'close_acts', 'close_trip']

function followUpsOf(edge: Edge, { visit }: TransitionRequest): FollowUp[] {
  const hadOrHasCrew = visit.crewId !== null || edge.crew === 'takes'
  return edge.followUps
    .filter((each) => visit.kind === 'on_demand' || !ON_DEMAND_ONLY.includes(each))
    .filter((each) => hadOrHasCrew || !NEEDS_A_CREW.includes(each))
    .filter((each) => each !== 'offer_visit' || edge.crew === 'leaves' || visit.crewId === null)
}

function countsAs(edge: Edge, { visit, actor, now, settings }: TransitionRequest): CrewWord | null {
  const assigned = { ...visit, takenAt: visit.takenAt ?? null }
  if (edge.transition === 'release' && actor.kind === 'crew' && isLateRelease(assigned, now, settings))
    return 'late_release'
  return visit.crewId === null ? null : (edge.countsAs ?? null)
}
