/**
 * The lifecycle of a visit as a graph in data (product §3): the only copy. The server refuses what is not an edge,
 * screens ask it for their buttons, timeouts on edges become tasks, a test walks every edge and every non-edge.
 */

export const VISIT_STATES = [
  'scheduled',
  'confirmed',
  'en_route',
  'in_progress',
  'completed',
  'cancelled',
  'skipped',
  'missed',
  'reopened',
] as const
export type VisitState = (typeof VISIT_STATES)[number]

export const ACTOR_KINDS = ['customer', 'crew', 'operator', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export const TRANSITIONS = [
  'assign',
  'accept_offer',
  'confirm',
  'unconfirm',
  'release',
  'lapse',
  'start_travel',
  'start',
  'complete',
  'accept_late_completion',
  'skip',
  'unskip',
  'move',
  'cancel',
  'reinstate',
  'miss',
  'cannot_access',
  'leave_unsafe',
  'reopen',
] as const
export type Transition = (typeof TRANSITIONS)[number]

/**
 * What follows a step by itself, whoever takes it and why; the server has one consumer for each. Notifying people is left
 * to the actions that know the occasion, except where the system itself acts.
 */
export type FollowUp =
  | 'offer_visit'
  | 'close_offers'
  | 'capture_payment'
  | 'release_authorisation'
  | 'ask_for_rating'
  /** The customer is notified that the crew is on its way, or there. */
  | 'notify_of_trip'
  /** The customer is notified that nobody came. */
  | 'notify_of_missed'
  /** What was asked at the door and not answered is over. */
  | 'close_acts'
  /** Where the crew was on its way is forgotten, and after its last stop it shares that no more. */
  | 'close_trip'
  /** A turnover stood still while its crew was under way or its hours were over: its stay may have moved meanwhile. */
  | 'follow_stay'

/** What a step says of its crew: see `reliabilityOf`. */
export type CrewWord = 'kept' | 'late_release' | 'missed'

/** When an edge is open: see `openAt` in lifecycle.ts. */
type Timing =
  | 'always'
  | 'before_window_end'
  | 'before_cutoff'
  | 'on_the_day'
  | 'late_completion'
  | 'after_grace'

export type Edge = {
  readonly transition: Transition
  readonly from: readonly VisitState[]
  readonly to: VisitState
  readonly mayDo: readonly ActorKind[]
  readonly timing: Timing
  /** `takes`: the crew who acts or is assigned becomes the visit's crew; `leaves`: nobody has it any more. */
  readonly crew: 'stays' | 'takes' | 'leaves'
  readonly followUps: readonly FollowUp[]
  /** What the step says of the crew that has the visit; a late release is seen by its moment. */
  readonly countsAs?: CrewWord
  /** The system walks this edge by itself when the time has come. */
  readonly timeout?: 'confirm_cutoff' | 'missed_grace'
}

export const VISIT_LIFECYCLE: readonly Edge[] = [
  {
    transition: 'assign',
    from: ['scheduled', 'confirmed', 'reopened'],
    to: 'scheduled',
    mayDo: ['operator', 'system'],
    timing: 'before_window_end',
    crew: 'takes',
    followUps: ['close_offers'],
  },
  {
    transition: 'accept_offer',
    from: ['scheduled', 'reopened'],
    to: 'confirmed',
    mayDo: ['crew'],
    timing: 'before_window_end',
    crew: 'takes',
    followUps: [],
  },
  {
    transition: 'confirm',
    from: ['scheduled', 'reopened'],
    to: 'confirmed',
    mayDo: ['crew', 'operator'],
    timing: 'before_window_end',
    crew: 'stays',
    followUps: [],
  },
  {
    // Taking a confirmation back by hand; after the cutoff there is only the release.
    transition: 'unconfirm',
    from: ['confirmed'],
    to: 'scheduled',
    mayDo: ['crew'],
    timing: 'before_cutoff',
    crew: 'stays',
    followUps: [],
  },
  {
    transition: 'release',
    from: ['scheduled', 'confirmed', 'en_route'],
    to: 'scheduled',
    mayDo: ['crew', 'operator', 'system'],
    timing: 'before_window_end',
    crew: 'leaves',
    followUps: ['offer_visit', 'close_acts', 'close_trip', 'follow_stay'],
  },
  {
    transition: 'lapse',
    from: ['scheduled'],
    to: 'scheduled',
    mayDo: ['system'],
    timing: 'before_window_end',
    crew: 'leaves',
    followUps: ['offer_visit'],
    timeout: 'confirm_cutoff',
  },
  {
    transition: 'start_travel',
    from: ['confirmed'],
    to: 'en_route',
    mayDo: ['crew'],
    timing: 'on_the_day',
    crew: 'stays',
    followUps: ['notify_of_trip'],
  },
  {
    transition: 'start',
    from: ['confirmed', 'en_route'],
    to: 'in_progress',
    mayDo: ['crew'],
    timing: 'on_the_day',
    crew: 'stays',
    followUps: ['notify_of_trip', 'close_trip'],
  },
  {
    transition: 'complete',
    from: ['confirmed', 'en_route', 'in_progress', 'missed'],
    to: 'completed',
    mayDo: ['crew', 'operator'],
    timing: 'late_completion',
    crew: 'stays',
    followUps: ['capture_payment', 'ask_for_rating', 'close_acts', 'close_trip', 'follow_stay'],
    countsAs: 'kept',
  },
  // Work that a crew reported when the visit was no longer its to complete: the operator takes its word.
  {
    transition: 'accept_late_completion',
    from: ['scheduled', 'confirmed', 'en_route', 'in_progress', 'cancelled', 'skipped', 'missed', 'reopened'],
    to: 'completed',
    mayDo: ['operator'],
    timing: 'always',
    crew: 'takes',
    followUps: ['capture_payment', 'ask_for_rating', 'close_trip', 'follow_stay'],
  },
  {
    transition: 'skip',
    from: ['scheduled', 'confirmed'],
    to: 'skipped',
    mayDo: ['customer', 'operator', 'system'],
    timing: 'before_window_end',
    crew: 'stays',
    followUps: ['close_offers', 'release_authorisation', 'close_trip'],
  },
  {
    transition: 'unskip',
    from: ['skipped'],
    to: 'scheduled',
    mayDo: ['customer', 'operator', 'system'],
    timing: 'before_window_end',
    crew: 'stays',
    followUps: [],
  },
  {
    // To another day or other hours: whoever had confirmed is asked again, and what was offered is offered anew.
    transition: 'move',
    from: ['scheduled', 'confirmed'],
    to: 'scheduled',
    mayDo: ['customer', 'operator', 'system'],
    timing: 'before_window_end',
    crew: 'stays',
    followUps: ['close_offers', 'offer_visit', 'close_trip'],
  },
  {
    transition: 'cancel',
    from: ['scheduled', 'confirmed', 'en_route', 'reopened'],
    to: 'cancelled',
    mayDo: ['customer', 'operator', 'system'],
    timing: 'always',
    crew: 'stays',
    followUps: ['close_offers', 'release_authorisation', 'close_acts', 'close_trip'],
  },
  {
    transition: 'cancel',
    from: ['in_progress', 'skipped', 'missed'],
    to: 'cancelled',
    mayDo: ['operator'],
    timing: 'always',
    crew: 'stays',
    followUps: ['close_offers', 'release_authorisation', 'close_acts', 'close_trip'],
  },
  {
    // The undo of ending weekly jobs, while it can be undone.
    transition: 'reinstate',
    from: ['cancelled'],
    to: 'scheduled',
    mayDo: ['customer'],
    timing: 'before_window_end',
    crew: 'stays',
    followUps: [],
  },
  {
    transition: 'miss',
    from: ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'],
    to: 'missed',
    mayDo: ['system'],
    timing: 'after_grace',
    crew: 'stays',
    followUps: ['release_authorisation', 'close_acts', 'notify_of_missed', 'close_trip', 'follow_stay'],
    countsAs: 'missed',
    timeout: 'missed_grace',
  },
  {
    transition: 'miss',
    from: ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'],
    to: 'missed',
    mayDo: ['operator'],
    timing: 'on_the_day',
    crew: 'stays',
    followUps: ['release_authorisation', 'close_acts', 'notify_of_missed', 'close_trip', 'follow_stay'],
    countsAs: 'missed',
  },
  {
    // Missed, but not by the crew: it was there and was kept out, and is paid for having come.
    transition: 'cannot_access',
    from: ['confirmed', 'en_route', 'in_progress'],
    to: 'missed',
    mayDo: ['crew'],
    timing: 'on_the_day',
    crew: 'stays',
    followUps: ['close_acts', 'release_authorisation', 'close_trip', 'follow_stay'],
  },
  {
    transition: 'leave_unsafe',
    from: ['confirmed', 'en_route', 'in_progress'],
    to: 'missed',
    mayDo: ['crew'],
    timing: 'on_the_day',
    crew: 'stays',
    followUps: ['release_authorisation', 'close_acts', 'close_trip', 'follow_stay'],
  },
  {
    transition: 'reopen',
    from: ['completed', 'missed'],
    to: 'reopened',
    mayDo: ['operator'],
    timing: 'always',
    crew: 'stays',
    followUps: [],
  },
]
