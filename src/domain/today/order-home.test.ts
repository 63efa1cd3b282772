import { describe, expect, it } from 'vitest'
import { addDays, HOUR_MS, instant, localDate, parseInstant } from '../time.ts'
import { type HomeVisit, newsOf, nextVisitOf, rankOf } from './order-home.ts'

const TODAY = localDate('2026-03-05')
const NOON = parseInstant('2026-03-05T19:00:00Z')
const clock = { today: TODAY, now: NOON }

function visit(id: string, over: Partial<HomeVisit<string>> = {}): HomeVisit<string> {
  return {
    id,
    date: TODAY,
    startsAt: instant(NOON + HOUR_MS),
    endsAt: instant(NOON + 3 * HOUR_MS),
    state: 'confirmed',
    isMovedByOthers: false,
    expectedAt: null,
    isDoorShut: false,
    hasQuestion: false,
    ...over,
  }
}

const over = { startsAt: instant(NOON - 3 * HOUR_MS), endsAt: instant(NOON - HOUR_MS) }

describe('the news of a visit', () => {
  it.each<[string, Partial<HomeVisit<string>>, string | null]>([
    ['as planned', {}, null],
    ['a door that is shut', { isDoorShut: true, hasQuestion: true, ...over }, 'access'],
    ['a question of the crew', { hasQuestion: true, state: 'in_progress' }, 'answer'],
    ['expected after its window', { expectedAt: instant(NOON + 4 * HOUR_MS) }, 'late'],
    ['expected within its window', { expectedAt: instant(NOON + 2 * HOUR_MS) }, null],
    ['its window over and nobody there', over, 'late'],
    ['expected soon, its window over', { ...over, state: 'en_route', expectedAt: instant(NOON) }, 'late'],
    ['being done, its window over', { ...over, state: 'in_progress' }, null],
    ['done', { ...over, state: 'completed' }, null],
    ['missed today', { ...over, state: 'missed' }, 'missed'],
    ['moved by a holiday to today', { isMovedByOthers: true }, 'moved'],
    ['moved to a day soon', { isMovedByOthers: true, date: addDays(TODAY, 2) }, 'moved'],
    ['moved to a day far off', { isMovedByOthers: true, date: addDays(TODAY, 3) }, null],
    ['moved and skipped', { isMovedByOthers: true, state: 'skipped' }, null],
    ['late only tomorrow', { date: addDays(TODAY, 1), expectedAt: instant(NOON + 90 * HOUR_MS) }, null],
  ])('%s', (_name, facts, kind) => {
    expect(newsOf([visit('a', facts)], clock).map((news) => news.kind)).toEqual(kind === null ? [] : [kind])
  })

  it('is in the order of how soon somebody has to act, then of the hour', () => {
    const visits = [
      visit('moved', { isMovedByOthers: true }),
      visit('missed', { ...over, state: 'missed' }),
      visit('late', over),
      visit('later', { expectedAt: instant(NOON + 4 * HOUR_MS) }),
      visit('answer', { hasQuestion: true }),
      visit('access', { isDoorShut: true }),
      visit('quiet'),
    ]
    const ordered = ['access', 'answer', 'late', 'later', 'missed', 'moved']
    expect(newsOf(visits, clock).map(({ visitId }) => visitId)).toEqual(ordered)
    expect(newsOf(visits.toReversed(), clock).map(({ visitId }) => visitId)).toEqual(ordered)
  })

  it('lets a declined card wait for what happens at the door, and stand before what is over', () => {
    expect(rankOf('declined')).toBeGreaterThan(rankOf('late'))
    expect(rankOf('declined')).toBeLessThan(rankOf('missed'))
  })
})

it.each<[string, readonly HomeVisit<string>[], string | null]>([
  ['nothing planned', [], null],
  ['all done', [visit('a', { state: 'completed' }), visit('b', { state: 'missed' })], null],
  ['the earliest', [visit('late', { startsAt: instant(NOON + 5 * HOUR_MS) }), visit('early')], 'early'],
  ['who is on the way', [visit('early'), visit('driving', { state: 'en_route' })], 'driving'],
  [
    'who works',
    [visit('driving', { state: 'en_route' }), visit('working', { state: 'in_progress' })],
    'working',
  ],
])('next is %s', (_name, visits, expected) => {
  expect(nextVisitOf(visits)).toBe(expected)
})
