import { describe, expect, it } from 'vitest'
import { guessDetailColumns, readDetails } from './details.ts'
import { guessDelimiter, refuseFile } from './file.ts'

describe('guessing the delimiter', () => {
  it.each([
    ['id,name,lat', ','],
    ['id;name, or title;lat', ';'],
    ['id\tname\tlat', '\t'],
    ['id|name|lat', '|'],
    ['"a;b;c;d",name,lat', ','],
    ['name', ','],
    ['', ','],
  ])('of %j finds %j', (line, delimiter) => {
    expect(guessDelimiter(line)).toBe(delimiter)
  })
})

describe('a file as a whole', () => {
  const rows = [['1', 'Home', '39.7392', '-104.9903']]
  it.each<[string, string[] | null, string[][], unknown]>([
    ['with named coordinates is taken', ['id', 'name', 'lat', 'lng'], rows, null],
    ['with an address is taken', ['name', 'address'], [['Home', '']], null],
    ['with coordinates under other names is taken', ['a', 'b', 'north', 'east'], rows, null],
    ['with addresses under another name is taken', ['a', 'spot'], [['1', '1200 Lincoln St']], null],
    ['with nothing in it is refused', null, [], { refused: 'file_empty' }],
    ['with a header alone is refused', ['name', 'lat', 'lng'], [], { refused: 'file_empty' }],
    ['without a header is refused', ['1', 'Home', '39.7', '-104.9'], rows, { refused: 'header_missing' }],
    ['with an empty first line is refused', ['', ''], rows, { refused: 'header_missing' }],
    ['without any place is refused', ['id', 'name'], [['1', 'Home']], { refused: 'places_missing' }],
    ['with one coordinate is refused', ['id', 'lat'], [['1', '39.7']], { refused: 'places_missing' }],
    [
      'with 201 columns is refused',
      Array.from({ length: 201 }, () => 'lat'),
      rows,
      { refused: 'columns_too_many' },
    ],
  ])('%s', (_name, header, sample, expected) => {
    expect(refuseFile(header, sample)).toEqual(expected)
  })
})

describe('details', () => {
  const header = ['id', 'name', 'Neighborhood', 'room_type']
  it('are found by their usual names', () => {
    expect(guessDetailColumns(header)).toEqual({ neighbourhood: 2, kind: 3 })
    expect(guessDetailColumns(['id'])).toEqual({})
  })

  it.each([
    [' Five \n Points ', 'Five Points'],
    ['', null],
    ['a\u0000b', null],
    ['a\u202Eb', null],
    ['x'.repeat(101), null],
  ])('read %j as %j', (given, expected) => {
    expect(readDetails(['1', 'n', given], { neighbourhood: 2 })).toEqual({
      neighbourhood: expected,
      kind: null,
    })
  })
})
