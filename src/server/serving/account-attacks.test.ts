/** What somebody does to an account that is not theirs, from however many addresses. */
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START } from '#testing/app.ts'
import { settingsAt } from '../settings/read-settings.ts'

const PASSWORD = 'seventeen quiet herons'
const testApp = await createTestApp()
const start = TEST_START
const settings = await settingsAt(testApp.app.db, null, start)
let count = 0

async function registered() {
  count += 1
  const body = {
    name: 'Ada Moreno',
    email: `tried.${count}@example.test`,
    phone: '(303) 555-0123',
    password: PASSWORD,
  }
  const client = testApp.client()
  expect((await client.call('POST /api/register-customer', { body })).status).toBe(200)
  return { body, client }
}

/** The newest first. */
async function mailsTo(recipient: string): Promise<string[]> {
  await testApp.work()
  const mails = await testApp.app.db
    .selectFrom('outbox_message')
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select('body')
    .execute()
  return mails.map(({ body }) => body)
}

function tokenIn(text: string, before: RegExp): string {
  return new RegExp(`${before.source}([A-Za-z0-9_-]{43})`).exec(text)![1]!
}

test('security 4: many wrong passwords from many addresses end in a pause, which a mailed link goes past', async () => {
  const { body } = await registered()
  const { signInTries, signInTriesMinutes } = settings
  const tryIt = (password: string, email = body.email) =>
    testApp.client().call('POST /api/sign-in', { body: { email, password } })
  const guesses = await Promise.all(
    Array.from({ length: signInTries + 20 }, (_, index) => tryIt(`wrong password ${index}`)),
  )
  const counts = (status: number) => guesses.filter((guess) => guess.status === status).length
  expect([counts(401), counts(429)]).toEqual([signInTries, 20])
  const right = await tryIt(PASSWORD, body.email.toUpperCase())
  expect([right.status, right.failure.code]).toEqual([429, 'too_many_sign_ins'])
  for (let index = 0; index <= signInTries; index++) await tryIt(PASSWORD, 'nobody@example.test')
  expect((await tryIt(PASSWORD, 'nobody@example.test')).text).toBe(right.text)

  await testApp.client().call('POST /api/request-sign-in-link', { body: { email: body.email } })
  const token = tokenIn((await mailsTo(body.email)).join(), /token=/)
  expect((await testApp.client().call('POST /api/authenticate', { body: { token } })).status).toBe(200)
  testApp.clock.advance(signInTriesMinutes * MINUTE_MS)
  expect((await tryIt(PASSWORD)).status).toBe(200)
  testApp.clock.set(start)
})

test('security 4: the right password begins the count anew', async () => {
  const { body } = await registered()
  for (let index = 0; index < settings.signInTries + 5; index++) {
    const wrong = { email: body.email, password: 'not quite it' }
    expect((await testApp.client().call('POST /api/sign-in', { body: wrong })).status).toBe(401)
    const right = { email: body.email, password: PASSWORD }
    expect((await testApp.client().call('POST /api/sign-in', { body: right })).status).toBe(200)
  }
})

test('security 4: a browser in which the account was open before is not locked out by an attack', async () => {
  const { body, client } = await registered()
  const { signInTries } = settings
  const tryIt = (from: Client, password: string) =>
    from.call('POST /api/sign-in', { body: { email: body.email, password } })
  await client.call('POST /api/sign-out')
  for (let index = 0; index <= signInTries; index++) await tryIt(testApp.client(), `wrong ${index}`)
  expect((await tryIt(testApp.client(), PASSWORD)).status).toBe(429)
  expect((await tryIt(client, PASSWORD)).status).toBe(200)
  // Known or not, a browser guesses as few times; and one that was never signed in here is nobody's.
  await client.call('POST /api/sign-out')
  const guesses = []
  for (let index = 0; index <= signInTries; index++)
    guesses.push((await tryIt(client, `guess ${index}`)).status)
  expect(guesses).toEqual([...Array.from({ length: signInTries }, () => 401), 429])
})

test('security 4: giving the password again counts the tries, too', async () => {
  const { client } = await registered()
  const confirm = (password: string) => client.call('POST /api/confirm-password', { body: { password } })
  for (let index = 0; index < settings.signInTries; index++)
    expect((await confirm(`wrong ${index}`)).failure.code).toBe('wrong_credentials')
  expect((await confirm(PASSWORD)).failure.code).toBe('too_many_sign_ins')
  testApp.clock.advance(settings.signInTriesMinutes * MINUTE_MS)
  expect((await confirm(PASSWORD)).status).toBe(200)
  testApp.clock.set(start)
})

