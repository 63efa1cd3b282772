/** A crew before a place that it cannot enter, as a graph: the customer is asked, and the crew goes in or goes on. */
import type { LifecycleEdge } from '../lifecycle.ts'

export const ACCESS_STATES = ['waiting', 'answered', 'let_go', 'solved', 'ended'] as const
export type AccessState = (typeof ACCESS_STATES)[number]
export const ACCESS_STEPS = ['answer', 'let_go', 'solve', 'end'] as const
export type AccessStep = (typeof ACCESS_STEPS)[number]
export const ACCESS_ACTORS = ['customer', 'crew', 'system'] as const
export type AccessActor = (typeof ACCESS_ACTORS)[number]

export const ACCESS_LIFECYCLE: readonly LifecycleEdge<AccessState, AccessStep, AccessActor>[] = [
  { transition: 'answer', from: ['waiting', 'answered'], to: 'answered', mayDo: ['customer'] },
  { transition: 'let_go', from: ['waiting', 'answered'], to: 'let_go', mayDo: ['customer'] },
  // Completing the visit solves it as well.
  { transition: 'solve', from: ['waiting', 'answered', 'let_go'], to: 'solved', mayDo: ['crew', 'system'] },
  { transition: 'end', from: ['waiting', 'answered', 'let_go'], to: 'ended', mayDo: ['crew'] },
]
