import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PropertyId, type StayId, toId, type VisitId } from '../ids.ts'
import type { Stay } from '../stays/stay.ts'
import {
  addDays,
  dateAt,
  DAY_MS,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  localDate,
  localTime,
  timeAt,
} from '../time.ts'
import { VISIT_STATES, type VisitState } from '../visits/graph.ts'
import { type OwnHours, planTurnovers, type StandingTurnover, type TurnoverPlan } from './plan-turnovers.ts'
import {
  DEFAULT_TURNOVER_RULE,
  quantityFor,
  type Turnover,
  type TurnoverRule,
  wantedTurnovers,
} from './wanted-turnovers.ts'

const ZONE = 'America/Denver'
const TODAY = localDate('2026-03-02')
const NOW = instantAt(TODAY, localTime('09:00'), ZONE)
const RULE: TurnoverRule = { ...DEFAULT_TURNOVER_RULE, isOn: true, bedrooms: 2 }
const PLACE = toId<PropertyId>('00000000-0000-4000-8000-00000000000f')
const stayId = (number: number) => toId<StayId>(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)
const visitId = (number: number) =>
  toId<VisitId>(`00000000-0000-4000-9000-${String(number).padStart(12, '0')}`)

const stay = (number: number, from: number, to: number, changes: Partial<Stay> = {}): Stay => ({
  id: stayId(number),
  propertyId: PLACE,
  kind: 'stay',
  isGuess: false,
  state: 'booked',
  checkIn: addDays(TODAY, from),
  checkOut: addDays(TODAY, to),
  checkInTime: null,
  checkOutTime: null,
  guests: null,
  pets: null,
  platform: null,
  code: null,
  ...changes,
})
const hours = ({ startsAt, endsAt }: Pick<Turnover, 'startsAt' | 'endsAt'>) =>
  `${timeAt(startsAt, ZONE)}–${timeAt(endsAt, ZONE)}`
const wanted = (...stays: Stay[]) => wantedTurnovers(RULE, stays, ZONE)
const days = (turnovers: readonly { readonly date: LocalDate }[]) =>
  turnovers.map(({ date }) => (Date.parse(date) - Date.parse(TODAY)) / DAY_MS)

describe('which turnovers are wanted', () => {
  test('days that a platform only calls closed are guests’ where the host says so', () => {
    const closed = stay(1, 0, 3, { kind: 'block', isGuess: true, platform: 'booking' })
    const blocked = stay(2, 5, 7, { kind: 'block' })
    expect(days(wanted(closed, blocked))).toEqual([])
    expect(days(wantedTurnovers({ ...RULE, countsClosed: true }, [closed, blocked], ZONE))).toEqual([3])
  })

  test.each([
    ['guests leave and nobody comes', [stay(1, 0, 3)], ['3 11:00–20:00 false']],
    [
      'the next guests come that day',
      [stay(1, 0, 3), stay(2, 3, 5)],
      ['3 11:00–16:00 true', '5 11:00–20:00 false'],
    ],
    [
      'the next come a day later',
      [stay(1, 0, 3), stay(2, 4, 5)],
      ['3 11:00–20:00 false', '5 11:00–20:00 false'],
    ],
    [
      'the feed has times',
      [
        stay(1, 0, 3, { checkOutTime: localTime('10:00') }),
        stay(2, 3, 5, { checkInTime: localTime('15:00') }),
      ],
      ['3 10:00–15:00 true', '5 11:00–20:00 false'],
    ],
    [
      'they come before the others are gone',
      [stay(1, 0, 3), stay(2, 3, 5, { checkInTime: localTime('10:00') })],
      ['3 11:00–12:00 true', '5 11:00–20:00 false'],
    ],
    ['a block is nobody', [stay(1, 0, 3, { kind: 'block' }), stay(2, 4, 6, { state: 'cancelled' })], []],
    [
      'a block after guests is no arrival',
      [stay(1, 0, 3), stay(2, 3, 5, { kind: 'block' })],
      ['3 11:00–20:00 false'],
    ],
    ['the owner leaves work, too', [stay(1, 0, 3, { kind: 'owner' })], ['3 11:00–20:00 false']],
    ['field 33: the house and its room are one', [stay(1, 0, 3), stay(2, 1, 3)], ['3 11:00–20:00 false']],
    ['others still sleep there', [stay(1, 0, 3), stay(2, 2, 5)], ['5 11:00–20:00 false']],
  ] as const)('%s', (_what, stays, said) => {
    const found = wanted(...stays)
    expect(found.map((each, at) => `${days(found)[at]} ${hours(each)} ${each.facts.isSameDay}`)).toEqual(said)
  })

  test('a place that is not switched on wants none', () => {
    expect(wantedTurnovers({ ...RULE, isOn: false }, [stay(1, 0, 3)], ZONE)).toEqual([])
  })

  test.each([
    [null, 2],
    [1, 2],
    [4, 2],
    [5, 3],
    [9, 5],
    [999, 100],
  ])('of two bedrooms %s guests count as %s', (guests, quantity) => {
    expect(quantityFor(RULE, guests)).toBe(quantity)
  })

  test('guests, nights and pets of who leaves', () => {
    const [turnover] = wanted(stay(1, 0, 7, { guests: 5, pets: 1 }))
    expect(turnover).toMatchObject({
      quantity: 3,
      facts: { guests: 5, nights: 7, pets: 1, isSameDay: false },
    })
  })

  test('the morning on which the clocks go forward begins at the local hour all the same', () => {
    const [turnover] = wantedTurnovers(RULE, [stay(1, 0, 6)], ZONE)
    expect([turnover!.date, hours(turnover!)]).toEqual(['2026-03-08', '11:00–20:00'])
  })

  test('never while somebody sleeps there, never before the check-out, at most one a day', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 9 })), { maxLength: 12 }),
        (spans) => {
          const stays = spans.map(([from, nights], at) => stay(at, from, from + nights))
          const found = wanted(...stays)
          expect(new Set(found.map(({ date }) => date)).size).toBe(found.length)
          for (const { date, startsAt, endsAt, stayIds } of found) {
            expect(stays.some((each) => each.checkIn < date && date < each.checkOut)).toBe(false)
            expect(startsAt).toBe(instantAt(date, localTime('11:00'), ZONE))
            expect(endsAt).toBeGreaterThan(startsAt)
            expect(dateAt(endsAt, ZONE)).toBe(date)
            expect(stayIds.length).toBeGreaterThan(0)
          }
        },
      ),
    )
  })
})

