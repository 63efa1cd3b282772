/**
 * The live stream of this browser. One page of all that are open listens and passes it to the others, since a browser has six
 * connections for a host; when that page goes, another takes its turn where it left off.
 */
import type { QueryClient } from '@tanstack/react-query'
import { BEAT_EVENT, type LiveHint, RESYNC_EVENT, readHint } from '#contract/live.ts'
import { setLive } from '#web/live-polls.ts'
import { LIVE_KEYS } from './live-reads.ts'
import { createLiveRefresh } from './live-refresh.ts'

type LiveMessage = {
  cursor?: string
  hint?: LiveHint
  isLost?: boolean
  isUp?: boolean
  /** A new page asks whether somebody listens, and what was received in so many milliseconds, while it was read. */
  asksForMs?: number
}

const NAME = 'crew-live'
const PAUSE_AFTER_HIDDEN_MS = 5 * 60_000
/** The server beats every 25 s: after two beats missed the connection is dead, whatever the browser thinks. */
const SILENCE_MS = 60_000
const AFTER_REFUSAL_MS = 60_000
/** As long as any page takes to begin; one that took longer reads everything anew. */
const REMEMBERED_MS = 60_000

/** Answers how to stop. */
export function startLive(client: QueryClient): () => void {
  if (!('EventSource' in window)) return () => undefined
  const refresh = createLiveRefresh(client)
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : null
  const state: { cursor?: string; isUp: boolean; hasLine: boolean; turn?: AbortController } = {
    isUp: false,
    hasLine: false,
  }
  const memory = createMemory()
  const receive = ({ cursor, hint, isLost, isUp }: LiveMessage) => {
    if (!state.turn) return
    if (hint || isLost) memory.keep(hint ? { hint } : { isLost: true })
    if (cursor) state.cursor = cursor
    if (hint) refresh.hint(hint)
    if (isLost) refresh.everything()
    if (isUp !== undefined) setLive(isUp ? LIVE_KEYS : null)
  }
  const broadcast = (message: LiveMessage) => {
    if (message.isUp !== undefined) state.isUp = message.isUp
    receive(message)
    channel?.postMessage(message)
  }
  if (channel)
    channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
      if (data.asksForMs === undefined) return receive(data)
      if (!state.hasLine) return
      for (const message of memory.ofLast(data.asksForMs)) channel.postMessage(message)
      channel.postMessage({ isUp: state.isUp, cursor: state.cursor } satisfies LiveMessage)
    })
  const begin = (asksForMs: number) => {
    if (state.turn) return
    const turn = new AbortController()
    state.turn = turn
    channel?.postMessage({ asksForMs } satisfies LiveMessage)
    void inTurn(turn.signal, () => {
      state.hasLine = true
      return listen(turn.signal, () => state.cursor, broadcast)
    })
  }
  const pause = () => {
    state.turn?.abort()
    state.isUp = false
    state.hasLine = false
    delete state.turn
    delete state.cursor
    setLive(null)
  }
  const stopWatching = watchForAbsence(pause, () => {
    if (state.turn) return
    begin(0)
    void client.invalidateQueries()
  })
  begin(readForMs())
  return () => {
    stopWatching()
    pause()
    refresh.stop()
    channel?.close()
  }
}

function watchForAbsence(pause: () => void, comeBack: () => void): () => void {
  let timer: number | undefined
  const onVisibility = () => {
    clearTimeout(timer)
    if (document.hidden) timer = window.setTimeout(pause, PAUSE_AFTER_HIDDEN_MS)
    else comeBack()
  }
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
  }
}

/** What was received lately, for pages that began to read before they began to listen. */
function createMemory() {
  let recent: { atMs: number; message: LiveMessage }[] = []
  const since = (ms: number) => recent.filter(({ atMs }) => atMs >= performance.now() - ms)
  return {
    keep: (message: LiveMessage) => {
      recent = [...since(REMEMBERED_MS), { atMs: performance.now(), message }]
    },
    ofLast: (ms: number): readonly LiveMessage[] =>
      ms > REMEMBERED_MS ? [{ isLost: true }] : since(ms).map(({ message }) => message),
  }
}

/** One page at a time; without locks every page for itself. */
async function inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Only secure pages have them.
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) return work()
  try {
    await locks.request(NAME, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Keeps a stream open until the signal comes. */
function listen(
  signal: AbortSignal,
  cursor: () => string | undefined,
  broadcast: (message: LiveMessage) => void,
): Promise<void> {
  const state: { source?: EventSource; silence?: number; retry?: number } = {}
  const shut = () => {
    state.source?.close()
    clearTimeout(state.silence)
    clearTimeout(state.retry)
  }
  const alive = () => {
    clearTimeout(state.silence)
    state.silence = window.setTimeout(open, SILENCE_MS)
  }
  const open = () => {
    shut()
    const source = new EventSource(addressFrom(cursor()))
    state.source = source
    const receive = (read: (event: MessageEvent<string>) => LiveMessage) => (event: MessageEvent<string>) => {
      alive()
      broadcast({ ...read(event), cursor: event.lastEventId })
    }
    source.addEventListener('open', () => {
      alive()
      broadcast({ isUp: true })
    })
    source.addEventListener(
      'message',
      receive(({ data }) => ({ hint: readHint(data) })),
    )
    source.addEventListener(
      RESYNC_EVENT,
      receive(() => ({ isLost: true })),
    )
    source.addEventListener(
      BEAT_EVENT,
      receive(() => ({})),
    )
    source.addEventListener('error', () => {
      broadcast({ isUp: false })
      // The browser comes back by itself from a lost connection, not from a refusal.
      if (source.readyState === EventSource.CLOSED) state.retry = window.setTimeout(open, AFTER_REFUSAL_MS)
    })
  }
  return new Promise((resolve) => {
    const close = () => {
      shut()
      window.removeEventListener('online', open)
      resolve()
    }
    if (signal.aborted) return close()
    signal.addEventListener('abort', close)
    window.addEventListener('online', open)
    open()
  })
}

/** A page that has received nothing yet asks for what changed since it began to read. */
function addressFrom(cursor: string | undefined): string {
  const seconds = Math.min(3_600, Math.ceil(readForMs() / 1_000))
  return `/api/events?${cursor === undefined ? `ago=${seconds}` : `after=${encodeURIComponent(cursor)}`}`
}

/** Since when this page may have read something, with what a slow clock may hide. */
function readForMs(): number {
  return performance.now() + 2_000
}
