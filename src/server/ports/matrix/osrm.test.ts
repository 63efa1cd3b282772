import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { distanceFeet } from '#domain/geo.ts'
import { describeMatrix } from './behaviour.ts'
import { createGreatCircleMatrix } from './embedded.ts'
import { createOsrmMatrix, OsrmUnavailable } from './osrm.ts'

/** A server that speaks OSRM's table service as its API page describes it; streets are 1.2 times the great circle. */
let server: Server
let url: string
let asked: string[] = []
let answerWith: ((path: string) => { status: number; body: string } | null) | null = null

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!)
    const { status, body } = answerWith?.(request.url!) ?? answerTo(request.url!)
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

describeMatrix('OSRM', async () => createOsrmMatrix({ url }))

describe('on the wire', () => {
  const places = [
    { lat: 39.7392, lng: -104.9903 },
    { lat: 39.7475, lng: -104.9503 },
  ]

  test('asks for longitude first, with durations and distances', async () => {
    await createOsrmMatrix({ url: `${url}/` }).table(places)
    expect(asked).toEqual([
      '/table/v1/driving/-104.9903,39.7392;-104.9503,39.7475?annotations=duration,distance',
    ])
  })

  test('asks for the streets between places, and draws none while it is away', async () => {
    await createOsrmMatrix({ url }).line(places)
    expect(asked).toEqual([
      '/route/v1/driving/-104.9903,39.7392;-104.9503,39.7475?overview=simplified&geometries=geojson',
    ])
    answerWith = () => ({ status: 502, body: 'bad gateway' })
    const said: unknown[] = []
    const matrix = createOsrmMatrix({ url, onAway: (error) => said.push(error) })
    expect(await matrix.line(places)).toBeNull()
    expect(said).toEqual([expect.any(OsrmUnavailable)])
  })

  test('reads seconds as they are and metres as feet', async () => {
    answerWith = () =>
      json({
        code: 'Ok',
        durations: [
          [0, 300],
          [310, 0],
        ],
        distances: [
          [0, 1000],
          [1100, 0],
        ],
      })
    const table = await createOsrmMatrix({ url }).table(places)
    expect([...table.seconds]).toEqual([0, 300, 310, 0])
    expect([...table.feet].map(Math.round)).toEqual([0, 3281, 3609, 0])
  })

  test('calls a place that cannot be reached infinitely far', async () => {
    answerWith = () =>
      json({
        code: 'Ok',
        durations: [
          [0, null],
          [310, 0],
        ],
        distances: [
          [0, null],
          [1100, 0],
        ],
      })
    const table = await createOsrmMatrix({ url }).table(places)
    expect([table.seconds[1], table.feet[1]]).toEqual([Infinity, Infinity])
    expect(table.seconds[2]).toBe(310)
  })

  test('never asks for more than 100 coordinates at once', async () => {
    const many = Array.from({ length: 130 }, (_, i) => ({ lat: 39.7 + i / 2_000, lng: -104.99 }))
    await createOsrmMatrix({ url }).table(many)
    const counts = asked.map((path) => path.split('?')[0]!.split(';').length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(100)
    expect(asked).toHaveLength(9)
  })

  test.each([
    [
      'an error of its own',
      { status: 400, body: '{"code":"TooBig","message":"Too many table coordinates"}' },
    ],
    ['a fault', { status: 502, body: 'bad gateway' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['a smaller table', json({ code: 'Ok', durations: [[0]], distances: [[0]] })],
    [
      'a table without distances',
      json({
        code: 'Ok',
        durations: [
          [0, 1],
          [1, 0],
        ],
      }),
    ],
    [
      'negative times',
      json({
        code: 'Ok',
        durations: [
          [0, -1],
          [1, 0],
        ],
        distances: [
          [0, 1],
          [1, 0],
        ],
      }),
    ],
  ])('throws when the router answers %s', async (_, answer) => {
    answerWith = () => answer
    await expect(createOsrmMatrix({ url }).table(places)).rejects.toThrow(OsrmUnavailable)
  })

  test('lets another answer the whole table while the router is away, and says so', async () => {
    const away: string[] = []
    const matrix = createOsrmMatrix({
      url: 'http://127.0.0.1:1',
      whenAway: createGreatCircleMatrix(),
      onAway: (error) => away.push(error.message),
    })
    const expected = await createGreatCircleMatrix().table(places)
    expect((await matrix.table(places)).feet).toEqual(expected.feet)
    expect(away).toEqual(['the street router gave no table'])
  })

  test('throws when nobody listens', async () => {
    await expect(createOsrmMatrix({ url: 'http://127.0.0.1:1' }).table(places)).rejects.toThrow(
      OsrmUnavailable,
    )
  })
})

function json(body: unknown): { status: number; body: string } {
  return { status: 200, body: JSON.stringify(body) }
}

function answerTo(path: string): { status: number; body: string } {
  const { pathname, searchParams } = new URL(path, 'http://osrm')
  const points = pathname
    .split('/')
    .at(-1)!
    .split(';')
    .map((pair) => ({ lng: Number(pair.split(',')[0]), lat: Number(pair.split(',')[1]) }))
  if (pathname.startsWith('/route/'))
    return json({
      code: 'Ok',
      routes: [{ geometry: { coordinates: points.map(({ lat, lng }) => [lng, lat]) } }],
    })
  const side = (name: string) => searchParams.get(name)?.split(';').map(Number) ?? [...points.keys()]
  const metres = side('sources').map((from) =>
    side('destinations').map((to) => (distanceFeet(points[from]!, points[to]!) / 3.280_84) * 1.2),
  )
  return json({
    code: 'Ok',
    durations: metres.map((row) => row.map((length) => length / 9)),
    distances: metres,
  })
}
