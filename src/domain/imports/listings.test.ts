import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColumnMapping, guessColumns, refuseColumns } from './columns.ts'
import { areaAround } from '../markets/circle.ts'
import { type RowResult, readRow } from './listings.ts'

const HEADER = [
  'id',
  'name',
  'host_id',
  'neighbourhood',
  'latitude',
  'longitude',
  'room_type',
  'minimum_nights',
]
const mapping = guessColumns(HEADER)
const DENVER = areaAround({ lat: 39.7392, lng: -104.9903 }, 60 * 5_280)
const row = (change: Record<number, string> = {}) =>
  [
    '360',
    'Sit in the Peaceful Garden',
    '666',
    'Highland',
    '39.76703',
    '-105.00256',
    'Entire home/apt',
    '30',
  ].map((cell, index) => change[index] ?? cell)
const read = (cells: readonly string[], columns = mapping) => readRow(cells, columns, DENVER, new Set())

describe('guessing columns', () => {
  it.each([
    ['the listings of a rental platform', HEADER, { reference: 0, name: 1, group: 3, lat: 4, lng: 5 }],
    [
      'other spellings',
      ['Property Name', 'Street Address', 'LNG', 'Lat'],
      { name: 0, address: 1, lng: 2, lat: 3 },
    ],
    ['Spanish', ['Nombre', 'Dirección', 'Grupo', 'Notas'], { name: 0, address: 1, group: 2, accessNotes: 3 }],
    [
      'ux 17: what hosts call their places',
      ['Listing nickname', 'Where is it', 'Town', 'State', 'ZIP code'],
      { name: 0, address: 1, city: 2, state: 3, zip: 4 },
    ],
    [
      'ux 17: German',
      [
        'Bezeichnung',
        'Straße',
        'PLZ',
        'Ort',
        'Bundesland',
        'Breitengrad',
        'Längengrad',
        'Gruppe',
        'Hinweise',
      ],
      { name: 0, address: 1, zip: 2, city: 3, state: 4, lat: 5, lng: 6, group: 7, accessNotes: 8 },
    ],
    ['a byte order mark', ['\uFEFFname', 'address'], { name: 0, address: 1 }],
    ['the surer name of two', ['title', 'name', 'lat', 'lng'], { name: 1, lat: 2, lng: 3 }],
    ['nothing', ['foo', 'bar'], {}],
  ])('knows %s', (_name, header, expected) => {
    expect(guessColumns(header)).toEqual(expected)
  })

  it.each([
    ['name and coordinates', { name: 0, lat: 1, lng: 2 }, null],
    ['name and address', { name: 0, address: 1 }, null],
    ['half a coordinate', { name: 0, lat: 1 }, { refused: 'columns_missing' }],
    ['no name', { lat: 0, lng: 1 }, { refused: 'columns_missing' }],
  ])('with %s the file can be taken or not', (_name, columns, expected) => {
    expect(refuseColumns(columns)).toEqual(expected)
  })

  it('ux 17: takes the column whose cells look like addresses where no name says where the places are', () => {
    const rows = [
      ['Heron House', 'yes', '1200 Grant St, Denver'],
      ['Chickadee Cottage', 'no', 'Hauptstraße 5'],
    ]
    expect(guessColumns(['name', 'heated', 'spot'], rows)).toEqual({ name: 0, address: 2 })
    expect(guessColumns(['name', 'heated', 'spot', 'lat', 'lng'], rows)).toEqual({ name: 0, lat: 3, lng: 4 })
    expect(guessColumns(['name', 'heated'], rows)).toEqual({ name: 0 })
  })

  it('does not look beyond 200 columns', () => {
    expect(guessColumns([...Array.from({ length: 9_999 }, () => 'x1'), 'name'])).toEqual({})
  })
})

