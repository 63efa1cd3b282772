import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { localDate } from '../time.ts'
import { perUnitMonth } from './cost.ts'
import { exceptionsOn, isLeftOut, type NightException, progressOf, unitsLeftOut } from './round.ts'

const night = localDate('2026-11-26')
const closed: NightException = {
  kind: 'leave_out',
  buildingId: 'b',
  unitLabel: null,
  from: localDate('2026-11-25'),
  to: night,
}

describe('the round of a night', () => {
  it.each([
    ['2026-11-24', 0],
    ['2026-11-25', 1],
    ['2026-11-26', 1],
    ['2026-11-27', 0],
  ])('on %s %i exceptions hold', (date, count) => {
    expect(exceptionsOn([closed], localDate(date))).toHaveLength(count)
  })

  it('leaves out a building, single doors, and nothing for a mere note', () => {
    const door = { ...closed, unitLabel: '104' }
    expect(isLeftOut([closed], 'b')).toBe(true)
    expect(isLeftOut([closed], 'c')).toBe(false)
    expect(isLeftOut([door, { ...closed, kind: 'note' }], 'b')).toBe(false)
    expect(unitsLeftOut([door, door, { ...door, unitLabel: '9' }, closed], 'b')).toEqual(['104', '9'])
  })

  it('counts what is to do; a building that was done although left out counts as done', () => {
    const buildings = [
      { id: 'a', checkedAt: 1 },
      { id: 'b', checkedAt: null },
      { id: 'c', checkedAt: null },
    ]
    expect(progressOf(buildings, [])).toEqual({ buildingCount: 3, checkedCount: 1 })
    expect(progressOf(buildings, [closed])).toEqual({ buildingCount: 2, checkedCount: 1 })
    expect(progressOf(buildings, [{ ...closed, buildingId: 'a' }])).toEqual({
      buildingCount: 3,
      checkedCount: 1,
    })
  })
})

describe('the cost of a unit', () => {
  it('is a twelfth of 52 weeks, over all units', () => {
    expect(perUnitMonth([cents(30_000), cents(6_000)], 120)).toBe(1_300)
    expect(perUnitMonth([], 10)).toBe(0)
  })
})
