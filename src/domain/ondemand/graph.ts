/**
 * The lifecycle of an order on demand as a graph in data: the only copy. While an order is `booked`, the visit that
 * belongs to it says how far the work is (`progress.ts`); the order itself knows about the card and how it ended.
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

/** What follows a step by itself, in the sequence in which it is done; the server has one consumer for each. */
export type OrderFollowUp =
  /** Its own payment is made out, which takes what the card holds. */
  | 'bill_work'
  /** A late cancellation costs a fee; without one the hold is released. */
  | 'bill_fee_or_release'
  /** A wasted trip of the crew; where that costs nothing the hold is released. */
  | 'bill_call_out_or_release'
  | 'release_hold'
  /** For the customer whom nobody came to. */
  | 'give_credit'

export type OrderEdge = LifecycleEdge<OrderState, OrderStep, OrderActor> & {
  readonly followUps: readonly OrderFollowUp[]
}

export const ORDER_LIFECYCLE: readonly OrderEdge[] = [
  // A card that said no costs nothing: the same order is sent again with another one.
  { transition: 'book', from: ['draft', 'declined'], to: 'booking', mayDo: ['customer'], followUps: [] },
  { transition: 'hold', from: ['booking'], to: 'booked', mayDo: ['system'], followUps: [] },
  { transition: 'decline', from: ['booking'], to: 'declined', mayDo: ['system'], followUps: [] },
  {
    transition: 'complete',
    // A crew that was offline may report after it was given up for missed.
    from: ['booked', 'missed', 'no_access'],
    to: 'done',
    mayDo: ['crew', 'operator'],
    followUps: ['bill_work'],
  },
  {
    transition: 'cancel',
    from: ['booking', 'declined', 'booked'],
    to: 'cancelled',
    mayDo: ['customer', 'operator', 'system'],
    followUps: ['bill_fee_or_release'],
  },
  {
    transition: 'give_up',
    from: ['booked'],
    to: 'nobody_found',
    mayDo: ['system'],
    timeout: 'window_end',
    followUps: ['release_hold'],
  },
  {
    transition: 'miss',
    from: ['booked'],
    to: 'missed',
    mayDo: ['operator', 'system'],
    timeout: 'missed_grace',
    followUps: ['release_hold', 'give_credit'],
  },
  {
    transition: 'find_no_access',
    from: ['booked'],
    to: 'no_access',
    mayDo: ['crew', 'operator', 'system'],
    followUps: ['bill_call_out_or_release'],
  },
]

/** True of a state that an order does not leave for the card's sake any more. */
export function isEnded(state: OrderState): boolean {
  return !['draft', 'booking', 'declined', 'booked'].includes(state)
}

/** The same from wherever a step is taken. */
export function followUpsOf(transition: OrderStep): readonly OrderFollowUp[] {
  return ORDER_LIFECYCLE.find((edge) => edge.transition === transition)!.followUps
}
