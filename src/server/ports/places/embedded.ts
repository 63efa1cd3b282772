/** The embedded gazetteer: Denver by its street grid and its neighbourhoods, Phoenix by its roads. Exact to about a block. */
import { distanceFeet, type LatLng } from '#domain/geo.ts'
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'
import { type AddressQuery, parseAddressQuery, splitWords } from './address-query.ts'
import { blocksOf, GRID_EXTENT, GRID_STREETS, type GridStreet, pointOnStreet } from './denver-grid.ts'
import { NEIGHBOURHOODS, neighbourhoodAt } from './denver-neighbourhoods.ts'
import {
  PHOENIX_BLOCKS,
  PHOENIX_ROADS,
  PHOENIX_ZONE,
  type PhoenixRoad,
  phoenixPoint,
  phoenixRoadNear,
} from './phoenix-grid.ts'
import type { FoundPlace, Places } from './port.ts'

/** Outside of this box the grid says nothing. */
const CITY = { south: 39.6, north: 39.93, west: -105.12, east: -104.58 } as const
/** A street searched without a number is shown at its first few hundreds. */
const SAMPLE_NUMBERS = [100, 700, 1500, 2300, 3100]

type Match = { readonly place: FoundPlace; readonly mismatch: number }

export function createGazetteer(): Places {
  return {
    search: (text, limit) => Promise.resolve(search(text, limit)),
    reverse: (at) => Promise.resolve(reverse(at)),
  }
}

function search(text: string, limit: number): FoundPlace[] {
  const query = parseAddressQuery(text)
  if (query === null) return []
  const matches = [...matchNeighbourhoods(text), ...matchStreets(query), ...matchPhoenix(query)]
  return matches
    .sort((one, other) => one.mismatch - other.mismatch)
    .slice(0, limit)
    .map(({ place }) => place)
}

function matchNeighbourhoods(text: string): Match[] {
  const words = splitWords(text)
  return NEIGHBOURHOODS.flatMap(({ name, lat, lng }) => {
    const mismatch = mismatchOf(words, splitWords(name))
    if (mismatch === null) return []
    const address = `${name}, Denver, CO`
    return [{ mismatch, place: { address, neighbourhood: name, lat, lng, timeZone: DEFAULT_TIME_ZONE } }]
  })
}

function matchStreets(query: AddressQuery): Match[] {
  return GRID_STREETS.flatMap((street) => {
    const mismatch = mismatchOf(query.words, street.name.toLowerCase().split(' '))
    if (mismatch === null) return []
    const otherSuffix = query.suffix !== null && query.suffix !== street.suffix ? 2 : 0
    const across = isAcross(street, query.direction) ? 0.8 : 0
    const numbers = query.number === null ? SAMPLE_NUMBERS : [query.number]
    return numbers.flatMap((number, index) =>
      addressesOn(street, number, query.direction).map((place, side) => ({
        place,
        mismatch: mismatch + otherSuffix + across + index * 0.01 + side * 0.1,
      })),
    )
  })
}

/** Behind the same name in Denver, as the city is the later one. */
function matchPhoenix({ words, number: typed, direction }: AddressQuery): Match[] {
  return PHOENIX_ROADS.flatMap((road) => {
    const mismatch = mismatchOf(words, road.name.toLowerCase().split(' '))
    if (mismatch === null) return []
    const number = typed ?? SAMPLE_NUMBERS[0]!
    const sides = [
      { letter: 'E', sign: 1, most: PHOENIX_BLOCKS.east },
      { letter: 'W', sign: -1, most: PHOENIX_BLOCKS.west },
    ].filter(({ letter, most }) => (direction === null || direction === letter) && number / 100 <= most)
    return sides.map(({ letter, sign }, index) => ({
      place: phoenixPlace(road, number, letter, sign),
      mismatch: mismatch + 0.05 + index * 0.1,
    }))
  })
}

function phoenixPlace(road: PhoenixRoad, number: number, letter: string, sign: number): FoundPlace {
  return {
    ...rounded(phoenixPoint(road, (sign * number) / 100)),
    address: `${number} ${letter} ${road.name} ${road.suffix}, Phoenix, AZ`,
    neighbourhood: null,
    timeZone: PHOENIX_ZONE,
  }
}

