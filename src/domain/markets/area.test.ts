import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceFeet, type LatLng } from '../geo.ts'
import { type Area, boxOf, feetToArea, isInArea, placeInside, type Position, type Ring } from './area.ts'
import { areaSentence, areaTexts } from './area-texts.ts'
import { areaFromGeoJson, checkedArea, isAreaFault } from './check-area.ts'
import { areaAround } from './circle.ts'
import { overlapOf } from './overlap.ts'

const square = (west: number, south: number, size = 1): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const at = (lng: number, lat: number): LatLng => ({ lat, lng })

/** Corners around a middle in the order of their angles: a ring that never crosses itself. */
const stars = fc
  .tuple(
    fc.double({ min: -104, max: -102, noNaN: true }),
    fc.double({ min: 38, max: 40, noNaN: true }),
    fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 5, maxLength: 24 }),
  )
  .map(([lng, lat, lengths]): Area => {
    const corners = lengths.map((length, index): Position => {
      const turned = (2 * Math.PI * index) / lengths.length
      return [lng + length * Math.cos(turned), lat + length * Math.sin(turned)]
    })
    const area = checkedArea([[[...corners, corners[0]!]]])
    if (isAreaFault(area)) throw new Error(area.fault)
    return area
  })
const places = fc.record({
  lat: fc.double({ min: 37, max: 41, noNaN: true }),
  lng: fc.double({ min: -105, max: -101, noNaN: true }),
})

