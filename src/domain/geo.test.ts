import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceFeet, EARTH_RADIUS_FEET, FEET_PER_MILE, formatFeet, isLatLng } from './geo.ts'

const UNION_STATION = { lat: 39.7527, lng: -105.0002 }
const AIRPORT = { lat: 39.8561, lng: -104.6737 }
const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('a distance in feet', () => {
  it('§9 distance: feet on a sphere of 6378137 m times 3.28084', () => {
    expect(EARTH_RADIUS_FEET).toBeCloseTo(20_925_647, 0)
    const oneDegreeNorth = { ...UNION_STATION, lat: UNION_STATION.lat + 1 }
    expect(distanceFeet(UNION_STATION, oneDegreeNorth)).toBeCloseTo((EARTH_RADIUS_FEET * Math.PI) / 180, 2)
  })

  it('from Union Station to the airport is about 18.7 miles', () => {
    expect(distanceFeet(UNION_STATION, AIRPORT) / FEET_PER_MILE).toBeCloseTo(18.7, 0)
  })

  it('stays exact for near places', () => {
    const oneFootNorth = { ...UNION_STATION, lat: UNION_STATION.lat + 180 / Math.PI / EARTH_RADIUS_FEET }
    expect(distanceFeet(UNION_STATION, oneFootNorth)).toBeCloseTo(1, 4)
  })

  it('is nothing to itself, the same both ways, and never more than half around the globe', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(distanceFeet(one, one)).toBe(0)
        expect(distanceFeet(one, other)).toBeCloseTo(distanceFeet(other, one), 3)
        expect(distanceFeet(one, other)).toBeLessThanOrEqual(EARTH_RADIUS_FEET * Math.PI + 1)
      }),
    )
  })

  it('crosses the date line the short way', () => {
    expect(distanceFeet({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(
      (EARTH_RADIUS_FEET * Math.PI) / 180,
      2,
    )
  })
})

describe('a distance as text', () => {
  it.each([
    [0, '0 ft'],
    [499.6, '500 ft'],
    [999.4, '999 ft'],
    [999.6, '0.2 mi'],
    [1_000, '0.2 mi'],
    [5_280, '1.0 mi'],
    [98_736, '18.7 mi'],
  ])('%d feet is %s', (feet, text) => {
    expect(formatFeet(feet)).toBe(text)
  })
})

describe('a place on the globe', () => {
  it.each<[unknown, unknown, boolean]>([
    [39.7, -104.9, true],
    [90, 180, true],
    [-90, -180, true],
    [90.1, 0, false],
    [0, -180.1, false],
    [Number.NaN, 0, false],
    [0, Number.POSITIVE_INFINITY, false],
    ['39.7', -104.9, false],
    [null, undefined, false],
  ])('B2: %s, %s is one: %s', (lat, lng, expected) => {
    expect(isLatLng({ lat, lng })).toBe(expected)
  })
})
