/** Where an order stands, as its customer sees it: the order's own state, or that of its visit while it is booked. */

import type { VisitState } from '../visits/graph.ts'
import type { OrderState } from './graph.ts'

export const ORDER_PROGRESS = [
  'booking',
  'declined',
  'looking',
  'accepted',
  'on_the_way',
  'working',
  'done',
  'cancelled',
  'nobody_found',
  'missed',
  'no_access',
] as const
export type OrderProgress = (typeof ORDER_PROGRESS)[number]

/** The steps of an order that goes well, in their order, for the timeline. */
export const HAPPY_PATH: readonly OrderProgress[] = ['looking', 'accepted', 'on_the_way', 'working', 'done']

type Work = { readonly state: VisitState; readonly hasCrew: boolean } | null

export function progressOf(state: Exclude<OrderState, 'draft'>, visit: Work): OrderProgress {
  if (state !== 'booked') return state
  if (visit === null || !visit.hasCrew) return 'looking'
  return PROGRESS_OF_WORK[visit.state]
}

/** Nothing changes any more by itself. */
export function isOver(progress: OrderProgress): boolean {
  return !OPEN.has(progress)
}

const OPEN: ReadonlySet<OrderProgress> = new Set(['booking', 'looking', 'accepted', 'on_the_way', 'working'])

const PROGRESS_OF_WORK: Readonly<Record<VisitState, OrderProgress>> = {
  scheduled: 'accepted',
  confirmed: 'accepted',
  reopened: 'accepted',
  en_route: 'on_the_way',
  in_progress: 'working',
  completed: 'done',
  cancelled: 'cancelled',
  skipped: 'cancelled',
  missed: 'missed',
}
