import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { createServer } from './create-server.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('security 2: a database that is away', () => {
  let silent: Server
  beforeAll(async () => {
    silent = createTcpServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => silent.close())

  test.each([
    ['refuses', () => 1],
    ['hangs', () => (silent.address() as AddressInfo).port],
  ])('because it %s is said with 503 and when to come again', async (_, portOf) => {
    const { db, close } = openDatabase({ host: '127.0.0.1', port: portOf(), database: 'none', user: 'none' })
    onTestFinished(close)
    const server = await createServer({ ...testApp.app, db }, { pagesDirectory: null, limitsCalls: false })
    onTestFinished(async () => {
      await server.close()
    })
    const post = { method: 'POST', url: '/api/check-area', payload: { lat: 39.7, lng: -104.9 } } as const
    for (const asked of [{ method: 'GET', url: '/api/ready' } as const, post]) {
      const answer = await server.inject(asked)
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'unavailable' }])
      expect(answer.headers['retry-after']).toBe('5')
    }
    expect((await server.inject('/api/health')).statusCode).toBe(200)
  })
})

describe('security 15: the address of a caller', () => {
  async function manyCalls(environment: Record<string, string>) {
    const limited = await createTestApp({ limitsCalls: true, environment })
    onTestFinished(() => limited.close())
    const statuses: number[] = []
    for (let index = 0; index < 10; index++) {
      const answer = await limited.server.inject({
        method: 'POST',
        url: '/api/request-assignments-link',
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
        payload: { phone: '+13035550100' },
      })
      statuses.push(answer.statusCode)
    }
    return new Set(statuses)
  }

  test('cannot be made up where nobody stands in front', async () => {
    expect(await manyCalls({})).toContain(429)
  })

  test.each(['1', '127.0.0.0/8, ::1'])('is what the trusted proxies %s say', async (trusted) => {
    expect(await manyCalls({ CREW_TRUSTED_PROXIES: trusted })).not.toContain(429)
  })

  test.each(['yes', '0', '10', '10.0.0.0/33', '10.0.0.1,'])('is not read from %j', async (trusted) => {
    await expect(createTestApp({ environment: { CREW_TRUSTED_PROXIES: trusted } })).rejects.toThrow(
      'CREW_TRUSTED_PROXIES is not right',
    )
  })

  test('and staging without a secret does not start', async () => {
    await expect(createTestApp({ environment: { CREW_ENV: 'staging' } })).rejects.toThrow(
      'A staging start needs CREW_SECRET',
    )
  })
})

test.each(['/api/book-weekly-jobs', '/api/sign-in', '/api/no-such-call'])(
  'security 16: an oversized body to %s ends in a readable answer',
  async (path) => {
    const listening = await createTestApp()
    onTestFinished(() => listening.close())
    await listening.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = listening.server.server.address() as AddressInfo
    const answer = await sendAll(port, path, JSON.stringify({ text: 'x'.repeat(30_000_000) }))
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"too_large"/)
  },
)

/** As simple clients do it: everything is sent before the answer is read. */
async function sendAll(port: number, path: string, body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(head + body, () => resolve())
  })
  return text(socket)
}
