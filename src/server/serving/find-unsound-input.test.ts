import { expect, test } from 'vitest'
import { createTestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { findUnsound } from './find-unsound-input.ts'

test.each([
  [{ a: 'fine', b: [1, 'also fine', null], c: { d: 'ünï😀' } }, null],
  [{ a: { b: ['x', 'nul\0'] } }, { path: 'a.b.1' }],
  [{ a: '\ud800' }, { path: 'a' }],
  [{ 'k\0': 1 }, { path: '' }],
])('%j is judged as %j', (input, judged) => {
  expect(findUnsound(input)).toEqual(judged)
})

test('an array nested thousands deep is refused without a stack overflow', () => {
  const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown
  expect(findUnsound({ deep })).not.toBeNull()
})

test('NUL in any text is a bad input and never a fault of ours', async () => {
  const testApp = await createTestApp()
  const customer = await signedIn(testApp, await buildCustomer(testApp.app))
  const answer = await customer.call('POST /api/get-visits', { body: { search: 'a\0b' } as never })
  expect(answer.status).toBe(400)
  expect(answer.failure.fields).toEqual({ search: 'Use ordinary characters.' })
  const deep = `{"search":${'['.repeat(40_000)}${']'.repeat(40_000)}}`
  const nested = await testApp.server.inject({
    method: 'POST',
    url: '/api/sign-in',
    payload: deep,
    headers: { 'content-type': 'application/json' },
  })
  expect(nested.statusCode).toBe(400)
})
