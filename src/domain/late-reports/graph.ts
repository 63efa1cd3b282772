/** Work that was told of too late to complete its visit, as a graph: an operator decides what becomes of it. */
import type { LifecycleEdge } from '../lifecycle.ts'

export const LATE_REPORT_STATES = ['waiting', 'accepted', 'dismissed'] as const
export type LateReportState = (typeof LATE_REPORT_STATES)[number]
export const LATE_REPORT_STEPS = ['accept', 'dismiss'] as const
export type LateReportStep = (typeof LATE_REPORT_STEPS)[number]

export const LATE_REPORT_LIFECYCLE: readonly LifecycleEdge<LateReportState, LateReportStep, 'operator'>[] = [
  { transition: 'accept', from: ['waiting'], to: 'accepted', mayDo: ['operator'] },
  // Also what was dismissed by mistake can still be accepted; what was paid stays paid.
  { transition: 'dismiss', from: ['waiting'], to: 'dismissed', mayDo: ['operator'] },
  { transition: 'accept', from: ['dismissed'], to: 'accepted', mayDo: ['operator'] },
]
