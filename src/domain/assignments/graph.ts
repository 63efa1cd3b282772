/**
 * The lifecycle of an assignment, what gives a crew one weekday of a weekly job (product §3): the only copy.
 * A week that its crew lets lapse, or takes off, does not end it; only its release or the end of the job does.
 */
import type { LifecycleEdge } from '../lifecycle.ts'
import { edgeOf } from '../lifecycle.ts'
import { type AlreadyDone, type Refusal, refuse } from '../refusals.ts'
import type { ActorKind } from '../visits/graph.ts'

export const ASSIGNMENT_STATES = ['active', 'released', 'ended'] as const
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number]

export const ASSIGNMENT_STEPS = ['release', 'change_job', 'end_job', 'lapse_week', 'take_days_off'] as const
export type AssignmentStep = (typeof ASSIGNMENT_STEPS)[number]

/** What has to happen to the coming visits that the assignment filled. */
type AssignmentEffect = 'open_visits' | 'open_unconfirmed_week' | 'open_days_off' | 'none'

export type AssignmentEdge = LifecycleEdge<AssignmentState, AssignmentStep, ActorKind> & {
  readonly visits: AssignmentEffect
}

export const ASSIGNMENT_LIFECYCLE: readonly AssignmentEdge[] = [
  {
    transition: 'release',
    from: ['active'],
    to: 'released',
    mayDo: ['crew', 'operator'],
    visits: 'open_visits',
  },
  // The customer moved the job to other weekdays: the visits of this one are gone.
  {
    transition: 'change_job',
    from: ['active'],
    to: 'ended',
    mayDo: ['customer', 'operator'],
    visits: 'none',
  },
  {
    transition: 'end_job',
    from: ['active'],
    to: 'ended',
    mayDo: ['customer', 'operator', 'system'],
    visits: 'none',
  },
  {
    transition: 'lapse_week',
    from: ['active'],
    to: 'active',
    mayDo: ['system'],
    visits: 'open_unconfirmed_week',
    timeout: 'confirm_cutoff',
  },
  { transition: 'take_days_off', from: ['active'], to: 'active', mayDo: ['crew'], visits: 'open_days_off' },
]

/** The state that a stored assignment is in, from why it was released. */
export function assignmentState(reason: string | null, isReleased: boolean): AssignmentState {
  if (!isReleased) return 'active'
  return reason === 'crew' || reason === 'operator' ? 'released' : 'ended'
}

/** Whether somebody may take a step with an assignment; a step that is done already counts once. */
export function decideAssignmentStep(
  state: AssignmentState,
  transition: AssignmentStep,
  by: ActorKind,
): AssignmentEdge | AlreadyDone | Refusal {
  const edge = edgeOf(ASSIGNMENT_LIFECYCLE, { transition, from: state, by })
  if (edge !== undefined) return edge
  const own = ASSIGNMENT_LIFECYCLE.filter((each) => each.transition === transition && each.mayDo.includes(by))
  if (own.length === 0) return refuse('not_allowed')
  return own.some((each) => each.to === state) ? { alreadyDone: true } : refuse('no_longer_open')
}
