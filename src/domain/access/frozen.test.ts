import { describe, expect, it } from 'vitest'
import { instant, parseInstant } from '../time.ts'
import { FROZEN_REFUSES, isFrozen, isRefusedWhenFrozen } from './frozen.ts'

const UNTIL = parseInstant('2026-07-06T12:00:00Z')
const account = { frozenUntil: UNTIL }

describe('a frozen account', () => {
  it.each([
    ['before the time', account, UNTIL - 1, true],
    ['S6: free at that very instant', account, UNTIL, false],
    ['never frozen', { frozenUntil: null }, UNTIL, false],
  ])('is frozen or not: %s', (_name, who, now, expected) => {
    expect(isFrozen(who, instant(now))).toBe(expected)
  })

  it.each([
    'take_assignment',
    'take_route',
    'accept_offer',
    'confirm',
    'start_travel',
    'start',
    'complete',
    'book',
    'payout',
  ])('field 44: may not %s', (action) => {
    expect(isRefusedWhenFrozen(action)).toBe(true)
  })

  it('field 44: and there is nothing else that it may not', () => {
    expect(FROZEN_REFUSES).toHaveLength(9)
  })

  it.each(['read', 'release', 'support', 'skip', 'cancel', 'sign_in'])('may still %s', (action) => {
    expect(isRefusedWhenFrozen(action)).toBe(false)
  })
})
