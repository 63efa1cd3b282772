import type { PoolConfig } from 'pg'
import type { App } from '../app.ts'
import { type Batch, type Cursor, currentCursor, hintsSince } from './hints.ts'
import { listen } from './listen.ts'

/** A burst of commits is read together. */
const GATHER_MS = 40
/** Should a signal be lost, nobody waits longer. Without a connection for signals it is the only way. */
const POLL_MS = { withSignals: 5_000, without: 500 }

/** Reads what was committed, never twice at once, and keeps how far everybody has heard. */
export function createReader(app: App, connection: PoolConfig | null, onBatch: (batch: Batch) => void) {
  const state: {
    cursor: Cursor | null
    started?: Promise<void>
    isReading: boolean
    isAsked: boolean
    isStopped: boolean
  } = {
    cursor: null,
    isReading: false,
    isAsked: false,
    isStopped: false,
  }
  let timer: NodeJS.Timeout | undefined
  let stopListening: () => Promise<void> = async () => {}
  const ask = async () => {
    state.isAsked = true
    if (state.isReading || state.cursor === null) return
    state.isReading = true
    while (state.isAsked && state.cursor !== null) {
      state.isAsked = false
      try {
        const batch = await hintsSince(app.db, state.cursor)
        state.cursor = batch.cursor
        if (batch.hints === null || batch.hints.length > 0) onBatch(batch)
      } catch (error) {
        // The next signal or poll reads from the same place.
        app.log.warn({ err: error, code: 'live_read_failed' }, 'live hints could not be read')
      }
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
    }
    state.isReading = false
  }
  const start = async () => {
    const cursor = await currentCursor(app.db)
    if (state.isStopped) return
    state.cursor = cursor
    if (connection !== null) stopListening = listen(connection, app.log, () => void ask())
    timer = setInterval(() => void ask(), connection === null ? POLL_MS.without : POLL_MS.withSignals)
    timer.unref()
  }
  return {
    cursor: () => state.cursor,
    start: () => {
      state.started ??= start().catch((error: unknown) => {
        delete state.started
        throw error
      })
      return state.started
    },
    stop: async () => {
      state.isStopped = true
      clearInterval(timer)
      state.cursor = null
      await stopListening()
    },
  }
}
