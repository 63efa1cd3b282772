import { expect, test } from 'vitest'
import type { Area, Ring } from './area.ts'
import { addCorner, cornersOf, moveCorner, removeCorner } from './edit-area.ts'

const SQUARE: Ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
]
const AREA: Area = [[SQUARE], [SQUARE.map(([lng, lat]) => [lng + 5, lat] as const)]]
const placesOf = (area: Area) => cornersOf(area).map(({ place }) => `${place.lng},${place.lat}`)

test('each corner of each part is there once', () => {
  expect(placesOf(AREA)).toEqual(['1,0', '1,1', '0,1', '0,0', '6,0', '6,1', '5,1', '5,0'])
})

test.each([0, 1, 2, 3])('corner %i moves, and the ring stays closed', (corner) => {
  const moved = moveCorner(AREA, { part: 1, ring: 0, corner }, { lat: 7, lng: 8 })
  expect(placesOf(moved)[4 + corner]).toBe('8,7')
  expect(placesOf(moved).filter((place) => place === '8,7')).toHaveLength(1)
  expect(moved[1]![0]!.at(-1)).toEqual(moved[1]![0]![0])
})

test('a corner is added where the nearest edge is', () => {
  const grown = addCorner(AREA, { lat: -0.5, lng: 5.5 })
  expect(placesOf(grown)).toEqual(['1,0', '1,1', '0,1', '0,0', '5.5,-0.5', '6,0', '6,1', '5,1', '5,0'])
})

test('the first place of all becomes a triangle', () => {
  expect(cornersOf(addCorner([], { lat: 33, lng: -112 }))).toHaveLength(3)
})

test('a part goes with the last corner that it can spare', () => {
  const three = removeCorner(AREA, { part: 0, ring: 0, corner: 0 })
  expect(cornersOf(three).filter(({ part }) => part === 0)).toHaveLength(3)
  expect(removeCorner(three, { part: 0, ring: 0, corner: 0 })).toEqual([AREA[1]])
})
