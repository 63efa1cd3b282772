import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { buildWorkbook, buildWorkbookBomb } from '#testing/workbook.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const HEADER = ['id', 'name', 'lat', 'lng', 'notes']

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const newCustomer = async () => signedIn(testApp, await buildCustomer(testApp.app))
const send = (client: Client, content: Buffer, type = XLSX) =>
  client.call('POST /api/upload-property-csv', { query: { fileName: 'units.xlsx' }, file: { type, content } })
const filesLeft = () => readdir(join(testApp.app.config.dataDirectory, 'imports'))

test('ux 17: a workbook is read cell by cell, and its places are imported', async () => {
  const client = await newCustomer()
  const content = buildWorkbook({
    Rentals: [
      HEADER,
      [7, 'Loft, "upper"', 39.7512345, -104.98, 'Key\nunder the mat'],
      ['B-2', 'Señora’s house', 39.76, -104.99, { day: 46_022 }],
      [null, '=1+1', 39.77, -104.97, true],
    ],
    Owners: [['name'], ['Ana']],
    Empty: [],
  })
  const { status, body } = await send(client, content)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    fileName: 'units.xlsx',
    header: HEADER,
    totalRows: 3,
    encoding: 'utf-8',
    sheet: { name: 'Rentals', otherSheets: 1 },
    sizeBytes: content.length,
  })
  expect(body.sampleRows).toEqual([
    ['7', 'Loft, "upper"', '39.7512345', '-104.98', 'Key\nunder the mat'],
    ['B-2', 'Señora’s house', '39.76', '-104.99', '2025-12-31'],
    ['', '=1+1', '39.77', '-104.97', 'true'],
  ])
  await client.call('POST /api/start-property-import', {
    body: { importId: body.importId, mapping: { reference: 0, name: 1, lat: 2, lng: 3 } },
  })
  await testApp.work()
  const done = await client.call('GET /api/property-import', { query: { id: body.importId } })
  expect(done.body).toMatchObject({ state: 'done', added: 3, refused: 0 })
  const { body: places } = await client.call('GET /api/properties')
  expect(JSON.stringify(places)).toContain('Señora’s house')
})

test('a workbook that is said to be CSV is read all the same', async () => {
  const { body } = await send(
    await newCustomer(),
    buildWorkbook({ A: [HEADER, ['1', 'x', 39.7, -104.9, '']] }),
    'text/csv',
  )
  expect(body).toMatchObject({ totalRows: 1, sheet: { name: 'A', otherSheets: 0 } })
})

test.each([
  ['no workbook behind the mark', Buffer.from('PK\u0003\u0004 and then nothing'), 'file_not_text'],
  [
    'a workbook that was cut',
    buildWorkbook({ A: [HEADER, ['1', 'x', 39.7, -104.9, '']] }).subarray(0, 700),
    'file_not_text',
  ],
  ['only empty sheets', buildWorkbook({ A: [], B: [] }), 'file_not_text'],
  ['a header alone', buildWorkbook({ A: [HEADER] }), 'file_empty'],
])('%s is refused with what to do, and leaves nothing', async (_, content, code) => {
  const client = await newCustomer()
  const before = await filesLeft()
  const { status, failure } = await send(client, content)
  expect([status, failure.code]).toEqual([422, code])
  expect(failure.error).toMatch(/\.xlsx|no rows|empty/)
  expect(await filesLeft()).toEqual(before)
})

test('a bomb ends its own process only, and says so', async () => {
  const client = await newCustomer()
  const content = buildWorkbookBomb(600 * 1_048_576)
  expect(content.length).toBeLessThan(2 * 1_048_576)
  const before = process.memoryUsage.rss()
  const { failure } = await send(client, content)
  expect(failure.code).toBe('too_large')
  expect(failure.error).toBe(
    'This workbook is too large when it is opened. Save its first sheet as CSV and send that.',
  )
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1_048_576)
  expect((await send(client, buildWorkbook({ A: [HEADER, ['1', 'x', 39.7, -104.9, '']] }))).status).toBe(200)
}, 60_000)

test.each([
  ['P', 'K and then no workbook', /^HTTP\/1\.1 422 /],
  ['na', 'me,lat,lng\nA,39.7,-104.9\n', /^HTTP\/1\.1 200 [^]*"sizeBytes":27,/],
  ['x', '', /^HTTP\/1\.1 422 /],
])('whoever sends %j and then waits stops nobody else', async (first, rest, answer) => {
  const listening = await createTestApp()
  onTestFinished(() => listening.close())
  await listening.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = listening.server.server.address() as AddressInfo
  const customer = await signedIn(listening, await buildCustomer(listening.app))
  const cookie = [...customer.cookies].map((pair) => pair.join('=')).join('; ')
  // A process that reads again and again comes to nothing else, not even to the end of this test.
  const read: (this: Readable, size?: number) => unknown = Reflect.get(Readable.prototype, 'read')
  let reads = 0
  const reading = vi.spyOn(Readable.prototype, 'read').mockImplementation(function (this: Readable, size) {
    if (reads++ === 10_000) throw new Error('read without end')
    return read.call(this, size)
  })
  onTestFinished(() => reading.mockRestore())
  const socket = connect(port, '127.0.0.1')
  const head = `POST /api/upload-property-csv HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: ${cookie}\r\ncontent-type: text/csv\r\ntransfer-encoding: chunked\r\n\r\n`
  socket.write(`${head}${first.length.toString(16)}\r\n${first}\r\n`)
  await sleep(300)
  expect(reads).toBeLessThan(1_000)
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
  if (rest !== '') socket.write(`${rest.length.toString(16)}\r\n${rest}\r\n`)
  socket.write('0\r\n\r\n')
  expect(await text(socket)).toMatch(answer)
})
