/** One connection of its own that receives what is sent when somebody commits. One that breaks is made anew. */
import { Client, type PoolConfig } from 'pg'
import type { Logger } from 'pino'

const CHANNELS = ['crew_live', 'crew_task'] as const
export type Channel = (typeof CHANNELS)[number]

export type Listening = {
  readonly onSignal: (channel: string, word: string) => void
  /** After every connecting: what was said meanwhile is not said again. */
  readonly onConnected: () => void
  readonly onLost: () => void
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** A server that vanished with its machine says no farewell: who only listens would wait for it for hours. */
const ASK_MS = 5_000
const ANSWER_MS = 4_000

const LISTENING = {
  application_name: 'crew signals',
  keepAlive: true,
  connectionTimeoutMillis: LONGEST_PAUSE_MS,
  query_timeout: ANSWER_MS,
}

type State = {
  client: Client | null
  connecting: Promise<void>
  isStopped: boolean
  pauseMs: number
  timer: NodeJS.Timeout | undefined
  asking: NodeJS.Timeout | undefined
}

/** Answers how to stop. */
export function listen(
  connection: PoolConfig,
  log: Logger,
  { onSignal, onConnected, onLost }: Listening,
): () => Promise<void> {
  const state: State = {
    client: null,
    connecting: Promise.resolve(),
    isStopped: false,
    pauseMs: FIRST_PAUSE_MS,
    timer: undefined,
    asking: undefined,
  }
  const begin = () => {
    state.connecting = connect()
  }
  const connect = async () => {
    const client = new Client({ ...connection, ...LISTENING })
    state.client = client
    const onEnd = () => {
      if (state.isStopped || state.client !== client) return
      state.client = null
      clearInterval(state.asking)
      onLost()
      state.timer = setTimeout(begin, state.pauseMs)
      state.pauseMs = Math.min(LONGEST_PAUSE_MS, state.pauseMs * 2)
    }
    client.on('error', (error) => log.warn({ err: error, code: 'signals_lost' }, 'the listener was lost'))
    client.on('end', onEnd)
    client.on('notification', ({ channel, payload = '' }) => onSignal(channel, payload))
    try {
      await client.connect()
      for (const channel of CHANNELS) await client.query(`listen ${channel}`)
      state.pauseMs = FIRST_PAUSE_MS
      state.asking = askAgainAndAgain(client, log, onEnd)
      onConnected()
    } catch (error) {
      log.warn({ err: error, code: 'signals_lost' }, 'the listener could not connect')
      await client.end().catch(() => {})
      onEnd()
    }
  }
  begin()
  return async () => {
    state.isStopped = true
    clearTimeout(state.timer)
    // A client that is still connecting never says that it has ended.
    await state.connecting
    clearInterval(state.asking)
    await state.client?.end().catch(() => {})
  }
}

/** Whoever does not answer is gone, though the line says nothing of it. */
function askAgainAndAgain(client: Client, log: Logger, onGone: () => void): NodeJS.Timeout {
  return setInterval(() => {
    client.query('select 1').catch((error: unknown) => {
      log.warn({ err: error, code: 'signals_lost' }, 'the listener has no answer')
      onGone()
      client.end().catch(() => {})
    })
  }, ASK_MS)
}
