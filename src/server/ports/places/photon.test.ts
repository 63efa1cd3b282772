import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describePlaces } from './behaviour.ts'
import { createPhotonPlaces } from './photon.ts'
import { PlacesUnavailable } from './port.ts'

/** A server that answers as Photon does: GeoJSON, house numbers and streets apart, twins of one address. */
let server: Server
let url: string
let asked: URL[] = []
let answerWith: { status: number; body: string } | null = null

beforeAll(async () => {
  server = createServer((request, response) => {
    const asking = new URL(request.url!, 'http://photon')
    asked.push(asking)
    const { status, body } = answerWith ?? photonAnswer(asking)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
  answerWith = null
})
afterAll(() => new Promise((closed) => server.close(closed)))

describePlaces('Photon', async () => createPhotonPlaces({ url }))

describe('on the wire', () => {
  test('sends the text and where people live, in English', async () => {
    await createPhotonPlaces({ url: `${url}/` }).search('vine & 12th', 5)
    expect(asked[0]!.pathname).toBe('/api')
    expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
      q: 'vine & 12th',
      limit: '10',
      lat: '39.7392',
      lon: '-104.9903',
      lang: 'en',
    })
  })

  test('reads number, street, city, state and ZIP into one line', async () => {
    const [place] = await createPhotonPlaces({ url }).search('1234 N Vine St', 1)
    expect(place).toEqual({
      address: '1234 North Vine Street, Denver, Colorado 80206',
      neighbourhood: 'Congress Park',
      lat: 39.7358,
      lng: -104.9621,
      timeZone: 'America/Denver',
    })
  })

  test('takes the time zone from the state', async () => {
    answerWith = collection([feature({ name: 'Alamo', city: 'San Antonio', state: 'Texas' })])
    const [place] = await createPhotonPlaces({ url }).search('alamo', 1)
    expect(place!.timeZone).toBe('America/Chicago')
  })

  test('leaves out what it cannot read and keeps the rest', async () => {
    answerWith = collection([{ geometry: null }, feature({}), feature({ name: 'City Park', city: 'Denver' })])
    const places = await createPhotonPlaces({ url }).search('park', 5)
    expect(places.map(({ address }) => address)).toEqual(['City Park, Denver'])
  })

  test.each([
    ['a fault', { status: 500, body: '{"message":"boom"}' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['something else', { status: 200, body: '{"results":[]}' }],
  ])('throws when the server answers %s', async (_, answer) => {
    answerWith = answer
    await expect(createPhotonPlaces({ url }).search('vine', 5)).rejects.toThrow(PlacesUnavailable)
  })

  test('throws when nobody listens', async () => {
    const places = createPhotonPlaces({ url: 'http://127.0.0.1:1' })
    await expect(places.reverse({ lat: 39.7, lng: -105 })).rejects.toThrow(PlacesUnavailable)
  })
})

function photonAnswer({ pathname, searchParams }: URL): { status: number; body: string } {
  const home = feature({
    housenumber: '1234',
    street: 'North Vine Street',
    district: 'Congress Park',
    city: 'Denver',
    state: 'Colorado',
    postcode: '80206',
    countrycode: 'US',
  })
  if (pathname === '/reverse') return collection(Number(searchParams.get('lat')) > 30 ? [home] : [])
  return collection(/vine/i.test(searchParams.get('q')!) ? [home, home] : [])
}

function feature(properties: Record<string, string>) {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [-104.9621, 39.7358] }, properties }
}

function collection(features: unknown[]): { status: number; body: string } {
  return { status: 200, body: JSON.stringify({ type: 'FeatureCollection', features }) }
}