test('security 5: who asks for links again and again sends a few, and the last one stays good', async () => {
  const { body } = await registered()
  const ask = () => testApp.client().call('POST /api/forgot-password', { body: { email: body.email } })
  for (let index = 0; index < 20; index++) {
    await ask()
    testApp.clock.advance(MINUTE_MS)
    await testApp.work()
  }
  const mails = (await mailsTo(body.email)).filter((mail) => /reset-pass/.test(mail))
  expect(mails).toHaveLength(settings.accountLinksAtOnce)
  const token = tokenIn(mails[0]!, /\/reset-password\//)
  const reset = await testApp
    .client()
    .call('POST /api/reset-password', { body: { token, password: 'twenty calm herons' } })
  expect(reset.status).toBe(200)
  testApp.clock.set(start)
})

test('security 9: nothing is done for a known address that is not done for an unknown one', async () => {
  const { body } = await registered()
  const waiting = async () =>
    (await testApp.app.db.selectFrom('task').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)
  const left = []
  for (const email of [body.email, 'unknown@example.test']) {
    await testApp.work()
    await testApp.client().call('POST /api/forgot-password', { body: { email } })
    left.push(await waiting())
  }
  expect(left[0]).toEqual(left[1])
  expect(left[0]).toContain('send_account_link')
  await testApp.work()
  expect(await mailsTo('unknown@example.test')).toEqual([])
})

test('security 9: registering says the same of an address that is known, and its owner learns of it', async () => {
  const { body: known } = await registered()
  const answers = []
  for (const email of [known.email.toUpperCase(), 'fresh.face@example.test']) {
    const client = testApp.client()
    const body = { ...known, email, name: 'Eve Moss', password: 'eleven loud parrots' }
    const answer = await client.call('POST /api/register-customer', { body })
    const { id: _, referral_code: __, ...user } = (await client.call('GET /api/user')).body
    await client.call('POST /api/sign-out')
    const again = await client.call('POST /api/sign-in', { body: { email, password: body.password } })
    const cookies = [...client.cookies.keys()].sort()
    const headers = Object.keys(answer.headers).sort()
    const seen = { ...user, email: user.email === email }
    answers.push({ status: answer.status, text: answer.text, headers, cookies, seen, again: again.text })
  }
  expect(answers[0]).toEqual(answers[1])
  const mail = (await mailsTo(known.email)).find((text) =>
    text.includes('Someone, perhaps you, just gave this address for another Crew account.'),
  )
  expect(mail).toContain('/login')
  // The owner's account is the owner's: its password opens it, and its mails are no stranger's.
  const owner = testApp.client()
  await owner.call('POST /api/sign-in', { body: { email: known.email, password: PASSWORD } })
  expect((await owner.call('GET /api/user')).body.name).toBe('Ada Moreno')
  expect(await mailsTo(known.email.toUpperCase())).toEqual([])
})

test('security 9: registering again with the right password signs in, and is no way round the pause', async () => {
  const { body } = await registered()
  const register = async (password: string) => {
    const client = testApp.client()
    const answer = await client.call('POST /api/register-customer', {
      body: { ...body, name: 'Two', password },
    })
    expect(answer.status).toBe(200)
    return (await client.call('GET /api/user')).body.name
  }
  expect(await register(PASSWORD)).toBe('Ada Moreno')
  for (let index = 0; index < settings.signInTries; index++) await register(`one of many guesses ${index}`)
  expect(await register(PASSWORD)).toBe('Two')
})

test('security 9: a browser that knows only another account of the address guesses no more than strangers do', async () => {
  const { body } = await registered()
  const { signInTries } = settings
  const statuses = []
  for (let round = 0; round < 3; round++) {
    const client = testApp.client()
    const own = { ...body, name: 'Eve Moss', password: `eleven loud parrots ${round}` }
    await client.call('POST /api/register-customer', { body: own })
    for (let index = 0; index < signInTries - 1; index++)
      await client.call('POST /api/sign-in', { body: { email: body.email, password: `guess ${index}` } })
    const right = await client.call('POST /api/sign-in', { body: { email: body.email, password: PASSWORD } })
    statuses.push(right.status)
  }
  expect(statuses).toEqual([200, 401, 401])
})
