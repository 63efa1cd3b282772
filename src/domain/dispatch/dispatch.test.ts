import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate, localTime, MINUTE_MS, parseInstant, timeAt } from '../time.ts'
import { VISIT_STATES } from '../visits/graph.ts'
import { boardOf, firstFreePlace } from './board.ts'
import { axisDays } from './day-axis.ts'
import { BASE, CREW, clock, DATE, DAY, drive, stop, YESTERDAY, ZONE } from './dispatch.testing.ts'
import { freedomOf, handingOf, isMovable } from './handing.ts'
import { driveLane } from './lane.ts'
import { isForbiddenBreak, type Placing, placementOf } from './placement.ts'

const placing = (more: Partial<Placing> = {}): Placing => ({
  crew: CREW,
  day: DAY,
  row: [],
  stop: stop('x'),
  at: 0,
  now: YESTERDAY,
  ...more,
})
const kinds = (more: Partial<Placing>) => placementOf(placing(more), drive).breaks.map(({ kind }) => kind)

describe('a lane', () => {
  test('begins each stop as early as hours, way and window allow', () => {
    const row = [stop('a'), stop('b', { opensAt: clock('10:00') }), stop('c')]
    const lane = driveLane(DAY, row, drive, YESTERDAY)
    expect(lane.stops.map(({ beginsAt }) => timeAt(beginsAt, ZONE))).toEqual(['08:10', '10:00', '10:40'])
    expect(timeAt(lane.leavesAt!, ZONE)).toBe('08:00')
    expect(timeAt(lane.backAt!, ZONE)).toBe('11:20')
    expect(lane).toMatchObject({
      drivingFeet: 4_000,
      drivingSeconds: 2_400,
      serviceMinutes: 90,
      payCents: 3_000,
    })
  })

  test('keeps what is done, and nothing that is left begins before now', () => {
    const done = stop('a', { startedAt: clock('08:30'), completedAt: clock('09:00') })
    const row = [done, stop('b', { closesAt: clock('11:00') })]
    const lane = driveLane(DAY, row, drive, clock('11:05'))
    expect(lane.stops.map(({ beginsAt }) => timeAt(beginsAt, ZONE))).toEqual(['08:30', '11:15'])
    expect(lane.stops.map(({ lateMinutes }) => lateMinutes)).toEqual([0, 15])
  })

  test('believes a crew that says when it comes', () => {
    const lane = driveLane(DAY, [stop('a', { expectedAt: clock('12:00') })], drive, clock('09:00'))
    expect(timeAt(lane.stops[0]!.beginsAt, ZONE)).toBe('12:00')
  })

  test('never overlaps, whatever stands in it', () => {
    const stops = fc.array(
      fc.record({
        opens: fc.integer({ min: 0, max: 20 * 60 }),
        minutes: fc.integer({ min: 1, max: 240 }),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(stops, (wanted) => {
        const row = wanted.map(({ opens, minutes }, index) =>
          stop(`${index}`, { opensAt: clock(`0:${opens}`), serviceMinutes: minutes }),
        )
        const { stops: timed } = driveLane(DAY, row, drive, YESTERDAY)
        for (const [index, each] of timed.entries()) {
          expect(each.beginsAt).toBeGreaterThanOrEqual(timed[index - 1]?.endsAt ?? DAY.hours!.from)
          expect(each.beginsAt).toBeGreaterThanOrEqual(row[index]!.opensAt)
          expect(each.endsAt - each.beginsAt).toBe(row[index]!.serviceMinutes * MINUTE_MS)
        }
      }),
    )
  })
})

describe('what breaks when a visit is put into a lane', () => {
  const early = stop('a', { closesAt: clock('09:00') })
  test.each<[string, Partial<Placing>, string[]]>([
    ['nothing', {}, []],
    ['the crew is frozen', { crew: { ...CREW, isFrozen: true } }, ['frozen']],
    ['the customer said never', { stop: stop('x', { blockedCrewIds: ['maria'] }) }, ['blocked']],
    [
      'its window is all but over',
      { stop: stop('x', { closesAt: clock('08:20') }), now: clock('08:00') },
      ['over'],
    ],
    ['a day off', { crew: { ...CREW, daysOff: [{ from: DATE, to: DATE }] } }, ['day_off']],
    [
      'two that can only be done at once',
      {
        row: [stop('a', { opensAt: clock('10:00'), closesAt: clock('10:40') })],
        stop: stop('x', { opensAt: clock('10:05'), closesAt: clock('10:45') }),
        at: 1,
      },
      ['clash'],
    ],
    ['another trade', { stop: stop('x', { serviceKey: 'pool' }) }, ['skill']],
    ['no hours', { day: { base: BASE, hours: null } }, ['day_not_worked']],
    ['too far', { stop: stop('x', { place: { lat: 40.2, lng: -104.99 } }) }, ['range']],
    ['too long', { stop: stop('x', { serviceMinutes: 540 }) }, ['hours']],
    [
      'too late in the row',
      { row: [early], stop: stop('x', { closesAt: clock('08:45') }), at: 1 },
      ['window'],
    ],
    [
      'one that makes another late',
      { row: [early], stop: stop('x', { serviceMinutes: 60 }), at: 0 },
      ['others_late'],
    ],
  ])('%s', (_, more, expected) => {
    expect(kinds(more)).toEqual(expected)
  })

  test('says by how much, and what it adds to way and pay', () => {
    const placed = placementOf(placing({ stop: stop('x', { serviceMinutes: 560 }) }), drive)
    expect(placed.breaks).toEqual([{ kind: 'hours', by: 40 }])
    expect(placed).toMatchObject({ extraFeet: 2_000, extraSeconds: 1_200, extraPayCents: 1_000 })
  })

  test('only what nobody may overrule forbids it', () => {
    expect(placementOf(placing({ crew: { ...CREW, isFrozen: true } }), drive).isForbidden).toBe(true)
    expect(placementOf(placing({ stop: stop('x', { serviceKey: 'pool' }) }), drive).isForbidden).toBe(false)
    expect((['hours', 'window', 'others_late', 'range'] as const).some(isForbiddenBreak)).toBe(false)
  })

  test('putting a visit where it stands already breaks nothing new, wherever that is', () => {
    const rows = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(rows, fc.nat(), (minutes, chosen) => {
        const all = minutes.map((each, index) => stop(`${index}`, { serviceMinutes: each }))
        const at = chosen % all.length
        const placed = placementOf(placing({ row: all.toSpliced(at, 1), stop: all[at]!, at }), drive)
        expect(placed.lane).toEqual(driveLane(DAY, all, drive, YESTERDAY))
      }),
    )
  })
})

describe('the board', () => {
  const visits = [
    stop('late', { closesAt: clock('12:00') }),
    stop('soon', { closesAt: clock('10:00') }),
    stop('over', { closesAt: clock('01:00') }),
    stop('second', { crewId: 'maria', position: 2 }),
    stop('first', { crewId: 'maria', position: 1, state: 'completed' }),
    stop('new', { crewId: 'maria', opensAt: clock('06:00') }),
  ]
  const crew = { ...CREW, base: BASE, hours: [] }
  const board = boardOf({ crews: [crew], visits, zone: ZONE }, clock('02:00'))

  test('orders a lane by place, those without one last', () => {
    expect(board.row('maria', DATE).map(({ id }) => id)).toEqual(['first', 'second', 'new'])
    expect(firstFreePlace(board.row('maria', DATE))).toBe(1)
  })

  test('has in the tray what nobody has and somebody still could do, the soonest first', () => {
    expect(board.open.map(({ id }) => id)).toEqual(['soon', 'late'])
  })
})

describe('handing', () => {
  const settings = { confirmCutoffWeekday: 6 as const, confirmCutoffTime: localTime('18:00') }
  const visit = { crewId: null, date: DATE, zone: ZONE }
  test.each([
    ['2026-03-01T00:59:00Z', 'asked'],
    ['2026-03-01T01:00:00Z', 'notified'],
  ] as const)('at %s the crew is %s', (at, expected) => {
    expect(handingOf(visit, 'maria', parseInstant(at), settings)).toBe(expected)
  })

  test('a crew that has it already is neither asked nor notified', () => {
    expect(handingOf({ ...visit, crewId: 'maria' }, 'maria', YESTERDAY, settings)).toBe('kept')
  })
})

test('a plan takes from nobody what it confirmed or holds, and from nobody what is under way', () => {
  const facts = { crewId: 'maria', endsAt: clock('24:00'), isStanding: false }
  const free = VISIT_STATES.map((state) => [state, freedomOf({ ...facts, state }, true, YESTERDAY)])
  expect(free.filter(([, freedom]) => freedom !== 'fixed')).toEqual([
    ['scheduled', 'anybody'],
    ['confirmed', 'own_crew'],
    ['reopened', 'anybody'],
  ])
  expect(freedomOf({ ...facts, state: 'scheduled', isStanding: true }, true, YESTERDAY)).toBe('own_crew')
  expect(freedomOf({ ...facts, state: 'confirmed' }, false, YESTERDAY)).toBe('anybody')
  expect(freedomOf({ ...facts, state: 'scheduled' }, true, clock('24:00'))).toBe('fixed')
})

test('what is under way, done or over is not moved', () => {
  const movable = VISIT_STATES.filter((state) => isMovable({ state, endsAt: clock('24:00') }, YESTERDAY))
  expect(movable).toEqual(['scheduled', 'confirmed', 'reopened'])
  expect(isMovable({ state: 'scheduled', endsAt: clock('08:00') }, clock('08:00'))).toBe(false)
})

describe('the hours of a time-line', () => {
  test.each([
    ['2026-03-07', 24],
    ['2026-03-08', 23],
    ['2026-11-01', 25],
  ])('%s in Denver has %i', (date, count) => {
    const [day] = axisDays(localDate(date), localDate(date), ZONE)
    expect(day!.hours).toHaveLength(count)
    expect(day!.hours[0]!.time).toBe('00:00')
    const shown = day!.hours.map(({ time }) => time)
    expect(shown.filter((time) => time === '01:00')).toHaveLength(count === 25 ? 2 : 1)
    expect(shown.includes(localTime('02:00'))).toBe(count !== 23)
  })

  test('days follow one another without a gap, in any zone and year', () => {
    const zones = fc.constantFrom('America/Denver', 'America/Phoenix', 'Australia/Lord_Howe', 'Asia/Kolkata')
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 364 }), (zone, day) => {
        const from = localDate(new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
        const to = localDate(new Date(Date.UTC(2026, 0, 7 + day)).toISOString().slice(0, 10))
        const days = axisDays(from, to, zone)
        expect(days).toHaveLength(7)
        for (const [index, each] of days.entries())
          if (index > 0) expect(each.from).toBe(days[index - 1]!.until)
      }),
      { numRuns: 40 },
    )
  })
})
