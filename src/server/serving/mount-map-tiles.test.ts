import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { readTiles } from '../system/read-tiles.ts'

const CONTENT = Buffer.concat([Buffer.from('PMTiles\u0003'), Buffer.from('streets of Denver')])
let folder: string
let file: string
let served: TestApp
let plain: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiles-'))
  file = join(folder, 'denver.pmtiles')
  await writeFile(file, CONTENT)
  served = await createTestApp({ environment: { MAP_TILES: file } })
  plain = await createTestApp()
})
afterAll(async () => {
  await Promise.all([served.close(), plain.close()])
  await rm(folder, { recursive: true })
})

function ask(testApp: TestApp, range?: string) {
  const headers = range === undefined ? {} : { range }
  return testApp.server.inject({ method: 'GET', url: '/maps/tiles.pmtiles', headers })
}

describe('the file of streets', () => {
  test.each([
    ['bytes=0-7', 'PMTiles\u0003', 'bytes 0-7/25'],
    ['bytes=8-14', 'streets', 'bytes 8-14/25'],
    ['bytes=19-', 'Denver', 'bytes 19-24/25'],
    ['bytes=19-9999', 'Denver', 'bytes 19-24/25'],
  ])('is read in pieces: %s', async (range, body, said) => {
    const answer = await ask(served, range)
    expect(answer.statusCode).toBe(206)
    expect(answer.body).toBe(body)
    expect(answer.headers).toMatchObject({
      'content-range': said,
      'content-type': 'application/octet-stream',
    })
    expect(answer.headers.etag).toMatch(/^".+"$/)
    expect(answer.headers).not.toHaveProperty('content-encoding')
  })

  test.each(['bytes=25-30', 'bytes=9-8', 'bytes=0-1,4-5', 'bytes=-5', 'pages=1-2'])(
    'has no such piece: %s',
    async (range) => {
      const answer = await ask(served, range)
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */25'])
    },
  )

  test('is not given away whole, and is nowhere where none is named', async () => {
    expect((await ask(served)).statusCode).toBe(400)
    expect((await ask(plain, 'bytes=0-7')).statusCode).toBe(404)
  })

  test('is what pages are told of', async () => {
    const { body } = await served.client().call('GET /api/config')
    expect(body.map).toEqual({ styleUrl: null, tilesUrl: '/maps/tiles.pmtiles', hasDrivenLines: false })
  })

  test('must be one: a start with another file names the variable', async () => {
    const other = join(folder, 'other.pmtiles')
    await writeFile(other, 'no streets')
    await expect(readTiles(other)).rejects.toThrow('MAP_TILES is not right')
    await expect(readTiles(join(folder, 'none.pmtiles'))).rejects.toThrow('no such file')
  })
})
