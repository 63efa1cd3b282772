import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { CODE_TRIES } from '#domain/accounts/sign-in-code.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { toTimestamp } from '../db/client.ts'
import { settingsAt } from '../settings/read-settings.ts'

const testApp = await createTestApp()
const settings = await settingsAt(testApp.app.db, null, TEST_START)
let count = 0

/** All of them ask from one network address. */
beforeEach(async () => {
  await testApp.app.db.deleteFrom('account_try').execute()
})

/** Nobody's yet. */
function newPhone(): string {
  count += 1
  return `+1303555${String(count).padStart(4, '0')}`
}

/** The newest first. */
async function messagesTo(recipient: string, app: TestApp = testApp): Promise<string[]> {
  await app.work()
  const rows = await app.app.db
    .selectFrom('outbox_message')
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(['subject', 'body'])
    .execute()
  return rows.map(({ subject, body }) => `${subject}\n${body}`)
}

async function codeTo(recipient: string): Promise<string> {
  const [newest = ''] = await messagesTo(recipient)
  return /\b\d{6}\b/.exec(newest)![0]
}

async function ask(client: Client, to: { phone: string } | { email: string }) {
  // The newest of two messages is told by its time.
  testApp.clock.advance(1_000)
  const asked = await client.call('POST /api/send-code', { body: to })
  expect(asked.status).toBe(200)
  return { token: asked.body.token, code: await codeTo('phone' in to ? to.phone : to.email) }
}

async function guest(phone = newPhone(), more: { email?: string } = {}) {
  const client = testApp.client()
  const { token, code } = await ask(client, { phone })
  const body = { token, code }
  expect((await client.call('POST /api/sign-in-with-code', { body })).body).toEqual({ account: null })
  const opened = await client.call('POST /api/open-account', { body: { token, name: 'Pat Miller', ...more } })
  expect(opened.status).toBe(200)
  return { client, phone, given: { token, code } }
}

function accountsOf(phone: string) {
  return testApp.app.db.selectFrom('users').where('phone', '=', phone).selectAll().execute()
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a phone without an account', () => {
  test('ux 14: opens one with a code and a name, and no password', async () => {
    const { client, phone } = await guest()
    expect((await client.call('GET /api/user')).body).toMatchObject({
      type: 'Customer',
      name: 'Pat Miller',
      phone,
      email: '',
    })
    const ways = await client.call('GET /api/sign-in-ways')
    expect(ways.body).toEqual({ hasPassword: false, phone, email: null, passkeys: 0 })
  })

  test('comes back on another device by a code, to the same account', async () => {
    const { client, phone } = await guest()
    const again = testApp.client()
    const body = await ask(again, { phone })
    const answer = await again.call('POST /api/sign-in-with-code', { body })
    expect(answer.body).toEqual({ account: { type: 'Customer', locale: 'en' } })
    const id = async (one: Client) => (await one.call('GET /api/user')).body.id
    expect(await id(again)).toBe(await id(client))
  })

  test('goes on after the page died between the code and the name, for half an hour', async () => {
    const client = testApp.client()
    const body = await ask(client, { phone: newPhone() })
    await client.call('POST /api/sign-in-with-code', { body })
    testApp.clock.advance(29 * MINUTE_MS)
    const named = { token: body.token, name: 'Kim' }
    expect((await testApp.client().call('POST /api/open-account', { body: named })).status).toBe(200)
    testApp.clock.set(TEST_START)
  })

  test('opens none before the code was right', async () => {
    const { token } = await ask(testApp.client(), { phone: newPhone() })
    const answer = await testApp.client().call('POST /api/open-account', { body: { token, name: 'Eve' } })
    expect([answer.status, answer.failure.code]).toEqual([410, 'code_spent'])
  })

  test('keeps an address for receipts; one that is somebody’s stays theirs', async () => {
    const email = `pat.${newPhone().slice(2)}@example.test`
    const first = await guest(newPhone(), { email })
    expect((await first.client.call('GET /api/sign-in-ways')).body.email).toBe(email)
    const second = await guest(newPhone(), { email })
    expect((await second.client.call('GET /api/sign-in-ways')).body.email).toBeNull()
    const mails = await messagesTo(email)
    expect(mails.some((mail) => mail.includes('for another Crew account'))).toBe(true)
  })

  test('two who gave no address are not one person', async () => {
    const [one, other] = [await guest(), await guest()]
    const sponsor = (await one.client.call('GET /api/user')).body.referral_code!
    const client = testApp.client()
    const given = await ask(client, { phone: newPhone() })
    await client.call('POST /api/sign-in-with-code', { body: given })
    const body = { token: given.token, name: 'Lee', sponsorCode: sponsor }
    const opened = await client.call('POST /api/open-account', { body })
    expect(opened.body.codeRefused).toBeNull()
    expect(other.phone).not.toBe(one.phone)
  })
})

