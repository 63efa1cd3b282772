/**
 * The live stream of this browser. One page of all that are open listens and tells the others, since a browser has six
 * connections for a host; when that page goes, another takes its turn where it left off.
 */
import type { QueryClient } from '@tanstack/react-query'
import { BEAT_EVENT, type LiveHint, RESYNC_EVENT } from '#contract/live.ts'
import { setLive } from '#web/live-reads.ts'
import { createLiveRefresh } from './live-refresh.ts'

/** What the listening page tells the others; `asks` is how a new one learns that somebody listens. */
type Told = { cursor?: string; hint?: LiveHint; isLost?: boolean; isUp?: boolean; asks?: boolean }

const NAME = 'crew-live'
const PAUSE_AFTER_HIDDEN_MS = 5 * 60_000
/** The server beats every 25 s: after two beats unheard the connection is dead, whatever the browser thinks. */
const SILENCE_MS = 60_000
const AFTER_REFUSAL_MS = 60_000

/** Answers how to stop. */
export function startLive(client: QueryClient): () => void {
  if (!('EventSource' in window)) return () => undefined
  const refresh = createLiveRefresh(client)
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : null
  const state: { cursor?: string; isUp: boolean; turn?: AbortController; timer?: number } = { isUp: false }
  const hear = ({ cursor, hint, isLost, isUp }: Told) => {
    if (!state.turn) return
    if (cursor) state.cursor = cursor
    if (hint) refresh.hint(hint)
    if (isLost) refresh.everything()
    if (isUp !== undefined) setLive(isUp)
  }
  const tell = (told: Told) => {
    if (told.isUp !== undefined) state.isUp = told.isUp
    hear(told)
    channel?.postMessage(told)
  }
  if (channel)
    channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if (!data.asks) hear(data)
      else if (state.isUp) channel.postMessage({ isUp: true, cursor: state.cursor } satisfies Told)
    })
  const begin = () => {
    if (state.turn) return
    const turn = new AbortController()
    state.turn = turn
    channel?.postMessage({ asks: true } satisfies Told)
    void inTurn(turn.signal, () => listen(turn.signal, () => state.cursor, tell))
  }
  const pause = () => {
    state.turn?.abort()
    state.isUp = false
    delete state.turn
    delete state.cursor
    setLive(false)
  }
  const onVisibility = () => {
    clearTimeout(state.timer)
    if (document.hidden) state.timer = window.setTimeout(pause, PAUSE_AFTER_HIDDEN_MS)
    else if (!state.turn) {
      begin()
      void client.invalidateQueries()
    }
  }
  document.addEventListener('visibilitychange', onVisibility)
  begin()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(state.timer)
    pause()
    refresh.stop()
    channel?.close()
  }
}

/** One page at a time; without locks every page for itself. */
async function inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Only secure pages have them.
  const { locks } = navigator as { locks?: LockManager | null }
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
  tell: (told: Told) => void,
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
    const hear = (read: (event: MessageEvent<string>) => Told) => (event: MessageEvent<string>) => {
      alive()
      tell({ ...read(event), cursor: event.lastEventId })
    }
    source.addEventListener('open', () => {
      alive()
      tell({ isUp: true })
    })
    source.addEventListener(
      'message',
      hear(({ data }) => ({ hint: JSON.parse(data) as LiveHint })),
    )
    source.addEventListener(
      RESYNC_EVENT,
      hear(() => ({ isLost: true })),
    )
    source.addEventListener(
      BEAT_EVENT,
      hear(() => ({})),
    )
    source.addEventListener('error', () => {
      tell({ isUp: false })
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

/** A page that has heard nothing yet asks for what changed since it began to read. */
function addressFrom(cursor: string | undefined): string {
  const seconds = Math.min(3_600, Math.ceil(performance.now() / 1_000) + 2)
  return `/api/events?${cursor === undefined ? `ago=${seconds}` : `after=${encodeURIComponent(cursor)}`}`
}
