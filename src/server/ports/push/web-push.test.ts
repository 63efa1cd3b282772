import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, signedIn } from '#testing/build.ts'
import { toTimestamp } from '../../db/client.ts'
import { encryptForDevice } from './encrypt.ts'
import { createWebPusher } from './web-push.ts'

const vapid = createECDH('prime256v1')
vapid.generateKeys()
const keys = {
  publicKey: vapid.getPublicKey().toString('base64url'),
  privateKey: vapid.getPrivateKey().toString('base64url'),
}
const device = createECDH('prime256v1')
device.generateKeys()
const auth = randomBytes(16)

let testApp: TestApp
let service: Server
let origin: string
let status = 201
const received: { headers: IncomingHttpHeaders; body: Buffer }[] = []
beforeAll(async () => {
  testApp = await createTestApp()
  service = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.close()
  await testApp.close()
})
beforeEach(() => {
  received.length = 0
  status = 201
})

function subscriptionAt(endpoint: string): string {
  const p256dh = device.getPublicKey().toString('base64url')
  return JSON.stringify({ endpoint, keys: { p256dh, auth: auth.toString('base64url') } })
}

function pusher() {
  const { db, ports } = testApp.app
  return createWebPusher({ keys, supportEmail: 'help@crew.example', db, clock: ports.clock })
}

const message = { key: 'visit:1', title: 'Listo', text: 'Señal ✓', url: '/jobs', userId: null }

/** As the browser does it. */
function decrypt(body: Buffer): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)]
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender])
  const secret = hkdfSync('sha256', device.computeSecret(sender), auth, about, 32)
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(name), length))
  const open = createDecipheriv(
    'aes-128-gcm',
    part('Content-Encoding: aes128gcm\0', 16),
    part('Content-Encoding: nonce\0', 12),
  )
  open.setAuthTag(body.subarray(-16))
  return Buffer.concat([open.update(body.subarray(86, -16)), open.final()]).toString()
}

test('encrypts the example of RFC 8291 to the very bytes that stand there', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const sealed = encryptForDevice(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { sender, salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url') },
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

describe('a message by Web Push', () => {
  test('reaches the device encrypted, and signed as ours', async () => {
    await pusher().send({ ...message, subscription: subscriptionAt(`${origin}/send/1`) })
    const [{ headers, body }] = received as [(typeof received)[number]]
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    expect(headers['topic']).toMatch(/^[\w-]{32}$/)
    expect(body.includes('Listo')).toBe(false)
    expect(decrypt(body)).toBe(`${JSON.stringify({ title: 'Listo', text: 'Señal ✓', url: '/jobs' })}\u0002`)
    const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization!)!
    expect(key).toBe(keys.publicKey)
    const [head, claims, signature] = token!.split('.') as [string, string, string]
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: origin,
      exp: testApp.clock.now() / 1_000 + 12 * 3_600,
      sub: 'mailto:help@crew.example',
    })
    const point = vapid.getPublicKey()
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } })
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true)
  })

  test('is tried again when the service cannot take it now', async () => {
    status = 503
    const sent = pusher().send({ ...message, subscription: subscriptionAt(`${origin}/send/1`) })
    await expect(sent).rejects.toThrow('answered 503')
  })

  test('follows no redirect', async () => {
    status = 302
    const sent = pusher().send({ ...message, subscription: subscriptionAt(`${origin}/send/1`) })
    await expect(sent).rejects.toThrow('answered 302')
    expect(received).toHaveLength(1)
  })

  test.each([404, 410])('lets go of a device that answers %i', async (gone) => {
    status = gone
    const { app } = testApp
    const crew = await buildCrew(app)
    await (await signedIn(testApp, crew)).call('GET /api/push-key')
    const endpoint = `${origin}/send/${gone}`
    const session = await app.db
      .selectFrom('session')
      .where('user_id', '=', crew.userId)
      .select('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('push_subscription')
      .values({
        user_id: crew.userId,
        session_id: session.id,
        endpoint,
        p256dh: 'x',
        auth: 'x',
        created_at: toTimestamp(testApp.clock.now()),
      })
      .execute()
    await pusher().send({ ...message, subscription: subscriptionAt(endpoint) })
    const left = await app.db
      .selectFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })

  test('cannot be sent with keys that are no pair', () => {
    const { db, ports } = testApp.app
    const wrong = { publicKey: keys.publicKey, privateKey: 'b'.repeat(43) }
    const create = () =>
      createWebPusher({ keys: wrong, supportEmail: 'help@crew.example', db, clock: ports.clock })
    expect(create).toThrow('are not a pair of keys')
  })
})
