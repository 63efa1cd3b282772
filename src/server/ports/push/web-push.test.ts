import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, signedIn } from '#testing/build.ts'
import { type Db, toTimestamp } from '../../db/client.ts'
import { createCallOut } from '../outgoing/call-out.ts'
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
/** What browsers name; here it leads to the service below. */
const NAMED = 'https://push.crew.app'
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
  const callOut = createCallOut({ allowedOrigins: [origin] })
  return createWebPusher({
    keys,
    supportEmail: 'help@crew.example',
    db: testApp.app.db,
    callOut: (url, outgoing) => callOut(url.replace(NAMED, origin), outgoing),
  })
}

const message = { key: 'visit:1', title: 'Listo', text: 'Señal ✓', url: '/jobs', userId: null }

/** As the browser does it (RFC 8291, §3.4 and 4). */
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
  const padded = Buffer.concat([open.update(body.subarray(86, -16)), open.final()])
  // The last record ends with a 2, and with zeroes that hide how long the message is.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

describe('a message by Web Push', () => {
  test('reaches the device encrypted, and signed as ours', async () => {
    await pusher().send({ ...message, subscription: subscriptionAt(`${NAMED}/send/1`) })
    const [{ headers, body }] = received as [(typeof received)[number]]
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    expect(headers['topic']).toMatch(/^[\w-]{32}$/)
    expect(body.includes('Listo')).toBe(false)
    expect(JSON.parse(decrypt(body))).toEqual({ title: 'Listo', text: 'Señal ✓', url: '/jobs' })
    const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization!)!
    expect(key).toBe(keys.publicKey)
    const [head, claims, signature] = token!.split('.') as [string, string, string]
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(said).toMatchObject({ aud: NAMED, sub: 'mailto:help@crew.example' })
    // No push service takes a signature that holds longer than a day.
    expect(said.exp - Date.now() / 1_000).toBeGreaterThan(3_600)
    expect(said.exp - Date.now() / 1_000).toBeLessThan(86_400)
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
    const sent = pusher().send({ ...message, subscription: subscriptionAt(`${NAMED}/send/1`) })
    await expect(sent).rejects.toThrow('answered 503')
  })

  test('follows no redirect', async () => {
    status = 302
    const sent = pusher().send({ ...message, subscription: subscriptionAt(`${NAMED}/send/1`) })
    await expect(sent).rejects.toThrow('answered 302')
    expect(received).toHaveLength(1)
  })

  test.each([404, 410])('lets go of a device that answers %i', async (gone) => {
    status = gone
    const endpoint = `${NAMED}/send/${gone}`
    await keepDevice(endpoint)
    await pusher().send({ ...message, subscription: subscriptionAt(endpoint) })
    expect(await devicesAt(testApp.app.db, endpoint)).toBe(0)
  })

  test('security 6: never goes to an address that leads to ourselves, and lets go of the device', async () => {
    const endpoint = 'https://rebound.crew.app/send'
    await keepDevice(endpoint)
    const callOut = createCallOut({ lookUp: async () => [{ address: '127.0.0.1', family: 4 }] })
    const { db } = testApp.app
    await createWebPusher({ keys, supportEmail: 'help@crew.example', db, callOut }).send({
      ...message,
      subscription: subscriptionAt(endpoint),
    })
    expect(await devicesAt(db, endpoint)).toBe(0)
    expect(received).toEqual([])
  })

  test('cannot be sent with keys that are no pair', () => {
    const { db } = testApp.app
    const callOut = createCallOut({})
    const wrong = { publicKey: keys.publicKey, privateKey: 'b'.repeat(43) }
    const create = () => createWebPusher({ keys: wrong, supportEmail: 'help@crew.example', db, callOut })
    expect(create).toThrow('are not a pair of keys')
  })
})

async function keepDevice(endpoint: string): Promise<void> {
  const { db } = testApp.app
  const crew = await buildCrew(testApp.app)
  await (await signedIn(testApp, crew)).call('GET /api/push-key')
  const session = await db
    .selectFrom('session')
    .where('user_id', '=', crew.userId)
    .select('id')
    .executeTakeFirstOrThrow()
  const created_at = toTimestamp(testApp.clock.now())
  await db
    .insertInto('push_subscription')
    .values({ user_id: crew.userId, session_id: session.id, endpoint, p256dh: 'x', auth: 'x', created_at })
    .execute()
}

async function devicesAt(db: Db, endpoint: string): Promise<number> {
  return (await db.selectFrom('push_subscription').where('endpoint', '=', endpoint).select('id').execute())
    .length
}
