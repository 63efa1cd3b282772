import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, call, setFailureListener } from './api.ts'
import { answerCalls, refusal } from './shell/render-screen.testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  setFailureListener(async () => false)
})

test('§7 credentials: calls send them, with JSON, the language and the idempotency key', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ type: 'Crew', locale: 'en' }))
  vi.stubGlobal('fetch', fetched)
  const body = { email: 'crew@demo.test', password: 'x' }
  expect(await call('POST /api/sign-in', { body, idempotencyKey: 'k1' })).toEqual({
    type: 'Crew',
    locale: 'en',
  })
  const [address, init] = fetched.mock.calls[0]!
  expect(address).toBe('/api/sign-in')
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: JSON.stringify(body) })
  expect(init?.headers).toMatchObject({ 'Idempotency-Key': 'k1', 'Accept-Language': 'en' })
})

test('§7 query objects: query values that are objects travel as JSON text', async () => {
  const calls = answerCalls({ 'GET /api/user': {} })
  await call('GET /api/user', { query: { fields: { name: 1 } as unknown as string } })
  expect(calls[0]?.query).toEqual({ fields: '{"name":1}' })
})

test('§8 failed POST: it rejects with the server’s message', async () => {
  const failure = { error: 'This address is taken.', code: 'email_taken', fields: { email: 'Taken.' } }
  answerCalls({
    'POST /api/sign-out': () => {
      throw refusal(409, failure)
    },
  })
  const error = await call('POST /api/sign-out').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: 'This address is taken.',
    code: 'email_taken',
    fields: { email: 'Taken.' },
    status: 409,
    data: failure,
  })
})

test('§8 failed GET: it rejects with status and data', async () => {
  const failure = { error: 'This visit is not there.', code: 'not_found' }
  answerCalls({
    'GET /api/user': () => {
      throw refusal(404, failure)
    },
  })
  await expect(call('GET /api/user')).rejects.toMatchObject({ status: 404, data: failure })
})

test('no answer at all is status 0 with a sentence', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call('POST /api/sign-out')).rejects.toMatchObject({
    status: 0,
    code: 'unreachable',
    message: 'Check your connection and try again.',
  })
})

test('an answer that is no JSON is a failure with a sentence, not a crash', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(call('POST /api/sign-out')).rejects.toMatchObject({
    status: 502,
    message: 'Something went wrong. Try again.',
  })
})

test('what the listener mends is called once more', async () => {
  let tries = 0
  answerCalls({
    'POST /api/sign-out': () => {
      tries += 1
      if (tries === 1) throw refusal(403, { error: 'Password, please.', code: 'password_needed' })
      return { ok: true }
    },
  })
  setFailureListener(async (error) => error.code === 'password_needed')
  expect(await call('POST /api/sign-out')).toEqual({ ok: true })
  expect(tries).toBe(2)
})

test.each([200, 302, 403, 511])('a café’s page with status %i is no answer of ours', async (status) => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to our WiFi</h1>', { status }))
  await expect(call('POST /api/sign-out')).rejects.toMatchObject({ status: 0, code: 'unreachable' })
})
