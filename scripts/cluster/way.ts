/** A line from one port of this machine to another, which can be cut, shut and slowed down. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Way = {
  readonly port: number
  /** Breaks whatever goes over it now. */
  cut(): void
  /** While it is shut nobody comes in; what is under way breaks. */
  setShut(isShut: boolean): void
  /** Every piece comes so much later. */
  setDelay(ms: number): void
  close(): void
}

/** `target` says where it leads at this moment; null is nowhere. */
export async function openWay(target: () => number | null): Promise<Way> {
  const state = { isShut: false, delayMs: 0 }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  }
  const server = createServer((caller) => {
    keep(caller)
    const port = state.isShut ? null : target()
    if (port === null) return void caller.destroy()
    const there = connect(port, '127.0.0.1')
    keep(there)
    for (const [from, to] of [
      [caller, there],
      [there, caller],
    ] as const) {
      carry(from, to, () => state.delayMs)
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = server.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    cut,
    setShut: (isShut) => {
      state.isShut = isShut
      if (isShut) cut()
    },
    setDelay: (ms) => {
      state.delayMs = ms
    },
    close: () => {
      server.close()
      cut()
    },
  }
}

/** In order, whatever the delay. */
function carry(from: Socket, to: Socket, delayMs: () => number): void {
  let last = Promise.resolve()
  from.on('data', (piece: Buffer) => {
    const ms = delayMs()
    last = last.then(async () => {
      if (ms > 0) await sleep(ms)
      if (!to.destroyed) to.write(piece)
    })
  })
  from.on('end', () => void last.then(() => to.end()))
}
