import { expect, test } from 'vitest'
import { strengthsOf } from './route-strength.ts'

const route = (weekday: number, payPerHourCents: number, newPayCents: number, drivingMinutes: number) => ({
  weekday,
  payPerHourCents,
  newPayCents,
  drivingMinutes,
  serviceMinutes: 60,
})

test('ux 18: no two routes are praised alike, and each for what is true of it', () => {
  const routes = [
    route(1, 4_000, 9_000, 40),
    route(1, 3_500, 12_000, 50),
    route(2, 3_000, 8_000, 10),
    route(3, 2_900, 7_000, 45),
  ]
  const strengths = strengthsOf(routes)
  expect(routes.map((each) => strengths.get(each))).toEqual(['payPerHour', 'pay', 'driving', undefined])
  expect(new Set(strengths.values()).size).toBe(strengths.size)
})

test('where two are alike neither leads; one that leads in nothing else leads its weekday', () => {
  const routes = [route(1, 4_000, 9_000, 40), route(2, 4_000, 9_000, 40), route(2, 3_000, 5_000, 60)]
  const strengths = strengthsOf(routes)
  expect(routes.map((each) => strengths.get(each))).toEqual([undefined, 'weekday', undefined])
})

test('a route that stands alone is compared with nothing', () => {
  expect(strengthsOf([route(1, 4_000, 9_000, 40)]).size).toBe(0)
})