const standing = (
  turnover: Turnover,
  state: VisitState = 'scheduled',
  changes: Partial<StandingTurnover> = {},
) => {
  const { stayIds, ...work } = turnover
  return {
    ...work,
    visitId: visitId(1),
    stayId: stayIds[0]!,
    state,
    isByHand: false,
    ownHours: null,
    ...changes,
  }
}
const counts = ({ create, alter, note, cancel, underWay }: TurnoverPlan) =>
  [create, alter, note, cancel, underWay].map(({ length }) => length).join(' ')

describe('what becomes of those that stand: create alter note cancel underWay', () => {
  const before = wanted(stay(1, 0, 3))[0]!
  const moved = wanted(stay(1, 0, 5))
  const noted = wanted(stay(1, 0, 3, { pets: 2 }))
  test.each([
    ['nothing stood', [], wanted(stay(1, 0, 3)), '1 0 0 0 0'],
    ['nothing changed', [standing(before)], wanted(stay(1, 0, 3)), '0 0 0 0 0'],
    ['the stay is longer', [standing(before)], moved, '0 1 0 0 0'],
    ['and its crew had confirmed', [standing(before, 'confirmed')], moved, '0 1 0 0 0'],
    ['more is known', [standing(before)], noted, '0 0 1 0 0'],
    ['the stay is cancelled', [standing(before)], [], '0 0 0 1 0'],
    ['the crew is on its way, and the stay moves', [standing(before, 'en_route')], moved, '0 0 0 0 1'],
    ['the crew is on its way, and the stay is cancelled', [standing(before, 'en_route')], [], '0 0 0 0 1'],
    ['the crew is at work', [standing(before, 'in_progress')], moved, '0 0 0 0 1'],
    ['done, and said again', [standing(before, 'completed')], wanted(stay(1, 0, 3)), '0 0 0 0 0'],
    ['done, and the guests stayed on', [standing(before, 'completed')], moved, '1 0 0 0 0'],
    [
      'done, and the stay was shorter than said',
      [standing(before, 'completed')],
      wanted(stay(1, 0, 2)),
      '0 0 0 0 0',
    ],
    ['left out by the host', [standing(before, 'skipped', { isByHand: true })], moved, '0 0 0 0 0'],
    [
      'cancelled with its stay, which is back',
      [standing(before, 'cancelled')],
      wanted(stay(1, 0, 3)),
      '1 0 0 0 0',
    ],
    [
      'two for one',
      [standing(before), standing(before, 'confirmed', { visitId: visitId(2) })],
      wanted(stay(1, 0, 3)),
      '0 0 0 1 0',
    ],
    ['others leave that day instead', [standing(before, 'confirmed')], wanted(stay(2, 0, 3)), '0 0 1 0 0'],
    ['others leave on another day', [standing(before, 'confirmed')], wanted(stay(2, 0, 5)), '1 0 0 1 0'],
    ['done, and others left that day', [standing(before, 'completed')], wanted(stay(2, 0, 3)), '0 0 0 0 0'],
    [
      'left out by the host, and others leave that day',
      [standing(before, 'skipped', { isByHand: true })],
      wanted(stay(2, 0, 3)),
      '0 0 0 0 0',
    ],
    [
      'each is of its own stay first',
      [standing(before), standing(before, 'confirmed', { visitId: visitId(2), stayId: stayId(2) })],
      wanted(stay(2, 0, 3)),
      '0 0 0 1 0',
    ],
    ['its stay was forgotten', [standing(before, 'completed', { stayId: null })], [], '0 0 0 0 0'],
  ] as const)('%s', (_what, stood, want, said) => {
    expect(counts(planTurnovers(want, stood, { now: NOW, zone: ZONE }))).toBe(said)
  })

  test('hours that the host chose stay when the stay moves, on the day of its new check-out', () => {
    const ownHours = { from: localTime('12:00'), until: localTime('15:00') }
    const [longer] = moved
    const { alter } = planTurnovers(moved, [standing(before, 'scheduled', { ownHours })], {
      now: NOW,
      zone: ZONE,
    })
    expect(alter.map(({ as }) => [as.date, hours(as), as.facts])).toEqual([
      [longer!.date, '12:00–15:00', longer!.facts],
    ])
    const kept = { ...before, ...instantsAt(before.date, ownHours) }
    const again = planTurnovers(wanted(stay(1, 0, 3)), [standing(kept, 'confirmed', { ownHours })], {
      now: NOW,
      zone: ZONE,
    })
    expect(counts(again)).toBe('0 0 0 0 0')
    // Taken back, it follows its stay again.
    const back = planTurnovers(wanted(stay(1, 0, 3)), [standing(kept)], { now: NOW, zone: ZONE })
    expect(back.alter.map(({ as }) => hours(as))).toEqual(['11:00–20:00'])
  })

  test('field 32: what lies behind us is neither made, moved nor taken away', () => {
    const later = instant(before.endsAt + 1)
    expect(counts(planTurnovers([before], [], { now: later, zone: ZONE }))).toBe('0 0 0 0 0')
    expect(counts(planTurnovers([], [standing(before)], { now: later, zone: ZONE }))).toBe('0 0 0 0 0')
    expect(counts(planTurnovers(moved, [standing(before)], { now: later, zone: ZONE }))).toBe('0 0 0 0 0')
  })

  test('a plan that was done leaves nothing to do, touches nothing that has begun, and makes nothing for the past', () => {
    const span = fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 6 }))
    const spans = fc.array(span, { maxLength: 8 })
    fc.assert(
      fc.property(spans, spans, fc.constantFrom(...VISIT_STATES), fc.nat(25), (were, are, state, day) => {
        const now: Instant = instant(NOW + day * DAY_MS)
        const of = (list: typeof were) =>
          wanted(...list.map(([from, nights], at) => stay(at, from, from + nights)))
        const stood = of(were).map((each, at) =>
          standing(each, at === 0 ? state : 'scheduled', { visitId: visitId(at) }),
        )
        const want = of(are)
        const plan = planTurnovers(want, stood, { now, zone: ZONE })
        for (const each of [...plan.cancel, ...plan.alter.map((one) => one.standing)]) {
          expect(['scheduled', 'confirmed']).toContain(each.state)
          expect(each.endsAt).toBeGreaterThan(now)
        }
        for (const each of [...plan.create, ...plan.alter.map((one) => one.as)])
          expect(each.endsAt).toBeGreaterThan(now)
        const again = planTurnovers(want, done(stood, plan), { now, zone: ZONE })
        expect([again.create, again.alter, again.note, again.cancel].map(({ length }) => length)).toEqual([
          0, 0, 0, 0,
        ])
      }),
    )
  })
})

const instantsAt = (date: LocalDate, { from, until }: OwnHours) => ({
  startsAt: instantAt(date, from, ZONE),
  endsAt: instantAt(date, until, ZONE),
})

function done(stood: readonly StandingTurnover[], plan: TurnoverPlan): StandingTurnover[] {
  const changed = new Map([...plan.alter, ...plan.note].map(({ standing: one, as }) => [one, as]))
  const kept = stood.map((one): StandingTurnover => {
    if (plan.cancel.includes(one)) return { ...one, state: 'cancelled' }
    const as = changed.get(one)
    return as === undefined ? one : { ...standing(as, one.state), visitId: one.visitId }
  })
  return [
    ...kept,
    ...plan.create.map((each, at) => standing(each, 'scheduled', { visitId: visitId(900 + at) })),
  ]
}
