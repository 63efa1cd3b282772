import { describe, expect, it } from 'vitest'
import { edgeOf } from '../lifecycle.ts'
import { VISIT_STATES } from '../visits/graph.ts'
import { ORDER_ACTORS, ORDER_LIFECYCLE, ORDER_STATES, ORDER_STEPS, type OrderState } from './graph.ts'
import { HAPPY_PATH, isOver, progressOf } from './progress.ts'

const attempts = ORDER_STATES.flatMap((from) =>
  ORDER_STEPS.flatMap((transition) => ORDER_ACTORS.map((by) => ({ from, transition, by }))),
)

describe('the lifecycle of an order', () => {
  it.each(attempts)('$by may $transition from $from only where an edge says so', (attempt) => {
    const edges = ORDER_LIFECYCLE.filter(
      (edge) =>
        edge.transition === attempt.transition &&
        edge.from.includes(attempt.from) &&
        edge.mayDo.includes(attempt.by),
    )
    expect(edges.length).toBeLessThanOrEqual(1)
    expect(edgeOf(ORDER_LIFECYCLE, attempt)).toBe(edges[0])
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

  it('says of every end what becomes of the hold', () => {
    for (const edge of ORDER_LIFECYCLE)
      expect(edge.holdEnd !== undefined).toBe(!['booking', 'booked', 'declined'].includes(edge.to))
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
