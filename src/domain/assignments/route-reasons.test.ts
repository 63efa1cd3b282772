import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closeness,
  keepsADay,
  leaderBy,
  littleDriving,
  newPay,
  payPerHour,
  reasonsOf,
  shortness,
} from './route-reasons.ts'

const HOME = { lat: 39.74, lng: -104.99 }
const MILE_IN_DEGREES = 5_280 / 364_000

type Change = Partial<{
  weekday: number
  payPerHourCents: number
  newPayCents: number
  drivingMinutes: number
  serviceMinutes: number
  miles: number
  assigned: number
}>

function route({ miles = 3, assigned = 0, ...change }: Change = {}) {
  const stop = (isAssigned: boolean) => ({
    lat: HOME.lat + miles * MILE_IN_DEGREES,
    lng: HOME.lng,
    isAssigned,
  })
  return {
    weekday: 1,
    payPerHourCents: 3_000,
    newPayCents: 8_000,
    drivingMinutes: 40,
    serviceMinutes: 60,
    ...change,
    stops: [stop(false), ...Array.from({ length: assigned }, () => stop(true))],
  }
}

const kindsOf = (routes: readonly ReturnType<typeof route>[]) => {
  const reasons = reasonsOf(routes, HOME)
  return routes.map((each) => reasons.get(each)?.kind)
}

describe('ux 18: why a route is recommended', () => {
  test('no two are praised alike, and each for what is true of it', () => {
    const routes = [
      route({ payPerHourCents: 4_000, newPayCents: 9_000 }),
      route({ miles: 1 }),
      route({ weekday: 2, drivingMinutes: 10, serviceMinutes: 120 }),
      route({ weekday: 2, newPayCents: 12_000, drivingMinutes: 50 }),
      route({ weekday: 3, serviceMinutes: 30 }),
      route({ weekday: 4, assigned: 2 }),
      route({ weekday: 5 }),
      route({ weekday: 6 }),
      route({ weekday: 6, drivingMinutes: 41 }),
    ]
    expect(kindsOf(routes)).toEqual([
      'payPerHour',
      'nearHome',
      'driving',
      'pay',
      'duration',
      'assigned',
      'only',
      'weekday',
      undefined,
    ])
  })

  test('figures stand beside the word', () => {
    const near = route({ miles: 1.5, assigned: 1, weekday: 2 })
    const reason = reasonsOf([route(), near], HOME).get(near)
    expect(reason).toMatchObject({ kind: 'nearHome' })
    expect(reason!.farthestFeet! / 5_280).toBeCloseTo(1.5, 1)
  })

  test('a route that stands alone is compared with nothing, but may suit the day', () => {
    expect(kindsOf([route()])).toEqual([undefined])
    expect(kindsOf([route({ assigned: 3 })])).toEqual(['assigned'])
  })

  test('without a home nothing is near it', () => {
    const routes = [route({ miles: 1 }), route({ weekday: 2 })]
    expect(
      [...reasonsOf(routes, null).values()].map(({ kind, farthestFeet }) => [kind, farthestFeet]),
    ).toEqual([
      ['only', null],
      ['only', null],
    ])
  })

  const figure = fc.integer({ min: 0, max: 6 })
  const anyRoute = fc
    .record({
      weekday: fc.integer({ min: 1, max: 7 }),
      payPerHourCents: figure,
      newPayCents: figure,
      drivingMinutes: figure,
      serviceMinutes: figure,
      miles: figure,
      assigned: fc.integer({ min: 0, max: 2 }),
    })
    .map(route)

  test('whoever is said to lead leads, and of each weekday one is said to suit it', () => {
    fc.assert(
      fc.property(fc.array(anyRoute, { maxLength: 12 }), (routes) => {
        const said = [...reasonsOf(routes, HOME)]
        const worths = {
          payPerHour,
          nearHome: closeness(HOME),
          driving: littleDriving,
          pay: newPay,
          duration: shortness,
        }
        for (const [kind, worth] of Object.entries(worths)) {
          const leaders = said.filter(([, reason]) => reason.kind === kind)
          expect(leaders.length).toBeLessThanOrEqual(1)
          for (const [leader] of leaders)
            for (const other of routes)
              if (other !== leader) expect(worth(leader)).toBeGreaterThan(worth(other))
        }
        const labels = said.map(([{ weekday }, { kind }]) =>
          ['assigned', 'weekday', 'only'].includes(kind) ? `${kind} ${weekday}` : kind,
        )
        expect(new Set(labels).size).toBe(labels.length)
        for (const [each, { kind }] of said) if (kind === 'assigned') expect(keepsADay(each)).toBe(true)
      }),
    )
  })
})

describe('who leads', () => {
  test.each([
    ['more pay per hour', payPerHour, { payPerHourCents: 3_001 }],
    ['more pay for what is new', newPay, { newPayCents: 8_001 }],
    ['less driving', littleDriving, { drivingMinutes: 39 }],
    ['less time in all', shortness, { serviceMinutes: 59 }],
    ['a nearer farthest stop', closeness(HOME), { miles: 2.8 }],
  ])('%s leads', (_name, worth, change) => {
    const [one, other] = [route(), route(change)]
    expect(leaderBy([one, other], worth)).toBe(other)
    expect(leaderBy([one, route()], worth)).toBeUndefined()
    expect(leaderBy([other], worth)).toBeUndefined()
  })

  test('a difference that nobody sees is none', () => {
    expect(leaderBy([route(), route({ miles: 2.99 })], closeness(HOME))).toBeUndefined()
  })
})
