/** What every source of driving times must do, whoever stands behind it. */
import { describe, expect, test } from 'vitest'
import { distanceFeet, type LatLng } from '#domain/geo.ts'
import type { Matrix } from './port.ts'

const PLACES: readonly LatLng[] = [
  { lat: 39.7392, lng: -104.9903 },
  { lat: 39.7475, lng: -104.9503 },
  { lat: 39.7621, lng: -105.0125 },
]

export function describeMatrix(name: string, createMatrix: () => Promise<Matrix>): void {
  describe(`${name} as a source of driving times`, () => {
    test('answers every pair, row by row', async () => {
      const table = await (await createMatrix()).table(PLACES)
      expect([table.seconds.length, table.feet.length]).toEqual([9, 9])
      for (const [from, start] of PLACES.entries())
        for (const [to, end] of PLACES.entries())
          expect(table.feet[from * 3 + to]).toBeGreaterThanOrEqual(distanceFeet(start, end) * 0.99)
    })

    test('needs no time from a place to itself', async () => {
      const table = await (await createMatrix()).table(PLACES)
      for (const index of [0, 4, 8]) expect([table.seconds[index], table.feet[index]]).toEqual([0, 0])
    })

    test('drives between 5 and 75 miles an hour', async () => {
      const table = await (await createMatrix()).table(PLACES)
      for (const cell of [1, 2, 3, 5, 6, 7]) {
        const milesPerHour = table.feet[cell]! / 5_280 / (table.seconds[cell]! / 3_600)
        expect(milesPerHour).toBeGreaterThan(5)
        expect(milesPerHour).toBeLessThan(75)
      }
    })

    test.each([0, 1])('answers a table of %i places', async (count) => {
      const table = await (await createMatrix()).table(PLACES.slice(0, count))
      expect([...table.seconds, ...table.feet]).toEqual(count === 0 ? [] : [0, 0])
    })

    test('knows the streets between places in their order, or says that it does not', async () => {
      const matrix = await createMatrix()
      const line = await matrix.line(PLACES)
      if (line === null) return
      expect(distanceFeet(line[0]!, PLACES[0]!)).toBeLessThan(1_000)
      expect(distanceFeet(line.at(-1)!, PLACES[2]!)).toBeLessThan(1_000)
      expect(await matrix.line(PLACES.slice(0, 1))).toBeNull()
    })

    test('answers 230 places in the order they were given', async () => {
      const matrix = await createMatrix()
      const many = Array.from({ length: 230 }, (_, i) => ({ lat: 39.7 + i / 2_000, lng: -104.99 }))
      const table = await matrix.table(many)
      const pair = await matrix.table([many[3]!, many[211]!])
      expect(table.feet[3 * 230 + 211]).toBeCloseTo(pair.feet[1]!, 3)
      expect(table.seconds[211 * 230 + 3]).toBeCloseTo(pair.seconds[2]!, 3)
    })
  })
}
