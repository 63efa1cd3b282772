import { array, assert, double, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { clusterPins } from './cluster-pins.ts'

const places = array(
  record({
    lat: double({ min: 39.6, max: 39.8, noNaN: true }),
    lng: double({ min: -105.1, max: -104.8, noNaN: true }),
  }),
  { maxLength: 60 },
)
const stopsAt = (spots: { lat: number; lng: number }[]) =>
  spots.map((place, index) => ({ id: `s-${index}`, place, label: `Stop ${index}` }))

test('every place is in one cluster, at whatever zoom', () => {
  assert(
    property(places, integer({ min: 8, max: 18 }), (spots, zoom) => {
      const inside = clusterPins(stopsAt(spots), zoom).flatMap(({ stops }) => stops.map(({ id }) => id))
      expect(inside.toSorted()).toEqual(
        stopsAt(spots)
          .map(({ id }) => id)
          .toSorted(),
      )
    }),
  )
})

test('what is far apart stays apart, and comes together from far away', () => {
  const stops = stopsAt([
    { lat: 39.7392, lng: -104.9903 },
    { lat: 39.7492, lng: -104.9803 },
    { lat: 39.7492001, lng: -104.9803001 },
  ])
  expect(clusterPins(stops, 15).map((cluster) => cluster.stops.length)).toEqual([1, 2])
  expect(clusterPins(stops, 8).map((cluster) => cluster.stops.length)).toEqual([3])
})

test('a cluster stands in the middle of its places', () => {
  const [cluster] = clusterPins(
    stopsAt([
      { lat: 39.7, lng: -105 },
      { lat: 39.7002, lng: -105.0002 },
    ]),
    8,
  )
  expect(cluster?.place.lat).toBeCloseTo(39.7001, 6)
  expect(cluster?.place.lng).toBeCloseTo(-105.0001, 6)
})
