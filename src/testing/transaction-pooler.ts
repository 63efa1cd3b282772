/**
 * What stands between a server and PostgreSQL in transaction mode, at its worst: it speaks the protocol (PostgreSQL
 * manual, chapter "Frontend/Backend Protocol"), takes no parameter of a session, and gives every transaction the session
 * that rested longest, so what one sets the next does not find.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Client, type PoolConfig } from 'pg'

export type TransactionPooler = { readonly port: number; stop(): Promise<void> }

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102
const TAKEN_PARAMETERS = new Set(['user', 'database', 'client_encoding', 'application_name'])

type Session = { readonly client: Client; readonly socket: Socket; onData: (chunk: Buffer) => void }

export async function startTransactionPooler(server: PoolConfig, sessions = 3): Promise<TransactionPooler> {
  const all = await Promise.all(Array.from({ length: sessions }, () => openSession(server)))
  const idle = [...all]
  const waiting: ((session: Session) => void)[] = []
  const lent = {
    take: () => {
      const session = idle.shift()
      return session === undefined
        ? new Promise<Session>((resolve) => waiting.push(resolve))
        : Promise.resolve(session)
    },
    release: (session: Session) => {
      session.onData = () => {}
      const next = waiting.shift()
      if (next === undefined) idle.push(session)
      else next(session)
    },
  }
  const callers = new Set<Socket>()
  const pooler = createServer((caller) => {
    callers.add(caller)
    caller.on('close', () => callers.delete(caller))
    caller.on('error', () => {})
    greet(caller, () => relay(caller, lent))
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { port }: AddressInfo = pooler.address() as AddressInfo
  return {
    port,
    stop: async () => {
      for (const caller of callers) caller.destroy()
      pooler.close()
      for (const { socket } of all) socket.destroy()
    },
  }
}

/** Signed in by the driver, then ours alone. */
async function openSession(server: PoolConfig): Promise<Session> {
  const client = new Client(server)
  client.on('error', () => {})
  await client.connect()
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
  socket.removeAllListeners('data')
  const session: Session = { client, socket, onData: () => {} }
  socket.on('data', (chunk: Buffer) => session.onData(chunk))
  return session
}

function greet(caller: Socket, onWelcome: () => void): void {
  const onFirst = (chunk: Buffer) => {
    const code = chunk.readInt32BE(4)
    if (code === SSL_REQUEST) return void caller.write('N')
    caller.off('data', onFirst)
    if (code === CANCEL_REQUEST) return void caller.end()
    const words = chunk.subarray(8, chunk.readInt32BE(0)).toString().split('\0')
    const refused = words.find((word, index) => index % 2 === 0 && word !== '' && !TAKEN_PARAMETERS.has(word))
    if (refused !== undefined) return void caller.end(failure(`unsupported startup parameter: ${refused}`))
    onWelcome()
    caller.write(Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8)), READY]))
  }
  caller.on('data', onFirst)
}

/** Each time it is idle a caller has no session; with its first message it gets one, until the transaction is over. */
function relay(
  caller: Socket,
  { take, release }: { take: () => Promise<Session>; release: (session: Session) => void },
): void {
  const state: { session: Session | null; unanswered: number; isTaking: boolean } = {
    session: null,
    unanswered: 0,
    isTaking: false,
  }
  const answers = splitter()
  let unsent: Buffer[] = []
  const send = async () => {
    if (state.isTaking) return
    if (state.session === null) {
      state.isTaking = true
      state.session = await take()
      state.isTaking = false
      state.session.onData = onAnswer
    }
    const texts = unsent
    unsent = []
    state.unanswered += texts.filter((text) => isType(text, 'S') || isType(text, 'Q')).length
    state.session.socket.write(Buffer.concat(texts))
  }
  const onAnswer = (chunk: Buffer) => {
    for (const answer of answers(chunk)) {
      caller.write(answer)
      if (!isType(answer, 'Z')) continue
      state.unanswered -= 1
      if (String.fromCharCode(answer[5]!) !== 'I' || state.unanswered > 0 || state.session === null) continue
      const { session } = state
      state.session = null
      release(session)
    }
  }
  const questions = splitter()
  caller.on('data', (chunk: Buffer) => {
    const texts = questions(chunk).filter((text) => !isType(text, 'X'))
    if (texts.length === 0) return
    unsent.push(...texts)
    void send()
  })
}

/** Whole messages, however they were cut on their way. */
function splitter(): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const whole: Buffer[] = []
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1)
      whole.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    return whole
  }
}

function isType(text: Buffer, type: string): boolean {
  return text[0] === type.charCodeAt(0)
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(type), length, body])
}

const READY = message('Z', Buffer.from('I'))

function failure(sentence: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${sentence}\0\0`))
}
