import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyImportId } from '#domain/ids.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { Refused } from '../refused.ts'
import { createTextReader } from './read-text-bytes.ts'

const LISTINGS = join(import.meta.dirname, '../../../data/denver/listings.csv')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const HEADER = 'id,name,lat,lng,neighbourhood'
const row = (id: number | string, name = `House ${id}`, lat = '39.75', lng = '-104.98', area = 'Baker') =>
  `${id},${name},${lat},${lng},${area}`
const fileOf = (...rows: string[]) => [HEADER, ...rows].join('\n')

describe('a file that was sent', () => {
  test('is answered with its columns, its first rows and a guess', async () => {
    const client = await newCustomer()
    const { status, body } = await upload(client, fileOf(...Array.from({ length: 30 }, (_, i) => row(i))))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      fileName: 'properties.csv',
      delimiter: ',',
      header: ['id', 'name', 'lat', 'lng', 'neighbourhood'],
      mapping: { reference: 0, name: 1, lat: 2, lng: 3, group: 4, neighbourhood: 4 },
      totalRows: 30,
    })
    expect(body.sampleRows).toHaveLength(20)
    expect(body.sampleRows[0]).toEqual(['0', 'House 0', '39.75', '-104.98', 'Baker'])
  })

  test.each([
    ['text/plain', fileOf(row(1)).replaceAll(',', ';'), ';'],
    ['application/vnd.ms-excel', fileOf(row(1)).replaceAll(',', '\t'), '\t'],
    ['application/octet-stream', `\uFEFF${fileOf(row(1)).replaceAll('\n', '\r\n')}\r\n\r\n`, ','],
    ['text/csv; charset=utf-8', fileOf(row(1)).replaceAll('\n', '\r'), ','],
  ])('of type %s is read with its own line ends and delimiter', async (type, content, delimiter) => {
    const client = await newCustomer()
    const { body } = await client.call('POST /api/upload-property-csv', { file: { type, content } })
    expect(body).toMatchObject({
      delimiter,
      totalRows: 1,
      header: ['id', 'name', 'lat', 'lng', 'neighbourhood'],
    })
    expect(await importAll(client, body.importId, body.mapping)).toMatchObject({ added: 1, refused: 0 })
  })

  test.each<[string, string | Buffer, number, string]>([
    ['empty', '', 422, 'file_empty'],
    ['a header alone', HEADER, 422, 'file_empty'],
    ['only blank lines', `${HEADER}\n\n,,,,\n`, 422, 'file_empty'],
    ['without a header', `${row(1)}\n${row(2)}`, 422, 'header_missing'],
    ['without coordinates or addresses', 'id,name\n1,Home', 422, 'places_missing'],
    ['with 10,000 columns', `${'lat,'.repeat(9_999)}lng\n`, 422, 'columns_too_many'],
    ['a header of 100 kB in one quote', `"${'x'.repeat(100_000)}`, 422, 'header_missing'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 422, 'file_not_text'],
    [
      'half of UTF-16',
      Buffer.from(`\uFEFF${fileOf(row(1))}`, 'utf16le').subarray(0, -1),
      422,
      'file_not_text',
    ],
    [
      'a letter that Windows has not',
      Buffer.from(`${fileOf(row(1))}\n2,\x81`, 'latin1'),
      422,
      'file_not_utf8',
    ],
    [
      'UTF-8 with damage',
      Buffer.concat([Buffer.from(fileOf(row(1, 'Señor'))), Buffer.from('\n2,Caf\xe9,', 'latin1')]),
      422,
      'file_not_utf8',
    ],
    ['cut inside a letter', Buffer.from(fileOf(row(1, '🏔'))).subarray(0, 34), 422, 'file_not_utf8'],
    ['20,001 rows', `lat,lng\n${'39,-104\n'.repeat(20_001)}`, 422, 'rows_too_many'],
  ])('%s is refused with a sentence and leaves nothing', async (_, content, status, code) => {
    const client = await newCustomer()
    const answer = await upload(client, content)
    expect([answer.status, answer.failure.code]).toEqual([status, code])
    expect(answer.failure.error).toMatch(/^\p{Lu}.{10,}\.$/u)
    expect((await client.call('GET /api/property-imports')).body).toEqual([])
    expect(await orphans()).toEqual([])
  })

  test.each<[string, (text: string) => Buffer, string, string | null]>([
    ['UTF-8', (text) => Buffer.from(text), 'utf-8', null],
    ['UTF-8 with its mark', (text) => Buffer.from(`\uFEFF${text}`), 'utf-8', null],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16', null],
    ['UTF-16 the other way', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'utf-16', null],
    ['Windows-1252', (text) => Buffer.from(text, 'latin1'), 'windows-1252', 'Señor'],
  ])(
    'in %s with semicolons and decimal commas is read as it was meant',
    async (_, encode, encoding, word) => {
      const client = await newCustomer()
      const plain = Array.from({ length: 2_000 }, (_, at) => `${at};House ${at};39,75${at};-105,01`)
      const file = encode(
        ['id;name;lat;lng', ...plain, '9999;Casa del Señor;39,751234;-105,0123'].join('\r\n'),
      )
      const { status, body } = await upload(client, file)
      expect([status, body.delimiter, body.encoding, body.guessedWord]).toEqual([200, ';', encoding, word])
      expect(await importAll(client, body.importId, body.mapping)).toMatchObject({ added: 2_001, refused: 0 })
      const { properties } = (await client.call('POST /api/get-properties', { body: { search: 'Casa' } }))
        .body
      expect(properties).toMatchObject([{ name: 'Casa del Señor', lat: 39.751234, lng: -105.0123 }])
    },
  )

  test('a word that is longer than a file has lines is cut, and found at once', () => {
    const guessed = (text: string) => {
      const reader = createTextReader({ refuse: () => new Refused('file_not_text'), isUtf8Only: false })
      reader.add(Buffer.from(text, 'latin1'))
      return reader.read().guessedWord
    }
    expect(guessed(`lat,${'a'.repeat(1_000)}é\n`)).toBe(`${'a'.repeat(20)}é`)
    expect(guessed('lat, Señor; b')).toBe('Señor')
    expect(guessed(`é${'b'.repeat(1_000)}`)).toBe(`é${'b'.repeat(39)}`)
    // The square of it would take minutes.
    expect(guessed(`${'a'.repeat(600_000)},é\n`)).toBe('é')
  })

  test('names the line that is not UTF-8, in the customer’s language', async () => {
    const client = await signedIn(testApp, await buildCustomer(testApp.app, { locale: 'es' }))
    const rows = Array.from({ length: 40_000 }, (_, index) => row(index, 'Señor'))
    const answer = await upload(
      client,
      Buffer.concat([Buffer.from(`${fileOf(...rows)}\nx,`), Buffer.from([0xe9])]),
    )
    expect(answer.failure.error).toMatch(/^La línea 40002 no está en UTF-8\./)
  })

  test('of another type is refused', async () => {
    const client = await newCustomer()
    for (const type of ['image/png', 'application/json', 'text/html']) {
      const answer = await client.call('POST /api/upload-property-csv', { file: { type, content: '[]' } })
      expect(answer.status).toBe(415)
    }
  })

  test('keeps the newest three that were never started', async () => {
    const client = await newCustomer()
    for (let index = 0; index < 5; index++) await upload(client, fileOf(row(index)))
    const { body } = await client.call('GET /api/property-imports')
    expect(body).toHaveLength(3)
    expect(await orphans()).toEqual([])
  })
})

