/**
 * The queue of whoever is signed in: what the screens keep in it, what they see of it, and when it is sent. Other pages
 * of this browser see the same; one of them sends.
 */

import { retried } from '#domain/offline/answers.ts'
import type { EntryDraft, QueueEntry } from '#domain/offline/entry.ts'
import { isUnsent } from '#domain/offline/entry.ts'
import { forgettable } from '#domain/offline/queue.ts'
import { type Instant, instant } from '#domain/time.ts'
import { idbStore } from './idb-store.ts'
import { hurryAll, type SenderPorts, type SendingEnd, sendAll } from './sender.ts'
import { currentQueue, EMPTY_QUEUE, setQueue, subscribeToQueue } from './state.ts'
import { memoryStore, type QueueStore } from './store.ts'
import { askToSendWhenClosed, holdSendingLock, notifyOtherPages, onOtherPages } from './tabs.ts'

/** What the queue does not know by itself. */
export type QueueWorld = {
  readonly whoIsIn: SenderPorts['whoIsIn']
  readonly send: (
    entry: QueueEntry,
    bytes: Blob | null,
    onProgress: (share: number) => void,
  ) => ReturnType<SenderPorts['send']>
  readonly onSent: SenderPorts['onSent']
}

/** So long without an answer it is tried again, whatever the device says of its connection. */
const UNREACHABLE_WAIT_MS = 15_000
const OPENS_WITHIN_MS = 5_000

let world: QueueWorld | undefined
let store: Promise<QueueStore> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let isRunAsked = false

/** Shows and sends the queue of this user from now on, and nobody else's. */
export async function openQueue(userId: string, its: QueueWorld): Promise<void> {
  world = its
  if (currentQueue().userId === userId) return
  setQueue({ ...EMPTY_QUEUE, userId })
  const opened = await openStore()
  setQueue({ isLasting: opened.isLasting })
  await reload()
  kick()
}

/** Nobody is signed in: nothing is shown and nothing sent. What is unsent stays for whom it belongs to. */
export function closeQueue(): void {
  clearTimeout(timer)
  setQueue(EMPTY_QUEUE)
}

export function unsentCount(): number {
  return currentQueue().entries.filter(isUnsent).length
}

/** Resolves when it is written down. Rejects where it could not be: then nothing is kept. */
export async function keep(
  draft: Omit<EntryDraft, 'id' | 'userId'>,
  bytes: Blob | null = null,
): Promise<QueueEntry> {
  const userId = currentQueue().userId ?? (await whenOpen())
  const entry = await (await openStore()).add({ ...draft, id: crypto.randomUUID(), userId }, bytes, now())
  await changedHere()
  kick()
  void askToSendWhenClosed()
  return entry
}

/** Somebody may tap before the queue is open. Rejects where it does not open. */
function whenOpen(): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = subscribeToQueue(() => {
      const { userId } = currentQueue()
      if (userId === null) return
      stop()
      resolve(userId)
    })
    setTimeout(() => reject(new Error('the queue does not open')), OPENS_WITHIN_MS)
  })
}

/** Everything that is late or was refused is tried at once. */
export async function retryAll(visitId?: string): Promise<void> {
  const opened = await openStore()
  const late = currentQueue().entries.filter(
    (each) =>
      (each.state === 'refused' || each.state === 'kept') && (visitId ?? each.visitId) === each.visitId,
  )
  for (const each of late) await opened.change(each.id, retried(each, now()), now())
  await changedHere()
  kick()
}

/** Only at a person's word. */
export async function discard(ids: readonly string[]): Promise<void> {
  await (await openStore()).forget(ids)
  await changedHere()
}

/** What the server has and a newer reading shows needs not be remembered here. */
export async function forgetRead(readAt: number): Promise<void> {
  const read = forgettable(currentQueue().entries, instant(readAt))
  if (read.length > 0) await discard(read.map(({ id }) => id))
}

export async function bytesOf(id: string): Promise<Blob | null> {
  return (await openStore()).bytesOf(id)
}

/** The connection may be back: what waits for it goes now. */
export async function hurry(): Promise<void> {
  const { userId } = currentQueue()
  if (userId === null) return
  await hurryAll(await openStore(), userId, now())
  kick()
}

/** Sends as soon as no other page does. */
function kick(): void {
  if (isRunAsked || currentQueue().userId === null || world === undefined) return
  isRunAsked = true
  void holdSendingLock(async () => {
    isRunAsked = false
    const { userId } = currentQueue()
    if (userId !== null) later(await sendAll(portsOf(await openStore()), userId), userId)
  }).catch(() => {
    isRunAsked = false
  })
}

function later(end: SendingEnd, userId: string): void {
  clearTimeout(timer)
  if (end.end === 'signed_out' || currentQueue().userId !== userId) return
  const due = end.nextTryAt === null ? null : Math.max(0, end.nextTryAt - now())
  if (due === null) return
  timer = setTimeout(kick, end.end === 'unreachable' ? Math.max(due, UNREACHABLE_WAIT_MS) : due + 1)
}

function portsOf(opened: QueueStore): SenderPorts {
  return {
    store: opened,
    now,
    jitter: Math.random,
    whoIsIn: () => world!.whoIsIn(),
    send: (entry, bytes) => world!.send(entry, bytes, (share) => showProgress(entry.id, share)),
    onChange: () => void changedHere(),
    onSent: (entry, sent) => world!.onSent(entry, sent),
  }
}

function showProgress(id: string, share: number): void {
  setQueue({ progress: new Map(currentQueue().progress).set(id, share) })
  notifyOtherPages({ id, share })
}

async function changedHere(): Promise<void> {
  notifyOtherPages('changed')
  await reload()
}

async function reload(): Promise<void> {
  const { userId } = currentQueue()
  if (userId === null) return
  const entries = await (await openStore()).all(userId)
  if (currentQueue().userId !== userId) return
  const sending = new Set(entries.filter((each) => each.state === 'sending').map(({ id }) => id))
  const progress = new Map([...currentQueue().progress].filter(([id]) => sending.has(id)))
  setQueue({ entries: entries.sort((one, other) => one.seq - other.seq), progress })
}

function openStore(): Promise<QueueStore> {
  store ??= idbStore().catch(() => memoryStore())
  return store
}

function now(): Instant {
  return instant(Date.now())
}

onOtherPages((message) => {
  if (message === 'changed') void reload()
  else setQueue({ progress: new Map(currentQueue().progress).set(message.id, message.share) })
})
