/** Work whose completion came too late for its visit, as a graph: an operator decides what becomes of it. */
import type { LifecycleEdge } from '../lifecycle.ts'

export const LATE_COMPLETION_STATES = ['waiting', 'accepted', 'dismissed'] as const
export type LateCompletionState = (typeof LATE_COMPLETION_STATES)[number]
export const LATE_COMPLETION_STEPS = ['accept', 'dismiss'] as const
export type LateCompletionStep = (typeof LATE_COMPLETION_STEPS)[number]

export const LATE_COMPLETION_LIFECYCLE: readonly LifecycleEdge<
  LateCompletionState,
  LateCompletionStep,
  'operator'
>[] = [
  { transition: 'accept', from: ['waiting'], to: 'accepted', mayDo: ['operator'] },
  // Also what was dismissed by mistake can still be accepted; what was paid stays paid.
  { transition: 'dismiss', from: ['waiting'], to: 'dismissed', mayDo: ['operator'] },
  { transition: 'accept', from: ['dismissed'], to: 'accepted', mayDo: ['operator'] },
]
