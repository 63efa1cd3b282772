/** Extra work that a crew proposes, as a graph: nothing is charged that the customer did not approve. */
import type { LifecycleEdge } from '../lifecycle.ts'

export const EXTRA_STATES = ['proposed', 'approved', 'declined', 'withdrawn', 'expired'] as const
export type ExtraState = (typeof EXTRA_STATES)[number]
export const EXTRA_STEPS = ['approve', 'decline', 'withdraw', 'expire'] as const
export type ExtraStep = (typeof EXTRA_STEPS)[number]
export const EXTRA_ACTORS = ['customer', 'crew', 'system'] as const
export type ExtraActor = (typeof EXTRA_ACTORS)[number]

export const EXTRA_LIFECYCLE: readonly LifecycleEdge<ExtraState, ExtraStep, ExtraActor>[] = [
  { transition: 'approve', from: ['proposed'], to: 'approved', mayDo: ['customer'] },
  { transition: 'decline', from: ['proposed'], to: 'declined', mayDo: ['customer'] },
  { transition: 'withdraw', from: ['proposed'], to: 'withdrawn', mayDo: ['crew'] },
  // By itself when its time is over, and when the visit ends.
  {
    transition: 'expire',
    from: ['proposed'],
    to: 'expired',
    mayDo: ['system'],
    timeout: 'answer_time',
  },
]
