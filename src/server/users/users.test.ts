import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#domain/time.ts'
import { addOperator } from '#server/users/add-operator.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, CIVIC_CENTER, signedIn } from '#testing/build.ts'

const PASSWORD = 'seventeen quiet herons'
let count = 0

function person(more: object = {}) {
  count += 1
  return {
    name: 'Ada Moreno',
    email: `ada.${count}@example.test`,
    phone: '(303) 555-0123',
    password: PASSWORD,
    ...more,
  }
}

async function registered(testApp: TestApp) {
  const client = testApp.client()
  const body = person()
  const answer = await client.call('POST /api/register-customer', { body })
  expect(answer.status).toBe(200)
  return { client, body }
}

async function lastMail(testApp: TestApp, to: string): Promise<string> {
  await testApp.work()
  const mail = await testApp.app.db
    .selectFrom('outbox_message')
    .where('recipient', '=', to)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(['body', 'subject'])
    .execute()
  return mail.map(({ subject, body }) => `${subject}\n${body}`).join('\n---\n')
}

function tokenIn(text: string, before: RegExp): string {
  return new RegExp(`${before.source}([A-Za-z0-9_-]{43})`).exec(text)![1]!
}

const testApp = await createTestApp()
const start = TEST_START

describe('registering', () => {
  test('a customer registers, is signed in and reads itself', async () => {
    const { client, body } = await registered(testApp)
    const user = await client.call('GET /api/user', { query: { fields: '*' } })
    expect(user.body).toMatchObject({
      type: 'Customer',
      email: body.email,
      phone: '+13035550123',
      frozen_until: null,
      lat: null,
    })
    expect(JSON.stringify(user.body)).not.toContain('argon2')
  })

  test('a crew registers with base, range, services and hours', async () => {
    const client = testApp.client()
    const hours = [{ weekday: 1, starts: '08:00', ends: '16:00' }] as never
    const body = {
      ...person(),
      base: { address: '101 W Colfax Ave', ...CIVIC_CENTER },
      rangeFeet: 50_000,
      services: ['bins'],
      hours,
      vehicle: 'Pickup',
    }
    expect((await client.call('POST /api/register-crew', { body })).status).toBe(200)
    const profile = await client.call('GET /api/crew-profile')
    expect(profile.body).toMatchObject({
      rangeFeet: 50_000,
      services: ['bins'],
      lat: CIVIC_CENTER.lat,
      hours: [{ weekday: 1, starts: '08:00' }],
    })
    const changed = await client.call('POST /api/update-crew-profile', {
      body: { rangeFeet: 60_000, services: ['nonsense'] },
    })
    expect(changed.failure.fields).toHaveProperty('services')
    expect((await client.call('POST /api/update-crew-profile', { body: { rangeFeet: 60_000 } })).status).toBe(
      200,
    )
    expect((await client.call('GET /api/crew-profile')).body.rangeFeet).toBe(60_000)
  })

  test.each([
    ['email', { email: 'nobody' }, /email address like/],
    ['phone', { phone: '555' }, /./],
    ['password', { password: 'short' }, /./],
    ['password', { password: 'passwordpassword' }, /./],
    ['name', { name: '   ' }, /Fill this in/],
    ['name', { name: 'Ada\u0000' }, /ordinary characters/],
  ])('a wrong %s is named with its sentence', async (field, wrong, sentence) => {
    const answer = await testApp.client().call('POST /api/register-customer', { body: person(wrong) })
    expect(answer.status).toBe(400)
    expect(answer.failure.fields?.[field]).toMatch(sentence)
  })

  test('the sentences are in the language of whoever asks', async () => {
    const headers = { 'accept-language': 'es' }
    const answer = await testApp
      .client()
      .call('POST /api/register-customer', { body: person({ email: 'x', name: '' }), headers })
    expect(answer.failure).toMatchObject({
      error: 'Revisa lo que ingresaste.',
      fields: { email: 'Indica un correo como nombre@ejemplo.com.', name: 'Completa este campo.' },
    })
  })

  test('unknown fields are refused, so nobody makes themself an operator', async () => {
    const answer = await testApp
      .client()
      .call('POST /api/register-customer', { body: person({ type: 'Operator' }) })
    expect(answer.status).toBe(400)
  })

  test('one address racing itself becomes one account', async () => {
    const body = person()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => testApp.client().call('POST /api/register-customer', { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const accounts = await testApp.app.db
      .selectFrom('users')
      .where('email', '=', body.email)
      .select('id')
      .execute()
    expect(accounts).toHaveLength(1)
  })

  test('coupon and sponsor are honoured and shown by name; one does not sponsor oneself', async () => {
    const { app } = testApp
    await app.db
      .insertInto('coupon')
      .values({ code: 'SPRING', name: 'Spring start', credit_cents: cents(2_000) })
      .onConflict((c) => c.doNothing())
      .execute()
    const sponsor = await buildCustomer(app, { name: 'Bea Ortiz', phone: '+13035550999' })
    const { referral_code: code } = await app.db
      .selectFrom('users')
      .where('id', '=', sponsor.userId)
      .select('referral_code')
      .executeTakeFirstOrThrow()
    const shown = await testApp
      .client()
      .call('POST /api/check-code', { body: { coupon: 'spring', sponsor: code } })
    expect(shown.body).toEqual({
      coupon: { name: 'Spring start', creditCents: 2_000, shareBasisPoints: null, fault: null },
      sponsor: { firstName: 'Bea' },
    })
    const body = person({ couponCode: 'spring', sponsorCode: code })
    await testApp.client().call('POST /api/register-customer', { body })
    const row = await app.db
      .selectFrom('users')
      .where('email', '=', body.email)
      .select(['sponsor_id', 'coupon_code'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ sponsor_id: sponsor.userId, coupon_code: 'SPRING' })
    const same = person({ phone: '303 555 0999', sponsorCode: code })
    const answer = await testApp.client().call('POST /api/register-customer', { body: same })
    expect(answer.body.codeRefused).toBe('This code belongs to someone with the same phone.')
    const own = await app.db
      .selectFrom('users')
      .where('email', '=', same.email)
      .select(['id', 'sponsor_id'])
      .executeTakeFirstOrThrow()
    expect(own.sponsor_id).toBeNull()
    const audit = await app.db
      .selectFrom('audit_entry')
      .where('subject', '=', own.id)
      .where('action', '=', 'sponsor_refused')
      .select('detail')
      .execute()
    expect(audit.map(({ detail }) => detail)).toEqual([
      { sponsorId: sponsor.userId, reasons: ['sponsor_shares_phone'] },
    ])
  })
})

describe('signing in', () => {
  test('works with the right password, whatever the case of the address, and ends with signing out', async () => {
    const { body } = await registered(testApp)
    const client = testApp.client()
    expect(
      (
        await client.call('POST /api/sign-in', {
          body: { email: body.email.toUpperCase(), password: PASSWORD },
        })
      ).status,
    ).toBe(200)
    const cookies = new Map(client.cookies)
    expect((await client.call('GET /api/user')).status).toBe(200)
    expect((await client.call('POST /api/sign-out')).status).toBe(200)
    // The browser stays the same one.
    expect([...client.cookies.keys()]).toEqual(['crew_device'])
    for (const [name, value] of cookies) client.cookies.set(name, value)
    expect((await client.call('GET /api/user')).failure.code).toBe('sign_in_needed')
  })

  test('a wrong password and an unknown address look alike', async () => {
    const { body } = await registered(testApp)
    const wrong = await testApp
      .client()
      .call('POST /api/sign-in', { body: { email: body.email, password: `${PASSWORD}s` } })
    const unknown = await testApp
      .client()
      .call('POST /api/sign-in', { body: { email: 'no@example.test', password: PASSWORD } })
    expect(wrong.status).toBe(401)
    expect(unknown.text).toBe(wrong.text)
  })

  test('a session ends 30 days after it began, however busy, and after 14 idle days', async () => {
    const busy = await signedIn(testApp, await buildCustomer(testApp.app))
    const idle = await signedIn(testApp, await buildCustomer(testApp.app))
    const rested = await signedIn(testApp, await buildCustomer(testApp.app))
    for (let day = 1; day < 30; day += 5) {
      testApp.clock.set((start + day * DAY_MS) as Instant)
      expect((await busy.call('GET /api/user')).status).toBe(200)
      if (day === 11) expect((await rested.call('GET /api/user')).status).toBe(200)
      // Long before its thirty days are over.
      if (day === 16) expect((await idle.call('GET /api/user')).status).toBe(401)
      if (day === 26) expect((await rested.call('GET /api/user')).status).toBe(401)
    }
    testApp.clock.set((start + 30 * DAY_MS + 1_000) as Instant)
    expect((await busy.call('GET /api/user')).status).toBe(401)
    testApp.clock.set(start)
  })

  test('a planted session id is never adopted', async () => {
    const client = testApp.client()
    client.cookies.set('crew_session', 'A'.repeat(43))
    expect((await client.call('GET /api/user')).status).toBe(401)
  })
})

describe('links by mail', () => {
  test('a forgotten password is replaced once, and every session ends', async () => {
    const { client, body } = await registered(testApp)
    const asked = await testApp.client().call('POST /api/forgot-password', { body: { email: body.email } })
    const unknown = await testApp
      .client()
      .call('POST /api/forgot-password', { body: { email: 'no@example.test' } })
    expect(unknown.text).toBe(asked.text)
    const token = tokenIn(await lastMail(testApp, body.email), /\/reset-password\//)
    const refused = await testApp
      .client()
      .call('POST /api/reset-password', { body: { token, password: 'short' } })
    expect(refused.failure.fields).toHaveProperty('password')
    const password = 'eighteen loud herons'
    const tries = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        testApp.client().call('POST /api/reset-password', { body: { token, password } }),
      ),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
    expect((await client.call('GET /api/user')).status).toBe(401)
    expect(
      (await testApp.client().call('POST /api/sign-in', { body: { email: body.email, password } })).status,
    ).toBe(200)
  })

  test('a reset link is too old after an hour and void after a newer one', async () => {
    const { body } = await registered(testApp)
    const ask = () => testApp.client().call('POST /api/forgot-password', { body: { email: body.email } })
    await ask()
    const older = tokenIn(await lastMail(testApp, body.email), /\/reset-password\//)
    testApp.clock.advance(MINUTE_MS)
    await ask()
    await testApp.work()
    const reset = (token: string) =>
      testApp.client().call('POST /api/reset-password', { body: { token, password: 'nineteen calm herons' } })
    expect((await reset(older)).failure.code).toBe('link_invalid')
    const newer = tokenIn(await lastMail(testApp, body.email), /\/reset-password\//)
    testApp.clock.advance(HOUR_MS + 1_000)
    expect((await reset(newer)).failure.code).toBe('link_invalid')
    testApp.clock.set(start)
  })

  test.each([
    ['/jobs?week=2', '/jobs?week=2'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('a sign-in link asked with %s goes on to %s, once', async (to, goesTo) => {
    const { body } = await registered(testApp)
    await testApp.client().call('POST /api/request-sign-in-link', { body: { email: body.email, to } })
    const token = tokenIn(await lastMail(testApp, body.email), /token=/)
    const client = testApp.client()
    expect((await client.call('POST /api/authenticate', { body: { token } })).body).toMatchObject({
      type: 'Customer',
      to: goesTo,
    })
    expect((await client.call('GET /api/user')).status).toBe(200)
    expect((await testApp.client().call('POST /api/authenticate', { body: { token } })).status).toBe(410)
  })
})

describe('one’s own account', () => {
  test('credentials ask for the password again after 15 minutes', async () => {
    const { client } = await registered(testApp)
    testApp.clock.advance(16 * MINUTE_MS)
    const change = () =>
      client.call('POST /api/change-password', { body: { password: 'twenty proud herons' } })
    expect((await change()).failure.code).toBe('password_needed')
    expect(
      (await client.call('POST /api/confirm-password', { body: { password: 'wrong' } })).failure.fields,
    ).toHaveProperty('password')
    expect((await client.call('POST /api/confirm-password', { body: { password: PASSWORD } })).status).toBe(
      200,
    )
    expect((await change()).status).toBe(200)
    testApp.clock.set(start)
  })

  test('sessions are listed and can be signed out, only one’s own', async () => {
    const { client, body } = await registered(testApp)
    const other = testApp.client()
    await other.call('POST /api/sign-in', { body: { email: body.email, password: PASSWORD } })
    const list = (await client.call('GET /api/sessions')).body
    expect(list.map(({ isThis }) => isThis).sort()).toEqual([false, true])
    const stranger: Client = await signedIn(testApp, await buildCrew(testApp.app))
    const theirs = list.find(({ isThis }) => !isThis)!.id
    expect((await stranger.call('POST /api/revoke-session', { body: { sessionId: theirs } })).status).toBe(
      404,
    )
    expect((await client.call('POST /api/revoke-session', { body: { sessionId: theirs } })).status).toBe(200)
    expect((await other.call('GET /api/user')).status).toBe(401)
  })

  test('profile and address change, the old address is notified', async () => {
    const { client, body } = await registered(testApp)
    await client.call('POST /api/update-profile', {
      body: { name: 'Ada M.', locale: 'es', timeZone: 'America/New_York', phone: '720-555-0188' },
    })
    expect((await client.call('GET /api/user')).body).toMatchObject({
      name: 'Ada M.',
      locale: 'es',
      time_zone: 'America/New_York',
      phone: '+17205550188',
    })
    const taken = await buildCustomer(testApp.app)
    const fresh = `new.${body.email}`
    const asked = []
    for (const email of [taken.email, fresh])
      asked.push((await client.call('POST /api/change-email', { body: { email } })).text)
    expect(asked[0]).toBe(asked[1])
    expect(await lastMail(testApp, taken.email)).toContain('You already have a Crew account')
    const token = tokenIn(await lastMail(testApp, fresh), /token=/)
    expect((await client.call('GET /api/user')).body.email).toBe(body.email)
    const opened = await testApp.client().call('POST /api/authenticate', { body: { token } })
    expect(opened.body.to).toBe('/account')
    expect((await client.call('GET /api/user')).body.email).toBe(fresh)
    expect(await lastMail(testApp, body.email)).toContain('Cambió la dirección')
    expect((await testApp.client().call('POST /api/authenticate', { body: { token } })).status).toBe(410)
  })

  test('the wrong type of account is refused, nobody at all is asked to sign in', async () => {
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await customer.call('GET /api/crew-profile')).status).toBe(403)
    expect((await testApp.client().call('GET /api/crew-profile')).status).toBe(401)
  })
})

test('an operator is added by command and signs in; twice or with a weak password not', async () => {
  const input = { email: 'op@example.test', name: 'Ines Keller', password: PASSWORD }
  await addOperator(testApp.app, input)
  const client = testApp.client()
  const { email, password } = input
  expect((await client.call('POST /api/sign-in', { body: { email, password } })).body).toMatchObject({
    type: 'Operator',
  })
  expect((await client.call('GET /api/parked-tasks')).status).toBe(200)
  await addOperator(testApp.app, { ...input, email: 'op3@example.test', role: 'reader' })
  const reader = testApp.client()
  await reader.call('POST /api/sign-in', { body: { email: 'op3@example.test', password } })
  expect((await reader.call('POST /api/run-reconcile')).failure.code).toBe('role_forbids')
  await expect(addOperator(testApp.app, { ...input, role: 'king' })).rejects.toThrow()
  await expect(addOperator(testApp.app, input)).rejects.toThrow('email_taken')
  await expect(
    addOperator(testApp.app, { ...input, email: 'o2@example.test', password: 'short' }),
  ).rejects.toThrow('password_too_short')
})

describe('the house', () => {
  test('says that it is alive, ready and how it is set up', async () => {
    const client = testApp.client()
    expect((await client.call('GET /api/health')).body).toEqual({ ok: true })
    expect((await client.call('GET /api/ready')).body).toEqual({ ok: true })
    expect((await client.call('GET /api/config')).body).toMatchObject({
      environment: 'development',
      isDemo: false,
    })
  })

  test('says whether it serves a street', async () => {
    const client = testApp.client()
    expect((await client.call('POST /api/check-area', { body: CIVIC_CENTER })).body).toEqual({
      market: { name: 'Denver' },
    })
    expect((await client.call('POST /api/check-area', { body: { lat: 40.71, lng: -74 } })).body).toEqual({
      market: null,
    })
    expect(
      (await client.call('POST /api/check-area', { body: { lat: 140, lng: -74 } })).failure.fields,
    ).toHaveProperty('lat')
  })

  test('publishes its description', async () => {
    const response = await testApp.server.inject({ url: '/api/openapi.json' })
    const description: { openapi: string; paths: Record<string, unknown> } = response.json()
    expect(description.openapi).toBe('3.1.0')
    expect(description.paths).toHaveProperty('/api/sign-in')
    expect((await testApp.server.inject({ url: '/api/docs' })).statusCode).toBe(200)
  })

  test('refuses to act for pages of other sites', async () => {
    const { client } = await registered(testApp)
    const foreign = await client.call('POST /api/update-profile', {
      body: { name: 'X' },
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
  })

  test('answers broken JSON, wrong types and unknown paths in the one shape', async () => {
    const send = (payload: string, type: string) =>
      testApp.server.inject({
        method: 'POST',
        url: '/api/sign-in',
        payload,
        headers: { 'content-type': type },
      })
    expect((await send('{', 'application/json')).statusCode).toBe(400)
    expect((await send('email=x', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    expect((await send(JSON.stringify({ email: 'x'.repeat(200_000) }), 'application/json')).statusCode).toBe(
      413,
    )
    const missing = await testApp.server.inject({ url: '/api/nothing?x=1' })
    expect(missing.statusCode).toBe(404)
    expect(missing.json()).toMatchObject({ code: 'not_found', error: 'Page not found: /api/nothing?x=1' })
  })

  test('an idempotency key gives the first answer again and refuses other content', async () => {
    const { client } = await registered(testApp)
    const headers = { 'idempotency-key': 'k1' }
    expect((await client.call('POST /api/update-profile', { body: { name: 'One' }, headers })).status).toBe(
      200,
    )
    expect((await client.call('POST /api/update-profile', { body: { name: 'One' }, headers })).status).toBe(
      200,
    )
    expect(
      (await client.call('POST /api/update-profile', { body: { name: 'Two' }, headers })).failure.code,
    ).toBe('key_reused')
  })
})