describe('the columns of an import', () => {
  test.each([
    ['no name', { lat: 2, lng: 3 }, 'mapping.name'],
    ['half a coordinate', { name: 1, lat: 2 }, 'mapping.lat'],
    ['a column that is not there', { name: 1, lat: 2, lng: 9 }, 'mapping.lng'],
    ['a column below zero', { name: 1, lat: 2, lng: -1 }, 'mapping.lng'],
  ])('with %s are refused at the field', async (_, mapping, field) => {
    const client = await newCustomer()
    const { body } = await upload(client, fileOf(row(1)))
    const start = { importId: body.importId, mapping }
    const answer = await client.call('POST /api/start-property-import', { body: start })
    expect(answer.status).toBe(400)
    expect(answer.failure.fields).toHaveProperty([field])
  })
})

describe('importing', () => {
  test('adds each row, in groups that are made once', async () => {
    const client = await newCustomer()
    const odd = row(2, '"“Odd” — ""quoted"", 👩‍👩‍👧\n  two lines"', '39.76', '-104.99', 'BAKER')
    const progress = await importFile(client, fileOf(row(1), odd, row(3, 'No group', '39.7', '-104.9', '')))
    expect(progress).toMatchObject({ state: 'done', totalRows: 3, readRows: 3, added: 3, refused: 0 })
    expect(progress.finishedAt).not.toBeNull()
    const { body: properties } = await client.call('GET /api/properties')
    expect(properties.map(({ name, groupName }) => [name, groupName])).toEqual([
      ['House 1', 'Baker'],
      ['No group', null],
      ['“Odd” — "quoted", 👩‍👩‍👧 two lines', 'Baker'],
    ])
    expect((await client.call('GET /api/property-groups')).body).toMatchObject([
      { name: 'Baker', propertyCount: 2 },
    ])
    expect(await orphans()).toEqual([])
  })

  test('again updates what changed, adds what is new and leaves the rest', async () => {
    const client = await newCustomer()
    await importFile(client, fileOf(row(1), row(2), row(3)))
    const progress = await importFile(client, fileOf(row(1), row(2, 'New name'), row(4), row(5)))
    expect(progress).toMatchObject({ added: 2, updated: 1, unchanged: 1, refused: 0 })
    const { body: properties } = await client.call('GET /api/properties')
    expect(properties.map(({ name }) => name)).toEqual([
      'House 1',
      'House 3',
      'House 4',
      'House 5',
      'New name',
    ])
  })

  test('again does not erase what the file leaves out, nor what was written by hand', async () => {
    const client = await newCustomer()
    await importFile(client, fileOf(row(1)))
    const { body: before } = await client.call('GET /api/properties')
    const propertyId = before[0]!.id as never
    await client.call('POST /api/update-property', { body: { propertyId, accessNotes: 'Gate 12' } })
    expect(await importFile(client, fileOf(row(1, 'House 1', '39.75', '-104.98', '')))).toMatchObject({
      unchanged: 1,
    })
    const { body } = await client.call('GET /api/property', { query: { id: propertyId } })
    expect(body).toMatchObject({ accessNotes: 'Gate 12', groupName: 'Baker', externalRef: '1' })
  })

  test('without a reference column finds places again by name and coordinates', async () => {
    const client = await newCustomer()
    const content = 'name,lat,lng\nA,39.75,-104.98\nB,39.75,-104.98\nA,39.76,-104.98\nA,39.75,-104.98'
    expect(await importFile(client, content)).toMatchObject({ added: 3, refused: 1 })
    expect(await importFile(client, content)).toMatchObject({ added: 0, unchanged: 3, refused: 1 })
  })

  test('brings back a place that was removed', async () => {
    const client = await newCustomer()
    await importFile(client, fileOf(row(1)))
    const { body } = await client.call('GET /api/properties')
    await client.call('POST /api/remove-property', { body: { propertyId: body[0]!.id } })
    expect(await importFile(client, fileOf(row(1)))).toMatchObject({ added: 1 })
    expect((await client.call('GET /api/properties')).body).toHaveLength(1)
  })

  test('looks addresses up where there are no coordinates', async () => {
    const client = await newCustomer()
    const content = 'name,address\nA,1234 N Vine St\nB,nowhere at all\nC,2500 E 14th Ave'
    const progress = await importFile(client, content)
    expect(progress).toMatchObject({ added: 2, refused: 1 })
    const { body } = await client.call('GET /api/properties')
    expect(body[0]).toMatchObject({ name: 'A', lat: 39.735844, lng: -104.962109 })
    expect((await refusals(client, progress.id))[1]).toBe(
      '3,address,We could not find this address. Give its coordinates.,"B,nowhere at all"',
    )
  })

  test('ux 17: joins street, town, state and ZIP of a file to one address, and looks that up', async () => {
    const client = await newCustomer()
    const content =
      'Listing nickname;Where is it;Town;State;ZIP\nVine;1234 N Vine St;Denver;CO;80206\nEast;2500 E 14th Ave;Denver;CO;'
    expect(await importFile(client, content)).toMatchObject({ added: 2, refused: 0 })
    const { body } = await client.call('GET /api/properties')
    const [east, vine] = await Promise.all(
      body.map(async ({ id }) => (await client.call('GET /api/property', { query: { id } })).body),
    )
    expect(vine).toMatchObject({
      name: 'Vine',
      address: '1234 N Vine St, Denver, CO 80206',
      lat: 39.735844,
      lng: -104.962109,
    })
    expect(east).toMatchObject({ name: 'East', address: '2500 E 14th Ave, Denver, CO' })
    expect(await importFile(client, content)).toMatchObject({ added: 0, unchanged: 2 })
  })

  test('takes the good rows and says of each bad one why, so that a spreadsheet runs nothing', async () => {
    const client = await newCustomer()
    const progress = await importFile(
      client,
      fileOf(
        row(1),
        row(2, ''),
        row(3, 'Boston', '42.36', '-71.06'),
        row(1, 'Twice'),
        row(5, 'Broken "quote'),
        '=cmd(),"never closed',
        row(7, '', 'north', ''),
        row(8, 'Shifted, by a comma'),
        row(9),
      ),
    )
    expect(progress).toMatchObject({ state: 'done', totalRows: 9, added: 3, refused: 6 })
    const lines = await refusals(client, progress.id)
    expect(lines).toEqual([
      'row,column,reason,original row',
      '3,name,The name is missing.,"2,,39.75,-104.98,Baker"',
      '4,lat,This place is outside the area we serve.,"3,Boston,42.36,-71.06,Baker"',
      '5,id,This row is already in the file.,"1,Twice,39.75,-104.98,Baker"',
      `7,,"This row has more cells than the first line names, or a quote that does not end.","'=cmd(),""never closed"`,
      '8,lat,These coordinates are not a place on the map.,"7,,north,,Baker"',
      '8,name,The name is missing.,"7,,north,,Baker"',
      '9,,"This row has more cells than the first line names, or a quote that does not end.","8,Shifted, by a comma,39.75,-104.98,Baker"',
    ])
    expect((await client.call('GET /api/properties')).body.map(({ name }) => name)).toContain('Broken "quote')
  })

  test('says the first of them by row and by the column as the file names it', async () => {
    const client = await newCustomer()
    const content = [
      'Objekt;Breitengrad;Längengrad;Gruppe;',
      'Haus 1;39,75;-104,98;Baker;',
      'Haus 2;95,1;-104,98;Baker;',
      ';39,75;-104,98;Baker;',
      'Haus 4;39,75;-104,98;Baker;a;b',
    ].join('\n')
    const { id, added, refused } = await importFile(client, content)
    expect({ added, refused }).toEqual({ added: 1, refused: 3 })
    const { body } = await client.call('GET /api/property-import', { query: { id } })
    expect(body.refusals).toEqual([
      { rowNumber: 3, column: 'Breitengrad', sentence: 'These coordinates are not a place on the map.' },
      { rowNumber: 4, column: 'Objekt', sentence: 'The name is missing.' },
      {
        rowNumber: 5,
        column: '',
        sentence: 'This row has more cells than the first line names, or a quote that does not end.',
      },
    ])
    const many = await importFile(client, fileOf(...Array.from({ length: 30 }, (_, i) => row(i, ''))))
    const first = await client.call('GET /api/property-import', { query: { id: many.id } })
    expect(first.body.refusals.map(({ rowNumber }) => rowNumber)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 2),
    )
  })

  test('says the reasons in Spanish to those who read it', async () => {
    const client = await signedIn(testApp, await buildCustomer(testApp.app, { locale: 'es' }))
    const progress = await importFile(client, fileOf(row(1, '')))
    expect((await refusals(client, progress.id))[1]).toMatch(/^2,name,Falta el nombre\.,/)
  })
})