describe('a row', () => {
  it('becomes a draft with its group', () => {
    expect(read(row())).toEqual({
      draft: {
        key: 'ref:360',
        reference: '360',
        name: 'Sit in the Peaceful Garden',
        place: { lat: 39.76703, lng: -105.00256 },
        address: null,
        group: 'Highland',
        accessNotes: null,
      },
    })
  })

  it.each([
    '“Quotes” — and dashes',
    'Cozy 👩‍👩‍👧 house 🏔️!',
    'Señor’s "Casa", #2',
    'الشقة',
    '  two\n lines\t ',
  ])('keeps the odd name %j', (name) => {
    const result = read(row({ 1: name }))
    expect(result).toMatchObject({ draft: { name: name.replace(/\s+/g, ' ').trim() } })
  })

  it.each<[string, Record<number, string>, { field: string; reason: string }]>([
    ['no name', { 1: '  ' }, { field: 'name', reason: 'name_missing' }],
    ['no coordinates', { 4: '', 5: '' }, { field: 'lat', reason: 'coordinates_missing' }],
    ['half a coordinate', { 5: '' }, { field: 'lng', reason: 'coordinates_invalid' }],
    ['a word for a latitude', { 4: 'north' }, { field: 'lat', reason: 'coordinates_invalid' }],
    ['a latitude off the globe', { 4: '91' }, { field: 'lat', reason: 'coordinates_invalid' }],
    ['an exponent', { 4: '1e1' }, { field: 'lat', reason: 'coordinates_invalid' }],
    ['not a number', { 4: 'NaN' }, { field: 'lat', reason: 'coordinates_invalid' }],
    ['the Gulf of Guinea', { 4: '0', 5: '0.0' }, { field: 'lng', reason: 'coordinates_invalid' }],
    ['a place in Boston', { 4: '42.36', 5: '-71.06' }, { field: 'lat', reason: 'coordinates_out_of_range' }],
    ['a name of 201 letters', { 1: 'x'.repeat(201) }, { field: 'name', reason: 'text_too_long' }],
    ['a NUL byte', { 1: 'a\u0000b' }, { field: 'name', reason: 'control_characters' }],
    ['a turned direction', { 3: 'a\u202Eb' }, { field: 'group', reason: 'control_characters' }],
    [
      'security 11: only invisible letters',
      { 1: '\u200b\u2060 \u3164' },
      { field: 'name', reason: 'name_missing' },
    ],
    [
      'security 11: an isolate in the name',
      { 1: 'a\u2066b' },
      { field: 'name', reason: 'control_characters' },
    ],
    ['half a letter', { 1: 'a\uD800' }, { field: 'name', reason: 'control_characters' }],
  ])('with %s is refused', (_name, change, refusal) => {
    expect(read(row(change))).toEqual({ refusals: [refusal] })
  })

  it('security 11: leaves a group out of which nothing would be seen', () => {
    expect(read(row({ 3: '\u200b\u200d' }))).toMatchObject({ draft: { group: null } })
  })

  it('is refused with all its reasons at once', () => {
    expect(read(row({ 1: '', 4: '?', 3: 'g'.repeat(101) }))).toEqual({
      refusals: [
        { field: 'name', reason: 'name_missing' },
        { field: 'group', reason: 'text_too_long' },
        { field: 'lat', reason: 'coordinates_invalid' },
      ],
    })
  })

  it('may stand on the equator or on the meridian of Greenwich', () => {
    const anywhere = (lat: string, lng: string) => readRow(row({ 4: lat, 5: lng }), mapping, null, new Set())
    expect(anywhere('0', '32.5')).toMatchObject({ draft: { place: { lat: 0, lng: 32.5 } } })
    expect(anywhere('51.5', '0')).toMatchObject({ draft: { place: { lat: 51.5, lng: 0 } } })
  })

  it('of 200 emoji is not too long', () => {
    expect(read(row({ 1: '🏔'.repeat(200) }))).toHaveProperty('draft')
  })

  it('with an address and no coordinates waits for a look-up', () => {
    const result = read(['Home', '1200 Lincoln St'], { name: 0, address: 1 })
    expect(result).toMatchObject({
      draft: { place: null, address: '1200 Lincoln St', key: 'place:home|1200 lincoln st' },
    })
  })

  it.each([
    [
      'a street, a town, a state and a ZIP',
      ['12 Elm St', 'Golden', 'CO', '80401'],
      '12 Elm St, Golden, CO 80401',
    ],
    ['a street and a town', ['12 Elm St', 'Golden', '', ''], '12 Elm St, Golden'],
    ['a street and a ZIP', ['12 Elm St', '', '', '80401'], '12 Elm St, 80401'],
    ['a street named like its town', ['12 Golden Rd', 'Golden', 'CO', ''], '12 Golden Rd, Golden, CO'],
    [
      'a whole address beside its parts',
      ['12 Elm St, Golden, CO 80401', 'Golden', 'CO', '80401'],
      '12 Elm St, Golden, CO 80401',
    ],
    [
      'a whole address without commas',
      ['12 Elm St Golden CO 80401', 'Golden', 'CO', '80401'],
      '12 Elm St Golden CO 80401',
    ],
    ['an apartment behind a comma', ['12 Elm St, Apt 3', 'Golden', 'CO', ''], '12 Elm St, Apt 3, Golden, CO'],
    [
      'a town that its cell has',
      ['12 Elm St, Golden', 'Golden', 'CO', '80401'],
      '12 Elm St, Golden, CO 80401',
    ],
  ])('ux 17: with %s has one address', (_, cells, address) => {
    const columns = { name: 0, address: 1, city: 2, state: 3, zip: 4 }
    expect(read(['Home', ...cells], columns)).toMatchObject({ draft: { address, place: null } })
  })

  it('ux 17: with a town and no street has no address, and its whole address has a longest length', () => {
    const columns = { name: 0, address: 1, city: 2 }
    expect(read(['Home', '', 'Golden'], columns)).toEqual({
      refusals: [{ field: 'lat', reason: 'coordinates_missing' }],
    })
    expect(read(['Home', `1 ${'x'.repeat(290)}`, 'Golden, far out'], columns)).toEqual({
      refusals: [{ field: 'address', reason: 'text_too_long' }],
    })
  })

  it('reads a decimal comma, and cells that are missing at the end as empty', () => {
    expect(read(row({ 4: '39,76703' }))).toMatchObject({ draft: { place: { lat: 39.76703 } } })
    expect(read(['1', 'Name'])).toEqual({ refusals: [{ field: 'lat', reason: 'coordinates_missing' }] })
  })

  it('never throws, whatever the cells hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 9 }), (cells) => {
        const result = read(cells)
        expect('draft' in result || result.refusals.length > 0).toBe(true)
      }),
    )
  })
})

/** As an import reads a file, row after row. */
function readRows(rows: readonly (readonly string[])[], columns: ColumnMapping): RowResult[] {
  const seenKeys = new Set<string>()
  return rows.map((cells) => {
    const result = readRow(cells, columns, DENVER, seenKeys)
    if ('draft' in result) seenKeys.add(result.draft.key)
    return result
  })
}

describe('a file', () => {
  it('takes a reference once and refuses it again, but not after a refused row', () => {
    const results = readRows([row({ 1: '' }), row(), row({ 1: 'Again' })], mapping)
    expect(results.map((result) => ('draft' in result ? 'taken' : result.refusals[0]?.reason))).toEqual([
      'name_missing',
      'taken',
      'reference_duplicated',
    ])
  })

  it('gives the same keys when it is read again', () => {
    const { reference: _none, ...withoutReference } = mapping
    const keys = () =>
      readRows([row(), row({ 4: '39.7' })], withoutReference).map((each) => 'draft' in each && each.draft.key)
    expect(keys()).toEqual(keys())
    expect(new Set(keys()).size).toBe(2)
  })
})
