/** What stands before the servers: it asks each whether it is ready, and brings every call to one that is. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Door = {
  readonly origin: string
  /** How many servers are ready now. */
  readyCount(): number
  close(): void
}

const ASK_MS = 500
const ANSWER_MS = 2_000

export async function openDoor(ports: readonly number[]): Promise<Door> {
  const ready = new Set<number>()
  const ask = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/ready`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(port)
    else ready.delete(port)
  }
  const asking = setInterval(() => void Promise.all(ports.map(ask)), ASK_MS)
  let turn = 0
  /** Where the database is away none is ready, and each may say so itself. */
  const choose = () => {
    const able = ready.size === 0 ? [...ports] : ports.filter((port) => ready.has(port))
    turn += 1
    return able.map((_, index) => able[(turn + index) % able.length]!)
  }
  const server = createServer((call, answer) => bring(call, answer, choose()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    readyCount: () => ready.size,
    close: () => {
      clearInterval(asking)
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A call that found nobody is brought to the next; one that was taken in is not made twice. */
function bring(call: IncomingMessage, answer: ServerResponse, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void answer.writeHead(503, { 'retry-after': '1' }).end()
  const sent = request(
    { host: '127.0.0.1', port, method: call.method, path: call.url, headers: call.headers, agent: false },
    (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
      reply.on('error', () => answer.destroy())
    },
  )
  sent.on('error', (error) => {
    const foundNobody = 'code' in error && error.code === 'ECONNREFUSED'
    if (foundNobody) bring(call, answer, others)
    else if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  // Only once somebody is there: what was read of a body cannot be read again.
  sent.on('socket', (socket) => socket.once('connect', () => void call.pipe(sent)))
  call.on('error', () => sent.destroy())
}