describe("somebody else's import", () => {
  test('is answered as if it did not exist', async () => {
    const { importId, mapping } = (await upload(await newCustomer(), fileOf(row(1)))).body
    const stranger = await newCustomer()
    for (const id of [importId, randomUUID()]) {
      const answers = [
        await stranger.call('POST /api/start-property-import', { body: { importId: id, mapping } }),
        await stranger.call('GET /api/property-import', { query: { id } }),
        await stranger.call('GET /api/property-import-refusals.csv', { query: { importId: id } }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
  })

  test('is not for crews, nor for the signed out', async () => {
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    const clients = [crew, testApp.client()]
    const statuses = await Promise.all(
      clients.map(async (client) => (await upload(client, fileOf(row(1)))).status),
    )
    expect(statuses).toEqual([403, 401])
    expect((await crew.call('GET /api/property-imports')).status).toBe(403)
  })
})

describe('the listings of Denver', () => {
  test('are all taken, and a second time nothing is', async () => {
    const client = await newCustomer()
    const content = await readFile(LISTINGS)
    const uploaded = await upload(client, content)
    expect(uploaded.body.totalRows).toBe(5_151)
    const mapping = { ...uploaded.body.mapping, group: uploaded.body.header.indexOf('host_id') }
    const first = await importAll(client, uploaded.body.importId, mapping)
    expect(first).toMatchObject({ state: 'done', readRows: 5_151, added: 5_151, refused: 0 })
    const again = await upload(client, content)
    const second = await importAll(client, again.body.importId, mapping)
    expect(second).toMatchObject({ added: 0, updated: 0, unchanged: 5_151, refused: 0 })
    const { body: properties } = await client.call('GET /api/properties')
    expect(properties).toHaveLength(5_151)
    expect(properties.every(({ address, neighbourhood }) => address === null && neighbourhood !== null)).toBe(
      true,
    )
    const { body: groups } = await client.call('GET /api/property-groups')
    expect(Math.max(...groups.map(({ propertyCount }) => propertyCount))).toBe(96)
  })
})

async function newCustomer(): Promise<Client> {
  return signedIn(testApp, await buildCustomer(testApp.app))
}

function upload(client: Client, content: string | Buffer) {
  return client.call('POST /api/upload-property-csv', { file: { type: 'text/csv', content } })
}

async function importFile(client: Client, content: string) {
  const { body } = await upload(client, content)
  return importAll(client, body.importId, body.mapping)
}

async function importAll(client: Client, importId: PropertyImportId, mapping: Record<string, number>) {
  const started = await client.call('POST /api/start-property-import', { body: { importId, mapping } })
  expect(started.status).toBe(200)
  await testApp.work()
  return (await client.call('GET /api/property-import', { query: { id: importId } })).body
}

async function refusals(client: Client, importId: PropertyImportId): Promise<string[]> {
  const answer = await client.call('GET /api/property-import-refusals.csv', { query: { importId } })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="refused-rows.csv"')
  return answer.text.replace('\uFEFF', '').trimEnd().split('\r\n')
}

/** Files in the import folder that no waiting import knows. */
async function orphans(): Promise<string[]> {
  const files = await readdir(join(testApp.app.config.dataDirectory, 'imports')).catch(() => [])
  const rows = await testApp.app.db
    .selectFrom('property_import')
    .where('state', '=', 'uploaded')
    .select('stored_as')
    .execute()
  const known = new Set(rows.map(({ stored_as }) => stored_as))
  return files.filter((file) => !known.has(file))
}
