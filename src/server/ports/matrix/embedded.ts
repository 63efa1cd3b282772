/** Driving without a street router: great circle times a detour (routing's own formula). */
import { greatCircleMatrix } from '#domain/routing/matrix.ts'
import type { Matrix } from './port.ts'

export function createGreatCircleMatrix(): Matrix {
  return {
    table: (points) => Promise.resolve(greatCircleMatrix(points)),
    line: () => Promise.resolve(null),
  }
}
