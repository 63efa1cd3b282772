import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const PERSON = {
  name: 'Ana Ruiz',
  email: 'ana.ruiz@example.com',
  phone: '(303) 555-0142',
  password: 'seventeen quiet herons',
}

test.each(['terms', 'privacy', 'help'] as const)(
  'ux 9: %s is there for anybody, in both languages, with its version and day',
  async (page) => {
    const client = testApp.client()
    const [en, es] = [
      await client.call('GET /api/house-text', { query: { page, language: 'en' } }),
      await client.call('GET /api/house-text', { query: { page, language: 'es' } }),
    ]
    expect(en.body).toMatchObject({ page, version: 1, newestVersion: 1, publishedAt: expect.any(String) })
    expect(es.body.body).not.toBe(en.body.body)
    expect(en.body.body.length).toBeGreaterThan(500)
  },
)

test('an operator publishes the next version; the one before stays, and two operators do not overwrite each other', async () => {
  const operator = await signedIn(testApp, await buildOperator(testApp.app))
  const text = {
    page: 'help',
    basedOn: 1,
    bodyEn: '## Help\nNew',
    bodyEs: '## Ayuda\nNueva',
    note: 'shorter',
  } as const
  const published = await operator.call('POST /api/publish-house-text', { body: text })
  expect(published.body).toEqual({ ok: true, version: 2 })
  const late = await operator.call('POST /api/publish-house-text', { body: text })
  expect([late.status, late.failure.code]).toEqual([409, 'text_changed'])
  const client = testApp.client()
  const newest = await client.call('GET /api/house-text', { query: { page: 'help', language: 'es' } })
  expect(newest.body).toMatchObject({ version: 2, body: '## Ayuda\nNueva' })
  const first = await client.call('GET /api/house-text', {
    query: { page: 'help', language: 'en', version: 1 },
  })
  expect(first.body).toMatchObject({ version: 1, newestVersion: 2 })
  const { texts } = (await operator.call('POST /api/get-house-texts', { body: {} })).body
  expect(texts.find(({ page }) => page === 'help')?.history).toMatchObject([
    { version: 2, note: 'shorter', publisherName: expect.any(String) },
    { version: 1, publisherName: null },
  ])
})

test('nobody but an operator publishes', async () => {
  const customer = await signedIn(testApp, await buildCustomer(testApp.app))
  const body = { page: 'terms', basedOn: 1, bodyEn: 'a', bodyEs: 'b' } as const
  expect((await customer.call('POST /api/publish-house-text', { body })).status).toBe(403)
  expect((await testApp.client().call('POST /api/publish-house-text', { body })).status).toBe(401)
})

test('whoever opens an account agrees to the versions that stand there, and that is kept with its time', async () => {
  const operator = await signedIn(testApp, await buildOperator(testApp.app))
  await operator.call('POST /api/publish-house-text', {
    body: { page: 'terms', basedOn: 1, bodyEn: '## Terms\nTwo', bodyEs: '## Términos\nDos' },
  })
  expect((await testApp.client().call('POST /api/register-customer', { body: PERSON })).status).toBe(200)
  const kept = await testApp.app.db
    .selectFrom('terms_acceptance')
    .innerJoin('users', 'users.id', 'terms_acceptance.user_id')
    .where('users.email', '=', PERSON.email)
    .orderBy('page')
    .select(['page', 'version', 'accepted_at'])
    .execute()
  expect(kept).toMatchObject([
    { page: 'privacy', version: 1 },
    { page: 'terms', version: 2 },
  ])
})
