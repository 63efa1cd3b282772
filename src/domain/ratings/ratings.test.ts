import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { DAY_MS, instant, parseInstant } from '../time.ts'
import { areRatingsVisible, decideRating, type VisitRatings } from './ratings.ts'

const DONE = parseInstant('2026-07-06T14:00:00Z')
const ratings = (byCustomer: VisitRatings['byCustomer'], byCrew: VisitRatings['byCrew']): VisitRatings => ({
  completedAt: DONE,
  byCustomer,
  byCrew,
})

describe('a rating', () => {
  it.each([1, 2, 3, 4, 5])('of %i is taken', (stars) => {
    expect(decideRating({ state: 'completed', given: null, isRevealed: false }, stars)).toEqual({ stars })
  })

  it.each([0, 6, 2.5, -1, Number.NaN])('of %d is refused', (stars) => {
    expect(decideRating({ state: 'completed', given: null, isRevealed: false }, stars)).toEqual({
      refused: 'rating_invalid',
    })
  })

  it('is changed until the other side sees it, and only given for a visit that is done', () => {
    expect(decideRating({ state: 'completed', given: 3, isRevealed: false }, 5)).toEqual({ stars: 5 })
    expect(decideRating({ state: 'completed', given: 3, isRevealed: true }, 5)).toEqual({
      refused: 'already_rated',
    })
    expect(decideRating({ state: 'completed', given: null, isRevealed: true }, 5)).toEqual({ stars: 5 })
    expect(decideRating({ state: 'missed', given: null, isRevealed: false }, 1)).toEqual({
      refused: 'visit_not_completed',
    })
  })

  it.each([
    ['hidden while one side waits', ratings(5, null), DONE, false],
    ['seen once both have rated', ratings(5, 4), DONE, true],
    ['hidden to the last moment of seven days', ratings(5, null), DONE + 7 * DAY_MS - 1, false],
    ['seen after seven days', ratings(5, null), DONE + 7 * DAY_MS, true],
  ])('is %s', (_name, given, now, isVisible) => {
    expect(areRatingsVisible(given, instant(now), DEFAULT_SETTINGS)).toBe(isVisible)
  })
})