describe('a place in an area', () => {
  const withHole: Area = [[square(0, 0, 3), square(1, 1).toReversed()], [square(5, 0)]]
  test.each<[string, LatLng, boolean]>([
    ['inside', at(0.5, 0.5), true],
    ['in the hole', at(1.5, 1.5), false],
    ['on the border of the hole', at(1, 1.5), true],
    ['on an edge', at(3, 2), true],
    ['in a corner', at(0, 0), true],
    ['beside, on the line of an edge', at(4, 0), false],
    ['in the other part', at(5.5, 0.5), true],
    ['between the parts', at(4, 0.5), false],
  ])('%s', (_where, place, isIn) => {
    expect(isInArea(withHole, place)).toBe(isIn)
  })

  test('corners at its own height count once', () => {
    const diamond: Ring = [
      [1, 0],
      [2, 1],
      [1, 2],
      [0, 1],
      [1, 0],
    ]
    expect([-1, 0.5, 1.5, 3].map((lng) => isInArea([[diamond]], at(lng, 1)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('is in its box, and the place inside is inside', () => {
    fc.assert(
      fc.property(stars, places, (area, place) => {
        const { south, west, north, east } = boxOf(area)
        const isInBox = place.lat >= south && place.lat <= north && place.lng >= west && place.lng <= east
        expect(isInArea(area, place) && !isInBox).toBe(false)
        expect(isInArea(area, placeInside(area[0]!))).toBe(true)
      }),
    )
  })

  test('an area around a place holds what lies within the radius, and little more', () => {
    fc.assert(
      fc.property(places, places, fc.integer({ min: 5_000, max: 300_000 }), (center, place, radius) => {
        const feet = distanceFeet(center, place)
        const isIn = isInArea(areaAround(center, radius), place)
        if (feet < radius * 0.99) expect(isIn).toBe(true)
        if (feet > radius * 1.03) expect(isIn).toBe(false)
      }),
    )
  })

  test('feet to an area are none inside, and those to its border outside', () => {
    const denver = areaAround({ lat: 39.74, lng: -104.99 }, 50_000)
    expect(feetToArea(denver, { lat: 39.75, lng: -105 })).toBe(0)
    const far = { lat: 39.74, lng: -104.6 }
    const feet = distanceFeet(far, { lat: 39.74, lng: -104.99 }) - 50_000
    expect(feetToArea(denver, far)).toBeGreaterThan(feet * 0.98)
    expect(feetToArea(denver, far)).toBeLessThan(feet * 1.02)
  })
})

describe('two areas', () => {
  test.each<[string, Area, Area, boolean]>([
    ['apart', [[square(0, 0)]], [[square(2, 0)]], false],
    ['side by side', [[square(0, 0)]], [[square(1, 0)]], false],
    ['corner to corner', [[square(0, 0)]], [[square(1, 1)]], false],
    ['side by side, of other length', [[square(0, 0)]], [[square(1, -1, 3)]], false],
    ['one over the corner of the other', [[square(0, 0)]], [[square(0.5, 0.5)]], true],
    ['one within the other', [[square(0, 0, 3)]], [[square(1, 1)]], true],
    ['the same', [[square(0, 0)]], [[square(0, 0)]], true],
    ['one in the hole of the other', [[square(0, 0, 3), square(1, 1)]], [[square(1, 1)]], false],
    ['one wider than the hole', [[square(0, 0, 3), square(1, 1)]], [[square(0.9, 1)]], true],
    [
      'a cross without a corner inside',
      [[square(0, 0, 3)]],
      [
        [
          [
            [1, -1],
            [2, -1],
            [2, 4],
            [1, 4],
            [1, -1],
          ],
        ],
      ],
      true,
    ],
  ])('%s', (_how, one, other, isOverlap) => {
    expect(overlapOf(one, other) !== null).toBe(isOverlap)
    expect(overlapOf(other, one) !== null).toBe(isOverlap)
  })

  test('what is said to be in both is, and where nothing is said no place is', () => {
    fc.assert(
      fc.property(stars, stars, fc.array(places, { minLength: 20, maxLength: 20 }), (one, other, some) => {
        const common = overlapOf(one, other)
        expect(overlapOf(other, one) === null).toBe(common === null)
        if (common !== null) {
          expect(isInArea(one, common) && isInArea(other, common)).toBe(true)
          return
        }
        expect(some.filter((place) => isInArea(one, place) && isInArea(other, place))).toEqual([])
      }),
    )
  })
})

describe('GeoJSON', () => {
  const polygon = (...rings: Ring[]) => ({ type: 'Polygon', coordinates: rings })

  test.each<[string, unknown]>([
    ['a polygon', polygon(square(0, 0))],
    ['clockwise', polygon(square(0, 0).toReversed())],
    ['not closed', polygon(square(0, 0).slice(0, 4))],
    [
      'with heights and a corner twice',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0, 9],
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
    ],
    ['a feature', { type: 'Feature', properties: {}, geometry: polygon(square(0, 0)) }],
    [
      'a collection',
      { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: polygon(square(0, 0)) }] },
    ],
    ['many polygons', { type: 'MultiPolygon', coordinates: [[square(0, 0)]] }],
  ])('is read: %s', (_what, json) => {
    expect(areaFromGeoJson(json)).toEqual([[square(0, 0)]])
  })

  test.each<[string, unknown, string]>([
    ['a word', 'Phoenix', 'not_geojson'],
    ['a point', { type: 'Point', coordinates: [0, 0] }, 'not_geojson'],
    ['a corner of words', { type: 'Polygon', coordinates: [[['0', '0']]] }, 'not_geojson'],
    ['no polygon', { type: 'MultiPolygon', coordinates: [] }, 'no_polygon'],
    ['a polygon without rings', { type: 'Polygon', coordinates: [] }, 'no_polygon'],
    [
      'two corners',
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
      'too_few_corners',
    ],
    [
      'a line',
      polygon([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
      'no_size',
    ],
    [
      'latitude first',
      polygon([
        [33, -112],
        [34, -112],
        [34, -111],
      ]),
      'off_the_globe',
    ],
    [
      'over the antimeridian',
      polygon([
        [179.5, 0],
        [-179.5, 0],
        [-179.5, 1],
        [179.5, 1],
      ]),
      'across_the_antimeridian',
    ],
    ['a state', polygon(square(0, 0, 9)), 'too_large'],
    [
      'a bow tie',
      polygon([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ]),
      'crosses_itself',
    ],
    [
      'a border that touches itself',
      polygon([
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 0],
        [0, 2],
      ]),
      'crosses_itself',
    ],
    [
      'a spike',
      polygon([
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
      ]),
      'crosses_itself',
    ],
    ['a hole outside', polygon(square(0, 0), square(2, 2)), 'hole_outside'],
    ['a hole over the border', polygon(square(0, 0), square(0.5, 0.5)), 'hole_outside'],
    [
      'parts over each other',
      { type: 'MultiPolygon', coordinates: [[square(0, 0)], [square(0.5, 0)]] },
      'parts_overlap',
    ],
    [
      'too much',
      polygon([...Array(2_100).keys()].map((n) => [Math.cos(n / 400), Math.sin(n / 400)])),
      'too_many_corners',
    ],
  ])('is refused: %s', (_what, json, fault) => {
    const read = areaFromGeoJson(json)
    expect(read).toMatchObject({ fault })
    if (isAreaFault(read)) expect(areaSentence(areaTexts.en, read)).toMatch(/\.$/)
  })

  test('whatever is read is read the same again', () => {
    fc.assert(
      fc.property(stars, (area) => {
        expect(areaFromGeoJson({ type: 'MultiPolygon', coordinates: area })).toEqual(area)
      }),
    )
  })
})
