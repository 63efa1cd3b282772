/**
 * Everybody who listens to this process. However many they are: one connection listens for commits, one query reads what
 * was committed, and the hints are handed out from memory; only who comes back reads what was missed.
 */
import type { SessionId, UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Session } from '../http/session.ts'
import type { Signals } from '../signals/create-signals.ts'
import {
  type Batch,
  readCurrentCursor,
  readHintsFor,
  readHintsOfLast,
  type StoredHint,
} from './hint-queries.ts'
import type { Listener } from './merge-hints.ts'
import { createPace } from './pace-hints.ts'
import { type Cursor, seenBy } from './read-cursor.ts'
import { createReader } from './read-hints.ts'
import { findLiveSessions, standingOf } from './session-queries.ts'
import { byAddressee, heartbeat, isFor, messages, ownHints, placeOnly } from './write-messages.ts'

/** Where messages go. `write` answers false where the other side does not keep up. */
export type Sink = { write(text: string): boolean; end(): void }
/** `after: null` is a place that nobody knows any more. */
export type Beginning = { readonly after: Cursor | null } | { readonly agoSeconds: number }
export type Hub = {
  /** Resolves when the stream has what it missed; answers how to leave. Null where there are too many streams. */
  join(session: Session, sink: Sink, beginning: Beginning): Promise<(() => void) | null>
  close(): Promise<void>
}

type Stream = {
  readonly listener: Listener
  readonly sessionId: SessionId
  /** Of the session when the stream began. */
  readonly standing: string
  readonly sink: Sink
  /** What came while the stream still read what it missed; null afterwards. */
  waiting: Part[] | null
  /** Of a transaction: whether the stream began after it. */
  hasSeen: (xact: number) => boolean
}

/** A batch as one stream gets it. Without a cursor where something that came before it is still to be sent. */
type Part = { readonly cursor: Cursor | null; readonly hints: readonly StoredHint[] | null }

const STREAMS_PER_PERSON = 8
const MOST_STREAMS = 5_000
const HEARTBEAT_MS = 25_000
/** Threats A5: a session that ended gets nothing 5 s later. */
const SESSIONS_EVERY_MS = 2_500
/** Where somebody has too many streams, the oldest leaves for a while. */
const OUSTED_RETRY_MS = 60_000

export function createHub(app: App, signals: Signals | null): Hub {
  const crowd = createCrowd((marketId) => pace.isKeeping(marketId))
  const pace = createPace(crowd.handOut)
  const reader = createReader(app, signals, (batch) => pace.take(batch))
  const timers = [
    setInterval(() => crowd.keepAlive(reader.cursor()), HEARTBEAT_MS),
    setInterval(() => void dismissSignedOut(app, crowd), SESSIONS_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()
  let isClosed = false
  return {
    join: async (session, sink, beginning) => {
      await reader.start()
      if (isClosed || !crowd.makeRoom(session.scope.userId)) return null
      const stream = newStream(session, sink)
      // First among the listeners, then reading what was missed: what is committed in between is in one or in both.
      crowd.streams.add(stream)
      try {
        await catchUp(app, crowd, stream, beginning)
      } catch (error) {
        crowd.streams.delete(stream)
        throw error
      }
      return () => void crowd.streams.delete(stream)
    },
    close: async () => {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      for (const stream of crowd.streams) crowd.dismiss(stream)
      await reader.stop()
      pace.stop()
    },
  }
}

type Crowd = ReturnType<typeof createCrowd>

/** The streams, and what is done to them. */
function createCrowd(isKeeping: (marketId: string | null) => boolean) {
  const streams = new Set<Stream>()
  const dismiss = (stream: Stream, retryMs?: number) => {
    streams.delete(stream)
    if (retryMs !== undefined) stream.sink.write(`retry: ${retryMs}\n\n`)
    stream.sink.end()
  }
  const placeOf = ({ listener }: Stream, cursor: Cursor | null) =>
    isKeeping(listener.workMarketId) ? null : cursor
  const send = (stream: Stream, text: string) => {
    if (text !== '' && streams.has(stream) && !stream.sink.write(text)) dismiss(stream)
  }
  return {
    streams,
    dismiss,
    send,
    handOut: (batch: Batch) => {
      const addressed = batch.hints && byAddressee(batch.hints)
      for (const stream of streams) {
        const { listener, waiting } = stream
        const own = listener.getsEverything ? batch.hints : addressed && ownHints(listener, addressed)
        const part = { cursor: placeOf(stream, batch.cursor), hints: own }
        if (waiting !== null) waiting.push(part)
        else send(stream, messagesFor(stream, part))
      }
    },
    keepAlive: (cursor: Cursor | null) => {
      for (const stream of streams)
        if (stream.waiting === null) send(stream, heartbeat(placeOf(stream, cursor)))
    },
    /** False where the process has all the streams that it takes. */
    makeRoom: (userId: UserId) => {
      const own = [...streams].filter(({ listener }) => listener.userId === userId)
      if (own.length >= STREAMS_PER_PERSON) dismiss(own[0]!, OUSTED_RETRY_MS)
      return streams.size < MOST_STREAMS
    },
  }
}

function newStream({ scope: { userId, type, marketId }, sessionId, share }: Session, sink: Sink): Stream {
  const workMarketId = type === 'Crew' ? marketId : null
  const living = share === null || share.isEnded ? null : share
  const listener = { userId, getsEverything: type === 'Operator', workMarketId, ownerId: living?.ownerId }
  const standing = standingOf(type, living?.shareId ?? null)
  return { listener, sessionId, standing, sink, waiting: [], hasSeen: () => false }
}

async function catchUp(app: App, { send }: Crowd, stream: Stream, beginning: Beginning): Promise<void> {
  const { listener } = stream
  const missed = await missedSince(app, listener, beginning)
  const waiting = stream.waiting ?? []
  stream.waiting = null
  stream.hasSeen = seenBy(missed.cursor)
  // Also who missed nothing knows from the beginning where to go on.
  send(stream, messages(listener, missed.cursor, missed.hints) || placeOnly(missed.cursor))
  for (const part of waiting) send(stream, messagesFor(stream, part))
}

/**
 * A batch may have been read before the stream read what it missed. A hint to a market stands for several transactions,
 * not all of which it may have seen.
 */
function messagesFor({ listener, hasSeen }: Stream, { cursor, hints }: Part): string {
  const isFresh = (hint: StoredHint) => hint.marketId !== null || !hasSeen(hint.xact)
  const fresh = hints?.filter((hint) => isFor(listener, hint) && isFresh(hint)) ?? null
  return messages(listener, cursor, fresh)
}

async function missedSince(app: App, listener: Listener, beginning: Beginning): Promise<Batch> {
  if ('agoSeconds' in beginning) return readHintsOfLast(app.db, beginning.agoSeconds, listener)
  if (beginning.after === null) return { cursor: await readCurrentCursor(app.db), hints: null }
  return readHintsFor(app.db, beginning.after, listener)
}

async function dismissSignedOut(app: App, { streams, dismiss }: Crowd): Promise<void> {
  if (streams.size === 0) return
  try {
    const asked = [...streams]
    const live = await findLiveSessions(
      app.db,
      asked.map((stream) => stream.sessionId),
      app.ports.clock.now(),
    )
    for (const stream of asked) if (live.get(stream.sessionId) !== stream.standing) dismiss(stream)
  } catch (error) {
    app.log.warn({ err: error, code: 'live_sessions_unknown' }, 'sessions of live streams could not be read')
  }
}