describe('a code', () => {
  test('is worth nothing after five wrong ones, nor is the right one then', async () => {
    const client = testApp.client()
    const { token, code } = await ask(client, { phone: newPhone() })
    const codes = []
    for (let index = 0; index < CODE_TRIES; index++) {
      const body = { token, code: wrong(code) }
      codes.push((await client.call('POST /api/sign-in-with-code', { body })).failure.code)
    }
    expect(codes).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_spent'])
    const right = await client.call('POST /api/sign-in-with-code', { body: { token, code } })
    expect([right.status, right.failure.code]).toEqual([410, 'code_spent'])
  })

  test('takes five guesses of fifty made at once', async () => {
    const { token, code } = await ask(testApp.client(), { phone: newPhone() })
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () =>
        testApp.client().call('POST /api/sign-in-with-code', { body: { token, code: wrong(code) } }),
      ),
    )
    expect(guesses.filter(({ failure }) => failure.code === 'code_wrong')).toHaveLength(CODE_TRIES - 1)
  })

  test('works for ten minutes, and then looks as if there had been none', async () => {
    const { phone } = await guest()
    const given = await ask(testApp.client(), { phone })
    testApp.clock.advance(10 * MINUTE_MS)
    const late = await testApp.client().call('POST /api/sign-in-with-code', { body: given })
    const unknown = { token: 'x'.repeat(43), code: given.code }
    const never = await testApp.client().call('POST /api/sign-in-with-code', { body: unknown })
    expect([late.status, late.text]).toEqual([410, never.text])
    testApp.clock.set(TEST_START)
  })

  test('signs in once, however many pages give it at once', async () => {
    const { phone } = await guest()
    const body = await ask(testApp.client(), { phone })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => testApp.client().call('POST /api/sign-in-with-code', { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
  })

  test('opens one account, however many pages name it at once', async () => {
    const client = testApp.client()
    const phone = newPhone()
    const body = await ask(client, { phone })
    await client.call('POST /api/sign-in-with-code', { body })
    const named = { token: body.token, name: 'Kim Nguyen' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => testApp.client().call('POST /api/open-account', { body: named })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
    expect(await accountsOf(phone)).toHaveLength(1)
  })

  test('of one phone proven on two devices opens one account, and both are signed in to it', async () => {
    const phone = newPhone()
    const devices = [testApp.client(), testApp.client()]
    const tokens: string[] = []
    for (const device of devices) {
      const body = await ask(device, { phone })
      await device.call('POST /api/sign-in-with-code', { body })
      tokens.push(body.token)
    }
    const answers = await Promise.all(
      devices.map((device, index) =>
        device.call('POST /api/open-account', { body: { token: tokens[index]!, name: `Kim ${index}` } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await accountsOf(phone)).toHaveLength(1)
    const ids = await Promise.all(devices.map(async (each) => (await each.call('GET /api/user')).body.id))
    expect(ids[0]).toBe(ids[1])
  })

  test('sent again is the same, so that it does not matter which message comes first', async () => {
    const client = testApp.client()
    const phone = newPhone()
    const { token, code } = await ask(client, { phone })
    testApp.clock.advance(MINUTE_MS)
    const again = await client.call('POST /api/send-code', { body: { phone, token } })
    expect(again.body.token).toBe(token)
    const texts = await messagesTo(phone)
    expect(texts).toHaveLength(2)
    expect(texts.every((text) => text.includes(code))).toBe(true)
    // For another phone the token is worth nothing.
    const other = await client.call('POST /api/send-code', { body: { phone: newPhone(), token } })
    expect(other.body.token).not.toBe(token)
    testApp.clock.set(TEST_START)
  })

  test('T2: stands nowhere in the database', async () => {
    const { code } = await ask(testApp.client(), { phone: newPhone() })
    const rows = await testApp.app.db.selectFrom('sign_in_code').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('can be filled in by the phone, on our pages alone', async () => {
    const phone = newPhone()
    const { code } = await ask(testApp.client(), { phone })
    const [text = ''] = await messagesTo(phone)
    expect(text.endsWith(`\n\n@localhost #${code}`)).toBe(true)
  })

  test('is written in the language of whoever asks', async () => {
    const phone = newPhone()
    await testApp
      .client()
      .call('POST /api/send-code', { body: { phone }, headers: { 'accept-language': 'es' } })
    expect((await messagesTo(phone))[0]).toMatch(/Tu codigo de Crew es \d{6}/)
  })
})

describe('whose code', () => {
  test('security 9: asking and guessing says nothing of whether a mailbox or a phone is known', async () => {
    const { phone } = await guest()
    const customer = await buildCustomer(testApp.app)
    const pairs = [
      [{ email: customer.email }, { email: 'nobody.here@example.test' }],
      [{ phone }, { phone: newPhone() }],
    ] as const
    for (const pair of pairs) {
      const answers = []
      for (const to of pair) {
        const client = testApp.client()
        const asked = await client.call('POST /api/send-code', { body: to })
        const body = { token: asked.body.token, code: '123456' }
        const guessed = await client.call('POST /api/sign-in-with-code', { body })
        const headers = Object.keys(asked.headers).sort()
        answers.push([asked.status, Object.keys(asked.body), headers, guessed.status, guessed.text])
      }
      expect(answers[0]).toEqual(answers[1])
    }
    expect(await messagesTo('nobody.here@example.test')).toEqual([])
  })

  test('a mailbox signs in to the account that holds it', async () => {
    const customer = await buildCustomer(testApp.app)
    const client = testApp.client()
    const body = await ask(client, { email: customer.email })
    expect((await client.call('POST /api/sign-in-with-code', { body })).status).toBe(200)
    expect((await client.call('GET /api/user')).body.id).toBe(customer.userId)
  })

  test('a phone that somebody only typed opens nothing of theirs', async () => {
    const phone = newPhone()
    const typed = await buildCustomer(testApp.app, { phone })
    const { client } = await guest(phone)
    expect((await client.call('GET /api/user')).body.id).not.toBe(typed.userId)
  })

  test('none is sent to an operator’s mailbox', async () => {
    const operator = await buildOperator(testApp.app)
    await testApp.client().call('POST /api/send-code', { body: { email: operator.email } })
    expect(await messagesTo(operator.email)).toEqual([])
  })

  test('it stands for the password on the account’s own page, and on no other’s', async () => {
    const { client, phone } = await guest()
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    testApp.clock.advance(HOUR_MS)
    const change = { body: { email: 'pat.changes@example.test' } }
    expect((await client.call('POST /api/change-email', change)).failure.code).toBe('password_needed')
    const given = await ask(client, { phone })
    expect((await stranger.call('POST /api/confirm-code', { body: given })).failure.code).toBe('code_wrong')
    expect((await client.call('POST /api/confirm-code', { body: given })).status).toBe(200)
    expect((await client.call('POST /api/change-email', change)).status).toBe(200)
    testApp.clock.set(TEST_START)
  })
})

describe('limits', () => {
  test('one phone gets a few at once and in a day; the browser that knows it has its own', async () => {
    const { client, phone } = await guest()
    const askAs = (one: Client) => one.call('POST /api/send-code', { body: { phone } })
    const statuses = []
    for (let index = 0; index <= settings.codesAtOnce; index++) {
      statuses.push((await askAs(testApp.client())).status)
      testApp.clock.advance(1_000)
    }
    expect(statuses.at(-1)).toBe(429)
    expect((await askAs(client)).status).toBe(200)
    testApp.clock.set(TEST_START)
  })

  test('one network address, and its 2⁶⁴ neighbours, ask for so many an hour', async () => {
    const fresh = await createTestApp()
    const askFrom = async (remoteAddress: string) => {
      const payload = { phone: newPhone() }
      const answer = await fresh.server.inject({
        method: 'POST',
        url: '/api/send-code',
        remoteAddress,
        payload,
      })
      return answer.statusCode
    }
    for (let index = 0; index < settings.codesPerAddress; index++)
      expect(await askFrom(`2001:db8:1:2::${index + 1}`)).toBe(200)
    expect(await askFrom('2001:db8:1:2:ffff::1')).toBe(429)
    expect(await askFrom('2001:db8:1:3::1')).toBe(200)
    await fresh.close()
  })

  test('all texts of a day have an end, and the next day begins anew', async () => {
    const fresh = await createTestApp()
    await fresh.app.db
      .insertInto('account_try')
      .values({
        kind: 'codes_texted',
        email_hash: createHash('sha256').update('all').digest(),
        tries: settings.codesTextedPerDay,
        since: toTimestamp(TEST_START),
      })
      .execute()
    const askNow = () => fresh.client().call('POST /api/send-code', { body: { phone: newPhone() } })
    expect((await askNow()).failure.code).toBe('too_many_codes')
    fresh.clock.advance(DAY_MS)
    expect((await askNow()).status).toBe(200)
    await fresh.close()
  })

  test.each([
    ['Jamaica', '(876) 555-0123'],
    ['a number that callers pay for', '(900) 555-0123'],
  ])('no text goes to %s, whose owner would be paid for it', async (_where, phone) => {
    const answer = await testApp.client().call('POST /api/send-code', { body: { phone } })
    expect([answer.status, answer.failure.code]).toEqual([400, 'phone_not_texted'])
  })
})

describe('the ways in', () => {
  test('a password comes later, once there is an address to give with it', async () => {
    const { client } = await guest()
    const password = { body: { password: 'seventeen quiet herons' } }
    expect((await client.call('POST /api/change-password', password)).failure.code).toBe(
      'password_needs_email',
    )
    const email = 'pat.later@example.test'
    await client.call('POST /api/change-email', { body: { email } })
    const [mail = ''] = await messagesTo(email)
    const token = /token=([A-Za-z0-9_-]{43})/.exec(mail)![1]!
    await client.call('POST /api/authenticate', { body: { token } })
    expect((await client.call('POST /api/change-password', password)).status).toBe(200)
    const other = testApp.client()
    const body = { email, ...password.body }
    expect((await other.call('POST /api/sign-in', { body })).status).toBe(200)
  })

  test('a forgotten password that never was leads to the code', async () => {
    const email = 'pat.forgets@example.test'
    await guest(newPhone(), { email })
    await testApp.client().call('POST /api/forgot-password', { body: { email } })
    const mails = await messagesTo(email)
    expect(mails.some((mail) => mail.includes('/login?by=code'))).toBe(true)
    expect(mails.some((mail) => mail.includes('/reset-password/'))).toBe(false)
  })

  test('the last way in is not given up with the phone', async () => {
    const { client, phone } = await guest()
    const change = (to: string) => client.call('POST /api/update-profile', { body: { phone: to } })
    expect((await change('(303) 555-9999')).failure).toMatchObject({
      code: 'last_way_in',
      fields: { phone: expect.stringMatching(/Add another way/) },
    })
    expect((await change(phone)).status).toBe(200)
    const email = 'pat.keeps@example.test'
    const withMail = await guest(newPhone(), { email })
    const moved = await withMail.client.call('POST /api/update-profile', {
      body: { phone: '(303) 555-9998' },
    })
    expect(moved.status).toBe(200)
    expect((await withMail.client.call('GET /api/sign-in-ways')).body).toMatchObject({ phone: null, email })
  })

  test('a phone is confirmed on the account page, and taken from nobody', async () => {
    const client = await signedIn(testApp, await buildCustomer(testApp.app))
    const phone = newPhone()
    const given = await ask(client, { phone })
    expect((await client.call('POST /api/confirm-phone', { body: given })).status).toBe(200)
    expect((await client.call('GET /api/sign-in-ways')).body.phone).toBe(phone)
    const other = await guest()
    const theirs = await ask(client, { phone: other.phone })
    const answer = await client.call('POST /api/confirm-phone', { body: theirs })
    expect(answer.failure.code).toBe('phone_taken')
  })

  test('a password that is not there is not asked for', async () => {
    const { client } = await guest()
    const answer = await client.call('POST /api/confirm-password', { body: { password: 'anything at all' } })
    expect(answer.failure.code).toBe('no_password')
    const empty = { email: '', password: 'seventeen quiet herons' }
    expect((await testApp.client().call('POST /api/sign-in', { body: empty })).status).toBe(401)
  })
})
