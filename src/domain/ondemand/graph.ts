/**
 * The lifecycle of an order on demand as a graph in data: the only copy. While an order is `booked`, the visit that
 * belongs to it tells how far the work is (`progress.ts`); the order itself knows about the card and how it ended.
 */

import type { LifecycleEdge } from '../lifecycle.ts'

export const ORDER_STATES = [
  'draft',
  'booking',
  'declined',
  'booked',
  'done',
  'cancelled',
  'nobody_found',
  'missed',
  'no_access',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const ORDER_STEPS = [
  'book',
  'hold',
  'decline',
  'complete',
  'cancel',
  'give_up',
  'miss',
  'find_no_access',
] as const
export type OrderStep = (typeof ORDER_STEPS)[number]

export const ORDER_ACTORS = ['guest', 'customer', 'crew', 'operator', 'system'] as const
export type OrderActor = (typeof ORDER_ACTORS)[number]

/** What becomes of the money that the card holds. */
type HoldEnd = 'capture' | 'release' | 'fee_or_release'

export type OrderEdge = LifecycleEdge<OrderState, OrderStep, OrderActor> & { readonly holdEnd?: HoldEnd }

export const ORDER_LIFECYCLE: readonly OrderEdge[] = [
  // A card that said no costs nothing: the same order is sent again with another one.
  { transition: 'book', from: ['draft', 'declined'], to: 'booking', mayDo: ['customer'] },
  { transition: 'hold', from: ['booking'], to: 'booked', mayDo: ['system'] },
  { transition: 'decline', from: ['booking'], to: 'declined', mayDo: ['system'] },
  {
    transition: 'complete',
    // A crew that was offline may report after it was given up for missed.
    from: ['booked', 'missed', 'no_access'],
    to: 'done',
    mayDo: ['crew', 'operator'],
    holdEnd: 'capture',
  },
  {
    transition: 'cancel',
    from: ['booking', 'declined', 'booked'],
    to: 'cancelled',
    mayDo: ['customer', 'operator', 'system'],
    holdEnd: 'fee_or_release',
  },
  {
    transition: 'give_up',
    from: ['booked'],
    to: 'nobody_found',
    mayDo: ['system'],
    timeout: 'window_end',
    holdEnd: 'release',
  },
  {
    transition: 'miss',
    from: ['booked'],
    to: 'missed',
    mayDo: ['operator', 'system'],
    timeout: 'missed_grace',
    holdEnd: 'release',
  },
  {
    transition: 'find_no_access',
    from: ['booked'],
    to: 'no_access',
    mayDo: ['crew', 'operator', 'system'],
    holdEnd: 'fee_or_release',
  },
]
