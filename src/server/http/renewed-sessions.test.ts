import { expect, test } from 'vitest'
import type { Instant } from '#domain/time.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { toTimestamp } from '../db/client.ts'

const testApp = await createTestApp()
let count = 0

async function registered() {
  count += 1
  const client = testApp.client()
  const body = {
    name: 'Ada Moreno',
    email: `ada.${count}@example.test`,
    phone: '(303) 555-0123',
    password: 'seventeen quiet herons',
  }
  expect((await client.call('POST /api/register-customer', { body })).status).toBe(200)
  return { client, body }
}

/** Whether a browser with these cookies is let in. */
async function whoHas(cookies: ReadonlyMap<string, string>) {
  const somebody = testApp.client()
  for (const [name, value] of cookies) somebody.cookies.set(name, value)
  return somebody.call('GET /api/user')
}

const sessionOf = (email: string) =>
  testApp.app.db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .where('users.email', '=', email)
    .select(['session.id', 'session.user_id'])
    .executeTakeFirstOrThrow()

test('a session begins alone: signing in ends the one that the browser had, and no other', async () => {
  const { client, body } = await registered()
  const elsewhere = testApp.client()
  const signIn = { body: { email: body.email, password: body.password } }
  await elsewhere.call('POST /api/sign-in', signIn)
  const before = new Map(client.cookies)
  expect((await client.call('POST /api/sign-in', signIn)).status).toBe(200)
  expect(client.cookies.get('crew_session')).not.toBe(before.get('crew_session'))
  expect((await client.call('GET /api/user')).status).toBe(200)
  expect((await elsewhere.call('GET /api/user')).status).toBe(200)
  expect((await elsewhere.call('GET /api/sessions')).body).toHaveLength(2)
  expect((await whoHas(before)).status).toBe(401)
})

test('what is sent to a device goes on after its person signed in anew, and ends with another’s', async () => {
  const { client, body } = await registered()
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  const endpoint = `https://push.example/${body.email}`
  const own = await sessionOf(body.email)
  const devices = () =>
    testApp.app.db.selectFrom('push_subscription').where('endpoint', '=', endpoint).select('id').execute()
  await testApp.app.db
    .insertInto('push_subscription')
    .values({
      user_id: own.user_id,
      session_id: own.id,
      endpoint,
      ...keys,
      created_at: toTimestamp(testApp.clock.now()),
    })
    .execute()
  await client.call('POST /api/sign-in', { body: { email: body.email, password: body.password } })
  expect(await devices()).toHaveLength(1)
  const other = await registered()
  await client.call('POST /api/sign-in', {
    body: { email: other.body.email, password: other.body.password },
  })
  expect(await devices()).toHaveLength(0)
})

test('giving the password again gives another token; the one before opens nothing after half a minute', async () => {
  const { client, body } = await registered()
  const before = new Map(client.cookies)
  const confirm = {
    body: { password: body.password },
    headers: { 'idempotency-key': `again ${body.email}` },
  }
  expect((await client.call('POST /api/confirm-password', confirm)).status).toBe(200)
  const token = client.cookies.get('crew_session')
  expect(token).not.toBe(before.get('crew_session'))
  const now = testApp.clock.now()
  testApp.clock.set((now + 29_000) as Instant)
  // What was under way; and where no answer came, the same call once more brings a token, too.
  const late = await whoHas(before)
  expect(late.status).toBe(200)
  const again = testApp.client()
  for (const [name, value] of before) again.cookies.set(name, value)
  expect((await again.call('POST /api/confirm-password', confirm)).status).toBe(200)
  expect([before.get('crew_session'), token]).not.toContain(again.cookies.get('crew_session'))
  testApp.clock.set((now + 60_000) as Instant)
  expect((await whoHas(before)).status).toBe(401)
  expect((await again.call('GET /api/user')).status).toBe(200)
  expect((await again.call('GET /api/sessions')).body).toHaveLength(1)
  testApp.clock.set(TEST_START)
})
