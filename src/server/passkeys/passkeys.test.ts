import { beforeEach, describe, expect, test } from 'vitest'
import { PASSKEYS_OF_ACCOUNT } from '#domain/accounts/passkey.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { refusalSentence } from '#domain/sentences.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START } from '#testing/app.ts'
import { createAuthenticator, type Lies, type SoftPasskey } from '#testing/authenticator.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { settingsAt } from '../settings/read-settings.ts'

const testApp = await createTestApp()
const { app } = testApp
const { origin } = app.config.http
const device = createAuthenticator(origin)
const CHROME = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36' }

beforeEach(async () => {
  testApp.clock.set(TEST_START)
  await app.db.deleteFrom('account_try').execute()
})

async function begin(client: Client) {
  const options = await client.call('POST /api/begin-passkey')
  expect(options.status).toBe(200)
  return options.body
}

async function add(client: Client) {
  const { passkey, credential } = device.create(await begin(client))
  const added = await client.call('POST /api/add-passkey', { body: { credential }, headers: CHROME })
  expect(added.status).toBe(200)
  return { ...added.body, passkey }
}

async function newHolder(build: typeof buildCustomer = buildCustomer, input = {}) {
  const user = await build(app, input)
  const client = await signedIn(testApp, user)
  return { ...user, client, ...(await add(client)) }
}

async function signIn(passkey: SoftPasskey, lies: Lies = {}, client = testApp.client()) {
  const { challenge } = (await client.call('POST /api/ask-passkey')).body
  const body = { credential: device.show(passkey, challenge, lies) }
  return { client, body, answer: await client.call('POST /api/sign-in-with-passkey', { body }) }
}

const whoIs = async (client: Client) => (await client.call('GET /api/user')).body.email

describe('a passkey', () => {
  test.each([
    ['a customer', buildCustomer, 'Customer'],
    ['a crew', buildCrew, 'Crew'],
    ['an operator', buildOperator, 'Operator'],
  ] as const)('of %s signs in without a name or a password', async (_who, build, type) => {
    const user = await build(app)
    const { passkey } = await add(await signedIn(testApp, user))
    const { client, answer } = await signIn(passkey)
    expect([answer.status, answer.body]).toEqual([200, { type, locale: 'en' }])
    expect(await whoIs(client)).toBe(user.email)
  })

  test('is named after the device, is counted as a way in, and can be given another name', async () => {
    const { client, id, name } = await newHolder()
    expect(name).toBe('Chrome · Android')
    expect((await client.call('GET /api/sign-in-ways')).body.passkeys).toBe(1)
    await client.call('POST /api/rename-passkey', { body: { passkeyId: id, name: 'My phone' } })
    expect((await client.call('GET /api/passkeys')).body).toEqual([
      {
        id,
        name: 'My phone',
        isSynced: false,
        createdAt: new Date(TEST_START).toISOString(),
        lastUsedAt: null,
      },
    ])
  })

  test('makes a sign-in fresh, and stands for the password when fifteen minutes are over', async () => {
    const { passkey, id, client } = await newHolder()
    testApp.clock.advance(16 * MINUTE_MS)
    const late = await client.call('POST /api/remove-passkey', { body: { passkeyId: id } })
    expect([late.status, late.failure.code]).toEqual([403, 'password_needed'])
    expect((await client.call('POST /api/begin-passkey')).failure.code).toBe('password_needed')
    const own = (await client.call('POST /api/ask-own-passkey')).body
    expect(own.allowCredentials.map((each) => each.id)).toEqual([passkey.id])
    const body = { credential: device.show(passkey, own.challenge) }
    expect((await client.call('POST /api/confirm-passkey', { body })).status).toBe(200)
    expect((await client.call('POST /api/remove-passkey', { body: { passkeyId: id } })).status).toBe(200)
  })

  test('that was removed opens nothing', async () => {
    const { client, id, passkey } = await newHolder()
    await client.call('POST /api/remove-passkey', { body: { passkeyId: id } })
    expect((await signIn(passkey)).answer.failure.code).toBe('passkey_unknown')
  })

  test('of another is neither renamed nor removed', async () => {
    const [mine, theirs] = [await newHolder(), await newHolder()]
    const body = { passkeyId: theirs.id }
    expect((await mine.client.call('POST /api/remove-passkey', { body })).status).toBe(404)
    const named = { body: { ...body, name: 'Mine' } }
    expect((await mine.client.call('POST /api/rename-passkey', named)).status).toBe(404)
    expect((await theirs.client.call('GET /api/passkeys')).body).toHaveLength(1)
  })

  test('of nobody known is asked for alike in every browser', async () => {
    await newHolder()
    const { challenge: _, ...asked } = (await testApp.client().call('POST /api/ask-passkey')).body
    expect(asked).toEqual({
      rpId: new URL(origin).hostname,
      timeout: 5 * MINUTE_MS,
      userVerification: 'required',
      allowCredentials: [],
    })
  })
})

