/** Calls as no browser makes them: methods that nobody needs, two lengths, fields twice, fields of the prototype. */
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'

const testApp = await createTestApp()

test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
  'the method %s is nowhere, and repeats nothing',
  async (method) => {
    const url = '/api/health'
    const answer = await testApp.server.inject({
      method: method as 'PUT',
      url,
      headers: { 'x-echo': 'mine' },
    })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).not.toHaveProperty('allow')
    expect(answer.payload).not.toContain('mine')
  },
)

test('a call with two lengths is read by nobody', async () => {
  const both =
    'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\n\r\n'
  const answer = await send(`POST /api/sign-in HTTP/1.1\r\nhost: localhost\r\n${both}`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test.each([
  'content-length: 2\r\ncontent-length: 3',
  'transfer-encoding: x\r\ncontent-length: 2',
  'bad header: 1',
])('neither is one with %j', async (header) => {
  const call = `POST /api/sign-in HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${header}\r\n\r\n{}`
  expect(await send(call)).toMatch(/^HTTP\/1\.1 400 /)
})

test.each([
  ['has a head that is too long', `x-long: ${'x'.repeat(20_000)}`, 431, 'too_large'],
  ['is none', 'bad header: 1', 400, 'bad_input'],
])('a call that %s is answered in the one shape', async (_, header, status, code) => {
  const answer = await send(`GET /api/health HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n`)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({ error: expect.any(String), code })
})

test.each(['/%ff', '/%', '/api/%ff', '/api/user/%E0%A4%A', '/offer/%c0%ae', '/go/%ff?next=%ff'])(
  'an address that cannot be decoded leads to nothing: %s',
  async (url) => {
    const answer = await testApp.server.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    })
  },
)

test('a field that is given twice is refused, not taken once', async () => {
  const operator = await signedIn(testApp, await buildOperator(testApp.app))
  const cookie = [...operator.cookies].map((pair) => pair.join('=')).join('; ')
  const read = (query: string) =>
    testApp.server.inject({ url: `/api/audit-log?${query}`, headers: { cookie } })
  expect((await read('action=freeze_user')).statusCode).toBe(200)
  expect((await read('action=freeze_user&action=set_price')).statusCode).toBe(400)
})

test.each(['{"__proto__":{"isOwner":true}}', '{"email":{"constructor":{"prototype":{"isOwner":true}}}}'])(
  'a body that reaches for the prototype is refused: %s',
  async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await testApp.server.inject({ method: 'POST', url: '/api/sign-in', payload, headers })
    expect(answer.statusCode).toBe(400)
    expect(Object.hasOwn(Object.prototype, 'isOwner')).toBe(false)
  },
)

test.each([
  ['/api/health', /^application\/json; charset=utf-8$/],
  ['/no-such-page', /^application\/json; charset=utf-8$/],
  ['/security', /^text\/html; charset=utf-8$/],
  ['/.well-known/security.txt', /^text\/plain; charset=utf-8$/],
  ['/api/openapi.json', /^application\/json; charset=utf-8$/],
])('%s says in which characters it is written', async (url, type) => {
  expect((await testApp.server.inject({ url })).headers['content-type']).toMatch(type)
})

async function send(call: string): Promise<string> {
  const listening: TestApp = await createTestApp()
  onTestFinished(() => listening.close())
  await listening.server.listen({ port: 0, host: '127.0.0.1' })
  // A port is all that a server has that listens here.
  const { port } = listening.server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(call)
  return text(socket)
}
