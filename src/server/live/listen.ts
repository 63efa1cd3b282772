/** One connection of its own that hears when somebody commits a hint. A connection that breaks is made anew. */
import { Client, type PoolConfig } from 'pg'
import type { Logger } from 'pino'

const CHANNEL = 'crew_live'
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000

/** `onSignal` is also called after every connecting: what was said meanwhile is not said again. Answers how to stop. */
export function listen(connection: PoolConfig, log: Logger, onSignal: () => void): () => Promise<void> {
  const state = {
    client: null as Client | null,
    connecting: Promise.resolve(),
    isStopped: false,
    pauseMs: FIRST_PAUSE_MS,
    timer: undefined as NodeJS.Timeout | undefined,
  }
  const begin = () => {
    state.connecting = connect()
  }
  const connect = async () => {
    const client = new Client({
      ...connection,
      application_name: 'crew live',
      keepAlive: true,
      connectionTimeoutMillis: LONGEST_PAUSE_MS,
    })
    state.client = client
    const onEnd = () => {
      if (state.isStopped || state.client !== client) return
      state.client = null
      state.timer = setTimeout(begin, state.pauseMs)
      state.pauseMs = Math.min(LONGEST_PAUSE_MS, state.pauseMs * 2)
    }
    client.on('error', (error) => log.warn({ err: error, code: 'live_listener_lost' }, 'live listener lost'))
    client.on('end', onEnd)
    client.on('notification', onSignal)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      state.pauseMs = FIRST_PAUSE_MS
      onSignal()
    } catch (error) {
      log.warn({ err: error, code: 'live_listener_lost' }, 'live listener could not connect')
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
    await state.client?.end().catch(() => {})
  }
}