/** One address on each side of the grid's zero line that the direction and the street's length allow. */
function addressesOn(street: GridStreet, number: number, direction: AddressQuery['direction']): FoundPlace[] {
  const sides =
    street.runs === 'north_south'
      ? ([
          ['N', 1, GRID_EXTENT.north],
          ['S', -1, GRID_EXTENT.south],
        ] as const)
      : ([
          ['E', 1, GRID_EXTENT.east],
          ['W', -1, GRID_EXTENT.west],
        ] as const)
  const anySide = direction === null || isAcross(street, direction)
  return sides
    .filter(([letter, , extent]) => (anySide || letter === direction) && number / 100 <= extent)
    .map(([letter, sign]) => toPlace(street, number, letter, sign))
}

/** A direction that does not lie along the street is part of some other name. */
function isAcross(street: GridStreet, direction: AddressQuery['direction']): boolean {
  if (direction === null) return false
  return (street.runs === 'north_south') === ['E', 'W'].includes(direction)
}

function toPlace(street: GridStreet, number: number, letter: string, sign: number): FoundPlace {
  const point = rounded(pointOnStreet(street, (sign * number) / 100))
  const suffix = street.name === 'Broadway' ? '' : ` ${street.suffix}`
  return {
    ...point,
    address: `${number} ${letter} ${street.name}${suffix}, Denver, CO`,
    neighbourhood: neighbourhoodAt(point),
    timeZone: DEFAULT_TIME_ZONE,
  }
}

/**
 * How far the typed words are from a name: 0 the same, below 1 a beginning of it, up to 2 with a slip of the finger;
 * null when they do not fit.
 */
function mismatchOf(typed: readonly string[], name: readonly string[]): number | null {
  if (typed.length > name.length) return null
  const parts = typed.map((word, index) => wordMismatch(word, name[index]!, index === typed.length - 1))
  if (parts.some((part) => part === null)) return null
  const missing = name.length - typed.length
  return parts.reduce<number>((sum, part) => sum + part!, 0) + missing * 0.3
}

function wordMismatch(typed: string, word: string, isLast: boolean): number | null {
  if (typed === word) return 0
  const isOrdinal = /^\d+[a-z]{2}$/.test(word)
  if (isOrdinal) return word.replace(/[a-z]+$/, '') === typed.replace(/(st|nd|rd|th)$/, '') ? 0 : null
  if (isLast && word.startsWith(typed)) return 0.5 + 0.3 * (1 - typed.length / word.length)
  const slips = typed.length >= 7 ? 2 : typed.length >= 4 ? 1 : 0
  return slips > 0 && editDistance(typed, word) <= slips ? 1.5 : null
}

/** Levenshtein's distance between two short words. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const substitution = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}

function reverse(at: LatLng): FoundPlace | null {
  const phoenix = phoenixRoadNear(at)
  if (phoenix !== null) {
    const number = Math.max(1, Math.round(Math.abs(phoenix.block) * 100))
    return phoenix.block >= 0
      ? phoenixPlace(phoenix.road, number, 'E', 1)
      : phoenixPlace(phoenix.road, number, 'W', -1)
  }
  if (at.lat < CITY.south || at.lat > CITY.north || at.lng < CITY.west || at.lng > CITY.east) return null
  const { north, east } = blocksOf(at)
  const onStreet = addressNear(nearestStreet('north_south', east), north, ['N', 'S'])
  const onAvenue = addressNear(nearestStreet('east_west', north), east, ['E', 'W'])
  return distanceFeet(at, onStreet) <= distanceFeet(at, onAvenue) ? onStreet : onAvenue
}

function nearestStreet(runs: GridStreet['runs'], block: number): GridStreet {
  return GRID_STREETS.filter((street) => street.runs === runs).reduce((best, next) =>
    Math.abs(next.block - block) < Math.abs(best.block - block) ? next : best,
  )
}

function addressNear(street: GridStreet, blocksAlong: number, [plus, minus]: [string, string]): FoundPlace {
  const number = Math.max(1, Math.round(Math.abs(blocksAlong) * 100))
  return blocksAlong >= 0 ? toPlace(street, number, plus, 1) : toPlace(street, number, minus, -1)
}

/** Six decimals are a hand's breadth; more would pretend. */
function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}
