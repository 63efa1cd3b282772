/** A plan of any day keeps to the rule that dispatchers see, and forgets nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { greatCircleDrive, greatCircleMatrix } from '../routing/matrix.ts'
import { solveRouting } from '../routing/solve.ts'
import { verifyRouting } from '../routing/verify.ts'
import { localTime, WEEKDAYS } from '../time.ts'
import { boardOf } from './board.ts'
import { BASE, CREW, clock, DATE, stop, YESTERDAY, ZONE } from './dispatch.testing.ts'
import { breaksOfCrew } from './placement.ts'
import { answerOfDay, partsOfDay, placesOf, problemOfDay } from './plan-day.ts'

const near = fc.record({
  lat: fc.double({ min: 39.6, max: 39.9, noNaN: true }),
  lng: fc.double({ min: -105.2, max: -104.8, noNaN: true }),
})
const crews = fc.array(
  fc.record({
    base: near,
    isFrozen: fc.boolean(),
    serviceKeys: fc.subarray(['bins', 'pool']),
    rangeFeet: fc.integer({ min: 10_000, max: 120_000 }),
  }),
  { maxLength: 4 },
)
const visits = fc.array(
  fc.record({
    place: near,
    serviceKey: fc.constantFrom('bins', 'pool'),
    state: fc.constantFrom('scheduled', 'confirmed', 'completed'),
    crew: fc.option(fc.nat({ max: 3 }), { nil: null }),
    minutes: fc.integer({ min: 5, max: 200 }),
  }),
  { maxLength: 12 },
)

test('every visit is in one lane or open with a reason, and no crew gets what breaks for it', () => {
  fc.assert(
    fc.property(crews, visits, (someCrews, someVisits) => {
      const all = someCrews.map((crew, index) => ({
        ...CREW,
        ...crew,
        id: `crew ${index}`,
        hours: WEEKDAYS.map((weekday) => ({ weekday, from: localTime('08:00'), until: localTime('17:00') })),
      }))
      const stops = someVisits.map(({ crew, minutes, ...rest }, index) => ({
        ...stop(`${index}`),
        ...rest,
        serviceMinutes: minutes,
        isStanding: false,
        crewId: crew === null ? null : (all[crew]?.id ?? null),
      }))
      const board = boardOf({ crews: all, visits: stops, zone: ZONE }, YESTERDAY)
      for (const part of partsOfDay(board, DATE, YESTERDAY)) {
        const question = { board, part, now: YESTERDAY, drive: greatCircleDrive }
        if (part.crews.length === 0) return
        const problem = problemOfDay(question, greatCircleMatrix(placesOf(question)))
        const solved = solveRouting(problem, { seed: 1, iterations: 60 })
        expect(verifyRouting(problem, solved).faults).toEqual([])
        const { lanes, open } = answerOfDay(question, solved)
        const placed = [...lanes.values()].flat()
        expect([...placed, ...open.keys()].toSorted()).toEqual(part.visits.map(({ id }) => id).toSorted())
        for (const [crewId, ids] of lanes)
          for (const id of ids) {
            const visit = board.visits.get(id)!
            if (visit.crewId === crewId) continue
            expect(
              visit.state === 'confirmed' &&
                board.crews.some((crew) => crew.id === visit.crewId && !crew.isFrozen),
            ).toBe(false)
            const crew = all.find((each) => each.id === crewId)!
            const day = board.day(crew, DATE)
            expect(breaksOfCrew({ crew, day, row: [], stop: visit, now: YESTERDAY })).toEqual([])
          }
      }
    }),
    { numRuns: 60 },
  )
})

test('what cannot be done by anybody is open for the reason that is left last', () => {
  const crew = {
    ...CREW,
    base: BASE,
    hours: [{ weekday: 2 as const, from: localTime('08:00'), until: localTime('09:00') }],
  }
  const wanted = [
    { ...stop('pool', { serviceKey: 'pool' }), isStanding: false },
    { ...stop('far', { place: { lat: 41, lng: -104.99 } }), isStanding: false },
    { ...stop('long', { serviceMinutes: 90 }), isStanding: false },
    { ...stop('no', { blockedCrewIds: ['maria'] }), isStanding: false },
    { ...stop('short', { opensAt: clock('08:00'), closesAt: clock('08:10') }), isStanding: false },
  ]
  const board = boardOf({ crews: [crew], visits: wanted, zone: ZONE }, YESTERDAY)
  const [part] = partsOfDay(board, DATE, YESTERDAY)
  const question = { board, part: part!, now: YESTERDAY, drive: greatCircleDrive }
  const solved = solveRouting(problemOfDay(question, greatCircleMatrix(placesOf(question))), {
    seed: 1,
    iterations: 50,
  })
  expect(Object.fromEntries(answerOfDay(question, solved).open)).toEqual({
    pool: 'skill',
    far: 'range',
    long: 'full',
    no: 'blocked',
    short: 'over',
  })
})

test('a large city is planned in parts that share neither crew nor visit', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...CREW,
    id: `crew ${index}`,
    base: { lat: 39.6 + index / 200, lng: -105 + index / 100 },
    hours: [{ weekday: 2 as const, from: localTime('08:00'), until: localTime('17:00') }],
  }))
  const wanted = Array.from({ length: 1_500 }, (_, index) => ({
    ...stop(`${index}`, { place: { lat: 39.6 + (index % 60) / 200, lng: -105 + (index % 60) / 100 } }),
    isStanding: false,
  }))
  const board = boardOf({ crews: many, visits: wanted, zone: ZONE }, YESTERDAY)
  const parts = partsOfDay(board, DATE, YESTERDAY)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.flatMap((part) => part.crews.map(({ id }) => id)).toSorted()).toEqual(
    many.map(({ id }) => id).toSorted(),
  )
  expect(new Set(parts.flatMap((part) => part.visits.map(({ id }) => id))).size).toBe(1_500)
  for (const part of parts) expect(part.crews.length + part.visits.length).toBeLessThanOrEqual(900)
})
