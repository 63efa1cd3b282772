import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { inTransaction } from '../db/client.ts'
import { notifyDevices } from './notify-devices.ts'

const KEYS = { VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`, VAPID_PRIVATE_KEY: 'b'.repeat(43) }
let testApp: TestApp
let withKeys: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  withKeys = await createTestApp({ environment: KEYS })
})
afterAll(async () => {
  await Promise.all([testApp.close(), withKeys.close()])
})

function subscription(endpoint = `https://push.crew.app/send/${randomBytes(8).toString('hex')}`) {
  return { endpoint, keys: { p256dh: randomBytes(65).toString('base64url'), auth: 'A'.repeat(22) } }
}

async function notify(userId: UserId, key: string = crypto.randomUUID()) {
  const { app } = testApp
  const message = { key, title: 'On the way', text: 'Your crew is on the way.', url: '/jobs' }
  const now = app.ports.clock.now()
  await inTransaction(app.db, (trx) => notifyDevices(trx, userId, message, { now }))
  await testApp.work()
  return app.db
    .selectFrom('outbox_message')
    .where('channel', '=', 'push')
    .where('user_id', '=', userId)
    .where('dedupe_key', 'like', `push:${key}:%`)
    .selectAll()
    .execute()
}

test('the key is null until one is configured, and both halves are needed', async () => {
  const client = await signedIn(testApp, await buildCustomer(testApp.app))
  expect((await client.call('GET /api/push-key')).body).toEqual({ key: null })
  const other = await signedIn(withKeys, await buildCustomer(withKeys.app))
  expect((await other.call('GET /api/push-key')).body).toEqual({ key: KEYS.VAPID_PUBLIC_KEY })
  await expect(createTestApp({ environment: { VAPID_PUBLIC_KEY: KEYS.VAPID_PUBLIC_KEY } })).rejects.toThrow(
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY together',
  )
})

describe('a device', () => {
  test('is notified once it is saved, once for each message, and no more when removed', async () => {
    const crew = await buildCrew(testApp.app)
    const client = await signedIn(testApp, crew)
    const body = subscription()
    expect((await client.call('POST /api/save-push-subscription', { body })).status).toBe(200)
    expect((await client.call('POST /api/save-push-subscription', { body })).status).toBe(200)
    expect(await notify(crew.userId, 'visit:1')).toEqual([
      expect.objectContaining({ subject: 'On the way', body: 'Your crew is on the way.\n/jobs' }),
    ])
    expect(await notify(crew.userId, 'visit:1')).toHaveLength(1)
    const { endpoint } = body
    const removed = await client.call('POST /api/remove-push-subscription', { body: { endpoint } })
    expect(removed.body).toEqual({ ok: true })
    expect(await notify(crew.userId)).toEqual([])
  })

  test('is forgotten when its session ends, by signing out or by age', async () => {
    const crew = await buildCrew(testApp.app)
    const client = await signedIn(testApp, crew)
    await client.call('POST /api/save-push-subscription', { body: subscription() })
    await client.call('POST /api/sign-out')
    expect(await notify(crew.userId)).toEqual([])

    const later = await signedIn(testApp, crew)
    await later.call('POST /api/save-push-subscription', { body: subscription() })
    testApp.clock.advance(31 * DAY_MS)
    expect(await notify(crew.userId)).toEqual([])
  })

  test('belongs to whoever signed in on it last', async () => {
    const [first, second] = [await buildCrew(testApp.app), await buildCustomer(testApp.app)]
    const body = subscription()
    await (await signedIn(testApp, first)).call('POST /api/save-push-subscription', { body })
    await (await signedIn(testApp, second)).call('POST /api/save-push-subscription', { body })
    expect(await notify(first.userId)).toEqual([])
    expect(await notify(second.userId)).toHaveLength(1)
  })

  test('is not another’s to remove', async () => {
    const crew = await buildCrew(testApp.app)
    const body = subscription()
    await (await signedIn(testApp, crew)).call('POST /api/save-push-subscription', { body })
    const other = await signedIn(testApp, await buildCrew(testApp.app))
    const { endpoint } = body
    expect((await other.call('POST /api/remove-push-subscription', { body: { endpoint } })).status).toBe(200)
    expect(await notify(crew.userId)).toHaveLength(1)
  })

  test('is one of at most ten, also when many are saved at once', async () => {
    const crew = await buildCrew(testApp.app)
    const client = await signedIn(testApp, crew)
    const saved = await Promise.all(
      Array.from({ length: 14 }, () =>
        client.call('POST /api/save-push-subscription', { body: subscription() }),
      ),
    )
    expect(saved.map(({ status }) => status)).toEqual(saved.map(() => 200))
    await client.call('POST /api/save-push-subscription', { body: subscription() })
    expect(await notify(crew.userId)).toHaveLength(10)
  })

  test('needs somebody who is signed in', async () => {
    const client = testApp.client()
    const body = subscription()
    const { endpoint } = body
    expect((await client.call('GET /api/push-key')).status).toBe(401)
    expect((await client.call('POST /api/save-push-subscription', { body })).status).toBe(401)
    expect((await client.call('POST /api/remove-push-subscription', { body: { endpoint } })).status).toBe(401)
  })

  test.each([
    'http://push.crew.app/send/1',
    'https://127.0.0.1/send',
    'https://[::1]/send',
    'https://2130706433/send',
    'https://localhost/send',
    'https://db.internal/send',
    'https://user@push.crew.app/send',
    'https://push.crew.app:8443/send',
    'https://push.crew.app/\r\nx',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ])('is refused with the address %j', async (endpoint) => {
    const client = await signedIn(testApp, await buildCrew(testApp.app))
    const { status, failure } = await client.call('POST /api/save-push-subscription', {
      body: subscription(endpoint),
    })
    expect([status, Object.keys(failure.fields ?? {})]).toEqual([400, ['endpoint']])
  })

  test('is refused with keys that are none', async () => {
    const client = await signedIn(testApp, await buildCrew(testApp.app))
    const body = { ...subscription(), keys: { p256dh: 'short', auth: 'A'.repeat(22) } }
    expect((await client.call('POST /api/save-push-subscription', { body })).status).toBe(400)
  })
})
