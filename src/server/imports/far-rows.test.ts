/** Rows that are told apart only by what an earlier batch wrote, or by where their address turns out to be. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function importFile(client: Client, content: string) {
  const file = { type: 'text/csv', content }
  const { importId, mapping } = (await client.call('POST /api/upload-property-csv', { file })).body
  await client.call('POST /api/start-property-import', { body: { importId, mapping } })
  await testApp.work()
  const progress = (await client.call('GET /api/property-import', { query: { id: importId } })).body
  const refusals = await client.call('GET /api/property-import-refusals.csv', { query: { importId } })
  return { progress, refusals: refusals.text.trim().split('\r\n').slice(1) }
}

test('a reference that comes again in a later batch is refused, and the first row stays', async () => {
  const client = await signedIn(testApp, await buildCustomer(testApp.app))
  const row = (id: number, name: string) => `${id},${name},39.75,-104.98`
  const rows = Array.from({ length: 1_200 }, (_, index) => row(index + 1, `House ${index + 1}`))
  const content = ['id,name,lat,lng', ...rows, row(7, 'Somebody else')].join('\n')
  const { progress, refusals } = await importFile(client, content)
  expect(progress).toMatchObject({ state: 'done', totalRows: 1_201, added: 1_200, updated: 0, refused: 1 })
  expect(refusals).toEqual(['1202,id,This row is already in the file.,"7,Somebody else,39.75,-104.98"'])
  const { body } = await client.call('GET /api/properties')
  expect(body.filter(({ name }) => name === 'House 7' || name === 'Somebody else')).toMatchObject([
    { name: 'House 7' },
  ])
})

test('an address that leads outside of the market is refused', async () => {
  const client = await signedIn(testApp, await buildCustomer(testApp.app))
  const { places } = testApp.app.ports
  const search = places.search.bind(places)
  // The provider knows the whole country.
  Object.assign(places, {
    search: async (text: string, limit: number) =>
      text.includes('Boston')
        ? [
            {
              address: text,
              neighbourhood: null,
              timeZone: 'America/New_York',
              lat: 42.3601,
              lng: -71.0589,
            },
          ]
        : search(text, limit),
  })
  const { progress, refusals } = await importFile(
    client,
    'name,address\nA,1234 N Vine St\nB,"1 Beacon St, Boston"',
  )
  expect(progress).toMatchObject({ added: 1, refused: 1 })
  expect(refusals).toEqual(['3,address,This place is outside the area we serve.,"B,""1 Beacon St, Boston"""'])
})
