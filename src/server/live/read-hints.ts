import type { App } from '../app.ts'
import type { Signals } from '../signals/create-signals.ts'
import { type Batch, readCurrentCursor, readHintsSince } from './hint-queries.ts'
import type { Cursor } from './read-cursor.ts'

/** A burst of commits is read together. */
const GATHER_MS = 40
/** Should a signal be lost, nobody waits longer. While signals do not arrive it is the only way. */
const POLL_MS = { withSignals: 5_000, without: 500 }

/** Reads what was committed, never twice at once, and keeps how far everybody has read. */
export function createReader(app: App, signals: Signals | null, onBatch: (batch: Batch) => void) {
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
        const batch = await readHintsSince(app.db, state.cursor)
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
    const cursor = await readCurrentCursor(app.db)
    if (state.isStopped) return
    state.cursor = cursor
    if (signals !== null) stopListening = signals.subscribe('crew_live', () => void ask())
    timer = look(signals, () => void ask())
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

/** By itself, and often while no signal can arrive. */
function look(signals: Signals | null, ask: () => void): NodeJS.Timeout {
  let waitedMs = 0
  const timer = setInterval(() => {
    waitedMs += POLL_MS.without
    if (signals?.isConnected() && waitedMs < POLL_MS.withSignals) return
    waitedMs = 0
    ask()
  }, POLL_MS.without)
  timer.unref()
  return timer
}
