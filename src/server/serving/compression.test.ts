import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const read = (url: string, encoding?: string) =>
  testApp.server.inject({
    method: 'GET',
    url,
    ...(encoding ? { headers: { 'accept-encoding': encoding } } : {}),
  })

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['gzip, deflate, br', brotliDecompressSync],
] as const)(
  'a long answer comes compressed to who reads %s, and says the same',
  async (encoding, inflate) => {
    const plain = await read('/api/openapi.json')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const packed = await read('/api/openapi.json', encoding)
    expect(packed.headers['content-encoding']).toBe(encoding.includes('br') ? 'br' : 'gzip')
    expect(packed.headers['vary']).toMatch(/accept-encoding/i)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(JSON.parse(inflate(packed.rawPayload).toString())).toEqual(plain.json())
  },
)

test('a short answer, and one to who reads nothing that we write, stay as they are', async () => {
  expect((await read('/api/health', 'br')).headers).not.toHaveProperty('content-encoding')
  expect((await read('/api/openapi.json', 'zstd')).headers).not.toHaveProperty('content-encoding')
})

test('threats: a compressed body is not inflated', async () => {
  const answer = await testApp.server.inject({
    method: 'POST',
    url: '/api/sign-in',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ email: 'ann@example.com', password: 'x'.repeat(1_000) })),
  })
  expect(answer.statusCode).toBe(400)
})
