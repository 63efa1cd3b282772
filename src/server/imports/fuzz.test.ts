/** Whatever bytes are sent: a sentence or an import that ends, never a fault of ours, and every row accounted for. */
import { array, assert, asyncProperty, constantFrom, oneof, string, uint8Array } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'

let testApp: TestApp
let client: Client
beforeAll(async () => {
  testApp = await createTestApp()
  client = await signedIn(testApp, await buildCustomer(testApp.app))
})
afterAll(() => testApp.close())

const cell = oneof(
  constantFrom(
    '',
    ' ',
    '"',
    '""',
    '"a',
    'a"b',
    '"x\ny"',
    '39.75',
    '-104.98',
    '91',
    '1e5',
    'NaN',
    '=cmd()',
    '\uFEFF',
  ),
  constantFrom(
    '👩‍👩‍👧',
    '\u202Eabc',
    'a\u0085b',
    'x'.repeat(300),
    '0',
    '-0',
    ',',
    ';',
    '\t',
    '\r',
    '1234 N Vine St',
  ),
  string({ maxLength: 12 }),
)
const line = array(cell, { maxLength: 8 })

test('text of odd cells is imported or refused, and the counts add up', { timeout: 60_000 }, async () => {
  await assert(
    asyncProperty(array(line, { maxLength: 12 }), constantFrom(',', ';', '\t'), async (lines, delimiter) => {
      const header = ['id', 'name', 'lat', 'lng', 'address', 'group'].join(delimiter)
      const rows = ['1', 'Sure house', '39.7', '-104.9', '', 'Sure'].join(delimiter)
      await importWhole([header, rows, ...lines.map((cells) => cells.join(delimiter))].join('\n'))
    }),
    { numRuns: 60 },
  )
})

test('any bytes are answered with a sentence', { timeout: 60_000 }, async () => {
  await assert(
    asyncProperty(uint8Array({ maxLength: 400 }), async (bytes) => {
      await importWhole(Buffer.from(bytes))
    }),
    { numRuns: 120 },
  )
})

async function importWhole(content: string | Buffer): Promise<void> {
  const sent = await client.call('POST /api/upload-property-csv', { file: { type: 'text/csv', content } })
  if (sent.status !== 200) {
    expect([400, 413, 422]).toContain(sent.status)
    expect(sent.failure.error).toMatch(/\.$/)
    return
  }
  const { importId, mapping } = sent.body
  const started = await client.call('POST /api/start-property-import', { body: { importId, mapping } })
  expect([200, 400]).toContain(started.status)
  if (started.status === 400) return
  await testApp.work()
  const { body } = await client.call('GET /api/property-import', { query: { id: importId } })
  expect(body.state).toBe('done')
  expect(body.readRows).toBe(body.totalRows)
  expect(body.added + body.updated + body.unchanged + body.refused).toBe(body.totalRows)
  const file = await client.call('GET /api/property-import-refusals.csv', { query: { importId } })
  expect(file.status).toBe(200)
  expect((await client.call('GET /api/properties')).status).toBe(200)
}
