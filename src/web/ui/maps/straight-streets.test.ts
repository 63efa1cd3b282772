import { expect, test } from 'vitest'
import { type Position, straightened } from './straight-streets.ts'

test('a street that zigzags from curb to curb is straight, and a bend stays', () => {
  const street: Position[] = [
    [-105, 39.7],
    [-105.0003, 39.71],
    [-104.9997, 39.72],
    [-105, 39.73],
    [-104.98, 39.7301],
    [-104.96, 39.73],
  ]
  expect(straightened(street, 220)).toEqual([
    [-105, 39.7],
    [-105, 39.73],
    [-104.96, 39.73],
  ])
})

test.each([
  [[]],
  [[[-105, 39.7]]],
  [
    [
      [-105, 39.7],
      [-105, 39.7],
    ],
  ],
] as [Position[]][])('what has no middle stays as it is: %j', (street) => {
  expect(straightened(street, 220)).toEqual(street)
})
