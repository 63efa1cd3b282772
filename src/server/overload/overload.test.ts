import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { refuseOverload } from './refuse-overload.ts'

/** Whoever asks for an address waits for as long as this holds. */
let answering = Promise.withResolvers<void>()
let testApp: TestApp
beforeAll(async () => {
  const search = async () => {
    await answering.promise
    return []
  }
  const places = { search, reverse: async () => null }
  testApp = await createTestApp({ shedsCalls: true, ports: { places } })
  // On a busy machine the loop has lagged while all this was read.
  await vi.waitUntil(async () => (await testApp.server.inject('/api/config')).statusCode === 200, {
    timeout: 30_000,
    interval: 500,
  })
  return () => testApp.close()
})

function hold(): () => void {
  answering = Promise.withResolvers<void>()
  onTestFinished(() => answering.resolve())
  return answering.resolve
}

const ask = (remoteAddress: string) =>
  testApp.server.inject({
    method: 'POST',
    url: '/api/search-places',
    remoteAddress,
    payload: { text: 'vine' },
  })

test('what would wait too long is refused soon, with when to come again, and what was begun is answered', async () => {
  const end = hold()
  let isStopped = true
  const calls = Array.from({ length: 30 }, () =>
    ask('203.0.113.1').then((answer) => ({ answer, wasStopped: isStopped })),
  )
  await Promise.all(calls.slice(8))
  isStopped = false
  end()
  const all = await Promise.all(calls)
  const refused = all.filter(({ answer }) => answer.statusCode === 503)
  expect(all.filter(({ answer }) => answer.statusCode === 200)).toHaveLength(8)
  expect(refused).toHaveLength(22)
  for (const { answer, wasStopped } of refused) {
    expect(answer.json()).toMatchObject({ code: 'unavailable' })
    expect(answer.headers['retry-after']).toBe('5')
    expect(wasStopped).toBe(true)
  }
})

test('somebody who asks without end keeps nobody else waiting', async () => {
  const end = hold()
  const noise = Array.from({ length: 100 }, () => ask('203.0.113.9'))
  await sleep(20)
  const { cookie } = await knownCookie('203.0.113.10')
  const answer = await testApp.server.inject({
    method: 'GET',
    url: '/api/user',
    headers: { cookie },
    remoteAddress: '203.0.113.9',
  })
  expect(answer.statusCode).toBe(200)
  expect(await Promise.race([noise[0], Promise.resolve('still held')])).toBe('still held')
  end()
  await Promise.all(noise)
})

test('whether the process lives is always said', async () => {
  hold()
  const calls = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].flatMap((address) =>
    Array.from({ length: 10 }, () => ask(address)),
  )
  expect((await testApp.server.inject('/api/health')).statusCode).toBe(200)
  expect((await testApp.server.inject('/api/ready')).statusCode).toBe(200)
  void Promise.all(calls)
})

test('while the event loop lags, calls are refused, and money and finished work are not', async () => {
  const { cookie } = await knownCookie('203.0.113.11')
  const lag = setInterval(() => {
    const until = performance.now() + 600
    while (performance.now() < until);
  }, 10)
  onTestFinished(() => clearInterval(lag))
  await sleep(1_000)
  const call = (method: 'GET' | 'POST', url: string) =>
    testApp.server.inject({ method, url, headers: { cookie }, ...(method === 'POST' ? { payload: {} } : {}) })
  // A mean of a quarter of a second: one in which the loop had a moment to breathe may be below the bar.
  await expect.poll(async () => (await call('GET', '/api/user')).statusCode, { timeout: 20_000 }).toBe(503)
  const paid = await call('POST', '/api/pay-now')
  expect(paid.statusCode).not.toBe(503)
  expect((await call('GET', '/api/health')).statusCode).toBe(200)
  clearInterval(lag)
  // The mean forgets the lag within a few of its seconds, however busy the machine is.
  await expect
    .poll(async () => (await call('GET', '/api/user')).statusCode, { timeout: 15_000, interval: 200 })
    .toBe(200)
})

test('a server that was busy with starting refuses nobody for it', async () => {
  const server = fastify()
  onTestFinished(() => server.close())
  await refuseOverload(server, testApp.app.config)
  server.get('/last', { config: { sheds: 'last' } }, () => 'done')
  server.get('/first', { config: { sheds: 'first' } }, () => 'done')
  // Longer than a sample of the loop, which has no mean where the loop came round but once in it.
  while (server.memoryUsage().eventLoopDelay !== Infinity) {
    const until = performance.now() + 1_100
    while (performance.now() < until);
    await setImmediate()
  }
  const answers = await Promise.all([server.inject('/last'), server.inject('/first')])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

async function knownCookie(remoteAddress: string): Promise<{ cookie: string }> {
  const client = await signedIn(testApp, await buildCustomer(testApp.app))
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const known = await testApp.server.inject({
    method: 'GET',
    url: '/api/user',
    headers: { cookie },
    remoteAddress,
  })
  expect(known.statusCode).toBe(200)
  return { cookie }
}
