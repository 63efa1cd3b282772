import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { goingLiveLines } from '#cli/doctor.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import { readConfig } from '#server/config.ts'
import { noteBackup } from '#server/db/backup.ts'
import { toJson, toTimestamp } from '#server/db/client.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildOperator, signedIn } from '#testing/build.ts'
import { testDatabase } from '#testing/database.ts'
import { checkGoingLive } from './check-going-live.ts'
import { checkMail, checkMailDomain } from './check-mail.ts'
import { checkStorage } from './check-storage.ts'

const testApp = await createTestApp()
const { app } = testApp
const first = await buildOperator(app)
const operator = await signedIn(testApp, first)

const statesNow = async () => {
  const checks = await checkGoingLive(app.config, { db: app.db, diagnose: null, now: TEST_START })
  return Object.fromEntries(checks.map(({ topic, state }) => [topic, state]))
}

test('a fresh house calls its doubles doubles, and says what is missing', async () => {
  expect(await statesNow()).toEqual({
    address: 'missing',
    payments: 'double',
    webhooks: 'double',
    mail: 'double',
    mailDomain: 'missing',
    sms: 'double',
    push: 'double',
    hospitable: 'double',
    storage: 'ok',
    maps: 'ok',
    texts: 'missing',
    backup: 'missing',
    secondPerson: 'missing',
    demo: 'ok',
  })
})

test('an operator reads the same in its language, with what to do; nobody else does', async () => {
  const { body } = await operator.call('GET /api/going-live')
  expect(body.checks.find(({ topic }) => topic === 'backup')).toMatchObject({
    name: 'Backup',
    state: 'missing',
    sentence: expect.stringContaining('npm run backup'),
  })
  for (const { sentence } of body.checks) expect(sentence).not.toBe('')
  const crew = await signedIn(testApp, await buildCrew(app))
  expect((await crew.call('GET /api/going-live')).status).toBe(403)
})

test('what was done since is seen', async () => {
  await buildOperator(app)
  const { pool } = await testDatabase()
  await noteBackup(pool, { now: new Date(TEST_START - 3_600_000), bytes: 1, rows: 1 })
  for (const page of ['terms', 'privacy', 'help'] as const)
    await app.db
      .insertInto('house_text')
      .values({
        page,
        version: 2,
        body_en: 'Ours',
        body_es: 'Nuestro',
        published_at: toTimestamp(TEST_START),
        published_by: first.userId,
      })
      .execute()
  expect(await statesNow()).toMatchObject({ texts: 'ok', backup: 'ok', secondPerson: 'ok' })
  const old = await checkGoingLive(app.config, {
    db: app.db,
    diagnose: null,
    now: instant(TEST_START + 2 * DAY_MS),
  })
  expect(old.find(({ topic }) => topic === 'backup')?.state).toBe('missing')
  await app.db
    .insertInto('installation')
    .values({
      key: 'demo_city',
      value: toJson({ seed: 7, state: 'ready' as const }),
      updated_at: toTimestamp(TEST_START),
    })
    .execute()
  expect(await statesNow()).toMatchObject({ demo: 'missing' })
})

describe('mail', () => {
  const config = (environment: Record<string, string>) => readConfig({ CREW_DEMO: '0', ...environment })
  const from = config({ SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'Crew <hello@crew.city>' })

  test('that nobody takes is missing, with what was said', async () => {
    expect(await checkMail(from)).toMatchObject({
      state: 'missing',
      detail: expect.stringContaining('ECONN'),
    })
  })

  test('that a server takes is there', async () => {
    const server = createServer((socket) => {
      socket.write('220 mail.test\r\n')
      socket.on('error', () => {})
      socket.on('data', (data) => {
        socket.write(/^QUIT/i.test(data.toString()) ? '221 bye\r\n' : '250 mail.test\r\n')
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await checkMail(config({ SMTP_URL: `smtp://127.0.0.1:${port}` }))).toMatchObject({ state: 'ok' })
    server.close()
  })

  const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
  test.each([
    [
      'both records',
      async (name: string) => [[name.startsWith('_') ? 'v=DMARC1; p=none' : 'v=spf1 -all']],
      'ok',
    ],
    ['one of them', async (name: string) => [[name.startsWith('_') ? 'other' : 'v=spf1 -all']], 'missing'],
    ['none', fails('ENOTFOUND'), 'missing'],
    ['no answer', fails('ETIMEOUT'), 'unchecked'],
  ])('of a domain with %s', async (_what, resolve, state) => {
    expect((await checkMailDomain(from, resolve)).state).toBe(state)
  })

  test('of a domain that is nobody’s is missing without asking', async () => {
    expect((await checkMailDomain(app.config, fails('asked'))).state).toBe('missing')
  })
})

test('a data folder that takes no file is missing', async () => {
  expect(await checkStorage({ ...app.config, dataDirectory: import.meta.filename })).toMatchObject({
    state: 'missing',
  })
})

describe('npm run doctor', () => {
  const nowhere = { CREW_DATA_DIR: `${app.config.dataDirectory}/none`, CREW_DEMO: '0' }

  test('says the same before the server has run: what the database holds is not checked', async () => {
    const lines = await goingLiveLines(nowhere)
    expect(lines).toHaveLength(14)
    expect(lines).toContainEqual({
      state: 'doubtful',
      sentence: expect.stringMatching(/^Backup: The database was not read/),
    })
    expect(lines).toContainEqual({
      state: 'doubtful',
      sentence: expect.stringMatching(/^Text messages: A double/),
    })
  })

  test('outside of production nothing that is missing is wrong, in production it is', async () => {
    expect((await goingLiveLines(nowhere)).map(({ state }) => state)).not.toContain('wrong')
    const production = {
      ...nowhere,
      CREW_ENV: 'production',
      CREW_SECRET: 'x'.repeat(32),
      CREW_ORIGIN: 'http://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    }
    const wrong = (await goingLiveLines(production)).filter(({ state }) => state === 'wrong')
    expect(wrong.map(({ sentence }) => sentence)).toContainEqual(expect.stringMatching(/^Address by https/))
  })
})
