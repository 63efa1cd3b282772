import { expect, it } from 'vitest'
import { firstName } from './first-name.ts'

it.each([
  ['Ana Lucía Gómez', 'Ana'],
  ['  Ana\u00a0Gómez', 'Ana'],
  ['Cher', 'Cher'],
  ['', ''],
])('of %j is %j', (name, first) => {
  expect(firstName(name)).toBe(first)
})
