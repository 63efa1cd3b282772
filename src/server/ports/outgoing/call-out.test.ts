import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AddressRefused, createCallOut, type LookUp, type Outgoing, refuseFound } from './call-out.ts'
import { isPublicAddress } from './public-addresses.ts'

const GET: Outgoing = { method: 'GET', maximumBytes: 1_000, timeoutMs: 2_000 }

let server: Server
let origin: string
let answer: RequestListener
const asked: string[] = []
let connections = 0
beforeEach(async () => {
  asked.length = 0
  connections = 0
  answer = (_, response) => void response.end('hello')
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`)
    answer(request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Names lead wherever the test says, whoever asks. */
function leadingTo(...addresses: string[]): LookUp {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

describe('an address that is everybody’s', () => {
  test.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450::1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.9.9.9',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2001::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('is not %j', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('security 6: a call to an address that came from outside', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'http://push.example/',
    'https://push.example:8443/',
    'https://ann:secret@push.example/',
    'ftp://push.example/',
  ])('is refused without asking where a name leads: %s', async (url) => {
    let lookups = 0
    const callOut = createCallOut({
      lookUp: async () => {
        lookups += 1
        return []
      },
    })
    await expect(callOut(url, GET)).rejects.toThrow(AddressRefused)
    expect(lookups).toBe(0)
  })

  test.each([
    // Of this machine only: a guard that is broken reaches nobody else from here.
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['127.0.0.1', '127.0.0.2']],
  ])('is refused where its name leads to %j', async (addresses) => {
    const callOut = createCallOut({ lookUp: leadingTo(...addresses) })
    await expect(callOut('https://push.example/send', GET)).rejects.toThrow(/^push\.example leads to/)
  })

  test('is refused where one of many addresses is not public', () => {
    const [honest, inside] = [
      { address: '1.1.1.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(refuseFound('push.example', [honest])).toBeNull()
    expect(refuseFound('push.example', [honest, inside])).toBeInstanceOf(AddressRefused)
  })

  test('connects to what was judged: a name is asked once for each connection', async () => {
    const led: string[] = []
    const callOut = createCallOut({
      allowedOrigins: [origin],
      lookUp: async (name) => {
        led.push(name)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    answer = (_, response) => void response.writeHead(302, { location: 'https://rebound.example/' }).end()
    await expect(callOut(`${origin}/`, { ...GET, redirects: 3 })).rejects.toThrow(AddressRefused)
    expect(led).toEqual(['rebound.example'])
    expect(connections).toBe(1)
  })

  test('reaches an origin that is excepted by name', async () => {
    const named = origin.replace('127.0.0.1', 'push.example')
    const callOut = createCallOut({ allowedOrigins: [named], lookUp: leadingTo('127.0.0.1') })
    const { status, body } = await callOut(`${named}/a`, GET)
    expect([status, body.toString()]).toEqual([200, 'hello'])
    await expect(callOut(`${origin}/a`, GET)).rejects.toThrow(AddressRefused)
  })
})

describe('a redirect', () => {
  const callOut = (url: string, outgoing: Outgoing) =>
    createCallOut({ allowedOrigins: [origin] })(url, outgoing)

  test.each(['http://127.0.0.1:1/', 'https://127.0.0.1/', 'https://[::1]/', 'file:///etc/passwd'])(
    'to %s is refused',
    async (location) => {
      answer = (_, response) => void response.writeHead(302, { location }).end()
      await expect(callOut(`${origin}/`, { ...GET, redirects: 3 })).rejects.toThrow(AddressRefused)
    },
  )

  test('is followed as often as is said', async () => {
    answer = ({ url }, response) => void response.writeHead(302, { location: `${url}x` }).end()
    const { status } = await callOut(`${origin}/`, { ...GET, redirects: 2 })
    expect([status, asked]).toEqual([302, ['GET / -', 'GET /x -', 'GET /xx -']])
  })

  test('is never followed by what changes something', async () => {
    answer = (_, response) => void response.writeHead(307, { location: '/again' }).end()
    const { status } = await callOut(`${origin}/`, { ...GET, method: 'POST', redirects: 2 })
    expect([status, asked]).toEqual([307, ['POST / -']])
  })

  test('takes what is meant for one server to no other', async () => {
    const other = origin.replace('127.0.0.1', 'localhost')
    answer = ({ url }, response) =>
      void (url === '/' ? response.writeHead(302, { location: `${other}/there` }).end() : response.end())
    const both = createCallOut({ allowedOrigins: [origin, other], lookUp: leadingTo('127.0.0.1') })
    await both(`${origin}/`, { ...GET, headers: { authorization: 'mine' }, redirects: 1 })
    expect(asked).toEqual(['GET / mine', 'GET /there -'])
  })
})

describe('an answer', () => {
  const callOut = (outgoing: Outgoing) => createCallOut({ allowedOrigins: [origin] })(origin, outgoing)

  test('larger than was asked for is an error, and not read to its end', async () => {
    answer = (_, response) => void response.write('x'.repeat(5_000))
    await expect(callOut(GET)).rejects.toThrow('larger than 1000 bytes')
  })

  test.each([
    ['never begins', () => {}],
    ['never ends', (_: unknown, response: { write: (text: string) => unknown }) => void response.write('x')],
  ])('that %s is waited for no longer than was said', async (_how, listener) => {
    answer = listener
    const before = performance.now()
    await expect(callOut({ ...GET, timeoutMs: 200 })).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError' }),
    )
    expect(performance.now() - before).toBeLessThan(1_500)
  })
})
