/** Sends what is due, one at a time, until nothing is due, nothing answers, or somebody else is signed in. */
import type { PhotoId } from '#domain/ids.ts'
import { afterFailure, type Failed, isHurried, needsSignIn } from '#domain/offline/answers.ts'
import type { QueueEntry } from '#domain/offline/entry.ts'
import { afterKill, nextToSend, nextTryAt } from '#domain/offline/queue.ts'
import type { Instant } from '#domain/time.ts'
import type { QueueStore } from './store.ts'

/** What the server answered: what it says of a photo or a completion, or why not. */
export type Sent =
  | {
      readonly photoId?: PhotoId
      readonly payCents?: number
      readonly isFlagged?: boolean
      /** Of a day: who heard of it, what went to others, and by what that is undone. */
      readonly notifiedCount?: number
      readonly releasedVisitCount?: number
      readonly timeOffId?: string
    }
  | { readonly failed: Failed }

export type SenderPorts = {
  readonly store: QueueStore
  readonly now: () => Instant
  /** From 0 to 1. */
  readonly jitter: () => number
  /** Who is signed in; null for nobody. Rejects where nothing answers. */
  readonly whoIsIn: () => Promise<string | null>
  readonly send: (entry: QueueEntry, bytes: Blob | null) => Promise<Sent>
  /** Something about the queue has changed. */
  readonly onChange: () => void
  readonly onSent: (entry: QueueEntry, sent: Sent & { failed?: never }) => void
}

export type SendingEnd =
  | { readonly end: 'idle'; readonly nextTryAt: Instant | null }
  | { readonly end: 'unreachable'; readonly nextTryAt: Instant | null }
  | { readonly end: 'signed_out' }

/** Another user's things are never sent: who is signed in is asked before, and again where an answer may mean that. */
export async function sendAll(ports: SenderPorts, userId: string): Promise<SendingEnd> {
  const { store } = ports
  for (const each of afterKill(await store.all(userId)))
    await store.change(each.id, { state: 'kept' }, ports.now())
  let isKnown = false
  for (;;) {
    const entries = await store.all(userId)
    const next = nextToSend(entries, ports.now())
    if (next === null) return { end: 'idle', nextTryAt: nextTryAt(entries) }
    if (!isKnown) {
      const isIn = await isStillIn(ports, userId)
      if (isIn === null) return { end: 'unreachable', nextTryAt: nextTryAt(entries) }
      if (!isIn) return { end: 'signed_out' }
      isKnown = true
    }
    const end = await sendOne(ports, next)
    ports.onChange()
    if (end === 'signed_out') return { end }
    if (end === 'unreachable') return { end, nextTryAt: nextTryAt(await store.all(userId)) }
  }
}

/** The connection may be back: what waited for it is due now. */
export async function hurryAll(store: QueueStore, userId: string, now: Instant): Promise<void> {
  for (const each of await store.all(userId))
    if (isHurried(each)) await store.change(each.id, { notBefore: now }, now)
}

async function sendOne(ports: SenderPorts, entry: QueueEntry): Promise<SendingEnd['end'] | 'sent'> {
  const { store, now } = ports
  await store.change(entry.id, { state: 'sending' }, now())
  ports.onChange()
  const sent = await ports.send(entry, entry.act.kind === 'photo' ? await store.bytesOf(entry.id) : null)
  if ('failed' in sent) return keepFailure(ports, entry, sent.failed)
  await store.change(
    entry.id,
    {
      state: 'safe',
      failure: null,
      act: entry.act.kind === 'photo' ? { ...entry.act, photoId: sent.photoId ?? null } : entry.act,
    },
    now(),
  )
  if (entry.act.kind === 'photo') await store.dropBytes(entry.id)
  ports.onSent(entry, sent)
  return 'sent'
}

async function keepFailure(
  ports: SenderPorts,
  entry: QueueEntry,
  failed: Failed,
): Promise<SendingEnd['end'] | 'sent'> {
  const { store, now } = ports
  // Another may have signed in meanwhile, to whom this visit is nothing.
  const isDoubtful = failed.status === 403 || failed.status === 404
  const isIn = needsSignIn(failed) ? false : isDoubtful ? await isStillIn(ports, entry.userId) : true
  if (isIn !== true) {
    await store.change(entry.id, { state: 'kept' }, now())
    return isIn === null ? 'unreachable' : 'signed_out'
  }
  await store.change(entry.id, afterFailure(entry, failed, { now: now(), jitter: ports.jitter() }), now())
  return failed.status === 0 ? 'unreachable' : 'sent'
}

async function isStillIn(ports: SenderPorts, userId: string): Promise<boolean | null> {
  try {
    return (await ports.whoIsIn()) === userId
  } catch {
    return null
  }
}
