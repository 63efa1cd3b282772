import { describe, expect, it } from 'vitest'
import { EARTH_RADIUS_FEET } from '../geo.ts'
import { type CrewFacts, canDoBoth, decideTake, type OfferedWork } from './assignment.ts'
import { reliabilityOf } from './reliability.ts'

const BASE = { lat: 39.7392, lng: -104.9903 }
const miles = (count: number) => ({
  lat: BASE.lat + ((count * 5_280) / EARTH_RADIUS_FEET) * (180 / Math.PI),
  lng: BASE.lng,
})
const hour = (from: number, to: number) => ({ startMinute: from * 60, endMinute: to * 60 })

const crew: CrewFacts = {
  id: 'crew-1',
  isFrozen: false,
  base: BASE,
  rangeFeet: 10 * 5_280,
  serviceKeys: ['bins'],
  hours: { 1: hour(7, 15) },
}
const work: OfferedWork = {
  weekday: 1,
  window: hour(8, 12),
  durationMinutes: 30,
  place: miles(5),
  serviceKey: 'bins',
  crewId: null,
  isOpen: true,
  blockedCrewIds: [],
}

describe('taking work', () => {
  it('is granted to a crew whom it fits', () => {
    expect(decideTake(crew, work, [])).toEqual({ crewId: 'crew-1' })
  })

  it('field 13: has one winner, whose second tap counts once', () => {
    expect(decideTake(crew, { ...work, crewId: 'crew-2' }, [])).toEqual({ refused: 'offer_taken' })
    expect(decideTake(crew, { ...work, crewId: 'crew-1' }, [])).toEqual({ alreadyDone: true })
  })

  it.each<[string, Partial<CrewFacts>, Partial<OfferedWork>, string]>([
    ['a frozen crew', { isFrozen: true }, {}, 'account_frozen'],
    ['a crew whom the customer blocked', {}, { blockedCrewIds: ['crew-1'] }, 'blocked_by_customer'],
    ['a crew without the skill', { serviceKeys: ['lawn'] }, {}, 'skill_missing'],
    ['a crew too far away', {}, { place: miles(10.01) }, 'out_of_range'],
    ['a crew on its day off', {}, { weekday: 2 }, 'day_not_worked'],
    ['a crew that stops before the window', { hours: { 1: hour(7, 8) } }, {}, 'outside_hours'],
    [
      'a crew with too little time in the window',
      { hours: { 1: hour(11, 15) } },
      { durationMinutes: 61 },
      'outside_hours',
    ],
    ['any crew where the job has ended', {}, { isOpen: false }, 'no_longer_open'],
  ])('is refused to %s', (_name, crewChange, workChange, reason) => {
    expect(decideTake({ ...crew, ...crewChange }, { ...work, ...workChange }, [])).toEqual({
      refused: reason,
    })
  })

  it('is refused where the crew’s own work leaves no room in the window', () => {
    const tight = { window: hour(8, 9), durationMinutes: 60 }
    expect(decideTake(crew, { ...work, window: hour(8, 9) }, [tight])).toEqual({
      refused: 'overlapping_work',
    })
    expect(decideTake(crew, { ...work, window: hour(8, 10) }, [tight])).toEqual({ crewId: 'crew-1' })
  })

  it('is refused where the day is full though every window is wide', () => {
    const long = { window: hour(0, 24), durationMinutes: 240 }
    expect(decideTake(crew, work, [long, long])).toEqual({ refused: 'overlapping_work' })
  })
})

describe('two pieces of work', () => {
  it.each([
    ['one after the other', hour(8, 9), 60, hour(9, 10), 60, true],
    ['in the other order', hour(9, 10), 60, hour(8, 9), 60, true],
    ['in one window that is long enough', hour(8, 10), 60, hour(8, 10), 60, true],
    ['in one window that is too short', hour(8, 10), 61, hour(8, 10), 60, false],
    ['field 16: a long job around a short one', hour(8, 12), 240, hour(10, 11), 15, false],
    ['work longer than its own window', hour(8, 9), 90, hour(12, 13), 15, false],
  ])('%s', (_name, window, durationMinutes, otherWindow, otherMinutes, isPossible) => {
    const one = { window, durationMinutes }
    const other = { window: otherWindow, durationMinutes: otherMinutes }
    expect([canDoBoth(one, other), canDoBoth(other, one)]).toEqual([isPossible, isPossible])
  })
})

describe('how well a crew keeps its word', () => {
  it.each([
    [{ kept: 3, lateReleases: 1, missed: 0 }, 0.75],
    [{ kept: 0, lateReleases: 0, missed: 1 }, 0],
    [{ kept: 0, lateReleases: 0, missed: 0 }, null],
  ])('%j is a reliability of %s', (counts, expected) => {
    expect(reliabilityOf(counts)).toBe(expected)
  })
})
