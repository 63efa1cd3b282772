/** Asks over few connections that stay open, and costs the machine next to nothing: its processors are for the servers. */
import { connect, type Socket } from 'node:net'
import type { Asked } from './calls.ts'

type Answered = { readonly status: number; readonly text: string }
type Line = { ask(text: string): Promise<Answered>; close(): void }

/** So that no address is asked of too often; as many as a city has at work at once. */
const ADDRESSES = 2_000

export type Driven = { readonly answered: number; readonly others: number; readonly ms: readonly number[] }

/** As often as it is answered for so long, by `lines` at once. */
export async function drive(
  origin: string,
  asked: Asked,
  cookie: string,
  { seconds, lines }: { seconds: number; lines: number },
): Promise<Driven> {
  const until = performance.now() + seconds * 1_000
  const ms: number[] = []
  let others = 0
  let next = 0
  await Promise.all(
    Array.from({ length: lines }, async () => {
      const line = await openLine(origin)
      while (performance.now() < until) {
        const begun = performance.now()
        const { status } = await line.ask(requestOf(asked, cookie, next++))
        if (status === 200) ms.push(performance.now() - begun)
        else others++
      }
      line.close()
    }),
  )
  return { answered: ms.length, others, ms: ms.sort((a, b) => a - b) }
}

export async function ask(origin: string, asked: Asked, cookie: string): Promise<Answered> {
  const line = await openLine(origin)
  try {
    return await line.ask(requestOf(asked, cookie, 0))
  } finally {
    line.close()
  }
}

function requestOf({ method, path, body }: Asked, cookie: string, index: number): string {
  const address = index % ADDRESSES
  const text = body === undefined ? '' : JSON.stringify(body)
  const said = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `cookie: ${cookie}`,
    `x-forwarded-for: 10.0.${address >> 8}.${address & 255}`,
    ...(method === 'POST' ? ['content-type: application/json', `content-length: ${text.length}`] : []),
  ]
  return `${said.join('\r\n')}\r\n\r\n${text}`
}

/** One call after another. Both servers say how long their answers are. */
async function openLine(origin: string): Promise<Line> {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.setNoDelay(true)
  return {
    ask: (text) => {
      const answered = readAnswer(socket)
      socket.write(text)
      return answered
    },
    close: () => socket.destroy(),
  }
}

function readAnswer(socket: Socket): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let came: Buffer = Buffer.alloc(0)
    const onData = (part: Buffer) => {
      came = came.length === 0 ? part : Buffer.concat([came, part])
      const end = came.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = came.toString('latin1', 0, end)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      if (Number.isNaN(length)) return finish(() => reject(new Error(`no length: ${head}`)))
      if (came.length < end + 4 + length) return
      finish(() => resolve({ status: Number(head.slice(9, 12)), text: came.toString('utf8', end + 4) }))
    }
    const onClose = () => finish(() => reject(new Error('the line was cut')))
    const finish = (then: () => void) => {
      socket.off('data', onData).off('close', onClose)
      then()
    }
    socket.on('data', onData).on('close', onClose)
  })
}
