import { expect, it } from 'vitest'
import { visitMinutes } from './duration.ts'

it.each([
  [{ minutes: 6, minutesPerUnit: 0 }, 3, 6],
  [{ minutes: 6, minutesPerUnit: 2 }, 1, 8],
  [{ minutes: 0, minutesPerUnit: 1 }, 240, 240],
])('%j times %d takes %d minutes', (service, quantity, minutes) => {
  expect(visitMinutes(service, quantity)).toBe(minutes)
})
