import { beforeEach, expect, test } from 'vitest'
import { keepLook, readLook, wearLook } from './look.ts'

beforeEach(() => localStorage.clear())

const worn = () => ({ ...document.documentElement.dataset })

test('a device keeps its density and motion, and the document says them', () => {
  keepLook({ density: 'compact', motion: 'off', keys: 'off' })
  expect(readLook()).toEqual({ density: 'compact', motion: 'off', keys: 'off' })
  wearLook(readLook(), false)
  expect(worn()).toMatchObject({ density: 'compact', motion: 'off' })
})

test('by itself a page is comfortable, and compact at the desk of an operator', () => {
  wearLook(readLook(), false)
  expect(worn()).toMatchObject({ density: 'comfortable', motion: 'on' })
  wearLook(readLook(), true)
  expect(worn()).toMatchObject({ density: 'compact' })
})

test('who chose comfortable gets it at any desk', () => {
  keepLook({ ...readLook(), density: 'comfortable' })
  wearLook(readLook(), true)
  expect(worn()).toMatchObject({ density: 'comfortable' })
})

test.each(['{', '"x"', '{"density":"huge","motion":3}', 'null'])(
  'what is kept wrongly as %s is the usual',
  (kept) => {
    localStorage.setItem('crew_look', kept)
    expect(readLook()).toEqual({ density: 'auto', motion: 'on', keys: 'on' })
  },
)