describe('signing in is refused, with its sentence,', () => {
  const LIES: readonly (readonly [string, Lies, RefusalReason])[] = [
    ['at another address', { origin: 'https://crew.example.evil' }, 'passkey_elsewhere'],
    ['for another house', { rpId: 'evil.example' }, 'passkey_refused'],
    ['with a challenge that nobody gave', { challenge: 'c'.repeat(43) }, 'passkey_late'],
    ['with what was signed for making one', { type: 'webauthn.create' }, 'passkey_refused'],
    ['as somebody else', { userHandle: Buffer.from('somebody').toString('base64url') }, 'passkey_refused'],
    ['without a look at who it is', { isVerified: false }, 'passkey_unverified'],
    ['with a forged signature', { isForged: true }, 'passkey_refused'],
  ]
  test.each(LIES)('%s', async (_lie, lies, code) => {
    const { passkey } = await newHolder()
    const { client, answer } = await signIn(passkey, lies)
    expect(answer.failure).toEqual({ code, error: refusalSentence(code, 'en') })
    expect((await client.call('GET /api/user')).status).toBe(401)
  })

  test('with what was signed before', async () => {
    const { passkey } = await newHolder()
    const { client, body, answer } = await signIn(passkey)
    expect(answer.status).toBe(200)
    const again = await client.call('POST /api/sign-in-with-passkey', { body })
    expect([again.status, again.failure.code]).toEqual([410, 'passkey_late'])
  })

  test('of four pages that give it at once all but one', async () => {
    const { passkey } = await newHolder()
    const client = testApp.client()
    const { challenge } = (await client.call('POST /api/ask-passkey')).body
    const body = { credential: device.show(passkey, challenge) }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.call('POST /api/sign-in-with-passkey', { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
  })

  test('after five minutes', async () => {
    const { passkey } = await newHolder()
    const client = testApp.client()
    const { challenge } = (await client.call('POST /api/ask-passkey')).body
    testApp.clock.advance(5 * MINUTE_MS)
    const body = { credential: device.show(passkey, challenge) }
    expect((await client.call('POST /api/sign-in-with-passkey', { body })).failure.code).toBe('passkey_late')
  })

  test('in another browser than the one that asked', async () => {
    const { passkey } = await newHolder()
    const { challenge } = (await testApp.client().call('POST /api/ask-passkey')).body
    const thief = testApp.client()
    await thief.call('POST /api/ask-passkey')
    const body = { credential: device.show(passkey, challenge) }
    expect((await thief.call('POST /api/sign-in-with-passkey', { body })).failure.code).toBe('passkey_late')
  })

  test('when its count goes back, or stays where it was: it was copied', async () => {
    const { passkey } = await newHolder()
    expect((await signIn(passkey, { count: 7 })).answer.status).toBe(200)
    for (const count of [6, 7, 0]) {
      const { answer } = await signIn(passkey, { count })
      expect([answer.status, answer.failure.code]).toEqual([403, 'passkey_copied'])
    }
    expect((await signIn(passkey, { count: 8 })).answer.status).toBe(200)
  })

  test('for what makes no sense', async () => {
    const { passkey } = await newHolder()
    const client = testApp.client()
    const { challenge } = (await client.call('POST /api/ask-passkey')).body
    const { response, ...credential } = device.show(passkey, challenge)
    const clientDataJSON = Buffer.from('[]').toString('base64url')
    const body = { credential: { ...credential, response: { ...response, clientDataJSON } } }
    expect((await client.call('POST /api/sign-in-with-passkey', { body })).failure.code).toBe(
      'passkey_refused',
    )
  })
})

describe('adding one is refused', () => {
  const LIES: readonly (readonly [string, Lies, string])[] = [
    ['at another address', { origin: 'https://crew.example.evil' }, 'passkey_elsewhere'],
    ['for another house', { rpId: 'evil.example' }, 'passkey_refused'],
    ['with a challenge that nobody gave', { challenge: 'c'.repeat(43) }, 'passkey_late'],
    ['with what was signed for signing in', { type: 'webauthn.get' }, 'passkey_refused'],
    ['without a look at who it is', { isVerified: false }, 'passkey_unverified'],
  ]
  test.each(LIES)('%s', async (_lie, lies, code) => {
    const client = await signedIn(testApp, await buildCustomer(app))
    const { credential } = device.create(await begin(client), lies)
    expect((await client.call('POST /api/add-passkey', { body: { credential } })).failure.code).toBe(code)
    expect((await client.call('GET /api/passkeys')).body).toEqual([])
  })

  test('with the challenge of another session, or of a sign-in', async () => {
    const [client, other] = [
      await signedIn(testApp, await buildCustomer(app)),
      await signedIn(testApp, await buildCustomer(app)),
    ]
    const user = (await begin(client)).user
    const asked = await client.call('POST /api/ask-passkey')
    for (const { challenge } of [await begin(other), asked.body]) {
      const { credential } = device.create({ challenge, user })
      const answer = await client.call('POST /api/add-passkey', { body: { credential } })
      expect([answer.status, answer.failure.code]).toEqual([410, 'passkey_late'])
    }
  })

  test('where another account has it, or this one already', async () => {
    const { client, passkey } = await newHolder()
    const other = await signedIn(testApp, await buildCustomer(app))
    for (const each of [client, other]) {
      const { credential } = device.create(await begin(each), { id: passkey.id })
      const answer = await each.call('POST /api/add-passkey', { body: { credential } })
      expect([answer.status, answer.failure.code]).toEqual([409, 'passkey_known'])
    }
  })

  test(`beyond ${PASSKEYS_OF_ACCOUNT}`, async () => {
    const { client } = await newHolder()
    for (let count = 1; count < PASSKEYS_OF_ACCOUNT; count++) await add(client)
    expect((await client.call('POST /api/begin-passkey')).failure.code).toBe('too_many_passkeys')
  })
})

test('giving one again takes one’s own, in the same session', async () => {
  const [mine, theirs] = [await newHolder(), await newHolder()]
  const { challenge } = (await mine.client.call('POST /api/ask-own-passkey')).body
  const wrong = { body: { credential: device.show(theirs.passkey, challenge) } }
  expect((await mine.client.call('POST /api/confirm-passkey', wrong)).failure.code).toBe('passkey_unknown')
  const elsewhere = await signedIn(testApp, mine)
  const asked = (await mine.client.call('POST /api/ask-own-passkey')).body
  const body = { credential: device.show(mine.passkey, asked.challenge) }
  expect((await elsewhere.call('POST /api/confirm-passkey', { body })).failure.code).toBe('passkey_late')
})

describe('the last way in', () => {
  /** Whom nothing but passkeys opens. */
  async function newKeyHolder() {
    const holder = await newHolder()
    const bare = { password_hash: null, email: '', holds_email: false }
    await app.db.updateTable('users').set(bare).where('id', '=', holder.userId).execute()
    return holder
  }

  test('is not removed, until there is another', async () => {
    const { client, id, passkey } = await newKeyHolder()
    const body = { passkeyId: id }
    const refused = await client.call('POST /api/remove-passkey', { body })
    expect([refused.status, refused.failure.code]).toEqual([409, 'last_way_in'])
    expect((await signIn(passkey)).answer.status).toBe(200)
    await add(client)
    expect((await client.call('POST /api/remove-passkey', { body })).status).toBe(200)
  })

  test('stays when the last two are removed at once', async () => {
    const { client, id } = await newKeyHolder()
    const second = await add(client)
    const answers = await Promise.all(
      [id, second.id].map((passkeyId) => client.call('POST /api/remove-passkey', { body: { passkeyId } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await client.call('GET /api/passkeys')).body).toHaveLength(1)
  })
})

describe('the holder', () => {
  const messagesTo = async (recipient: string) => {
    await testApp.work()
    const rows = app.db.selectFrom('outbox_message').where('recipient', '=', recipient)
    return rows.orderBy('created_at').select(['channel', 'subject', 'body']).execute()
  }

  test('is mailed when one is added and when one is removed, with the other devices', async () => {
    const user = await buildCustomer(app, { name: 'Jane Cole' })
    await signedIn(testApp, user)
    const client = await signedIn(testApp, user)
    const { id } = await add(client)
    testApp.clock.set(instant(TEST_START + MINUTE_MS))
    await client.call('POST /api/remove-passkey', { body: { passkeyId: id } })
    // Both may be written by one round of work, at one instant: neither comes first.
    const mails = new Map((await messagesTo(user.email)).map((mail) => [mail.subject, mail]))
    expect([...mails.keys()].sort()).toEqual([
      'A passkey was added to your account',
      'A passkey was removed from your account',
    ])
    const added = mails.get('A passkey was added to your account')
    expect(added?.channel).toBe('mail')
    expect(added?.body).toContain('“Chrome · Android”')
    expect(added?.body).toContain('You’re also signed in here:\ntest, last seen')
  })

  test('without an address gets a text', async () => {
    const user = await buildCustomer(app, { locale: 'es', phone: '+13035550188' })
    const byPhone = { holds_phone: true, email: '', holds_email: false }
    await app.db.updateTable('users').set(byPhone).where('id', '=', user.userId).execute()
    await add(await signedIn(testApp, user))
    const [text] = await messagesTo('+13035550188')
    expect(text).toMatchObject({ channel: 'sms' })
    expect(text?.body).toContain('Desde ahora la llave de acceso')
  })
})

test('one browser has no end of challenges written down, and those that nobody used go', async () => {
  const { passkeysPerDevice } = await settingsAt(app.db, null, TEST_START)
  const client = testApp.client()
  const statuses = new Set<number>()
  for (let count = 0; count < passkeysPerDevice; count++)
    statuses.add((await client.call('POST /api/ask-passkey')).status)
  expect([...statuses]).toEqual([200])
  expect((await client.call('POST /api/ask-passkey')).failure.code).toBe('too_many_calls')
  testApp.clock.advance(6 * MINUTE_MS)
  const { deleteOldChallenges } = await import('./queries.ts')
  await deleteOldChallenges(app.db, app.ports.clock.now())
  expect(await app.db.selectFrom('passkey_challenge').select('purpose').execute()).toEqual([])
})
