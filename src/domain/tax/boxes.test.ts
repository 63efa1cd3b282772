import { expect, it } from 'vitest'
import { taxpayerStateOf } from './boxes.ts'

it.each([
  ['1450 S Pearl St, Denver, CO', 'CO'],
  ['1450 S Pearl St, Denver, CO 80210', 'CO'],
  ['1 Main St, Boise, ID 83702-1234 ', 'ID'],
  ['1450 S Pearl St, Denver, XX', ''],
  ['1450 S Pearl St', ''],
  [null, ''],
])('the state of %s is %j', (address, state) => {
  expect(taxpayerStateOf(address)).toBe(state)
})
