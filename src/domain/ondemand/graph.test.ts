import { describe, expect, it } from 'vitest'
import { edgeOf } from '../lifecycle.ts'
import { VISIT_STATES } from '../visits/graph.ts'
import {
  followUpsOf,
  isEnded,
  ORDER_ACTORS,
  ORDER_LIFECYCLE,
  ORDER_STATES,
  ORDER_STEPS,
  type OrderState,
  type OrderStep,
} from './graph.ts'
import { HAPPY_PATH, isOver, progressOf } from './progress.ts'

/** Every way there is, written down a second time and by hand: what is not here, nobody may do. */
const WAYS: readonly (readonly [OrderState, OrderStep, OrderState, string])[] = [
  ['draft', 'book', 'booking', 'customer'],
  ['declined', 'book', 'booking', 'customer'],
  ['booking', 'hold', 'booked', 'system'],
  ['booking', 'decline', 'declined', 'system'],
  ['booked', 'complete', 'done', 'crew operator'],
  ['missed', 'complete', 'done', 'crew operator'],
  ['no_access', 'complete', 'done', 'crew operator'],
  ['booking', 'cancel', 'cancelled', 'customer operator system'],
  ['declined', 'cancel', 'cancelled', 'customer operator system'],
  ['booked', 'cancel', 'cancelled', 'customer operator system'],
  ['booked', 'give_up', 'nobody_found', 'system'],
  ['booked', 'miss', 'missed', 'operator system'],
  ['booked', 'find_no_access', 'no_access', 'crew operator system'],
]
const attempts = ORDER_STATES.flatMap((from) =>
  ORDER_STEPS.flatMap((transition) =>
    ORDER_ACTORS.map((by) => {
      const way = WAYS.find(([start, step, , whom]) => {
        return start === from && step === transition && whom.split(' ').includes(by)
      })
      return { from, transition, by, leadsTo: way?.[2] }
    }),
  ),
)

describe('the lifecycle of an order', () => {
  it.each(attempts)('$by doing $transition from $from leads to $leadsTo', ({ leadsTo, ...attempt }) => {
    expect(edgeOf(ORDER_LIFECYCLE, attempt)?.to).toBe(leadsTo)
  })

  it('has at most one edge for a state, a step and an actor', () => {
    for (const { from, transition, by } of attempts) {
      const edges = ORDER_LIFECYCLE.filter(
        (edge) => edge.transition === transition && edge.from.includes(from) && edge.mayDo.includes(by),
      )
      expect(edges.length).toBeLessThanOrEqual(1)
    }
  })

  it('reaches every state from the draft', () => {
    const reached = new Set<OrderState>(['draft'])
    for (let before = 0; before !== reached.size; ) {
      before = reached.size
      for (const edge of ORDER_LIFECYCLE)
        if (edge.from.some((state) => reached.has(state))) reached.add(edge.to)
    }
    expect([...reached].sort()).toEqual([...ORDER_STATES].sort())
  })

  it('lets nobody but the system speak for the card', () => {
    for (const edge of ORDER_LIFECYCLE)
      if (edge.from.includes('booking') && edge.to !== 'cancelled') expect(edge.mayDo).toEqual(['system'])
  })

  it('follows every end with something for the card, and nothing else', () => {
    for (const edge of ORDER_LIFECYCLE) expect(edge.followUps.length > 0).toBe(isEnded(edge.to))
  })

  it.each([
    ['complete', ['bill_work']],
    ['cancel', ['bill_fee_or_release']],
    ['give_up', ['release_hold']],
    ['miss', ['release_hold', 'give_credit']],
    ['find_no_access', ['bill_call_out_or_release']],
    ['hold', []],
  ] as const)('%s is followed by %j', (transition, followUps) => {
    expect(followUpsOf(transition)).toEqual(followUps)
  })
})

describe('the progress of an order', () => {
  it('is that of its visit while it is booked', () => {
    const seen = VISIT_STATES.map((state) => progressOf('booked', { state, hasCrew: true }))
    expect(seen).toEqual([
      'accepted',
      'accepted',
      'on_the_way',
      'working',
      'done',
      'cancelled',
      'cancelled',
      'missed',
      'accepted',
    ])
    expect(progressOf('booked', null)).toBe('looking')
    expect(progressOf('booked', { state: 'scheduled', hasCrew: false })).toBe('looking')
  })

  it.each(['booking', 'declined', 'done', 'cancelled', 'nobody_found', 'missed', 'no_access'] as const)(
    'is the order’s own when it is %s',
    (state) => {
      expect(progressOf(state, { state: 'confirmed', hasCrew: true })).toBe(state)
    },
  )

  it('ends with what goes well', () => {
    expect(HAPPY_PATH.map(isOver)).toEqual([false, false, false, false, true])
    expect(isOver('booking')).toBe(false)
    expect(isOver('nobody_found')).toBe(true)
  })
})
