import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toId, type VisitId } from '#domain/ids.ts'
import { imageUrl } from '#domain/images.ts'
import { HOUR_MS, type Instant } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { photoUrl } from '../pictures/sign-photo-url.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function crewAtWork(): Promise<{ client: Client; visitId: VisitId }> {
  const { app } = testApp
  const crew = await buildCrew(app)
  const visitId = await buildVisit(app, await buildWeeklyJob(app), {
    crewId: crew.userId,
    state: 'in_progress',
  })
  return { client: await signedIn(testApp, crew), visitId }
}

let shade = 0
/** A picture like no other in this file. */
function picture(width = 900, height = 600) {
  shade += 1
  return sharp({
    create: { width, height, channels: 3, background: { r: shade % 256, g: 90, b: shade >> 8 } },
  })
}

function send(client: Client, visitId: VisitId, content: Buffer | string, type = 'image/jpeg', query = {}) {
  return client.call('POST /api/upload-visit-photo', {
    query: { visitId, ...query },
    file: { type, content },
  })
}

async function fetchPhoto(url: string) {
  return testApp.server.inject({ method: 'GET', url })
}

describe('a photo sent to a visit', () => {
  test('is kept as WebP of at most 2048 pixels and counted', async () => {
    const { client, visitId } = await crewAtWork()
    const content = await picture(3_000, 1_500).jpeg().toBuffer()
    const sent = await send(client, visitId, content)
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({
      photo: { width: 2_048, height: 1_024 },
      photoCount: 1,
      photosRequired: 1,
    })
  })

  test.each(['jpeg', 'png', 'webp'] as const)('may be %s', async (format) => {
    const { client, visitId } = await crewAtWork()
    const sent = await send(client, visitId, await picture().toFormat(format).toBuffer(), `image/${format}`)
    expect(sent.status).toBe(200)
  })

  test('counts once when it is sent twice, also at once, and is one of several', async () => {
    const { client, visitId } = await crewAtWork()
    const content = await picture().jpeg().toBuffer()
    const sent = await Promise.all(Array.from({ length: 6 }, () => send(client, visitId, content)))
    expect(new Set(sent.map((each) => each.body.photo.photoId)).size).toBe(1)
    const other = await send(client, visitId, await picture().jpeg().toBuffer())
    expect(other.body.photoCount).toBe(2)
  })

  test('threats U1, U3: loses where it was taken and what hid behind it, and stands upright', async () => {
    const { client, visitId } = await crewAtWork()
    const withGps = await picture(400, 200)
      .jpeg()
      .withExif({ IFD0: { Artist: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '39/1 44/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const polyglot = Buffer.concat([withGps, Buffer.from('<script>alert("MARKER")</script>')])
    const { photo } = (await send(client, visitId, polyglot)).body
    expect(photo).toMatchObject({ width: 200, height: 400 })
    for (const url of [photo.url, photo.thumbnailUrl]) {
      const served = await fetchPhoto(url)
      expect(served.rawPayload.includes('MARKER')).toBe(false)
      expect(served.rawPayload.includes('SECRET-OWNER')).toBe(false)
      const { exif, xmp, iptc, icc } = await sharp(served.rawPayload).metadata()
      expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7 and so on and so on'],
    ['GIF', 'GIF89a and some more bytes'],
    ['nothing', ''],
    ['one byte', 'x'],
  ])('threats U2: is refused when it is %s in a picture’s clothes', async (_name, content) => {
    const { client, visitId } = await crewAtWork()
    const sent = await send(client, visitId, content)
    expect(sent.status).toBe(415)
    expect(sent.failure).toMatchObject({
      code: 'wrong_file_type',
      error: 'Only JPEG, PNG and WebP pictures can be used here.',
    })
  })

  test('says what to do with HEIC, in Spanish too', async () => {
    const { app } = testApp
    const crew = await buildCrew(app, { locale: 'es' })
    const visitId = await buildVisit(app, await buildWeeklyJob(app), {
      crewId: crew.userId,
      state: 'in_progress',
    })
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000mif1heic')])
    const sent = await send(await signedIn(testApp, crew), visitId, heic, 'image/heic')
    expect(sent.status).toBe(415)
    expect(sent.failure.error).toContain('HEIC')
    expect(sent.failure.error).toContain('JPEG')
  })

  test('is refused by a type that is not a picture’s', async () => {
    const { client, visitId } = await crewAtWork()
    expect((await send(client, visitId, '%PDF-1.7', 'application/pdf')).status).toBe(415)
  })

  test('is refused when it is torn or holds more than 50 million pixels', async () => {
    const { client, visitId } = await crewAtWork()
    const torn = (await picture().jpeg().toBuffer()).subarray(0, 500)
    expect((await send(client, visitId, torn)).failure.code).toBe('wrong_file_type')
    const bomb = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect((await send(client, visitId, bomb, 'image/png')).status).toBe(413)
  })

  test('threats U4: is refused one byte over 20 MB, leaving nothing on the disk', async () => {
    const { client, visitId } = await crewAtWork()
    const head = await picture().jpeg().toBuffer()
    const exact = Buffer.concat([head, Buffer.alloc(20 * 1024 * 1024 - head.length)])
    expect((await send(client, visitId, exact)).status).toBe(200)
    const over = await send(client, visitId, Buffer.concat([exact, Buffer.alloc(1)]))
    expect(over.status).toBe(413)
    expect(over.failure.code).toBe('too_large')
    expect(await readdir(join(testApp.app.config.dataDirectory, 'uploads'))).toEqual([])
  })

  test('is checked against its checksum', async () => {
    const { client, visitId } = await crewAtWork()
    const content = await picture().jpeg().toBuffer()
    const sha256 = createHash('sha256').update(content).digest('hex')
    const damaged = await send(client, visitId, content, 'image/jpeg', { sha256: '0'.repeat(64) })
    expect(damaged.status).toBe(400)
    expect(damaged.failure.fields).toHaveProperty('sha256')
    expect((await send(client, visitId, content, 'image/jpeg', { sha256 })).status).toBe(200)
  })

  test('answers the same under one idempotency key', async () => {
    const { client, visitId } = await crewAtWork()
    const content = await picture().jpeg().toBuffer()
    const input = {
      query: { visitId },
      file: { type: 'image/jpeg', content },
      headers: { 'idempotency-key': 'photo-1' },
    }
    const first = await client.call('POST /api/upload-visit-photo', input)
    const second = await client.call('POST /api/upload-visit-photo', input)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
  })

  test('is refused where the visit is over, and beyond twenty', async () => {
    const { app } = testApp
    const crew = await buildCrew(app)
    const client = await signedIn(testApp, crew)
    const cancelled = await buildVisit(app, await buildWeeklyJob(app), {
      crewId: crew.userId,
      state: 'cancelled',
    })
    const late = await send(client, cancelled, await picture().jpeg().toBuffer())
    expect([late.status, late.failure.code]).toEqual([409, 'wrong_state'])
    const visitId = await buildVisit(app, await buildWeeklyJob(app), { crewId: crew.userId })
    for (let index = 0; index < 20; index++)
      expect((await send(client, visitId, await picture(40, 30).png().toBuffer(), 'image/png')).status).toBe(
        200,
      )
    const more = await send(client, visitId, await picture(40, 30).png().toBuffer(), 'image/png')
    expect([more.status, more.failure.code]).toEqual([409, 'too_many_photos'])
  })

  test('threats U8: is refused to everybody but the visit’s crew', async () => {
    const { visitId } = await crewAtWork()
    const content = await picture().jpeg().toBuffer()
    const { app } = testApp
    const other = await signedIn(testApp, await buildCrew(app))
    expect((await send(other, visitId, content)).status).toBe(404)
    expect((await send(other, toId(crypto.randomUUID()), content)).status).toBe(404)
    expect((await send(await signedIn(testApp, await buildCustomer(app)), visitId, content)).status).toBe(403)
    expect((await send(testApp.client(), visitId, content)).status).toBe(401)
    const frozen = await buildCrew(app, { frozenUntil: (testApp.clock.now() + HOUR_MS) as Instant })
    expect((await send(await signedIn(testApp, frozen), visitId, content)).failure.code).toBe(
      'account_frozen',
    )
  })
})

describe('a link to a photo', () => {
  async function sentPhoto() {
    const { client, visitId } = await crewAtWork()
    return (await send(client, visitId, await picture(900, 600).jpeg().toBuffer())).body.photo
  }

  test('serves the size asked for, never larger than the picture is', async () => {
    const photo = await sentPhoto()
    expect(photo.thumbnailUrl).toMatch(/^\/images\/f_webp,w_320,q_80\/[0-9a-f-]{36}\?exp=\d+&sig=[\w-]{43}$/)
    const thumbnail = await fetchPhoto(photo.thumbnailUrl)
    expect(thumbnail.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600, immutable',
    })
    expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ width: 320, format: 'webp' })
    expect((await fetchPhoto(photo.thumbnailUrl)).rawPayload.equals(thumbnail.rawPayload)).toBe(true)
    expect(await sharp((await fetchPhoto(photo.url)).rawPayload).metadata()).toMatchObject({ width: 900 })
  })

  test.each([
    [{}, { format: 'webp', width: 900, height: 600 }],
    [{ type: 'jpeg' }, { format: 'jpeg', width: 900, height: 600 }],
    [
      { type: 'png', width: 640 },
      { format: 'png', width: 640, height: 427 },
    ],
    [
      { type: 'webp', height: 320, quality: 60 },
      { format: 'webp', width: 480, height: 320 },
    ],
    [
      { width: 640, height: 160 },
      { format: 'webp', width: 240, height: 160 },
    ],
    [
      { type: 'jpeg', width: 2048, height: 2048, quality: 80 },
      { format: 'jpeg', width: 900, height: 600 },
    ],
  ] as const)('seed §9: serves the transformation %j', async (transformation, expected) => {
    const photo = await sentPhoto()
    const served = await fetchPhoto(imageUrl(photo.url, transformation))
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, `image/${expected.format}`])
    const { format, width, height, exif } = await sharp(served.rawPayload).metadata()
    expect({ format, width, height, exif }).toEqual({ ...expected, exif: undefined })
  })

  test('threats U7: serves no size that is not in the list, and makes at most the list', async () => {
    const photo = await sentPhoto()
    for (const segments of ['w_100000', 'w_-1', 'w_NaN', 'w_321', 'q_100', 'f_svg', 'f_avif', 'w_160,w_160'])
      expect((await fetchPhoto(photo.url.replace('f_webp,w_1280,q_80', segments))).statusCode).toBe(400)
    for (let width = 1; width <= 1_000; width += 9)
      await fetchPhoto(imageUrl(photo.url, { type: 'webp', width, quality: width % 100 }))
    const folder = join(testApp.app.config.dataDirectory, 'photos/visits')
    const kept = (await readdir(folder, { recursive: true })).filter((name) => name.includes(photo.photoId))
    // The original, and three widths below its own in two qualities.
    expect(kept.length).toBe(7)
  })

  test('is not found when anything in it was changed, or when it is old', async () => {
    const photo = await sentPhoto()
    const other = await sentPhoto()
    const forged = [
      photo.url.replace(photo.photoId, other.photoId),
      photo.url.replace(/exp=(\d+)/, (_, exp) => `exp=${Number(exp) + 1}`),
      photo.url.replace(/sig=./, (start) => (start === 'sig=A' ? 'sig=B' : 'sig=A')),
      photoUrl(testApp.app, toId(crypto.randomUUID()), { width: 320 }),
    ]
    for (const url of forged) expect((await fetchPhoto(url)).statusCode).toBe(404)
    for (const url of [photo.url.replace(/&sig=.*/, ''), photo.url.replace(photo.photoId, 'x')])
      expect((await fetchPhoto(url)).statusCode).toBe(400)
    testApp.clock.advance(2 * HOUR_MS)
    expect((await fetchPhoto(photo.url)).statusCode).toBe(404)
  })

  test('leads to the cache in front of us where one is configured, always by https', async () => {
    const photo = await sentPhoto()
    const { app } = testApp
    const behindCache = { ...app, config: { ...app.config, imageBaseUrl: 'http://pictures.example/crew' } }
    const address = photoUrl(behindCache, photo.photoId, { width: 320 })
    expect(address).toMatch(/^https:\/\/pictures\.example\/crew\/images\/f_webp,w_320,q_80\//)
    expect((await fetchPhoto(address.replace('https://pictures.example/crew', ''))).statusCode).toBe(200)
  })
})
