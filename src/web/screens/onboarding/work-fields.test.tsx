import { expect, test } from 'vitest'
import { FEET_PER_MILE } from '#domain/geo.ts'
import { rangesWith } from './work-fields.tsx'

const miles = (feet: readonly number[]) => feet.map((each) => each / FEET_PER_MILE)

test('a range that is not among the usual ones can be chosen too, in its place', () => {
  expect(miles(rangesWith(9 * FEET_PER_MILE))).toEqual([3, 5, 9, 10, 15, 20, 30, 50])
  expect(miles(rangesWith(10 * FEET_PER_MILE))).toEqual([3, 5, 10, 15, 20, 30, 50])
})
