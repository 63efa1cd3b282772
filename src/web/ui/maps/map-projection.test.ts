import { array, assert, double, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { distanceFeet } from '#domain/geo.ts'
import { fitProjection, scaleBar } from './map-projection.ts'

const frame = { width: 640, height: 360, padding: 44 }
const place = record({
  lat: double({ min: 39.5, max: 40, noNaN: true }),
  lng: double({ min: -105.3, max: -104.6, noNaN: true }),
})

test('every place lies inside the frame', () => {
  assert(
    property(array(place, { minLength: 1, maxLength: 30 }), (places) => {
      const { toPoint } = fitProjection(places, frame)
      for (const point of places.map(toPoint)) {
        expect(point.x).toBeGreaterThanOrEqual(43.9)
        expect(point.x).toBeLessThanOrEqual(596.1)
        expect(point.y).toBeGreaterThanOrEqual(43.9)
        expect(point.y).toBeLessThanOrEqual(316.1)
      }
    }),
  )
})

test('distances on the map agree with distances on the ground within one percent', () => {
  assert(
    property(place, place, (from, to) => {
      const { toPoint, feetPerUnit } = fitProjection([from, to], frame)
      const [a, b] = [toPoint(from), toPoint(to)]
      const drawn = Math.hypot(a.x - b.x, a.y - b.y) * feetPerUnit
      expect(Math.abs(drawn - distanceFeet(from, to))).toBeLessThanOrEqual(distanceFeet(from, to) * 0.01 + 1)
    }),
  )
})

test('north is up and east is right', () => {
  const { toPoint } = fitProjection(
    [
      { lat: 39.7, lng: -105 },
      { lat: 39.8, lng: -104.9 },
    ],
    frame,
  )
  expect(toPoint({ lat: 39.8, lng: -105 }).y).toBeLessThan(toPoint({ lat: 39.7, lng: -105 }).y)
  expect(toPoint({ lat: 39.7, lng: -104.9 }).x).toBeGreaterThan(toPoint({ lat: 39.7, lng: -105 }).x)
})

test('no place at all is no crash', () => {
  expect(fitProjection([], frame).feetPerUnit).toBeGreaterThan(0)
})

test.each([
  [1, 100],
  [10, 1_320],
  [100, 10_560],
])('at %d feet a unit the scale bar is %d feet', (feetPerUnit, feet) => {
  expect(scaleBar(feetPerUnit, 160).feet).toBe(feet)
})
