import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { openCaller, RefusedCall } from './caller.ts'
import { openDoor } from './door.ts'
import { nodeConfig } from './node-config.ts'
import { openTally } from './tally.ts'
import { openWay } from './way.ts'

async function serve(answer: (call: IncomingMessage, reply: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port }: AddressInfo = server.address() as AddressInfo
  return port
}

/** Says back what it is told. */
async function echo(): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port }: AddressInfo = server.address() as AddressInfo
  return port
}

test('a way carries what is said, later where it is slow, and breaks where it is cut or shut', async () => {
  const target = await echo()
  const way = await openWay(() => target)
  onTestFinished(() => way.close())
  const say = async () => {
    const socket = connect(way.port, '127.0.0.1')
    socket.on('error', () => {})
    const begun = performance.now()
    socket.write('hello')
    const [received] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
    return { received: String(received), ms: performance.now() - begun, socket }
  }
  const first = await say()
  expect(first.received).toBe('hello')
  way.setDelay(60)
  const slow = await say()
  expect([slow.received, slow.ms > 110]).toEqual(['hello', true])
  const closed = once(first.socket, 'close')
  way.setShut(true)
  await closed
  expect((await say()).received).not.toBe('hello')
  way.setShut(false)
  way.setDelay(0)
  expect((await say()).received).toBe('hello')
})

test('a door brings no call to who is not ready, nor twice to anybody, and to another where nobody was there', async () => {
  const calls: string[] = []
  let isLeaving = false
  const one = await serve((call, reply) => {
    if (call.url === '/api/ready') return void reply.writeHead(isLeaving ? 503 : 200).end()
    calls.push('one')
    if (call.url === '/dies') return void reply.destroy()
    void text(call).then((body) => reply.end(`one ${body}`))
  })
  const door = await openDoor([one, await freePort()])
  onTestFinished(() => door.close())
  await expect.poll(() => door.readyCount(), { timeout: 4_000 }).toBe(1)
  const post = (path: string) => fetch(door.origin + path, { method: 'POST', body: 'hi' })
  expect(await (await post('/a')).text()).toBe('one hi')
  expect((await post('/dies')).status).toBe(502)
  expect(calls).toEqual(['one', 'one'])
  isLeaving = true
  await expect.poll(() => door.readyCount(), { timeout: 4_000 }).toBe(0)
  // Nobody is ready: each is asked, and says so itself.
  expect(await (await post('/b')).text()).toBe('one hi')
})

test('who calls goes on under one key until there is an answer, and hears a refusal once', async () => {
  const keys: unknown[] = []
  const answers = [503, 500, 200, 409]
  const port = await serve((call, reply) => {
    keys.push(call.headers['idempotency-key'])
    reply.writeHead(answers.shift()!).end('{"code":"key_reused"}')
  })
  const tally = openTally()
  const caller = openCaller(`http://127.0.0.1:${port}`, tally)
  onTestFinished(() => caller.close())
  const person = { userId: 'a', cookie: '', address: '10.0.0.1' }
  await caller.call(person, { method: 'POST', path: '/api/x' })
  expect(new Set(keys).size).toBe(1)
  expect([...tally.troubles]).toEqual([
    ['503 key_reused without Retry-After', 1],
    ['500 key_reused', 1],
  ])
  const refused = caller.call(person, { method: 'POST', path: '/api/x?id=1' })
  await expect(refused).rejects.toThrow(new RefusedCall('/api/x 409 key_reused'))
  expect(new Set(keys).size).toBe(2)
})

test('the longest time without an answer counts from the beginning and to the end', () => {
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => now.mockRestore())
  const tally = openTally()
  for (const at of [1_000, 1_500, 4_000]) {
    now.mockReturnValue(at)
    tally.noteAnswer()
  }
  expect(tally.longestGapMs(900, 4_100)).toBe(2_500)
  expect(tally.longestGapMs(0, 1_200)).toBe(1_000)
  expect(tally.longestGapMs(4_200, 9_200)).toBe(5_000)
})

test('a node knows the other by its way, and a change of the primary takes less than what is allowed', () => {
  const node = {
    name: 'a',
    port: 1,
    apiPort: 2,
    dataFolder: '/d',
    socketFolder: '/s',
    etcdPort: 3,
    reachedAt: 4,
  }
  const secrets = { superuser: 'x', replication: 'y' }
  const config = JSON.parse(nodeConfig(node, secrets, '/bin'))
  expect(config).toMatchObject({
    etcd3: { host: '127.0.0.1:3', use_proxies: true },
    postgresql: { connect_address: '127.0.0.1:4', listen: '127.0.0.1:1' },
    bootstrap: { dcs: { synchronous_mode: true } },
  })
  const { ttl, loop_wait, retry_timeout } = config.bootstrap.dcs
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  expect(ttl).toBeLessThan(12)
})
