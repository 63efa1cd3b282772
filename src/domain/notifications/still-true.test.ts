import { describe, expect, test } from 'vitest'
import type { UserId } from '../ids.ts'
import type { Instant } from '../time.ts'
import { VISIT_STATES } from '../visits/graph.ts'
import { NOTIFICATION_EVENTS } from './events.ts'
import { EVENT_RULES } from './rules.ts'
import { isStillTrue } from './still-true.ts'

const [mine, theirs] = ['crew-1' as UserId, 'crew-2' as UserId]
const notified = { startsAt: 1_000 as Instant, crewId: mine }

describe('field 37: a reminder', () => {
  test.each(
    VISIT_STATES.map((state) => [state, ['scheduled', 'confirmed', 'reopened'].includes(state)] as const),
  )('of a visit that is now %s: %s', (state, isTrue) => {
    expect(isStillTrue('visit_reminder', notified, { ...notified, state })).toBe(isTrue)
  })

  test('dies when the visit is moved, changes hands, is left by its crew, or is gone', () => {
    const visit = { ...notified, state: 'confirmed' } as const
    expect(isStillTrue('visit_reminder', notified, { ...visit, startsAt: 2_000 as Instant })).toBe(false)
    expect(isStillTrue('visit_reminder', notified, { ...visit, crewId: theirs })).toBe(false)
    expect(isStillTrue('visit_reminder', notified, { ...visit, crewId: null })).toBe(false)
    expect(isStillTrue('visit_reminder', notified, null)).toBe(false)
  })
})

test('news of the way dies when the work begins', () => {
  expect(isStillTrue('crew_on_the_way', notified, { ...notified, state: 'en_route' })).toBe(true)
  expect(isStillTrue('crew_on_the_way', notified, { ...notified, state: 'in_progress' })).toBe(false)
})

test('what happened stays true whatever becomes of the visit', () => {
  const lasting = NOTIFICATION_EVENTS.filter((event) => EVENT_RULES[event].holdsWhile === null)
  for (const event of lasting) expect(isStillTrue(event, notified, null)).toBe(true)
  expect(lasting).toContain('visit_missed')
})
