import { describe, expect, it } from 'vitest'
import type { ListItem } from '../checklists/items.ts'
import type { Undone } from '../checklists/progress.ts'
import { EARTH_RADIUS_FEET } from '../geo.ts'
import type { UserId } from '../ids.ts'
import { isAlreadyDone, isRefusal } from '../refusals.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { HOUR_MS, instant, localDate, parseInstant } from '../time.ts'
import { type CompletionReport, type CompletionRequest, decideCompletion } from './completion.ts'
import type { Actor, VisitFacts } from './lifecycle.ts'

const CREW = 'crew-1' as UserId
const PLACE = { lat: 39.7392, lng: -104.9903 }
const NOW = parseInstant('2026-07-06T14:00:00Z')
const crew: Actor = { kind: 'crew', id: CREW, isFrozen: false }
const visit: VisitFacts = {
  kind: 'weekly',
  state: 'in_progress',
  customerId: 'customer-1' as UserId,
  crewId: CREW,
  date: localDate('2026-07-06'),
  zone: 'America/Denver',
  startsAt: parseInstant('2026-07-06T13:00:00Z'),
  endsAt: parseInstant('2026-07-06T15:00:00Z'),
}
const report: CompletionReport = { photoCount: 2, location: PLACE, doneAt: null }

function complete(change: Partial<CompletionRequest>) {
  return decideCompletion({
    visit,
    place: PLACE,
    requiredPhotoCount: 2,
    report,
    actor: crew,
    now: NOW,
    settings: DEFAULT_SETTINGS,
    ...change,
  })
}

function completed(change: Partial<CompletionRequest>) {
  const decision = complete(change)
  if (isRefusal(decision) || isAlreadyDone(decision)) throw new Error(JSON.stringify(decision))
  return decision
}

const degreesNorth = (feet: number) => ({
  lat: PLACE.lat + (feet / EARTH_RADIUS_FEET) * (180 / Math.PI),
  lng: PLACE.lng,
})

describe('completing a visit', () => {
  it('records the location, the distance and the time, and moves the visit on', () => {
    const decision = completed({})
    expect(decision.changes).toEqual({ state: 'completed', crewId: CREW })
    expect(decision.completion).toEqual({
      completedAt: NOW,
      location: PLACE,
      distanceFeet: 0,
      reviewReasons: [],
    })
    expect(decision.followUps).toContain('close_acts')
  })

  it.each([
    [499, []],
    [501, ['far_from_place']],
    [52_800, ['far_from_place']],
  ])('at %i feet from the place it completes with the flags %j', (feet, reasons) => {
    const { completion } = completed({ report: { ...report, location: degreesNorth(feet) } })
    expect(completion.distanceFeet).toBeCloseTo(feet, 3)
    expect(completion.reviewReasons).toEqual(reasons)
  })

  it('field 40: without a location it completes and is flagged', () => {
    expect(completed({ report: { ...report, location: null } }).completion).toMatchObject({
      distanceFeet: null,
      reviewReasons: ['location_missing'],
    })
  })

  it('is refused without the photos that the service demands', () => {
    expect(complete({ report: { ...report, photoCount: 1 } })).toEqual({ refused: 'photos_missing' })
    expect(completed({ report: { ...report, photoCount: 0 }, requiredPhotoCount: 0 }).changes.state).toBe(
      'completed',
    )
  })

  it('counts once when it is sent twice by the same crew, and is refused to another', () => {
    const done = { ...visit, state: 'completed' as const }
    expect(complete({ visit: done })).toEqual({ alreadyDone: true })
    expect(complete({ visit: done, actor: { ...crew, id: 'crew-2' as UserId } })).toEqual({
      refused: 'not_yours',
    })
  })

  it.each<[string, Partial<CompletionRequest>, string]>([
    ['by a frozen crew', { actor: { ...crew, isFrozen: true } }, 'account_frozen'],
    ['before the day in the place’s zone', { now: parseInstant('2026-07-06T05:59:59Z') }, 'too_early'],
    ['after 72 hours', { now: instant(visit.endsAt + 72 * HOUR_MS) }, 'too_late'],
    ['of a cancelled visit', { visit: { ...visit, state: 'cancelled' } }, 'wrong_state'],
    [
      'from nowhere on the globe',
      { report: { ...report, location: { lat: 999, lng: 0 } } },
      'location_invalid',
    ],
    [
      'from a place that is no number',
      { report: { ...report, location: { lat: Number.NaN, lng: 0 } } },
      'location_invalid',
    ],
  ])('is refused %s', (_name, change, reason) => {
    expect(complete(change)).toEqual({ refused: reason })
  })

  it.each([
    ['the phone’s time where it was offline', '2026-07-06T13:30:00Z', '2026-07-06T13:30:00Z'],
    ['now where the phone’s clock runs ahead', '2027-01-01T00:00:00Z', '2026-07-06T14:00:00Z'],
    ['the begin of the day where the phone’s clock is wrong', '1970-01-01T00:00:00Z', '2026-07-06T06:00:00Z'],
  ])('field 39: keeps %s', (_name, doneAt, expected) => {
    const { completion } = completed({ report: { ...report, doneAt: parseInstant(doneAt) } })
    expect(completion.completedAt).toBe(parseInstant(expected))
  })

  it('still counts when a phone reports it after the visit was called missed', () => {
    const late = instant(visit.endsAt + 24 * HOUR_MS)
    expect(completed({ visit: { ...visit, state: 'missed' }, now: late }).changes.state).toBe('completed')
  })

  it('keeps the reasons of a crew, all of which it must give, and those an operator knows of', () => {
    const item = (key: string): ListItem => ({
      key,
      kind: 'task',
      photo: 'none',
      words: { en: key, es: key },
      language: null,
    })
    const because = (key: string): Undone => ({ key, reason: 'in_use', words: '' })
    const listOf = (...said: Undone[]) => ({
      items: [item('a'), item('b')],
      marks: new Map<string, { isMarked: boolean }>(),
      photoCounts: new Map<string, number>(),
      said,
    })
    expect(complete({ list: listOf(because('a')) })).toEqual({ refused: 'items_unfinished' })
    expect(completed({ list: listOf(because('b'), because('a')) }).undone.map(({ key }) => key)).toEqual([
      'a',
      'b',
    ])
    const operator: Actor = { kind: 'operator', id: 'operator-1' as UserId, isFrozen: false }
    const byHand = completed({ actor: operator, list: listOf(because('b'), because('elsewhere')) })
    expect(byHand.undone.map(({ key }) => key)).toEqual(['b'])
    expect(completed({}).undone).toEqual([])
  })
})
