import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { createServer } from '../serving/create-server.ts'
import { untilNobodyCalls } from './send-away.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  return () => testApp.close()
})

function ask(port: number, path: string) {
  return new Promise<{ status: number | undefined; connection: string | undefined; retryAfter: unknown }>(
    (resolve, reject) => {
      const sent = request({ port, path, headers: { connection: 'keep-alive' } }, (response) => {
        response.resume()
        const { statusCode: status, headers } = response
        resolve({ status, connection: headers.connection, retryAfter: headers['retry-after'] })
      })
      sent.once('error', reject)
      sent.end()
    },
  )
}

test('who leaves says so where it is judged, sends callers elsewhere and still answers them', async () => {
  const leaving = { isLeaving: false, calledAt: 0 }
  const server = await createServer(testApp.app, { pagesDirectory: null, limitsCalls: false, leaving })
  const port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
  try {
    const kept = { status: 200, connection: 'keep-alive', retryAfter: undefined }
    expect(await ask(port, '/api/ready')).toEqual(kept)
    expect(await ask(port, '/api/config')).toEqual(kept)
    leaving.isLeaving = true
    expect(await ask(port, '/api/ready')).toEqual({ status: 503, connection: 'close', retryAfter: '5' })
    expect(await ask(port, '/api/health')).toEqual({ ...kept, connection: 'close' })
    expect(await ask(port, '/api/config')).toEqual({ ...kept, connection: 'close' })
  } finally {
    await server.close()
  }
})

test.each([
  ['is answered, and then the door is shut', 500],
  ['is answered for as long again at most', 3_000],
])('who notices late %s', async (_, noticesMs) => {
  const leaving = { isLeaving: false, calledAt: 0 }
  const server = await createServer(testApp.app, { pagesDirectory: null, limitsCalls: false, leaving })
  const port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
  const drainMs = 400
  const begun = performance.now()
  const since = () => performance.now() - begun
  const door = { shutMs: Infinity }
  leaving.isLeaving = true
  const shut = untilNobodyCalls(leaving, drainMs)
    .then(() => {
      door.shutMs = since()
    })
    .then(() => server.close())
  // Asking whether it is ready is no call.
  const asking = setInterval(() => void ask(port, '/api/ready').catch(() => {}), 50)
  const before: (number | undefined)[] = []
  const call = () => ask(port, '/api/config').then(({ status }) => status)
  while (since() < noticesMs && door.shutMs === Infinity) before.push(await call().catch(() => undefined))
  await shut
  clearInterval(asking)
  // The last came while the door was shut.
  expect(new Set(before.slice(0, -1))).toEqual(new Set([200]))
  expect(door.shutMs).toBeGreaterThan(Math.min(noticesMs, 2 * drainMs) - 50)
  expect(door.shutMs).toBeLessThan(2 * drainMs + 400)
  await expect(ask(port, '/api/config')).rejects.toThrow('ECONNREFUSED')
})
