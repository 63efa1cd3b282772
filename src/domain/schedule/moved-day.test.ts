import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VisitId } from '../ids.ts'
import { conflictingVisitsOf, type DayVisit } from './moved-day.ts'

const visit = (id: string, more: Partial<DayVisit> = {}): DayVisit => ({
  id: id as VisitId,
  durationMinutes: 30,
  isMoved: true,
  position: 0,
  isOff: false,
  ...more,
})

describe('field 6: a day onto which visits were moved', () => {
  test.each<[string, number | null | undefined, DayVisit[], string[]]>([
    ['that has room', 120, [visit('a'), visit('own', { isMoved: false })], []],
    ['that is full', 60, [visit('own', { isMoved: false, durationMinutes: 60 }), visit('a')], ['a']],
    [
      'that fills up',
      60,
      [visit('b', { position: 2 }), visit('a', { position: 1 }), visit('c', { position: 3 })],
      ['c'],
    ],
    ['that is not worked', null, [visit('a'), visit('own', { isMoved: false })], ['a']],
    ['of unknown hours', undefined, [visit('a', { durationMinutes: 900 })], []],
    [
      'with a day off',
      600,
      [visit('a', { isOff: true }), visit('own', { isMoved: false, isOff: true })],
      ['a'],
    ],
  ])('%s', (_name, workMinutes, visits, expected) => {
    expect(conflictingVisitsOf({ workMinutes, visits })).toEqual(expected)
  })

  test('never takes its own work from a crew, and what is left fits or was its own', () => {
    const anyVisit = fc.record({
      durationMinutes: fc.integer({ min: 1, max: 200 }),
      isMoved: fc.boolean(),
      position: fc.integer({ min: 0, max: 9 }),
      isOff: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(anyVisit, { maxLength: 12 }),
        fc.integer({ min: 0, max: 600 }),
        (given, workMinutes) => {
          const visits = given.map((each, index) => ({ ...each, id: `v${index}` as VisitId }))
          const conflicting = new Set(conflictingVisitsOf({ workMinutes, visits }))
          const kept = visits.filter((each) => !conflicting.has(each.id))
          expect(visits.filter((each) => conflicting.has(each.id)).every((each) => each.isMoved)).toBe(true)
          const minutes = kept.reduce((sum, each) => sum + each.durationMinutes, 0)
          expect(minutes <= workMinutes || kept.every((each) => !each.isMoved)).toBe(true)
        },
      ),
    )
  })
})
