import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toId, type VisitId } from '../ids.ts'
import { addDays, localDate } from '../time.ts'
import { VISIT_STATES, type VisitState } from '../visits/graph.ts'
import { nightsToReport } from './report-nights.ts'

const TODAY = localDate('2026-03-05')
const YESTERDAY = addDays(TODAY, -1)
const id = (n: number) => toId<VisitId>(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
const round = (n: number, daysAgo: number, state: VisitState) => ({
  visitId: id(n),
  date: addDays(TODAY, -daysAgo),
  state,
})
const days = { after: addDays(TODAY, -3), today: TODAY }

test.each([
  ['nothing was due', [], []],
  ['a round that was made', [round(1, 1, 'completed')], [{ date: YESTERDAY, made: [id(1)], notMade: [] }]],
  ['a round that nobody made', [round(1, 1, 'missed')], [{ date: YESTERDAY, made: [], notMade: [id(1)] }]],
  ['a round under way', [round(1, 1, 'in_progress')], []],
  ['skipped and cancelled were not due', [round(1, 1, 'skipped'), round(2, 2, 'cancelled')], []],
  [
    'two rounds, over with the last',
    [round(1, 1, 'completed'), round(2, 1, 'missed')],
    [{ date: YESTERDAY, made: [id(1)], notMade: [id(2)] }],
  ],
  ['two rounds, one still open', [round(1, 1, 'completed'), round(2, 1, 'confirmed')], []],
  ['reported already', [round(1, 3, 'completed')], []],
  ['later nights wait for one before them', [round(1, 2, 'in_progress'), round(2, 1, 'completed')], []],
  ['the night to come is none yet', [round(1, -1, 'completed')], []],
] satisfies [string, ReturnType<typeof round>[], object[]][])('%s', (_what, rounds, expected) => {
  expect(nightsToReport(rounds, days)).toEqual(expected)
})

test('a night that nobody ended keeps the others waiting for five days', () => {
  const rounds = [round(1, 6, 'in_progress'), round(2, 1, 'completed')]
  const after = addDays(TODAY, -20)
  expect(nightsToReport(rounds, { after, today: TODAY })).toHaveLength(1)
})

test('each night once, in order, and never one that is open', () => {
  const anyRound = fc.record({
    visitId: fc.nat(999).map(id),
    date: fc.integer({ min: -8, max: 2 }).map((day) => addDays(TODAY, day)),
    state: fc.constantFrom(...VISIT_STATES),
  })
  fc.assert(
    fc.property(fc.array(anyRound, { maxLength: 20 }), (rounds) => {
      const nights = nightsToReport(rounds, days)
      const dates = nights.map(({ date }) => date)
      expect(dates).toEqual([...new Set(dates)].toSorted())
      for (const date of dates) {
        const states = rounds.filter((each) => each.date === date).map(({ state }) => state)
        expect(
          states.filter((state) => !['completed', 'missed', 'skipped', 'cancelled'].includes(state)),
        ).toEqual([])
      }
      // Asked again after the last of them, nothing is reported twice.
      const last = dates.at(-1)
      if (last !== undefined) expect(nightsToReport(rounds, { after: last, today: TODAY })).toEqual([])
    }),
  )
})
