import { describe, expect, test } from 'vitest'
import { type OfferCandidate, rankCrews, scoreOf } from './score.ts'

const BEST: OfferCandidate = {
  crewId: 'a',
  distanceFeet: 0,
  rangeFeet: 1_000,
  rating: 5,
  reliability: 1,
  loadMinutes: 0,
  capacityMinutes: 480,
  isFavourite: false,
  isBlocked: false,
}

describe('the score of a crew', () => {
  test.each<[string, Partial<OfferCandidate>, number]>([
    ['next door, praised, reliable and free', {}, 100],
    ['half of its range away', { distanceFeet: 500 }, 80],
    ['at the end of its range', { distanceFeet: 1_000 }, 60],
    ['beyond its range', { distanceFeet: 3_000 }, 60],
    ['that goes nowhere, at its base', { rangeFeet: 0 }, 60],
    ['rated in the middle', { rating: 3 }, 87.5],
    ['rated as low as can be', { rating: 1 }, 75],
    ['that nobody has rated yet', { rating: null }, 96.875],
    ['that kept every other visit', { reliability: 0.5 }, 87.5],
    ['without a history', { reliability: null }, 97.5],
    ['with half a day of work', { loadMinutes: 240 }, 95],
    ['with more work than it wants', { loadMinutes: 960 }, 90],
    ['that wants no work on that day', { capacityMinutes: 0 }, 90],
    ['that the customer likes', { isFavourite: true }, 200],
  ])('%s', (_, change, score) => {
    expect(scoreOf({ ...BEST, ...change })).toBe(score)
  })
})

describe('the order of crews', () => {
  test.each([[['a', 'b', 'c']], [['c', 'b', 'a']], [['b', 'c', 'a']]])(
    'with equal scores is that of their ids, as they come: %j',
    (ids) => {
      expect(rankCrews(ids.map((crewId) => ({ ...BEST, crewId })))).toEqual(['a', 'b', 'c'])
    },
  )

  test('a crew at the very end of its range is asked, one a foot beyond is not', () => {
    const away = (crewId: string, distanceFeet: number) => ({ ...BEST, crewId, distanceFeet })
    expect(rankCrews([away('far', 1_001), away('edge', 1_000), away('near', 999)])).toEqual(['near', 'edge'])
  })

  test('whom the customer likes comes before a better one, whom he blocked not at all', () => {
    const liked = { ...BEST, crewId: 'liked', rating: 1, reliability: 0, isFavourite: true }
    const blocked = { ...BEST, crewId: 'blocked', isFavourite: true, isBlocked: true }
    expect(rankCrews([BEST, blocked, liked])).toEqual(['liked', 'a'])
  })
})
