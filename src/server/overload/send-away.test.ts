import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { createServer } from '../serving/create-server.ts'

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
  const leaving = { isLeaving: false }
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
