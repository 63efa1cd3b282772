import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, signedIn } from '#testing/build.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const CALLS = [
  '/api/get-job-routes',
  '/api/get-complexes',
  '/api/get-complex-groups',
  '/api/get-payment-method',
]
const JSON_TYPE = { 'content-type': 'application/json' }

test.each(CALLS.flatMap((url) => [[url, {}] as const, [url, JSON_TYPE] as const]))(
  '§7 no body: %s answers without one, with the headers %j',
  async (url, headers) => {
    const { cookies } = await signedIn(testApp, await buildCrew(testApp.app))
    const answer = await testApp.server.inject({
      method: 'POST',
      url,
      headers,
      cookies: Object.fromEntries(cookies),
    })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  },
)

test('what is no JSON is refused still', async () => {
  const { cookies } = await signedIn(testApp, await buildCrew(testApp.app))
  const answer = await testApp.server.inject({
    method: 'POST',
    url: '/api/get-job-routes',
    headers: JSON_TYPE,
    payload: '{',
    cookies: Object.fromEntries(cookies),
  })
  expect(answer.statusCode).toBe(400)
})
