import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceFeet } from '../geo.ts'
import { greatCircleMatrix } from './matrix.ts'

const places = fc.array(
  fc.record({
    lat: fc.double({ min: -89, max: 89, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('the great-circle matrix', () => {
  it('is the great-circle distance times the detour, the same both ways, nothing from a place to itself', () => {
    fc.assert(
      fc.property(places, fc.double({ min: 1, max: 2, noNaN: true }), (list, detourFactor) => {
        const { nodeCount, feet } = greatCircleMatrix(list, { detourFactor, milesPerHour: 22 })
        for (const [i, from] of list.entries())
          for (const [j, to] of list.entries()) {
            const expected = i === j ? 0 : distanceFeet(from, to) * detourFactor
            expect(Math.abs(feet[i * nodeCount + j]! - expected)).toBeLessThanOrEqual(1 + expected * 1e-6)
          }
      }),
    )
  })

  it('drives a mile of street in the time that the speed says', () => {
    const matrix = greatCircleMatrix(
      [
        { lat: 39.7, lng: -105 },
        { lat: 39.8, lng: -105 },
      ],
      { detourFactor: 1.35, milesPerHour: 22 },
    )
    expect(matrix.seconds[1]! / matrix.feet[1]!).toBeCloseTo(3_600 / (22 * 5_280), 9)
  })
})
