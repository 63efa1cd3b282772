/**
 * Sends the queue where no page does: the browser wakes the service worker when the network is back (Background Sync),
 * also hours after the app was closed. Same order, same keys, same answers as in a page.
 */

import { fieldsIn, textOf } from '#contract/outside.ts'
import { isId, type PhotoId } from '#domain/ids.ts'
import type { QueueEntry } from '#domain/offline/entry.ts'
import type { Instant } from '#domain/time.ts'
import { failureIn } from '#web/api-error.ts'
import { ANSWER_WITHIN_MS, failedOf, LOST, parcelOf, UNREACHABLE } from './parcel.ts'
import { hurryAll, type Sent, sendAll } from './sender.ts'
import type { QueueStore } from './store.ts'
import { holdSendingLock, notifyOtherPages } from './tabs.ts'

/** Without progress to watch: as long as a photo may take over the slowest line that is worth a try. */
const PHOTO_WITHIN_MS = 120_000

type Fetch = (path: string, init: RequestInit) => Promise<Response>
export type WorkerPorts = { readonly store: QueueStore; readonly fetch: Fetch; readonly now: () => Instant }

/** Rejects while something is still to be sent, so that the browser tries again later. */
export async function sendForClosedPage(ports: WorkerPorts): Promise<void> {
  const { store, fetch, now } = ports
  await holdSendingLock(async () => {
    const owners = await store.owners()
    if (owners.length === 0) return
    const userId = await whoIsIn(fetch)
    // What belongs to somebody else waits for them, and no network helps.
    if (userId === null || !owners.includes(userId)) return
    await hurryAll(store, userId, now())
    const end = await sendAll(
      {
        store,
        now,
        jitter: Math.random,
        whoIsIn: () => whoIsIn(fetch),
        send: (entry, bytes) => sendByFetch(fetch, entry, bytes),
        onChange: () => notifyOtherPages('changed'),
        onSent: () => undefined,
      },
      userId,
    )
    if (end.end !== 'signed_out' && end.nextTryAt !== null) throw new Error('something waits to be sent')
  })
}

async function whoIsIn(fetch: Fetch): Promise<string | null> {
  const response = await fetch('/api/user?fields=*', {
    credentials: 'include',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  if (response.status === 401) return null
  if (!response.ok) throw new Error(`the user was answered with ${response.status}`)
  return textOf(fieldsIn(await response.json()).id) ?? null
}

async function sendByFetch(fetch: Fetch, entry: QueueEntry, bytes: Blob | null): Promise<Sent> {
  const parcel = parcelOf(entry)
  const isPhoto = 'query' in parcel
  if (isPhoto && bytes === null) return { failed: LOST }
  const path = parcel.key.slice(parcel.key.indexOf(' ') + 1)
  try {
    const response = await fetch(isPhoto ? `${path}?${new URLSearchParams(parcel.query)}` : path, {
      method: 'POST',
      credentials: 'include',
      signal: AbortSignal.timeout(isPhoto ? PHOTO_WITHIN_MS : ANSWER_WITHIN_MS),
      headers: {
        'Content-Type': isPhoto ? bytes!.type || 'application/octet-stream' : 'application/json',
        'Idempotency-Key': entry.id,
      },
      body: isPhoto ? bytes : JSON.stringify(parcel.body),
    })
    // What is no JSON is none of ours, as a page of a café's network: then nothing was taken.
    const said: unknown = await response.json()
    if (response.ok) return keptPhoto(said)
    const { code, fields, error = '' } = failureIn(said)
    return { failed: failedOf(response.status, { code, fields, sentence: error }) }
  } catch {
    return { failed: UNREACHABLE }
  }
}

function keptPhoto(said: unknown): Sent {
  const photoId = textOf(fieldsIn(fieldsIn(said).photo).photoId)
  return photoId !== undefined && isId<PhotoId>(photoId) ? { photoId } : {}
}
