import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUnits, UNITS_PER_BUILDING, writeUnits } from './units.ts'

describe('doors of a building', () => {
  it.each([
    ['101-104', ['101', '102', '103', '104']],
    ['A1–A3, PH', ['A1', 'A2', 'A3', 'PH']],
    ['A1-3', ['A1', 'A2', 'A3']],
    ['098-101', ['098', '099', '100', '101']],
    [' 1 , 3;5\n7 ', ['1', '3', '5', '7']],
    ['A-12', ['A-12']],
    ['A1-B3', ['A1-B3']],
  ])('reads %j', (text, units) => {
    expect(readUnits(text)).toEqual({ units })
  })

  it.each([
    ['', 'empty'],
    [' , ;', 'empty'],
    ['112-101', 'backwards'],
    ['1-5, 3', 'twice'],
    [`1-${UNITS_PER_BUILDING + 1}`, 'too_many'],
    ['1-600, 1001-1600', 'too_many'],
    ['the apartment behind the pool', 'too_long'],
  ])('says what is wrong with %j', (text, fault) => {
    expect(readUnits(text)).toMatchObject({ fault })
  })

  it('writes them as short as it goes', () => {
    expect(writeUnits(['101', '102', '103', '201', '202', 'PH1'])).toBe('101-103, 201, 202, PH1')
  })

  it('reads again what it wrote, whatever the doors are called', () => {
    const label = fc.oneof(
      fc.nat(400).map(String),
      fc.tuple(fc.constantFrom('A', 'B', 'PH', 'A-'), fc.nat(60)).map(([letter, number]) => letter + number),
      fc.nat(120).map((number) => String(number).padStart(3, '0')),
    )
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 60 }), (labels) => {
        const units = labels.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
        expect(readUnits(writeUnits(units))).toEqual({ units })
      }),
    )
  })
})
